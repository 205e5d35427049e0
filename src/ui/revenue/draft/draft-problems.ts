import { isWords } from '@/core/ledger/words';
import { refusalOf, sentenceOf } from '@/ui/shell/refusal';
import type { ContractDraft } from './contract-draft';
import { priceTermGaps } from './further/price-term-gaps';
import { hasPriceTerms } from './further/price-terms';
import { priceTermField, ruleField } from './further/term-paths';
import { PROMISE } from './promise-form';

/** Errors by form field: `customerId`, `o/<card>/ssp`, `v/<card>/outcomes`, `royalties/<row>/percent`. */
export type Problems = Readonly<Record<string, string>>;

const NEEDED = 'This field is required';

/** Errors that prevent the contract from being sent; everything else is checked by the endpoint. */
export function gapsIn(draft: ContractDraft): Problems {
  const gaps: Record<string, string> = {};
  if (draft.contractDate === '') gaps.contractDate = NEEDED;
  const isPriced = draft.variable.length > 0 || hasPriceTerms(draft);
  if (draft.fixed === '' && draft.obligations.length > 0 && !isPriced) {
    gaps.fixed = 'Enter the fixed price, or 0 if there is none';
  }
  if (draft.obligations.length === 0 && (draft.fixed !== '' || isPriced)) {
    gaps.obligations = 'Add an obligation: a price without an obligation cannot be saved';
  }
  const keys = draft.obligations.map(({ key }) => key.trim());
  for (const one of draft.obligations) {
    const at = (field: string) => `o/${one.id}/${field}`;
    const key = one.key.trim();
    if (key === '') gaps[at('key')] = NEEDED;
    else if (keys.filter((other) => other === key).length > 1) gaps[at('key')] = 'This name is already used';
    const hasPrice = [one.ssp, one.productCode, one.estimate, one.rangeLow].some((text) => text !== '');
    if (!hasPrice && one.method === 'RELATIVE')
      gaps[at('ssp')] = 'Enter it, choose a product from the price list, or estimate it under further terms';
    for (const [field, gap] of Object.entries(PROMISE.gaps(one))) gaps[at(field)] = gap;
  }
  for (const one of draft.variable) {
    if (one.key.trim() === '') gaps[`v/${one.id}/key`] = NEEDED;
    if (one.method === '') gaps[`v/${one.id}/method`] = 'Choose how the amount is estimated';
    if (one.constraint === '') gaps[`v/${one.id}/constraint`] = 'Decide how much of the estimate is included';
    if (!isWords(one.evidence)) gaps[`v/${one.id}/evidence`] = 'Describe the evidence';
    const said = one.outcomes.filter(({ amount, percent }) => amount !== '' && percent !== '');
    if (said.length === 0) gaps[`v/${one.id}/outcomes`] = 'Enter at least one amount with its probability';
    if ((one.constraint === 'CAP' || one.constraint === 'CONFIDENCE') && one.limit === '') {
      gaps[`v/${one.id}/limit`] = NEEDED;
    }
  }
  return { ...gaps, ...priceTermGaps(draft) };
}

/** The form field a refusal refers to; null if the form does not show it. */
export function fieldOf(path: readonly string[], draft: ContractDraft): string | null {
  const [first = '', second = '', ...rest] = path;
  // In an update, the draft is nested under `data`.
  if (first === 'price' || first === 'data') return fieldOf([second, ...rest], draft);
  if (first === 'obligations') {
    const card = draft.obligations.find(({ key }, at) => key.trim() === second || String(at) === second);
    if (card === undefined) return null;
    return `o/${card.id}/${PROMISE.fieldAt(rest, card)}`;
  }
  if (first === 'variable') {
    const card = draft.variable[Number(second)];
    if (card === undefined) return null;
    const [field = 'key'] = rest;
    return `v/${card.id}/${field === 'constraint' && rest.length > 1 ? 'limit' : field}`;
  }
  return priceTermField(path, draft) ?? (first in draft ? first : null);
}

/** A refusal as field errors, plus the sentences that belong to no field. */
export function problemsOf(
  error: unknown,
  draft: ContractDraft,
): { readonly fields: Problems; readonly sentence: string | null } {
  if (error === null || error === undefined) return { fields: {}, sentence: null };
  const refusal = refusalOf(error);
  const fields: Record<string, string> = {};
  if (refusal?.code === 'INVALID_INPUT') {
    const homeless: string[] = [];
    for (const { path, message } of refusal.data.issues) {
      const field = fieldOf(path.map(String), draft);
      if (field === null) homeless.push(`${path.join('.')}: ${message}`);
      else fields[field] = message;
    }
    if (homeless.length === 0) return { fields, sentence: 'Some fields need your attention.' };
    return { fields, sentence: `${homeless.join('. ')}.` };
  }
  if (refusal?.code === 'REFERENCE_NOT_FOUND') {
    const field = fieldOf(refusal.data.field.split('.'), draft);
    if (field !== null) fields[field] = refusal.message;
  }
  if (refusal?.code === 'REVENUE_RULE') {
    const field = ruleField(refusal.data.rule, refusal.data.key, draft);
    if (field !== null) fields[field] = refusal.message;
  }
  if (refusal?.code === 'DUPLICATE') fields.contractNumber = 'Another contract already has this number';
  return { fields, sentence: sentenceOf(error) };
}
