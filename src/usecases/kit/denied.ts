import { RefusalError } from '@/core/refusals';
import { appendSecurityLog } from '@/db/stores/evidence/security-log';
import { withTenantSql } from '@/db/tenancy';
import { RecentNews } from '@/lib/recent-news';
import { log } from '@/lib/telemetry/log';
import type { Call } from './define';
import { claimOf } from './reach';

/** One line a minute for each caller and missing permission: a program without a right keeps trying. */
const news = new RecentNews();

/**
 * Records in the security log that a caller was refused for lack of a permission, in a transaction of its own, since that of the verb
 * is rolled back. The answer does not wait for it, and does not change when it fails.
 */
export function noteDenied(error: unknown, useCase: string, call: Call): void {
  if (!(error instanceof RefusalError) || error.refusal.code !== 'FORBIDDEN') return;
  const { actor, sessionId, organizationId } = call.principal;
  if (actor.kind === 'system') return;
  const { permission, reason = 'PERMISSION' } = error.refusal.data as { permission: string; reason?: string };
  if (!news.isNews(`${organizationId}/${actor.id}/${useCase}/${permission}/${reason}`)) return;
  withTenantSql({ ...claimOf(call), subsidiaryIds: null }, (tenant) =>
    appendSecurityLog(tenant, [
      {
        event: 'permission refused',
        actorKind: actor.kind,
        actorId: actor.id,
        actorName: actor.name,
        sessionId,
        surface: call.surface,
        requestId: call.requestId,
        detail: { verb: useCase, permission, reason },
      },
    ]),
  ).catch((failure: unknown) => log.error({ err: failure }, 'the security log could not be written'));
}
