import { dec } from '@/core/money/decimal';
import type { PeriodGrid } from '@/core/periods/period-grid';
import type { PostedMove } from '@/core/revenue/contracts/postings/waiting-balances';
import { earlier } from '@/core/revenue/days';
import { postedRevenue } from '@/db/revenue/runs/movements-of-runs';
import { listMovements } from '@/db/revenue/runs/positions';
import type { Tenant } from '@/db/tenancy';

/** The movements of a contract’s position, as what should stand there is compared with them. */
export async function postedMoves(tenant: Tenant, contractId: string): Promise<PostedMove[]> {
  return (await listMovements(tenant, contractId)).map((move) => ({
    kind: move.kind,
    on: move.postingDate,
    eventId: move.eventId,
    amount: dec(move.amount),
    receivable: dec(move.receivable),
    refund: dec(move.refund),
    net: dec(move.deferred).minus(move.contractAsset),
    revenue: dec(move.revenue),
  }));
}

/** What runs posted of a contract, by the day by which it was earned: the end of its period, or the day of posting before that. */
export async function postedEarnings(
  tenant: Tenant,
  contractId: string,
  grid: PeriodGrid,
): Promise<{ on: string; amount: string }[]> {
  return (await postedRevenue(tenant, contractId)).map(({ on, earnedOn, amount }) => ({
    on: earlier(on, grid.on(earnedOn).endDate),
    amount,
  }));
}
