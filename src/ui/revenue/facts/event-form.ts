import { isWords } from '@/core/ledger/words';
import { dec, toPlainString } from '@/core/money/decimal';
import type { LossScope } from '@/core/revenue/contracts/events';
import type { RouterInputs } from '@/surfaces/trpc/react';
import { billedText, readBilled } from '../contracts/billed-text';
import type { Contract } from '../contracts/contract-months';

export type Fact = RouterInputs['revenue']['events']['record']['event'];
type Recorded = Contract['events'][number]['event'];
type Pattern = Contract['obligations'][number]['pattern'];

/** What the form records, in the words of its list. */
export const KINDS = {
  delivery: 'A delivery',
  progress: 'Progress, as a percentage',
  costs: 'Progress, by costs incurred',
  costEstimate: 'A new estimate of total costs',
  milestone: 'A milestone',
  usage: 'Use',
  useEstimate: 'A new estimate of use',
  redemption: 'Rights were exercised',
  lapse: 'Rights expired',
  royalty: 'Sales subject to a royalty',
  return: 'A return',
  estimateChange: 'A new price estimate',
  refundEstimate: 'A new estimate of refunds',
  invoice: 'An invoice',
  payment: 'A payment received',
  payout: 'A payment to the customer',
  creditNote: 'A credit note',
  hold: 'A hold',
  release: 'Release of a hold',
} as const;
export type Kind = keyof typeof KINDS;

export const CREDIT_MODES = {
  CONCESSION: 'Lowers the price',
  CANCEL_REMAINING: 'Cancels what is not yet recognized',
  REFUND_LIABILITY: 'Settles the refund liability',
} as const;
type CreditMode = keyof typeof CREDIT_MODES;

/** What kind of work an estimate of costs is about, in the words of the test for losses. */
export const SCOPES: Readonly<Record<LossScope | '', string>> = {
  '': 'As stated before',
  CONSTRUCTION: 'Construction-type',
  PRODUCTION: 'Production-type',
  OTHER: 'Neither',
};

/** The events an obligation accepts, depending on its pattern. */
const BY_PATTERN: Readonly<Record<Pattern['kind'], readonly Kind[]>> = {
  POINT: ['delivery', 'costEstimate'],
  UNITS: ['delivery', 'costEstimate'],
  PROGRESS: ['progress', 'costs', 'costEstimate'],
  MILESTONES: ['milestone', 'costEstimate'],
  RATABLE: ['costEstimate'],
  USAGE: ['usage'],
  RIGHTS: ['redemption', 'lapse'],
};
/** The events that an ended contract still accepts. */
const SETTLING: readonly Kind[] = [
  'payment',
  'payout',
  'creditNote',
  'return',
  'refundEstimate',
  'invoice',
  'estimateChange',
  'release',
];
const ALWAYS: readonly Kind[] = [
  'return',
  'estimateChange',
  'refundEstimate',
  'invoice',
  'payment',
  'payout',
  'creditNote',
  'hold',
  'release',
];

/** The kinds the form offers for an obligation of a contract in its status. */
export function kindsFor(status: string, pattern: Pattern | undefined): readonly Kind[] {
  if (status === 'TERMINATED') return SETTLING;
  const own = pattern ? BY_PATTERN[pattern.kind] : [];
  const isCommitted = pattern?.kind === 'USAGE' && pattern.minimum !== undefined;
  return [...own, ...(isCommitted ? (['useEstimate'] as const) : []), ...ALWAYS];
}

/** The fields of the form. */
export type Said = {
  readonly kind: Kind;
  readonly key: string;
  readonly effectiveDate: string;
  readonly amount: string;
  readonly total: string;
  readonly words: string;
  readonly mode: CreditMode;
  /** The basis of an estimate. */
  readonly evidence: string;
  readonly scope: LossScope | '';
  /** What an invoice is for (billed-text); empty: nothing in particular, or as it says itself. */
  readonly billed: string;
};

