import { BASE_ROLES, type BaseRole, contractBases } from '@/core/fx/contract-bases';
import { allocateByWeight } from '@/core/money/allocate';
import { type Decimal, dec, toPlainString, ZERO } from '@/core/money/decimal';
import {
  type BookedMonth,
  bookedMonths,
  contractsByTableRate,
  type EarnedPart,
  earnedBy,
  lockPositionAccounts,
  type MisratedContract,
  type MovedBase,
  type Movement,
  moveBases,
  movedRates,
  movementsOf,
  type PositionAccounts,
} from '@/db/revenue/contracts/corrected-contracts';
import { newId } from '@/lib/ids';
import type { CorrectedJournals } from './correct-costs';
import { type Correction, postDifference, resultLines, tableRate, writeEntries } from './correction';

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
    const table = now.get(date) ?? tableRate(correction, date);
    now.set(date, table);
    if (!dec(table).equals(rate)) wrong.push({ date, rate });
  }
  const contracts = await contractsByTableRate(
    context.tenant,
    { ...correction },
    wrong,
    documents,
    journals.contracts,
  );
  for (let first = 0; first < contracts.length; first += MOST_AT_A_TIME) {
    await correctThem(correction, contracts.slice(first, first + MOST_AT_A_TIME), now);
  }
}

/** Contracts whose movements are read and corrected together. */
const MOST_AT_A_TIME = 500;

/** A month of a contract whose base amounts change. */
interface ChangedMonth {
  readonly contract: MisratedContract;
  readonly period: string;
  readonly lastDay: string;
  readonly accounts: PositionAccounts;
  readonly was: Bases;
  readonly is: Bases;
  readonly change: Bases;
}

async function correctThem(
  correction: Correction,
  contracts: readonly MisratedContract[],
  rates: ReadonlyMap<string, string>,
): Promise<void> {
  const { tenant } = correction.context;
  const changed = await changedMonths(correction, contracts, rates);
  const earned = new Map<string, EarnedPart[]>();
  const nameOf = (contractId: string, period: string) => `${contractId} ${period}`;
  const asked = changed.filter(({ change }) => !change.revenue.isZero());
  for (const part of await earnedBy(
    tenant,
    asked.map(({ contract: { contractId }, period }) => ({ contractId, period })),
  )) {
    const name = nameOf(part.contractId, part.period);
    earned.set(name, [...(earned.get(name) ?? []), part]);
  }
  const moves: MovedBase[] = [];
  for (const month of changed) {
    const { contract, period, lastDay, was, is, change } = month;
    const size = (bases: Bases) => bases.revenue.plus(bases.exchange).plus(bases.interest);
    const id = newId();
    const parts = earned.get(nameOf(contract.contractId, period)) ?? [];
    const posted = postDifference(
      correction,
      {
        kind: 'CONTRACT',
        sourceId: contract.contractId,
        label: contract.contractNumber,
        originOn: lastDay,
        beforeRate: null,
        afterRate: null,
        beforeBase: size(was).toFixed(),
        afterBase: size(is).toFixed(),
        transactionId: null,
      },
      await linesOf(correction, month, parts),
    );
    // What only followed a document moves the position without an entry of its own.
    moves.push({
      id,
      contractId: contract.contractId,
      period,
      postingDate: posted?.postedOn ?? lastDay,
      entryId: posted?.entryId ?? correction.items.at(-1)?.entryId ?? id,
      ...(Object.fromEntries(BASE_ROLES.map((role) => [role, toPlainString(change[role])])) as Record<
        BaseRole,
        string
      >),
    });
  }
  await writeEntries(correction);
  await moveBases(tenant, moves);
}

/** The months of contracts that differ, at the table's rates, from what was booked. */
async function changedMonths(
  { context: { tenant }, baseCurrencyCode }: Correction,
  contracts: readonly MisratedContract[],
  rates: ReadonlyMap<string, string>,
): Promise<ChangedMonth[]> {
  const ids = contracts.map(({ contractId }) => contractId);
  const accounts = new Map((await lockPositionAccounts(tenant, ids)).map((one) => [one.contractId, one]));
  const movements = byContract(await movementsOf(tenant, ids));
  const booked = byContract(await bookedMonths(tenant, ids));
  return contracts.flatMap((contract) => {
    const { contractId } = contract;
    const own = accounts.get(contractId);
    if (own === undefined) throw new Error('a contract that moved has no position');
    const before = new Map((booked.get(contractId) ?? []).map((month) => [month.period, basesOf(month)]));
    const after = byMonth(
      (movements.get(contractId) ?? []).map((one) => ({
        ...one,
        rate: rates.get(one.postingDate) ?? one.rate,
      })),
      baseCurrencyCode,
    );
    return [...after].flatMap(([period, { bases: is, lastDay }]) => {
      const was = before.get(period) ?? nothing();
      const change = Object.fromEntries(BASE_ROLES.map((role) => [role, is[role].minus(was[role])])) as Bases;
      if (BASE_ROLES.every((role) => change[role].isZero())) return [];
      return [{ contract, period, lastDay, accounts: own, was, is, change }];
    });
  });
}

function byContract<Row extends { readonly contractId: string }>(rows: readonly Row[]): Map<string, Row[]> {
  const found = new Map<string, Row[]>();
  for (const row of rows) {
    const known = found.get(row.contractId);
    if (known === undefined) found.set(row.contractId, [row]);
    else known.push(row);
  }
  return found;
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
function basesOf({ period: _period, contractId: _contract, ...booked }: BookedMonth): Bases {
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
  { accounts, change, was, is }: ChangedMonth,
  parts: readonly EarnedPart[],
) {
  const { baseCurrencyCode } = correction;
  const line = (accountId: string, base: Decimal) => ({ accountId, base: toPlainString(base) });
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
    ...parts.map(({ amount: _weight, contractId: _contract, period: _period, ...part }, index) => ({
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
