import type { ContractDraft } from '../contract-draft';
import { ESTIMATE, isOfEstimate, isOfPattern, PATTERN } from '../obligations/promise-form';
import { isOfPlan, PRICE } from '../price/price-form';

/** The field that the engine means when it refuses a plan or an estimate without saying where; null if it is none. */
export function engineField(path: readonly string[], draft: ContractDraft): string | null {
  const [first = ''] = path;
  const { kind } = draft.financing;
  if (isOfPlan(first) && (kind === 'ARREARS' || kind === 'ADVANCE')) return financingField(path, draft);
  const estimated = draft.obligations.find((one) => isOfEstimate(one, first));
  if (estimated !== undefined) return `obligations/${estimated.id}/${ESTIMATE.fieldAt(path, estimated)}`;
  const sold = draft.obligations.find((one) => one.pattern === 'REPURCHASE' && isOfPattern(one, first));
  return sold === undefined ? null : `obligations/${sold.id}/${PATTERN.fieldAt(path, sold)}`;
}

/** An error about missing payments belongs to the field for how they are paid. */
function financingField(path: readonly string[], draft: ContractDraft): string {
  const missed = path[0] === 'payments' && draft.financing.paid === 'EVERY_PERIOD' ? ['payment'] : path;
  return PRICE.fieldAt(['financing', ...missed], draft);
}

const RULE_FIELDS: Readonly<Record<string, string>> = {
  TWO_FINANCINGS: 'financing/kind',
  FINANCING_PAYMENTS: 'financing/payments',
  NO_RATE: 'financing/cashPrice',
  FINANCING_CONTRADICTED: 'financing/reason',
  NEGATIVE_PRICE: 'payableToCustomer',
  DISCOUNT_NOT_IN_CONTRACT: 'discounts',
  DISCOUNT_EXCEEDS_SSP: 'discounts',
};
const JUDGED: ReadonlySet<string> = new Set([
  'JUDGEMENT_UNPROVED',
  'JUDGEMENT_OPEN',
  'JUDGEMENT_CONTRADICTED',
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
  if (JUDGED.has(rule) && card !== undefined) return `obligations/${card.id}/answers`;
  if (rule === 'NOT_EARNABLE' && card !== undefined) return `obligations/${card.id}/ssp`;
  const field = RULE_FIELDS[rule];
  if (field === 'payableToCustomer' && draft.payableToCustomer.length === 0) return null;
  if (field === 'discounts' && draft.discounts.length === 0) return null;
  return field === undefined
    ? null
    : field === 'financing/payments'
      ? financingField(['payments'], draft)
      : field;
}
