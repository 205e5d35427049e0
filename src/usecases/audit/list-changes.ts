import { z } from 'zod';
import { withoutPersonalFields } from '@/core/identity/personal-fields';
import { readAuditTrail } from '@/db/reports/audit-trail';
import { cursorOf, readCursor } from '@/usecases/kit/cursor';
import { defineUseCase } from '@/usecases/kit/define';
import { day } from '@/usecases/kit/fields';

const cursor = z.tuple([z.iso.datetime(), z.guid()]);

const page = { limit: z.int().min(1).max(500).default(50), before: z.string().optional() };

/** The organization's audit trail, newest first; an employee's private fields only to those who may read them there. */
export const listChanges = defineUseCase({
  name: 'audit.list',
  permission: 'org.audit.read',
  mode: 'report',
  input: z.object({
    recordId: z.guid().optional(),
    noun: z.string().max(100).optional(),
    action: z.string().max(100).optional(),
    actorId: z.guid().optional(),
    from: day.optional(),
    to: day.optional(),
    ...page,
  }),
  async run({ tenant, principal }, { before, ...query }) {
    const after = before === undefined ? undefined : decode(before);
    const rows = await readAuditTrail(tenant, { ...query, limit: query.limit + 1, before: after });
    const shown = rows.slice(0, query.limit);
    const last = shown.at(-1);
    return {
      rows: shown.map((row) => ({
        ...row,
        before: withoutPersonalFields(row.noun, row.before, principal.permissions),
        after: withoutPersonalFields(row.noun, row.after, principal.permissions),
      })),
      nextCursor:
        rows.length > query.limit && last !== undefined
          ? cursorOf([last.occurredAt.toISOString(), last.id])
          : null,
    };
  },
});

function decode(text: string): { occurredAt: string; id: string } {
  const [occurredAt, id] = readCursor(cursor, text, 'before');
  return { occurredAt, id };
}
