import { systemPrincipal } from '@/auth/principal';
import type { VerifyExtent } from '@/core/ledger/verification';
import { systemClock } from '@/lib/clock';
import { env } from '@/lib/env';
import { newId } from '@/lib/ids';
import { log } from '@/lib/telemetry/log';
import { observeVerification } from '@/lib/telemetry/metrics';
import { sealAudit } from '@/usecases/audit/seal-audit';
import { runForOutput } from '@/usecases/kit/run';
import { sealSecurityLog } from '@/usecases/security/seal-security-log';
import { markVerified, verifiedPointOf } from '@/usecases/verify/mark-verified';
import { verifyBooks } from '@/usecases/verify/verify-books';
import { everyOrganization } from './organizations';

const HOUR_MS = 3_600_000;
/** Books verified within this time are left for the next night: another server or a command has just verified them. */
const FRESH_MS = 20 * HOUR_MS;
/** After this time everything is read again: a week, less the hours by which a night may begin earlier. */
const WHOLE_MS = 6.5 * 24 * HOUR_MS;

/** How much of the books a regular verification reads now; null: they were verified a moment ago. */
export function extentDue(
  point: { readonly checkedAt: Date; readonly wholeAt: Date } | null,
  now: Date,
): VerifyExtent | null {
  if (point === null || now.getTime() - point.wholeAt.getTime() >= WHOLE_MS) return 'WHOLE';
  return now.getTime() - point.checkedAt.getTime() < FRESH_MS ? null : 'SINCE';
}

/**
 * Verifies every organization's books: what is new since the night before, once a week everything, after rows that are still without a
 * seal got theirs. Books that fail are reported in the log as
 * an error and counted in the metrics, and are read from the same point again the next night. A failure with one organization does
 * not hold up the others.
 */
export async function verifyRegularly(
  now: Date,
  organizations: AsyncIterable<string> | Iterable<string> = everyOrganization(),
): Promise<void> {
  for await (const organizationId of organizations) {
    const principal = systemPrincipal(organizationId);
    try {
      const extent = extentDue(await verifiedPointOf(principal), now);
      if (extent === null) continue;
      const clock = systemClock(env().DAYBOOK_TODAY);
      if (extent === 'WHOLE') {
        await sealAudit(principal, { isWhole: true });
        await sealSecurityLog(principal, { isWhole: true });
      }
      const call = { principal, surface: 'job', requestId: newId(), clock } as const;
      const verdict = await runForOutput(verifyBooks, call, { extent });
      observeVerification(verdict.isSound);
      if (verdict.isSound) await markVerified(principal, verdict);
      else {
        log.error(
          { organization: organizationId, extent, breaches: verdict.breaches },
          'books failed their verification',
        );
      }
    } catch (error) {
      log.error({ err: error, organization: organizationId }, 'books could not be verified');
    }
  }
}
