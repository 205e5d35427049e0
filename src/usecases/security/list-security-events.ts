import { z } from 'zod';
import { SECURITY_EVENTS } from '@/core/identity/security-events';
import { readSecurityLog } from '@/db/reports/security-log';
import { defineUseCase } from '../kit/define';
import { day } from '../kit/fields';
import { demandEverywhere } from '../kit/reach';

/** Which events the log shows, and the file made of it. */
export const securityFilters = {
  event: z.enum(SECURITY_EVENTS).optional(),
  actorId: z.guid().optional(),
  address: z.string().trim().min(1).max(100).optional(),
  from: day.optional(),
  to: day.optional(),
};

/**
 * The organization's security log, newest first: sign-ins, refusals, rights and credentials. `before`: rows older than this
 * id. Refuses FORBIDDEN for a caller confined to subsidiaries, since it concerns everyone.
 */
export const listSecurityEvents = defineUseCase({
  name: 'security.list',
  permission: 'org.security.read',
  mode: 'report',
  input: z.object({
    ...securityFilters,
    limit: z.int().min(1).max(500).default(50),
    before: z.guid().optional(),
  }),
  async run({ tenant, principal }, query) {
    demandEverywhere(principal, 'org.security.read');
    const rows = await readSecurityLog(tenant, { ...query, limit: query.limit + 1 });
    const shown = rows.slice(0, query.limit);
    return { rows: shown, nextCursor: rows.length > query.limit ? (shown.at(-1)?.id ?? null) : null };
  },
});
