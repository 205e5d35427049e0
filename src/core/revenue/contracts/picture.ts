import { dec, ZERO } from '@/core/money/decimal';
import { granted, type Outcome, refused } from '@/core/outcome';
import type { Refusal } from '@/core/refusals';
import { MONTHS, type PeriodGrid } from '../../periods/period-grid';
import type { DateString } from '../days';
import type { ModificationComparison } from '../modifications/modification';
import type { BegunContract } from './agreed/agreed-contract';
import { keepItems } from './billed-items';
import { standsBefore } from './changes/standing';
import { estimateUse, measureMinimums, passDay } from './committed';
import { compareChange } from './comparison';
import type { ContractState } from './contract-state';
import { bookCost, estimateCostTerm, followContract, testCost } from './costs/cost-items';
import { breach, type Draft, keepBalance } from './drafts/draft';
import { draftObligation } from './drafts/draft-obligation';
import { viewOf } from './drafts/draft-view';
import { forkDraft } from './drafts/fork-draft';
import { changeEnded, settleEnd, settlesAnEnd } from './ended';
import type { ContractEvent, EventOf, ModificationTerms } from './events';
import { comesBefore, foldedOn } from './facts-in-order';
import { accrue, estimateReturns, payOut } from './flows';
import { broken, type Plan, planOf } from './fold-plan';
import { isSameStep } from './fold-steps';
import { keepMoment } from './loss-months';
import type { PostedBalances } from './postings/balances-after';
import { keepInterestDay } from './postings/interest-days';
import { unbalanced } from './postings/journals';
import { earnRoyalty, reassess, recordUsage } from './priced';
import { changePrice, credit, estimateRefund, keepCredit, returnGoods } from './reprice';
import { activate, modify, noteSeparateContract, terminate } from './restructure';
import { deliver, estimateCosts, lapse, measureProgress, reachMilestone, redeem } from './satisfy';
import { transferredBefore } from './transferred';

function begin(event: BegunContract, grid: PeriodGrid): Draft {
  return {
    grid,
    currencyCode: event.currencyCode,
    status: 'DRAFT',
    inception: event.effectiveDate,
    origin: null,
    newest: null,
    obligations: new Map(
      event.obligations.map((terms) => [terms.key, draftObligation(terms, true, event.id)]),
    ),
    rows: [],
    tallies: new Map(),
    exact: new Map(),
    open: [],
    versions: [],
    modified: null,
    bases: [],
    billed: ZERO,
    billedFor: new Map(),
    paid: ZERO,
    returned: ZERO,
    waits: false,
    refund: ZERO,
    balanceEvents: [],
    journals: [],
    variable: new Map(
      (event.variable ?? []).map((element) => {
        const on = event.effectiveDate;
        return [element.key, { ...element, agreedOn: on, judgedOn: on }];
      }),
    ),
    royalties: new Map((event.royalties ?? []).map((element) => [element.key, element])),
    interest: event.interest ?? [],
    installments: (event.installments ?? []).map((payment) => ({
      ...payment,
      keys: event.obligations.map(({ key }) => key),
    })),
    accrued: { expense: ZERO, income: ZERO },
    accruedThrough: null,
    interestDays: [],
    ended: null,
    costs: new Map(),
    policy: event.policy ?? { framework: 'US_GAAP', lossLevel: 'CONTRACT' },
    moments: null,
    remeasured: [],
  };
}

function hold(draft: Draft, key: string | undefined, held: boolean): Refusal | null {
  if (key !== undefined && !draft.obligations.has(key)) {
    return breach('UNKNOWN_OBLIGATION', `The contract has no obligation ${key}.`, { key });
  }
  for (const obligation of draft.obligations.values()) {
    if (key === undefined || obligation.key === key) obligation.held = held;
  }
  return null;
}

