import { z } from 'zod';
import { revalue, unrevalued } from '@/core/fx/revaluation';
import { toAmountString } from '@/core/money/currency';
import { dec } from '@/core/money/decimal';
import { type RevaluationRun, revaluationRuns } from '@/db/stores/documents/revaluations';
import { accounts } from '@/db/stores/structure/accounts';
import { periods } from '@/db/stores/structure/periods';
import { refuseNotFound } from '../kit/crud';
import { defineUseCase } from '../kit/define';
import { type ClosingBalances, closingBalances } from './closing-balances';

/** A balance as it stands and as the next run would leave it; without a rate it cannot be revalued. */
export interface ShownBalance {
  readonly accountId: string;
  readonly accountCode: string;
  readonly accountName: string;
  readonly currencyCode: string;
  readonly amount: string;
  readonly carrying: string;
  readonly rate: string | null;
  readonly revalued: string | null;
  readonly difference: string | null;
}

/** Where the revaluation of a period stands. */
export interface ShownRevaluation {
  readonly periodId: string;
  readonly label: string;
  readonly date: string;
  readonly baseCurrencyCode: string;
  /** True when the last run knows everything dated by the end of the period, or there is nothing to revalue. */
  readonly isCurrent: boolean;
  readonly balances: readonly ShownBalance[];
  /** The last first. */
  readonly runs: readonly RevaluationRun[];
}

/** The foreign monetary balances at the end of a period, what revaluing them would change now, and its runs. Refuses NOT_FOUND. */
export const showRevaluation = defineUseCase({
  name: 'fx.revaluation.show',
  permission: 'gl.period.read',
  mode: 'read',
  input: z.object({ periodId: z.guid() }),
  async run({ tenant }, { periodId }): Promise<ShownRevaluation> {
    const period = (await periods.find(tenant, periodId)) ?? refuseNotFound('period', periodId);
    const found = await closingBalances(tenant, period);
    const runs = await revaluationRuns(tenant, periodId);
    const ids = [...new Set(found.balances.map(({ accountId }) => accountId))];
    const names = new Map(
      (await accounts.list(tenant, { where: { id: { in: ids } } })).map((one) => [one.id, one]),
    );
    return {
      periodId,
      label: period.label,
      date: period.endDate,
      baseCurrencyCode: found.baseCurrencyCode,
      isCurrent: unrevalued(found.balances, found.rates, runs[0]?.balances ?? null).length === 0,
      balances: shown(found).map((one) => ({
        ...one,
        accountCode: names.get(one.accountId)?.code ?? '',
        accountName: names.get(one.accountId)?.name ?? '',
      })),
      runs,
    };
  },
});

function shown({ balances, rates, baseCurrencyCode }: ClosingBalances) {
  return balances.map((balance) => {
    const { accountId, currencyCode } = balance;
    const amount = toAmountString(dec(balance.amount), currencyCode);
    const carrying = toAmountString(dec(balance.carrying), baseCurrencyCode);
    const plain = { accountId, currencyCode, amount, carrying, rate: null, revalued: null, difference: null };
    if (!rates.has(currencyCode)) return plain;
    const [one] = revalue([balance], rates, baseCurrencyCode).seen;
    if (one === undefined) return plain;
    const { rate, revalued, difference } = one;
    return { ...plain, amount: one.amount, carrying: one.carrying, rate, revalued, difference };
  });
}
