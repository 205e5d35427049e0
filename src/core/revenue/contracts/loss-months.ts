import { roundToCurrency, toAmountString } from '@/core/money/currency';
import { type Decimal, dec, ONE, sum, ZERO } from '@/core/money/decimal';
import { later, type PeriodString, periodAfter } from '../days';
import type { CostMonth, LossView, RecognitionRow } from './contract-state';
import type { CostEstimate, Moment } from './costs/cost-estimates';
import { transferMeasure } from './costs/materials';
import type { Draft } from './drafts/draft';
import type { ContractEvent, EventKind } from './events';

/** The facts about money and about assets from costs: they change neither what is expected nor what is performed. */
const ABOUT_MONEY: readonly EventKind[] = [
  'invoice',
  'invoiceReversed',
  'payment',
  'payout',
  'interest',
  'accrual',
  'journal',
  'cost',
  'costTest',
  'costTerm',
  'hold',
  'release',
];

/** Keeps what losses depend on as a fact leaves it; of several facts of a month the last one counts. */
export function keepMoment(draft: Draft, event: ContractEvent): void {
  if (draft.moments === null || ABOUT_MONEY.includes(event.kind)) return;
  const month = draft.grid.on(later(event.effectiveDate, draft.inception)).key;
  draft.moments.set(month, {
    eventId: event.id,
    ended: draft.ended !== null,
    obligations: new Map(
      [...draft.obligations.values()].map((one) => {
        const { key, allocated, taken, pattern, measure, estimate, removedOn, ssp } = one;
        const isTimed = pattern.kind === 'RATABLE';
        const transfer = { pattern, measure: transferMeasure(one), removedOn, ssp };
        return [key, { allocated, taken, measure: isTimed ? null : measure, estimate, transfer }];
      }),
    ),
  });
}

/**
 * What one obligation contributes to a test: its price, its expected costs, and the share performed. `byWork`: the price without what
 * it gained or lost at once, which performance still to come neither earns nor takes back.
 */
type Tested = { price: Decimal; byWork: Decimal; estimate: CostEstimate; performed: Decimal };

/**
 * The provisions for losses by month, each the change from the month before, and the tests as they now stand. The level is the
 * contract's or each obligation's, as its policy says (605-35-25-46 to 25-47); under IFRS it is the contract (IAS 37.66).
 */
export function lossMonths(
  draft: Draft,
  rows: readonly RecognitionRow[],
): { months: CostMonth[]; losses: LossView[] } {
  const moments = draft.moments ?? new Map<PeriodString, Moment>();
  const first = [...moments.keys()].sort().find((month) => isEstimated(moments.get(month)));
  if (first === undefined) return { months: [], losses: [] };
  const keys = [...draft.obligations.keys()];
  const earned = earnedByMonth(draft, rows);
  const whole = draft.policy.framework === 'IFRS' || draft.policy.lossLevel === 'CONTRACT';
  const groups = whole
    ? [{ item: 'LOSS', key: null, keys }]
    : keys.map((key) => ({ item: `LOSS:${key}`, key, keys: [key] }));
  const last = [...moments.keys(), ...earned.months].reduce(later);
  const months: CostMonth[] = [];
  const losses: LossView[] = [];
  for (const group of groups) {
    let before = ZERO;
    let moment = moments.get(first);
    let eventId = '';
    for (let month = first; month <= last; month = periodAfter(draft.grid, month)) {
      const here = moments.get(month);
      moment = here ?? moment;
      if (moment === undefined) continue;
      const now = testedIn(moment, group.keys, (key) => earned.through(key, month));
      eventId = here?.eventId ?? now[0]?.estimate.eventId ?? eventId;
      const provision = moment.ended ? ZERO : roundToCurrency(provisionOf(draft, now), draft.currencyCode);
      const amount = provision.minus(before);
      before = provision;
      if (amount.isZero()) continue;
      const text = toAmountString(amount, draft.currencyCode);
      months.push({ item: group.item, kind: 'PROVISION', period: month, amount: text, eventId });
    }
    const asOf = [...moments.keys()].reduce(later);
    const standing = moments.get(asOf);
    const tested =
      standing === undefined ? [] : testedIn(standing, group.keys, (key) => earned.through(key, asOf));
    if (tested.length > 0) losses.push(viewOfLoss(draft, group, tested, standing?.ended === true));
  }
  return { months, losses };
}