function apply(draft: Draft, event: ContractEvent): Refusal | null {
  switch (event.kind) {
    case 'created':
      return breach('ALREADY_CREATED', 'The contract already exists.');
    case 'activated':
      return activate(draft, event);
    case 'voided':
      return null;
    case 'invoice':
      draft.billed = draft.billed.plus(event.amount);
      keepBalance(draft, event, dec(event.amount), { kind: 'DUE', unconditional: event.unconditional });
      return keepItems(draft, event);
    case 'invoiceReversed':
      draft.billed = draft.billed.minus(event.amount);
      keepBalance(draft, event, dec(event.amount), { kind: 'CREDIT', keepRefund: true });
      return keepItems(draft, event);
    case 'payment':
      draft.paid = draft.paid.plus(event.amount);
      keepBalance(draft, event, dec(event.amount), { kind: 'PAYMENT' });
      return null;
    case 'cost':
      return bookCost(draft, event);
    case 'costTest':
      return testCost(draft, event);
    case 'costTerm':
      return estimateCostTerm(draft, event);
    default:
      if (draft.ended !== null && settlesAnEnd(event.kind)) return applyEnded(draft, event);
      return draft.status === 'ACTIVE' ? applyActive(draft, event) : notActive(draft);
  }
}

type ActiveEvent = Exclude<
  ContractEvent,
  {
    kind:
      | 'created'
      | 'activated'
      | 'voided'
      | 'invoice'
      | 'invoiceReversed'
      | 'payment'
      | 'cost'
      | 'costTest'
      | 'costTerm';
  }
>;

/** What settles an ended contract; a price that changes belongs to what was performed. */
function applyEnded(draft: Draft, event: ActiveEvent): Refusal | null {
  if (event.kind === 'estimateChange') return changeEnded(draft, event, dec(event.change));
  if (event.kind === 'creditNote' && event.mode !== 'REFUND_LIABILITY') {
    return changeEnded(draft, event, dec(event.amount).negated()) ?? keepCredit(draft, event);
  }
  return applyActive(draft, event);
}

function applyActive(draft: Draft, event: ActiveEvent): Refusal | null {
  switch (event.kind) {
    case 'delivery':
      return deliver(draft, event);
    case 'progress':
    case 'costs':
      return measureProgress(draft, event);
    case 'costEstimate':
      return estimateCosts(draft, event);
    case 'milestone':
      return reachMilestone(draft, event);
    case 'usage':
      return recordUsage(draft, event);
    case 'useEstimate':
      return estimateUse(draft, event);
    case 'royalty':
      return earnRoyalty(draft, event);
    case 'redemption':
      return redeem(draft, event);
    case 'lapse':
      return lapse(draft, event);
    case 'reassessment':
      return reassess(draft, event);
    case 'returnsEstimate':
      return estimateReturns(draft, event);
    case 'return':
      return returnGoods(draft, event);
    case 'refundEstimate':
      return estimateRefund(draft, event);
    case 'estimateChange':
      for (const element of draft.variable.values()) element.judgedOn = event.effectiveDate;
      return changePrice(draft, event, dec(event.change), event);
    case 'creditNote':
      return credit(draft, event);
    case 'modification':
      return modify(draft, event);
    case 'termination':
      return terminate(draft, event);
    case 'interest':
      keepBalance(draft, event, dec(event.amount), { kind: 'INTEREST' });
      return null;
    case 'journal': {
      const broken = unbalanced(event);
      if (broken !== null) return broken;
      const { effectiveDate: on, id: eventId, memo, lines } = event;
      draft.journals.push({ on, eventId, memo, lines });
      return null;
    }
    case 'accrual':
      return accrue(draft, event);
    case 'payout':
      payOut(draft, event);
      return null;
    case 'judgement':
      return event.key === undefined || draft.obligations.has(event.key)
        ? null
        : breach('UNKNOWN_OBLIGATION', `The contract has no obligation ${event.key}.`, { key: event.key });
    case 'hold':
      return hold(draft, event.key, true);
    case 'release':
      return hold(draft, event.key, false);
  }
}

