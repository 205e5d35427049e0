import { toAmountString } from '@/core/money/currency';
import { type DecimalString, dec, isPlainDecimal, sum, ZERO } from '@/core/money/decimal';
import { isCurrency } from '@/core/money/minor-units';
import { granted, type Outcome, refused } from '@/core/outcome';
import type { Refusal } from '@/core/refusals';
import { isDate } from '../days';
import type { ContractState } from './contract-state';
import { breach, type Draft, draftObligation } from './draft';
import { viewOf } from './draft-view';
import type { ContractEvent, EventOf } from './events';
import { accrue, estimateReturns, payOut } from './flows';
import { earnRoyalty, reassess, recordUsage } from './priced';
import { changePrice, credit, estimateRefund, takeBack } from './reprice';
import { activate, modify, terminate } from './restructure';
import { advance, deliver, lapse, reachMilestone, redeem } from './satisfy';
import { termsProblem } from './terms';

function begin(event: EventOf<'created'>): Draft {
  return {
    currencyCode: event.currencyCode,
    status: 'DRAFT',
    inception: event.effectiveDate,
    obligations: new Map(event.obligations.map((terms) => [terms.key, draftObligation(terms, true)])),
    rows: [],
    versions: [],
    modified: null,
    bases: [],
    billed: ZERO,
    paid: ZERO,
    refund: ZERO,
    balanceEvents: [],
    journals: [],
    variable: new Map((event.variable ?? []).map((element) => [element.key, element])),
    royalties: new Map((event.royalties ?? []).map((element) => [element.key, element])),
    interest: event.interest ?? [],
    accrued: ZERO,
    closedThrough: null,
  };
}

function money(draft: Draft, amount: DecimalString): DecimalString {
  return toAmountString(dec(amount), draft.currencyCode);
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
    case 'periodClosed':
      if (draft.closedThrough === null || event.through > draft.closedThrough)
        draft.closedThrough = event.through;
      return null;
    case 'invoice':
      draft.billed = draft.billed.plus(event.amount);
      draft.balanceEvents.push({
        kind: 'DUE',
        on: event.effectiveDate,
        amount: money(draft, event.amount),
        unconditional: event.unconditional,
      });
      return null;
    case 'invoiceReversed':
      draft.billed = draft.billed.minus(event.amount);
      draft.balanceEvents.push({
        kind: 'CREDIT',
        on: event.effectiveDate,
        amount: money(draft, event.amount),
        keepRefund: true,
      });
      return null;
    case 'payment':
      draft.paid = draft.paid.plus(event.amount);
      draft.balanceEvents.push({
        kind: 'PAYMENT',
        on: event.effectiveDate,
        amount: money(draft, event.amount),
      });
      return null;
    default:
      if (draft.status !== 'ACTIVE') {
        return breach(
          'CONTRACT_NOT_ACTIVE',
          `The contract is ${draft.status}; no event can be recorded for it.`,
          {
            status: draft.status,
          },
        );
      }
      return applyActive(draft, event);
  }
}

type ActiveEvent = Exclude<
  ContractEvent,
  { kind: 'created' | 'activated' | 'periodClosed' | 'invoice' | 'invoiceReversed' | 'payment' }
>;

function applyActive(draft: Draft, event: ActiveEvent): Refusal | null {
  switch (event.kind) {
    case 'delivery':
      return deliver(draft, event);
    case 'progress':
    case 'costs':
      return advance(draft, event);
    case 'milestone':
      return reachMilestone(draft, event);
    case 'usage':
      return recordUsage(draft, event);
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
      return takeBack(draft, event);
    case 'refundEstimate':
      return estimateRefund(draft, event);
    case 'estimateChange':
      return changePrice(draft, event, dec(event.change), event);
    case 'creditNote':
      return credit(draft, event);
    case 'modification':
      return modify(draft, event);
    case 'termination':
      return terminate(draft, event);
    case 'interest':
      draft.balanceEvents.push({
        kind: 'INTEREST',
        on: event.effectiveDate,
        amount: money(draft, event.amount),
      });
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
    case 'hold':
      return hold(draft, event.key, true);
    case 'release':
      return hold(draft, event.key, false);
  }
}