/** The kinds that hold an estimate, whose evidence an auditor asks for. */
const ESTIMATES: readonly Kind[] = ['costs', 'redemption', 'estimateChange', 'refundEstimate'];
export const isEstimate = (kind: Kind): boolean => ESTIMATES.includes(kind);

export const isKind = (kind: string): kind is Kind => kind in KINDS;

/** Usage is recorded as a quantity where the obligation has prices for it, or where it was recorded so before. */
export const isCounted = (pattern: Pattern | undefined, original: Recorded | null): boolean =>
  original?.kind === 'usage'
    ? original.quantity !== undefined
    : pattern?.kind === 'USAGE' && (pattern.tiers !== undefined || pattern.invoicedPrice !== undefined);

/** What the whole invoice is for; empty: it does not say, or is for more than one thing. */
function soleItemOf({ amount, items = [] }: Extract<Recorded, { kind: 'invoice' }>): string {
  const [item, more] = items;
  if (item === undefined || more !== undefined || !dec(item.amount).equals(amount)) return '';
  return billedText({ key: item.key, from: item.from ?? null });
}

/** The form of a recorded event, filled with what was recorded; null: it has no form. */
export function saidOf(event: Recorded): Said | null {
  if (!isKind(event.kind)) return null;
  const filled = {
    kind: event.kind,
    key: 'key' in event ? (event.key ?? '') : '',
    effectiveDate: event.effectiveDate,
    amount: '',
    total: '',
    words: '',
    mode: 'CONCESSION' as const,
    evidence: event.evidence ?? '',
    scope: '' as const,
    billed: event.kind === 'invoice' ? soleItemOf(event) : '',
  };
  switch (event.kind) {
    case 'delivery':
    case 'redemption':
      return { ...filled, amount: event.quantity ?? '' };
    case 'usage':
      // A new expected price for the units so far has no quantity, and no field here.
      if (event.expectedPrice !== undefined) return null;
      return { ...filled, amount: event.quantity ?? event.amount ?? '' };
    case 'progress':
      return { ...filled, amount: toPlainString(dec(event.progress).times('100')) };
    case 'costs':
      return { ...filled, amount: event.costToDate, total: event.totalCost, scope: event.scope ?? '' };
    case 'costEstimate':
      return { ...filled, amount: event.totalCost, words: event.evidence, scope: event.scope ?? '' };
    case 'useEstimate':
      return { ...filled, amount: event.expected, words: event.evidence };
    case 'milestone':
      return { ...filled, words: event.milestone };
    case 'royalty':
      return { ...filled, amount: event.sales };
    case 'estimateChange':
      return { ...filled, amount: event.change };
    case 'refundEstimate':
      return { ...filled, amount: event.liability };
    case 'creditNote':
      return { ...filled, amount: event.amount, mode: event.mode };
    case 'return':
    case 'invoice':
    case 'payment':
    case 'payout':
      return { ...filled, amount: event.amount };
    case 'hold':
      return { ...filled, words: event.reason };
    case 'lapse':
    case 'release':
      return filled;
    default:
      return null;
  }
}