/**
 * A contract as the given facts determine it: folded from the beginning by effective date, within a day by rank, then in
 * the order recorded (`factsInOrder`). Pure: the same facts in any order give the same rows. Which rows are already
 * posted, and in which period the rest is booked, is decided by `rowDifferences`. `grid`: the periods of the subsidiary's
 * books, in which the rows lie; what is earned by the end of a month is the same under every grid.
 * Refuses the first fact that breaks a rule, with its id in the data.
 */
export function picture(facts: readonly ContractEvent[], grid: PeriodGrid = MONTHS): Outcome<ContractState> {
  const seen = openPicture(facts, grid);
  return seen.ok ? granted(seen.value.state) : seen;
}

/** A picture to which facts can be added. */
export type OpenPicture = {
  readonly state: ContractState;
  /**
   * The picture with more facts: the same as one of all facts. Those that come after all others are folded into what is there;
   * one among the others makes the fold begin again. Refuses what `picture` refuses; this picture stays as it is.
   */
  readonly withFacts: (facts: readonly ContractEvent[]) => Outcome<OpenPicture>;
};

/** The picture of the facts, to which more can be added. Refuses what `picture` refuses. */
export function openPicture(
  facts: readonly ContractEvent[],
  grid: PeriodGrid = MONTHS,
): Outcome<OpenPicture> {
  const plan = planOf(facts, grid);
  if (!plan.ok) return plan;
  const { steps, recordedSteps: recorded } = plan.value;
  return opened(facts, plan.value, fold({ ...plan.value, steps: steps.slice(0, recorded) }, grid), grid);
}

/** Of a draft with everything recorded; what only terms provide behind it is folded into a copy, to which nothing is added. */
function opened(
  facts: readonly ContractEvent[],
  plan: Plan,
  draft: Outcome<Draft>,
  grid: PeriodGrid,
): Outcome<OpenPicture> {
  if (!draft.ok) return draft;
  const { steps, recordedSteps: recorded } = plan;
  const whole = recorded === steps.length ? draft : goOn(forkDraft(draft.value), plan, recorded);
  if (!whole.ok) return whole;
  return granted({
    state: stateOf(whole.value),
    withFacts: (more) => {
      const all = [...facts, ...more];
      const next = planOf(all, grid);
      if (!next.ok) return next;
      const goesOn =
        next.value.keepsMoments === plan.keepsMoments &&
        steps.slice(0, recorded).every((step, place) => isSameStep(step, next.value.steps[place]));
      const known = { ...next.value, steps: next.value.steps.slice(0, next.value.recordedSteps) };
      const folded = goesOn ? goOn(forkDraft(draft.value), known, recorded) : fold(known, grid);
      return opened(all, next.value, folded, grid);
    },
  });
}

function stateOf(draft: Draft): ContractState {
  const state = viewOf(draft);
  // A license that its terms provide may not have begun.
  const done =
    state.status === 'ACTIVE' &&
    !draft.waits &&
    state.obligations.every(({ measure, pattern }) => measure === '1' && pattern.kind !== 'USAGE');
  return done ? { ...state, status: 'COMPLETED' } : state;
}

/**
 * The treatments of a change on its effective date, from the facts that precede it: what it would be compared with if it had been
 * recorded on time. Nothing is chosen. `posted`: what is in the ledger, for the balances of the day. Refuses what `compareChange` refuses.
 */
export function pictureOfChange(
  facts: readonly ContractEvent[],
  date: DateString,
  change: ModificationTerms,
  grid: PeriodGrid = MONTHS,
  posted?: Pick<PostedBalances, 'moves' | 'documents'>,
): Outcome<ModificationComparison> {
  const met = contractBefore(facts, date, grid);
  if (!met.ok) return met;
  const stands = posted === undefined ? undefined : standsBefore(met.value, facts, date, posted);
  const compared = compareChange(met.value, date, change, stands);
  return compared.ok ? granted(compared.value.comparison) : compared;
}

