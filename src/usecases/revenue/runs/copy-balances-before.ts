import type { Principal } from '@/core/principal';
import { copyBalances } from '@/db/revenue/balance-copies';
import { log } from '@/lib/telemetry/log';

/**
 * Copies the contract balances as they are just before what changes those of most contracts, so that a report as known before it need not add them up. Without
 * the copy such a report takes longer and is the same, so that nothing waits for one that fails.
 */
export async function copyBalancesBefore({
  organizationId,
}: Pick<Principal, 'organizationId'>): Promise<void> {
  await copyBalances({ organizationId }, { beforeRun: true }).catch((failure: unknown) =>
    log.warn({ err: failure, organizationId }, 'the contract balances before a run could not be copied'),
  );
}