/** The fields of the chosen kind; null while something required is missing. */
function fieldsOf(said: Said, counted: boolean, milestones: readonly string[]): Fact | null {
  const { kind, key, effectiveDate, amount, total, words, mode, scope } = said;
  const on = { effectiveDate, key };
  const about = scope === '' ? {} : { scope };
  if (effectiveDate === '') return null;
  if (kind === 'lapse') return { kind, ...on };
  if (kind === 'release') return { kind, effectiveDate, ...(key === '' ? {} : { key }) };
  if (kind === 'hold') {
    const reason = words.trim();
    return isWords(reason) ? { kind, effectiveDate, ...(key === '' ? {} : { key }), reason } : null;
  }
  if (kind === 'delivery') return { kind, ...on, ...(amount === '' ? {} : { quantity: amount }) };
  if (kind === 'milestone') {
    const milestone = words === '' ? (milestones[0] ?? '') : words;
    return milestone === '' ? null : { kind, ...on, milestone };
  }
  if (amount === '') return null;
  switch (kind) {
    case 'progress':
      return { kind, ...on, progress: toPlainString(dec(amount).div('100')) };
    case 'costs':
      return total === '' ? null : { kind, ...on, costToDate: amount, totalCost: total, ...about };
    case 'costEstimate': {
      const evidence = words.trim();
      return isWords(evidence) ? { kind, ...on, totalCost: amount, ...about, evidence } : null;
    }
    case 'useEstimate': {
      const evidence = words.trim();
      return isWords(evidence) ? { kind, ...on, expected: amount, evidence } : null;
    }
    case 'usage':
      return counted ? { kind, ...on, quantity: amount } : { kind, ...on, amount };
    case 'return':
      return { kind, ...on, amount };
    case 'redemption':
      return { kind, ...on, quantity: amount };
    case 'royalty':
      return { kind, ...on, sales: amount };
    case 'refundEstimate':
      return { kind, ...on, liability: amount };
    case 'estimateChange':
      return { kind, effectiveDate, change: amount };
    case 'creditNote':
      return { kind, effectiveDate, amount, mode };
    case 'invoice': {
      const item = readBilled(said.billed);
      if (item === null) return { kind, effectiveDate, amount };
      const { from } = item;
      return { kind, effectiveDate, amount, items: [{ key: item.key, ...(from && { from }), amount }] };
    }
    case 'payment':
    case 'payout':
      return { kind, effectiveDate, amount };
  }
}

/**
 * The event in the form; null while something required is missing. Recorded in the place of one of the same kind, it keeps what
 * that one had beyond the form, such as the obligations a price change belongs to.
 */
export function factOf(
  said: Said,
  { pattern, original }: { readonly pattern: Pattern | undefined; readonly original: Recorded | null },
): Fact | null {
  const milestones = pattern?.kind === 'MILESTONES' ? pattern.milestones.map(({ key }) => key) : [];
  const asked = fieldsOf(said, isCounted(pattern, original), milestones);
  const proof = said.evidence.trim();
  if (asked !== null && isEstimate(said.kind) && proof !== '' && !isWords(proof)) return null;
  const fields =
    asked === null || !isEstimate(said.kind) || proof === '' ? asked : { ...asked, evidence: proof };
  if (fields === null || original === null || original.kind !== fields.kind) return fields;
  const { id: _id, evidence, ...recorded } = original;
  // An estimate whose evidence was taken out of the form has none, nor is an invoice for what was taken out of it.
  const isFreed = original.kind === 'invoice' && soleItemOf(original) !== '';
  return {
    ...recorded,
    ...(isFreed && { items: undefined }),
    ...(evidence && !isEstimate(said.kind) && { evidence }),
    ...fields,
  } as Fact;
}

/** The label of the amount of a kind; empty: it has none. */
export function amountLabel(
  kind: Kind,
  { currency, pattern, counted }: { currency: string; pattern: Pattern | undefined; counted: boolean },
): string {
  switch (kind) {
    case 'delivery':
      return pattern?.kind === 'UNITS' ? 'Quantity' : '';
    case 'redemption':
      return 'Quantity';
    case 'progress':
      return 'Satisfied so far (percent)';
    case 'costs':
      return `Costs to date (${currency})`;
    case 'costEstimate':
      return `Costs expected in total (${currency})`;
    case 'useEstimate':
      return `Expected over all commitment periods (${currency})`;
    case 'royalty':
      return `Sales (${currency})`;
    case 'estimateChange':
      return `Change of the price (${currency})`;
    case 'refundEstimate':
      return `Refund liability from now on (${currency})`;
    case 'usage':
      return counted ? 'Quantity' : `Amount (${currency})`;
    case 'return':
    case 'invoice':
    case 'payment':
    case 'payout':
    case 'creditNote':
      return `Amount (${currency})`;
    case 'milestone':
    case 'lapse':
    case 'hold':
    case 'release':
      return '';
  }
}

/** Kinds that are about the contract, not about one of its obligations. */
export const ofContract = (kind: Kind): boolean =>
  ['estimateChange', 'invoice', 'payment', 'payout', 'creditNote', 'royalty'].includes(kind);