/** The contract that a change of a day meets. Refuses what the fold refuses, MODIFICATION_BEFORE_INCEPTION, CONTRACT_NOT_ACTIVE. */
export function contractBefore(
  facts: readonly ContractEvent[],
  date: DateString,
  grid: PeriodGrid,
): Outcome<Draft> {
  const plan = planOf(facts, grid);
  if (!plan.ok) return plan;
  const isBefore = (fact: ContractEvent) => !comesBefore({ kind: 'modification', effectiveDate: date }, fact);
  const folded = fold(plan.value, grid, isBefore);
  if (!folded.ok) return folded;
  const draft = folded.value;
  if (date < draft.inception) {
    return refused('REVENUE_RULE', 'A contract cannot be modified before its inception.', {
      rule: 'MODIFICATION_BEFORE_INCEPTION',
      inception: draft.inception,
    });
  }
  if (draft.status !== 'ACTIVE') return { ok: false, refusal: notActive(draft) };
  measureMinimums(draft, date);
  return granted(draft);
}

/** Folds those facts that hold and are `wanted`. */
function fold(plan: Plan, grid: PeriodGrid, wanted?: (fact: ContractEvent) => boolean): Outcome<Draft> {
  const draft = begin(plan.first, grid);
  if (plan.keepsMoments) draft.moments = new Map();
  return goOn(draft, plan, 0, wanted);
}

/** Folds the facts from a place on into a draft that has all before it. */
function goOn(
  draft: Draft,
  { steps, newest }: Plan,
  from: number,
  wanted: (fact: ContractEvent) => boolean = () => true,
): Outcome<Draft> {
  draft.newest = newest;
  for (const { fact, isProvided } of steps.slice(from)) {
    if (!wanted(fact)) continue;
    if (isProvided) {
      if (draft.status !== 'ACTIVE') continue;
      const isRemoved = 'key' in fact && (draft.obligations.get(fact.key ?? '')?.removedOn ?? null) !== null;
      if (isRemoved) continue;
      draft.waits = true;
    }
    const on = foldedOn(fact, draft.inception);
    draft.origin = on === fact.effectiveDate ? null : fact.effectiveDate;
    const ownDay = fact.kind === 'modification' || fact.kind === 'termination';
    const wasEnded = draft.ended !== null;
    const dated = ownDay || on === fact.effectiveDate ? fact : { ...fact, effectiveDate: on };
    if (dated.kind === 'modification' && dated.apart !== undefined) {
      const refused = noteSeparateContract(draft, dated, dated.apart.terms);
      if (refused !== null) return broken(refused, fact.id);
      continue;
    }
    const refusal = isProvided && dated.kind === 'usage' ? passed(draft, dated) : applyMeasured(draft, dated);
    if (refusal !== null) return broken(refusal, fact.id);
    if (wasEnded) settleEnd(draft, dated);
    keepMoment(draft, dated);
    keepInterestDay(draft, dated);
    followContract(draft, dated);
  }
  return granted(draft);
}

/** Facts that share what remains of the price meet minimums as they stand on their day. */
const SHARES_REMAINDER: readonly string[] = ['modification', 'termination', 'creditNote'];

function applyMeasured(draft: Draft, event: ContractEvent): Refusal | null {
  if (SHARES_REMAINDER.includes(event.kind) && draft.status === 'ACTIVE') {
    measureMinimums(draft, event.effectiveDate);
  }
  if (event.kind !== 'modification' || draft.moments === null) return apply(draft, event);
  const before = transferredBefore(draft, event.effectiveDate);
  const refusal = apply(draft, event);
  const after = transferredBefore(draft, event.effectiveDate);
  draft.remeasured.push({ month: draft.grid.on(event.effectiveDate).key, before, after });
  return refusal;
}

function passed(draft: Draft, event: EventOf<'usage'>): null {
  passDay(draft, event);
  return null;
}

function notActive({ status }: Draft): Refusal {
  return breach('CONTRACT_NOT_ACTIVE', `The contract is ${status}; nothing can happen under it.`, { status });
}
