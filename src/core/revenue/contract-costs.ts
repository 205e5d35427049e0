import { toAmountString } from '@/core/money/currency';
import { type Decimal, type DecimalString, dec, sum, ZERO } from '@/core/money/decimal';
import { granted, type Outcome, refused } from '@/core/outcome';
import { addDays, addMonths } from '../periods/calendar';
import type { PeriodGrid } from '../periods/period-grid';
import { type DateString, earlier, firstDayOf, lastDayOf, later, type PeriodString } from './days';
import { type JournalLine, journal } from './journal';
import { reading } from './reading';
import { buildSchedule, type Residual, type Schedule, type ScheduleMethod } from './schedules/schedule';

/**
 * A cost of a contract. OBTAIN: capitalized only if incremental, that is, not incurred without the contract
 * (340-40-25-1). FULFIL: only if it relates directly to the contract, creates a resource used to satisfy it later, and is
 * not in the scope of another standard (25-5).
 */
export type ContractCost = { key: string; amount: DecimalString; recoverable: boolean } & (
  | { kind: 'OBTAIN'; incremental: boolean; chargeableRegardless?: boolean | undefined }
  | { kind: 'FULFIL'; direct: boolean; enhancesResources: boolean; otherStandard?: boolean | undefined }
);

export type CapitalisationLine = {
  key: string;
  capitalised: DecimalString;
  expensed: DecimalString;
  /** Accounted for by another standard (inventory, property, software). */
  elsewhere: DecimalString;
  why: string;
};

type Where = 'CAPITALISED' | 'EXPENSED' | 'ELSEWHERE';

function verdict(cost: ContractCost): { where: Where; why: string } {
  if (cost.kind === 'FULFIL' && cost.otherStandard === true) {
    return { where: 'ELSEWHERE', why: 'in the scope of another standard (25-5)' };
  }
  if (!cost.recoverable) return { where: 'EXPENSED', why: 'not expected to be recovered' };
  if (cost.kind === 'OBTAIN') {
    if (cost.incremental) {
      return { where: 'CAPITALISED', why: 'incremental cost of obtaining the contract (340-40-25-1)' };
    }
    return cost.chargeableRegardless === true
      ? {
          where: 'CAPITALISED',
          why: 'chargeable to the customer whether or not the contract is obtained (25-3)',
        }
      : { where: 'EXPENSED', why: 'would have been incurred without the contract (25-3)' };
  }
  return cost.direct && cost.enhancesResources
    ? { where: 'CAPITALISED', why: 'direct cost that creates a resource for future performance (25-5)' }
    : { where: 'EXPENSED', why: 'does not create a resource for future performance (25-8)' };
}

/**
 * Divides costs into asset and expense (340-40-25; Examples 36 and 37). Under the expedient of 25-4 (`expedient`), costs
 * to obtain a contract that would be amortized within a year are expensed. Refuses with INVALID_INPUT, and REVENUE_RULE
 * JUDGEMENT_CONTRADICTED for a cost called incremental that is chargeable whether or not the contract is obtained.
 */
export function capitalise(input: {
  currencyCode: string;
  costs: readonly ContractCost[];
  amortisationMonths?: number | undefined;
  expedient?: boolean | undefined;
}): Outcome<{
  lines: CapitalisationLine[];
  capitalised: DecimalString;
  expensed: DecimalString;
  elsewhere: DecimalString;
}> {
  const { currencyCode, amortisationMonths } = input;
  const read = reading(currencyCode);
  const costs = input.costs.map((cost, index) => ({
    cost,
    amount: read.money(['costs', index, 'amount'], cost.amount),
  }));
  const problems = read.refusal();
  if (problems !== null) return { ok: false, refusal: problems };
  const contradicted = input.costs.find(
    (cost) => cost.kind === 'OBTAIN' && cost.incremental && cost.chargeableRegardless === true,
  );
  if (contradicted !== undefined) {
    return refused(
      'REVENUE_RULE',
      'A cost that is chargeable to the customer whether or not the contract is obtained is not incremental.',
      { rule: 'JUDGEMENT_CONTRADICTED', paragraph: '340-40-25-3', key: contradicted.key },
    );
  }
  const short = input.expedient === true && amortisationMonths !== undefined && amortisationMonths <= 12;
  const judged = costs.map(({ cost, amount }) => {
    const { where, why } = verdict(cost);
    return where === 'CAPITALISED' && short && cost.kind === 'OBTAIN'
      ? {
          key: cost.key,
          amount,
          where: 'EXPENSED' as const,
          why: 'amortized within one year: practical expedient (25-4)',
        }
      : { key: cost.key, amount, where, why };
  });
  const text = (value: Decimal) => toAmountString(value, currencyCode);
  const total = (where: Where) =>
    text(sum(judged.filter((line) => line.where === where).map((line) => line.amount)));
  return granted({
    lines: judged.map(({ key, amount, where, why }) => ({
      key,
      capitalised: text(where === 'CAPITALISED' ? amount : ZERO),
      expensed: text(where === 'EXPENSED' ? amount : ZERO),
      elsewhere: text(where === 'ELSEWHERE' ? amount : ZERO),
      why,
    })),
    capitalised: total('CAPITALISED'),
    expensed: total('EXPENSED'),
    elsewhere: total('ELSEWHERE'),
  });
}

