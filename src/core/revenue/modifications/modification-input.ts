import { type Decimal, dec, ONE, sum, ZERO } from '@/core/money/decimal';
import { granted, type Outcome, refused } from '@/core/outcome';
import { MONTHS, type PeriodGrid } from '../../periods/period-grid';
import { type Reader, reading } from '../reading';
import { roundPercent } from '../schedules/progress';
import { type ReadTerms, readPriceTerms } from './added-terms';
import type { Addition, ModificationInput, ObligationState, RecognitionPlan } from './modification';

/** A parsed obligation: exact amounts, defaults filled in. */
export type Line = {
  key: string;
  /** Allocated before the change; ZERO for an addition. */
  before: Decimal;
  allocated: Decimal;
  recognised: Decimal;
  /** The part of both that does not follow the share satisfied. */
  atOnce: Decimal;
  /** Share satisfied before the change. */
  satisfied: Decimal;
  satisfiedSsp: Decimal;
  remainingSsp: Decimal;
  satisfiedAfter: Decimal | null;
  /** Nothing says it, nor do standalone prices. */
  isUnmeasured: boolean;
  /** Earned at cost whatever the price: in all, and so far. */
  materials: { totalCost: Decimal; costToDate: Decimal };
  distinct: boolean;
  plan: RecognitionPlan | undefined;
};
export type AddedLine = {
  key: string;
  price: Decimal;
  ssp: Decimal;
  distinct: boolean;
  mergesInto: string | null;
  plan: RecognitionPlan | undefined;
};

export type ReadModification = {
  grid: PeriodGrid;
  currencyCode: string;
  date: string;
  lines: Line[];
  additions: AddedLine[];
  /** Price change plus the unrecognized amounts of removed obligations. */
  priceChange: Decimal;
  removed: boolean;
  pastAdjustment: { key: string; amount: Decimal } | null;
  billed: Decimal;
  pending: Decimal;
  earnedInPeriod: Decimal;
  terms: ReadTerms;
};

function readObligation(read: Reader, state: ObligationState, index: number): Line {
  const at = (field: string) => ['obligations', index, field];
  const allocated = read.money(at('allocated'), state.allocated, 'NEGATIVE');
  const recognised = read.money(at('recognised'), state.recognised, 'NEGATIVE');
  const derived = allocated.isZero() ? ONE : recognised.div(allocated);
  const between = derived.lt(ZERO) ? ZERO : derived.gt(ONE) ? ONE : derived;
  const satisfied =
    state.satisfied === undefined
      ? between
      : read.number(at('satisfied'), state.satisfied, { min: '0', max: '1' });
  const left = allocated.minus(recognised);
  const remainingSsp =
    state.remainingSsp === undefined
      ? left.lt(ZERO) || satisfied.equals(ONE)
        ? ZERO
        : left
      : read.number(at('remainingSsp'), state.remainingSsp, { min: '0' });
  const open = ONE.minus(satisfied);
  const scaled = open.isZero() ? recognised : remainingSsp.times(satisfied).div(open);
  const satisfiedSsp =
    state.satisfiedSsp === undefined
      ? scaled
      : read.number(at('satisfiedSsp'), state.satisfiedSsp, { min: '0' });
  return {
    key: state.key,
    before: allocated,
    allocated,
    recognised,
    atOnce: read.money(at('atOnce'), state.atOnce ?? '0', 'NEGATIVE'),
    satisfied,
    satisfiedSsp: satisfiedSsp.lt(ZERO) ? ZERO : satisfiedSsp,
    remainingSsp,
    satisfiedAfter: readSatisfiedAfter(read, state, index),
    isUnmeasured: state.isUnmeasured === true,
    materials: {
      totalCost: read.money(at('materials'), state.materials?.totalCost ?? '0'),
      costToDate: read.money(at('materials'), state.materials?.costToDate ?? '0'),
    },
    distinct: state.remainingDistinct,
    plan: state.plan,
  };
}

function readSatisfiedAfter(read: Reader, state: ObligationState, index: number): Decimal | null {
  const at = (...fields: string[]) => ['obligations', index, ...fields];
  if (state.costs !== undefined) {
    const [bought, installable] = [state.materials?.costToDate ?? '0', state.materials?.totalCost ?? '0'];
    const toDate = read.money(at('costs', 'toDate'), state.costs.toDate).minus(bought);
    const total = read.money(at('costs', 'totalAfter'), state.costs.totalAfter).minus(installable);
    if (total.lte(ZERO) || toDate.lt(ZERO) || toDate.gt(total)) {
      read.problem(
        at('costs', 'totalAfter'),
        'must be above zero and not below the costs to date, without materials that earn no margin',
      );
      return null;
    }
    return roundPercent(toDate.div(total), state.costs.percentDecimals);
  }
  if (state.satisfiedAfter === undefined) return null;
  return read.number(at('satisfiedAfter'), state.satisfiedAfter, { min: '0', max: '1', places: 20 });
}

