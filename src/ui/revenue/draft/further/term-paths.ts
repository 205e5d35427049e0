import type { ContractDraft } from '../contract-draft';
import { ESTIMATE, isOfEstimate, isOfPattern, PATTERN } from '../promise-form';
import { PRICE_LISTS } from './price-terms';

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

type Row = { readonly id: string };
const rowAt = (rows: readonly Row[], index: string | undefined) => rows[Number(index)]?.id;

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
  const estimated = draft.obligations.find((one) => isOfEstimate(one, first));
  if (estimated !== undefined) return `o/${estimated.id}/${ESTIMATE.fieldAt(path, estimated)}`;
  const sold = draft.obligations.find((one) => one.pattern === 'REPURCHASE' && isOfPattern(one, first));
  return sold === undefined ? null : `o/${sold.id}/${PATTERN.fieldAt(path, sold)}`;
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