/** A contract's own journal balances and has one side a line. */
function unbalanced({ lines }: EventOf<'journal'>): Refusal | null {
  const oneSided = lines.every(({ debit, credit }) => dec(debit).isZero() !== dec(credit).isZero());
  const difference = sum(lines.map(({ debit, credit }) => dec(debit).minus(credit)));
  if (oneSided && lines.length > 1 && difference.isZero()) return null;
  return breach(
    'JOURNAL_NOT_BALANCED',
    'The journal must have at least two lines, each with either a debit or a credit, and must balance.',
    {
      difference: difference.toFixed(),
    },
  );
}

const PRICES = ['sales', 'expectedUsed', 'expectedPrice'] as const;

/** Amounts and dates an event carries, before any rule looks at them. */
function malformed(event: ContractEvent): Outcome<never> | null {
  const bad = (path: string, message: string) =>
    refused('INVALID_INPUT', `${path} ${message}.`, { issues: [{ path: [path], message }] });
  if (!isDate(event.effectiveDate)) return bad('effectiveDate', 'must be a date YYYY-MM-DD');
  for (const field of [
    'amount',
    'quantity',
    'progress',
    'change',
    'liability',
    'refund',
    ...PRICES,
  ] as const) {
    const value = (event as Record<string, unknown>)[field];
    if (typeof value !== 'string') continue;
    if (!isPlainDecimal(value)) return bad(field, 'must be a plain decimal');
    const signed = field === 'change' || event.kind === 'interest';
    if (!signed && dec(value).lt(ZERO)) return bad(field, 'must not be negative');
  }
  if (event.kind === 'created' && !isCurrency(event.currencyCode)) {
    return bad('currencyCode', 'is not an ISO 4217 currency code');
  }
  if (event.kind === 'redemption' && dec(event.expectedUsed ?? '1').isZero()) {
    return bad('expectedUsed', 'must be above zero');
  }
  if (event.kind === 'journal') {
    for (const { debit, credit } of event.lines) {
      const sides = [debit, credit];
      if (!sides.every((side) => isPlainDecimal(side) && dec(side).gte(ZERO))) {
        return bad('lines', 'must contain plain decimals that are not negative');
      }
    }
  }
  const terms =
    event.kind === 'created'
      ? event.obligations
      : event.kind === 'modification'
        ? (event.additions ?? [])
        : [];
  for (const one of terms) {
    const problem = termsProblem(one);
    if (problem !== null) return bad(`obligations.${one.key}`, problem);
  }
  if (event.kind === 'modification') {
    const { variable = [], royalties = [], interest = [] } = event;
    const figures = [
      ...variable.map(({ included }) => included),
      ...royalties.map(({ rate }) => rate),
      ...interest.map(({ amount }) => amount),
    ];
    if (!figures.every(isPlainDecimal)) return bad('terms', 'must contain plain decimals');
    for (const { after, catchUp, measure, supplier, key } of event.changes) {
      if (![after, catchUp, measure ?? '0', supplier ?? '0'].every(isPlainDecimal)) {
        return bad(`changes.${key}`, 'must contain plain decimals');
      }
    }
  }
  return null;
}

/**
 * Folds the events of one contract, in the order recorded, into its state. Pure: the same events give the same rows,
 * and the rows of a longer history start with the rows of a shorter one, so that what was booked never changes. What
 * belongs to a month closed when it was recorded is booked in the first open month and labeled late.
 * Refuses the first event that breaks a rule, with its id in the data; nothing of it is kept.
 */
export function replay(events: readonly ContractEvent[]): Outcome<ContractState> {
  const [first, ...rest] = events;
  if (first === undefined || first.kind !== 'created') {
    return refused('REVENUE_RULE', 'The first event must be the creation of the contract.', {
      rule: 'NOT_CREATED',
    });
  }
  const ill = malformed(first);
  if (ill !== null) return ill;
  const draft = begin(first);
  if (draft.obligations.size !== first.obligations.length) {
    return refused('REVENUE_RULE', 'Two obligations have the same key.', { rule: 'DUPLICATE_OBLIGATION' });
  }
  for (const event of rest) {
    const reason = malformed(event);
    if (reason !== null) return reason;
    const broken = apply(draft, event);
    if (broken !== null) {
      const data = { ...broken.data, eventId: event.id };
      return { ok: false, refusal: { ...broken, data } as Refusal };
    }
  }
  const state = viewOf(draft);
  const done =
    state.status === 'ACTIVE' &&
    state.obligations.every(({ measure, pattern }) => measure === '1' && pattern.kind !== 'USAGE');
  return granted(done ? { ...state, status: 'COMPLETED' } : state);
}