function readAddition(read: Reader, addition: Addition, index: number, keys: ReadonlySet<string>): AddedLine {
  const at = (field: string) => ['additions', index, field];
  if (addition.mergesInto !== undefined && !keys.has(addition.mergesInto)) {
    read.problem(at('mergesInto'), `${addition.mergesInto} is not an obligation`);
  }
  return {
    key: addition.key,
    price: read.money(at('price'), addition.price, 'NEGATIVE'),
    ssp: read.number(at('ssp'), addition.ssp, { min: '0' }),
    distinct: addition.distinct,
    mergesInto: addition.mergesInto ?? null,
    plan: addition.plan,
  };
}

/**
 * Parses a modification. Refuses with INVALID_INPUT, listing every field that is wrong, and REVENUE_RULE
 * MODIFICATION_BEFORE_INCEPTION.
 */
export function readModification(input: ModificationInput): Outcome<ReadModification> {
  const read = reading(input.currencyCode);
  const date = read.date(['date'], input.date);
  const keys = new Set(input.obligations.map(({ key }) => key));
  if (input.obligations.length === 0) read.problem(['obligations'], 'must contain at least one obligation');
  if (keys.size !== input.obligations.length) read.problem(['obligations'], 'names an obligation twice');
  let lines = input.obligations.map((state, index) => readObligation(read, state, index));
  const additions = (input.additions ?? []).map((addition, index) =>
    readAddition(read, addition, index, keys),
  );
  const added = additions.map(({ key }) => key);
  if (new Set(added).size !== added.length || added.some((key) => keys.has(key))) {
    read.problem(['additions'], 'must have unique keys');
  }
  let priceChange = read.money(['priceChange'], input.priceChange ?? '0', 'NEGATIVE');
  const removals = new Set(input.removals ?? []);
  for (const key of removals) if (!keys.has(key)) read.problem(['removals'], `${key} is not an obligation`);
  const past = input.pastAdjustment;
  if (past !== undefined && !keys.has(past.key))
    read.problem(['pastAdjustment', 'key'], `${past.key} is not an obligation`);
  const pastAmount =
    past === undefined ? ZERO : read.money(['pastAdjustment', 'amount'], past.amount, 'NEGATIVE');
  const recognised = sum(lines.map((line) => line.recognised));
  const billed = input.billed === undefined ? recognised : read.money(['billed'], input.billed, 'NEGATIVE');
  const pending = read.money(['pending'], input.pending ?? '0');
  const earnedInPeriod = read.money(['earnedInPeriod'], input.earnedInPeriod ?? '0', 'NEGATIVE');
  if (input.inception !== undefined) read.date(['inception'], input.inception);
  const terms = readPriceTerms(read, input, additions);
  priceChange = priceChange.plus(terms.priceChange);
  const problems = read.refusal();
  if (problems !== null) return { ok: false, refusal: problems };
  if (input.inception !== undefined && date < input.inception) {
    return refused('REVENUE_RULE', 'A contract cannot be modified before its inception.', {
      rule: 'MODIFICATION_BEFORE_INCEPTION',
      paragraph: '606-10-25-10',
      inception: input.inception,
    });
  }
  // A removed obligation's unrecognized amount stays in the price until the price change takes it out.
  for (const line of lines.filter(({ key }) => removals.has(key))) {
    priceChange = priceChange.plus(line.allocated).minus(line.recognised);
  }
  lines = lines.map((line) =>
    removals.has(line.key)
      ? {
          ...line,
          allocated: line.recognised,
          satisfied: ONE,
          remainingSsp: ZERO,
          satisfiedAfter: null,
          isUnmeasured: false,
          materials: { totalCost: ZERO, costToDate: ZERO },
        }
      : line,
  );
  return granted({
    grid: input.grid ?? MONTHS,
    currencyCode: input.currencyCode,
    date,
    lines,
    additions: additions.map((addition, index) => ({
      ...addition,
      price: addition.price.plus(terms.prices[index] ?? ZERO),
    })),
    priceChange,
    removed: removals.size > 0,
    pastAdjustment: past === undefined ? null : { key: past.key, amount: pastAmount },
    billed: dec(billed),
    pending,
    earnedInPeriod,
    terms,
  });
}