const isEstimated = (moment: Moment | undefined) =>
  moment !== undefined && [...moment.obligations.values()].some(({ estimate }) => estimate !== null);

function testedIn(
  { obligations }: Moment,
  keys: readonly string[],
  earnedThrough: (key: string) => Decimal,
): Tested[] {
  return keys.flatMap((key) => {
    const one = obligations.get(key);
    if (one === undefined || one.estimate === null) return [];
    const { allocated: price, taken, estimate, measure } = one;
    const byWork = price.plus(taken);
    const byTime = () => (byWork.isZero() ? ONE : earnedThrough(key).plus(taken).div(byWork));
    return [{ price, byWork, estimate, performed: estimate.performed ?? measure ?? byTime() }];
  });
}

/** The loss expected on the whole of what is tested: costs above the price; below zero it is a profit. */
function lossOn(tested: readonly Tested[]): Decimal {
  return sum(tested.map(({ price, estimate }) => estimate.totalCost.minus(price)));
}

/**
 * US GAAP: when construction-type and production-type work as a whole makes a loss, all of that loss is provided for, less what
 * is already in profit and loss (605-35-25-45 and 25-46): what performance brought, and what was settled at once. IFRS: when
 * the costs still unavoidable exceed what is still to be received, the excess is; unavoidable is at most what leaving the
 * contract would cost (IAS 37.66 to 37.69).
 */
function provisionOf(draft: Draft, all: readonly Tested[]): Decimal {
  const isIfrs = draft.policy.framework === 'IFRS';
  const tested = isIfrs ? all : all.filter(({ estimate }) => estimate.scope !== 'OTHER');
  if (!isIfrs && lossOn(tested).lte(ZERO)) return ZERO;
  const ahead = sum(
    tested.map(({ byWork, estimate, performed }) =>
      estimate.totalCost.minus(byWork).times(ONE.minus(performed)),
    ),
  );
  if (ahead.lte(ZERO)) return ZERO;
  if (!isIfrs) return ahead;
  const exits = tested.map(({ estimate }) => estimate.exitCost);
  if (exits.some((exit) => exit === null)) return ahead;
  const exit = sum(exits.map((one) => one ?? ZERO));
  return exit.lt(ahead) ? exit : ahead;
}

function viewOfLoss(
  draft: Draft,
  { item, key }: { item: string; key: string | null },
  tested: readonly Tested[],
  ended: boolean,
): LossView {
  const text = (value: Decimal) => toAmountString(value, draft.currencyCode);
  const loss = lossOn(tested);
  return {
    item,
    key,
    price: text(sum(tested.map(({ price }) => price))),
    totalCost: text(sum(tested.map(({ estimate }) => estimate.totalCost))),
    expectedLoss: text(loss.gt(ZERO) ? loss : ZERO),
    provision: text(ended ? ZERO : provisionOf(draft, tested)),
  };
}

/** What obligations that time satisfies have earned by the end of a month, and the months in which they earn. */
function earnedByMonth(draft: Draft, rows: readonly RecognitionRow[]) {
  const timed = rows.filter(({ key }) => draft.obligations.get(key)?.pattern.kind === 'RATABLE');
  return {
    months: timed.map(({ naturalPeriod }) => naturalPeriod),
    through: (key: string, month: PeriodString) =>
      sum(
        timed.filter((row) => row.key === key && row.naturalPeriod <= month).map(({ amount }) => dec(amount)),
      ),
  };
}
