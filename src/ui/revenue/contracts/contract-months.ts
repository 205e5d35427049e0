import { dec, toPlainString } from '@/core/money/decimal';
import type { RouterOutputs } from '@/surfaces/trpc/react';

export type Contract = RouterOutputs['revenue']['contracts']['get'];

export type ContractMonth = {
  readonly period: string;
  /** The revenue of each obligation in the month, in order. */
  readonly amounts: readonly string[];
  readonly total: string;
  readonly toDate: string;
  readonly remaining: string;
  /** How much of it was posted. */
  readonly posted: 'ALL' | 'SOME' | 'NONE';
  /** The first entry; null also where what was posted cancels out. */
  readonly entryId: string | null;
};

const postedOf = (posted: number, of: number) => (posted === 0 ? 'NONE' : posted === of ? 'ALL' : 'SOME');

/** The schedule month by month: revenue of each obligation, cumulative revenue, and the remaining price. */
export function contractMonths({ schedule, obligations, contract }: Contract): ContractMonth[] {
  const keys = obligations.map(({ key }) => key);
  const sum = (amounts: readonly string[]) =>
    amounts.reduce((all, amount) => all.plus(dec(amount)), dec('0'));
  let toDate = dec('0');
  return [...new Set(schedule.map(({ period }) => period))].sort().map((period) => {
    const rows = schedule.filter((row) => row.period === period);
    const amounts = keys.map((key) =>
      toPlainString(sum(rows.filter((row) => row.key === key).map(({ amount }) => amount))),
    );
    const total = sum(rows.map(({ amount }) => amount));
    toDate = toDate.plus(total);
    return {
      period,
      amounts,
      total: toPlainString(total),
      toDate: toPlainString(toDate),
      remaining: toPlainString(dec(contract.transactionPrice).minus(toDate)),
      posted: postedOf(rows.filter((row) => row.runId !== null).length, rows.length),
      entryId: rows.find((row) => row.entryId !== null)?.entryId ?? null,
    };
  });
}