/**
 * The months over which a cost is amortized (340-40-35-1): the contract and its expected renewals, unless a commensurate
 * cost is paid again at each renewal; then the contract alone.
 */
export function amortisationTerm(input: {
  contractMonths: number;
  expectedRenewalMonths: number;
  renewalCostCommensurate: boolean;
}): number {
  return input.contractMonths + (input.renewalCostCommensurate ? 0 : input.expectedRenewalMonths);
}

/** Amortizes a capitalized cost straight-line from `start` over whole months, by any proration convention. */
export function amortise(input: {
  currencyCode: string;
  amount: DecimalString;
  start: DateString;
  months: number;
  method?: ScheduleMethod | undefined;
  residual?: Residual | undefined;
  /** The periods of the books; omitted: months. */
  grid?: PeriodGrid | undefined;
}): Outcome<Schedule> {
  if (!Number.isInteger(input.months) || input.months < 1 || input.months > 1_200) {
    return refused('INVALID_INPUT', 'months must be a whole number from 1 to 1200.', {
      issues: [{ path: ['months'], message: 'must be a whole number from 1 to 1200' }],
    });
  }
  return buildSchedule({
    amount: input.amount,
    currencyCode: input.currencyCode,
    start: input.start,
    end: addDays(addMonths(input.start, input.months), -1),
    method: input.method ?? 'EVEN_PERIODS',
    residual: input.residual,
    grid: input.grid,
  });
}

/**
 * Tests a cost asset for impairment (340-40-35-3): the carrying amount may not exceed the consideration still to be
 * received for the related goods less the costs of providing them. A loss is never reversed (35-6); where IFRS reverses one, the
 * caller tests the amount that would be carried without it (IFRS 15.104).
 */
export function impair(input: {
  currencyCode: string;
  carrying: DecimalString;
  expectedConsideration: DecimalString;
  remainingCosts: DecimalString;
}): Outcome<{ loss: DecimalString; carrying: DecimalString; entries: JournalLine[] }> {
  const read = reading(input.currencyCode);
  const carrying = read.money(['carrying'], input.carrying);
  const expected = read.money(['expectedConsideration'], input.expectedConsideration);
  const costs = read.money(['remainingCosts'], input.remainingCosts);
  const problems = read.refusal();
  if (problems !== null) return { ok: false, refusal: problems };
  const net = expected.minus(costs);
  const recoverable = net.lt(ZERO) ? ZERO : net;
  const after = recoverable.lt(carrying) ? recoverable : carrying;
  const loss = carrying.minus(after);
  return granted({
    loss: toAmountString(loss, input.currencyCode),
    carrying: toAmountString(after, input.currencyCode),
    entries: journal(input.currencyCode)
      .debit('CONTRACT_COST_IMPAIRMENT', loss, 'impairment of contract costs')
      .credit('CONTRACT_COST_ASSET', loss, 'impairment of contract costs')
      .lines(),
  });
}

/**
 * The rows that move what is left of a cost's plan into the periods of another grid: for each period that the grid does not
 * have, its amount is taken out of it and put, by days, into the periods its days lie in. What is added sums to zero.
 * `left`: what is not posted, by period and kind, of every period of the plan.
 */
export function replanned(
  left: readonly { period: PeriodString; rowKind: string; amount: DecimalString }[],
  cost: { currencyCode: string; startDate: DateString; months: number; grid: PeriodGrid },
): Outcome<{ period: PeriodString; rowKind: string; amount: DecimalString }[]> {
  const { currencyCode, startDate, months, grid } = cost;
  const termEnd = addDays(addMonths(startDate, months), -1);
  const periods = [...new Set(left.map(({ period }) => period))].sort();
  const added: { period: PeriodString; rowKind: string; amount: DecimalString }[] = [];
  for (const { period, rowKind, amount } of left) {
    if (dec(amount).isZero() || grid.on(lastDayOf(period)).key === period) continue;
    const before = periods.filter((one) => one < period).at(-1);
    const begins =
      period.length === 7
        ? firstDayOf(period)
        : addDays(before === undefined ? startDate : lastDayOf(before), before === undefined ? 0 : 1);
    const start = later(begins, startDate);
    const end = later(earlier(lastDayOf(period), termEnd), start);
    const moved = buildSchedule({ amount, currencyCode, start, end, method: 'EXACT_DAYS', grid });
    if (!moved.ok) return moved;
    added.push({ period, rowKind, amount: toAmountString(dec(amount).negated(), currencyCode) });
    for (const slice of moved.value.slices)
      added.push({ period: slice.period, rowKind, amount: slice.amount });
  }
  return granted(added);
}
