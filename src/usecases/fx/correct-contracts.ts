import { BASE_ROLES, type BaseRole, contractBases } from '@/core/fx/contract-bases';
import { allocateByWeight } from '@/core/money/allocate';
import { type Decimal, dec, toPlainString, ZERO } from '@/core/money/decimal';
import {
  type BookedMonth,
  bookedMonths,
  contractsByTableRate,
  earnedIn,
  lockPositionAccounts,
  type MisratedContract,
  type Movement,
  moveBases,
  movedRates,
  movementsOf,
  type PositionAccounts,
} from '@/db/revenue/corrected-contracts';
import { newId } from '@/lib/ids';
import type { CorrectedJournals } from './correct-costs';
import { type Correction, postDifference, resultLines, tableRate } from './correction';

type Bases = Record<BaseRole, Decimal>;

/**
 * Corrects contracts that were moved at another rate than the table has for the day now: all their movements are folded again
 * at the table's rates, and what every month differs by from what was booked is posted and moves the position. What a document of
 * theirs, or a journal beside a movement, was corrected by has moved the contract liability already; the position follows it here.
 */
export async function correctContracts(
  correction: Correction,
  documents: readonly string[],
  journals: CorrectedJournals,
): Promise<void> {
  const { context } = correction;
  const now = new Map(journals.rates);
  const wrong: { date: string; rate: string }[] = [];
  for (const { date, rate } of await movedRates(context.tenant, correction)) {
    const table = now.get(date) ?? (await tableRate(correction, date));
    now.set(date, table);
    if (!dec(table).equals(rate)) wrong.push({ date, rate });
  }
  for (const contract of await contractsByTableRate(
    context.tenant,
    { ...correction },
    wrong,
    documents,
    journals.contracts,
  )) {
    await correctContract(correction, contract, now);
  }
}

async function correctContract(
  correction: Correction,
  { contractId, contractNumber }: MisratedContract,
  rates: ReadonlyMap<string, string>,
): Promise<void> {
  const { context, baseCurrencyCode } = correction;
  const accounts = await lockPositionAccounts(context.tenant, contractId);
  const movements = await movementsOf(context.tenant, contractId);
  const booked = new Map(
    (await bookedMonths(context.tenant, contractId)).map((month) => [month.period, basesOf(month)]),
  );
  const after = byMonth(
    movements.map((one) => ({ ...one, rate: rates.get(one.postingDate) ?? one.rate })),
    baseCurrencyCode,
  );
  for (const [period, is] of after) {
    const was = booked.get(period) ?? nothing();
    const change = Object.fromEntries(
      BASE_ROLES.map((role) => [role, is.bases[role].minus(was[role])]),
    ) as Bases;
    const size = (bases: Bases) => bases.revenue.plus(bases.exchange).plus(bases.interest);
    const id = newId();
    const isPosted = await postDifference(
      correction,
      {
        kind: 'CONTRACT',
        sourceId: contractId,
        label: contractNumber,
        originOn: is.lastDay,
        beforeRate: null,
        afterRate: null,
        beforeBase: size(was).toFixed(),
        afterBase: size(is.bases).toFixed(),
        transactionId: null,
      },
      await linesOf(correction, { contractId, period, accounts, was, is: is.bases, change }),
    );
    // What only followed a document moves the position without an entry of its own; there is nothing to move without either.
    if (!isPosted && BASE_ROLES.every((role) => change[role].isZero())) continue;
    const last = isPosted ? correction.items.at(-1) : undefined;
    await moveBases(context.tenant, {
      id,
      contractId,
      period,
      postingDate: last?.postedOn ?? is.lastDay,
      entryId: last?.entryId ?? correction.items.at(-1)?.entryId ?? id,
      bases: Object.fromEntries(BASE_ROLES.map((role) => [role, toPlainString(change[role])])) as Record<
        BaseRole,
        string
      >,
    });
  }
}

const nothing = (): Bases => Object.fromEntries(BASE_ROLES.map((role) => [role, ZERO])) as Bases;

/** The base amounts of each month, and its last day with a movement. */
function byMonth(movements: readonly Movement[], currency: string) {
  const months = new Map<string, { bases: Bases; lastDay: string }>();
  for (const [index, bases] of contractBases(movements, currency).entries()) {
    const movement = movements[index];
    if (movement === undefined) continue;
    const month = months.get(movement.period) ?? { bases: nothing(), lastDay: movement.postingDate };
    for (const role of BASE_ROLES) month.bases[role] = month.bases[role].plus(bases[role]);
    months.set(movement.period, { ...month, lastDay: movement.postingDate });
  }
  return months;
}

/** What was booked in a month by role; interest is what the other roles leave of balanced entries. */
function basesOf({ period: _period, ...booked }: BookedMonth): Bases {
  const net = dec(booked.deferred).minus(booked.contractAsset);
  const interest = net
    .plus(booked.revenue)
    .plus(booked.exchange)
    .plus(booked.refund)
    .minus(booked.receivable)
    .minus(booked.cash)
    .minus(booked.document);
  return Object.fromEntries(
    BASE_ROLES.map((role) => [role, role === 'interest' ? interest : dec(booked[role])]),
  ) as Bases;
}

async function linesOf(
  correction: Correction,
  month: {
    readonly contractId: string;
    readonly period: string;
    readonly accounts: PositionAccounts;
    readonly was: Bases;
    readonly is: Bases;
    readonly change: Bases;
  },
) {
  const { context, baseCurrencyCode } = correction;
  const { accounts, change, was, is } = month;
  const line = (accountId: string, base: Decimal) => ({ accountId, base: toPlainString(base) });
  const parts = change.revenue.isZero() ? [] : await earnedIn(context.tenant, month.contractId, month.period);
  const shares =
    parts.length === 0
      ? []
      : allocateByWeight(
          change.revenue,
          parts.map(({ amount }) => dec(amount)),
          baseCurrencyCode,
        );
  return [
    line(accounts.receivable, change.receivable),
    line(accounts.cash, change.cash),
    line(accounts.contractAsset, change.contractAsset),
    line(accounts.deferred, change.document.minus(change.deferred)),
    line(accounts.refund, change.refund.negated()),
    line(is.interest.isNegative() ? accounts.interestIncome : accounts.interestExpense, change.interest),
    ...parts.map(({ amount: _weight, ...part }, index) => ({
      ...part,
      base: toPlainString((shares[index] ?? ZERO).negated()),
    })),
    ...(await resultLines(
      correction,
      'REALIZED',
      { before: was.exchange, after: is.exchange },
      accounts.exchange,
    )),
  ];
}
