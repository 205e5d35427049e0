import type { ContractDraft, ObligationDraft } from '../contract-draft';
import { PRICE_LISTS } from './price-terms';

/** Form field names that differ from the API's. */
const PROMISE_FIELDS: Readonly<Record<string, string>> = {
  discount: 'discountPercent',
  discountForAll: 'discountForAllPercent',
  likelihood: 'likelihoodPercent',
  margin: 'marginPercent',
  supplierRate: 'supplierPercent',
  low: 'rangeLow',
  high: 'rangeHigh',
  on: 'repurchaseOn',
  method: 'spread',
  expectedUsed: 'quantity',
};
const FINANCING_FIELDS: Readonly<Record<string, string>> = { ratePerPeriod: 'ratePercent' };
const FINANCING: ReadonlySet<string> = new Set([
  'start',
  'monthsPerPeriod',
  'periods',
  'ratePerPeriod',
  'cashPrice',
  'payments',
  'payment',
]);
const OF_ESTIMATE: ReadonlySet<string> = new Set([
  'averagePurchase',
  'discount',
  'discountForAll',
  'likelihood',
  'valueEach',
  'cost',
  'margin',
]);

type Row = { readonly id: string };
const rowAt = (rows: readonly Row[], index: string | undefined) => rows[Number(index)]?.id;

/** The card field that a path below its obligation refers to. */
export function promiseField(path: readonly string[], card: ObligationDraft): string {
  const [first = 'key', ...rest] = path;
  if (first === 'answers' || first === 'parts') return judgementField(first, rest, card);
  if (first === 'standalone' || first === 'sspRange') {
    const [inner = ''] = rest;
    if (inner === 'expectedUsed') return inner;
    return PROMISE_FIELDS[inner] ?? (inner || (first === 'standalone' ? 'estimate' : 'rangeLow'));
  }
  if (first === 'pattern') {
    const [inner = '', index, field = 'unitPrice'] = rest;
    if (inner === 'tiers') {
      const tier = rowAt(card.tiers, index);
      return tier === undefined ? 'unitPrice' : `tiers/${tier}/${field}`;
    }
    return PROMISE_FIELDS[inner] ?? (inner || 'pattern');
  }
  return first === 'method' ? first : (PROMISE_FIELDS[first] ?? first);
}

function judgementField(list: 'answers' | 'parts', rest: readonly string[], card: ObligationDraft): string {
  const [index, field = '', inner, innerField = 'evidence'] = rest;
  if (list === 'answers') {
    const row = rowAt(card.answers, index);
    return row === undefined ? 'answers' : `answers/${row}/${field || 'evidence'}`;
  }
  const part = card.parts[Number(index)];
  if (part === undefined) return 'answers';
  const row = rowAt(part.answers, inner);
  return field === 'answers' && row !== undefined
    ? `parts/${part.id}/answers/${row}/${innerField}`
    : `parts/${part.id}/name`;
}

/** The field in the price's further terms that a path refers to; null if none. */
export function priceTermField(path: readonly string[], draft: ContractDraft): string | null {
  const [first = '', second = '', ...rest] = path;
  const list = PRICE_LISTS.find((name) => name === first);
  if (list !== undefined) {
    const row = rowAt(draft[list], second);
    if (row === undefined) return list;
    const [field = 'key'] = rest;
    return `${list}/${row}/${field === 'rate' ? 'percent' : field}`;
  }
  if (first === 'noFinancing') return `financing/${second || 'kind'}`;
  if (first === 'financing') return financingField([second, ...rest], draft);
  // The engine's errors about a plan or an estimate come without the path of the field.
  const { kind } = draft.financing;
  if (FINANCING.has(first) && (kind === 'ARREARS' || kind === 'ADVANCE')) return financingField(path, draft);
  const estimated = draft.obligations.find(({ estimate }) => estimate !== '');
  if (OF_ESTIMATE.has(first) && estimated !== undefined) {
    return `o/${estimated.id}/${promiseField(['standalone', ...path], estimated)}`;
  }
  const sold = draft.obligations.find(({ pattern }) => pattern === 'REPURCHASE');
  const isOfSale = first === 'salePrice' || first === 'repurchasePrice' || first === 'expectedMarketValue';
  return isOfSale && sold !== undefined ? `o/${sold.id}/${first}` : null;
}

function financingField(path: readonly string[], { financing }: ContractDraft): string {
  const [field = '', index, inner = 'amount'] = path;
  if (field === '') return financing.kind === 'STATED' ? 'financing/interest' : 'financing/kind';
  const row = field === 'payments' ? rowAt(financing.payments, index) : undefined;
  if (row !== undefined) return `financing/payments/${row}/${inner}`;
  if (field === 'payments' && financing.paid === 'EVERY_PERIOD') return 'financing/payment';
  return `financing/${FINANCING_FIELDS[field] ?? field}`;
}

const RULE_FIELDS: Readonly<Record<string, string>> = {
  TWO_FINANCINGS: 'financing/kind',
  FINANCING_PAYMENTS: 'financing/payments',
  NO_RATE: 'financing/cashPrice',
  NEGATIVE_PRICE: 'payableToCustomer',
  DISCOUNT_NOT_IN_CONTRACT: 'discounts',
  DISCOUNT_EXCEEDS_SSP: 'discounts',
};
const JUDGED: ReadonlySet<string> = new Set([
  'JUDGEMENT_UNPROVED',
  'JUDGEMENT_OPEN',
  'NOT_A_PROMISE',
  'NOT_DISTINCT',
  'PART_DISTINCT',
  'NOT_OVER_TIME',
  'NOT_AT_A_POINT',
  'CAPACITY_CONTRADICTED',
  'LICENCE_CONTRADICTED',
  'ASSURANCE_WARRANTY',
  'NO_MATERIAL_RIGHT',
]);

/** The terms a violated rule concerns; null if it concerns none on the form. */
export function ruleField(rule: string, key: unknown, draft: ContractDraft): string | null {
  const card = draft.obligations.find((one) => one.key.trim() === key);
  if (JUDGED.has(rule) && card !== undefined) return `o/${card.id}/answers`;
  const field = RULE_FIELDS[rule];
  if (field === 'payableToCustomer' && draft.payableToCustomer.length === 0) return null;
  if (field === 'discounts' && draft.discounts.length === 0) return null;
  return field === undefined
    ? null
    : field === 'financing/payments'
      ? financingField(['payments'], draft)
      : field;
}
