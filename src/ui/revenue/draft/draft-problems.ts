import { refusalOf, sentenceOf } from '@/ui/shell/refusal';
import type { ContractDraft } from './contract-draft';
import { priceTermGaps } from './further/price-term-gaps';
import { hasPriceTerms } from './further/price-terms';
import { priceTermField, ruleField } from './further/term-paths';
import { PROMISE } from './promise-form';

/** What is wrong, by the form's own field: `customerId`, `o/<card>/ssp`, `v/<card>/outcomes`, `royalties/<row>/percent`. */
export type Problems = Readonly<Record<string, string>>;

const NEEDED = 'This is needed';

/** What keeps a contract from being sent at all; everything else is the verb's to judge. */
export function gapsIn(draft: ContractDraft): Problems {
  const gaps: Record<string, string> = {};
  if (draft.contractDate === '') gaps.contractDate = NEEDED;
  const isPriced = draft.variable.length > 0 || hasPriceTerms(draft);
  if (draft.fixed === '' && draft.obligations.length > 0 && !isPriced) {
    gaps.fixed = 'Say the price that is fixed; 0 when none is';
  }
  if (draft.obligations.length === 0 && (draft.fixed !== '' || isPriced)) {
    gaps.obligations = 'Add what the price is for: a price without an obligation is not kept';
  }
  const keys = draft.obligations.map(({ key }) => key.trim());
  for (const one of draft.obligations) {
    const at = (field: string) => `o/${one.id}/${field}`;
    const key = one.key.trim();
    if (key === '') gaps[at('key')] = NEEDED;
    else if (keys.filter((other) => other === key).length > 1) gaps[at('key')] = 'Another one has this name';
    const hasPrice = [one.ssp, one.productCode, one.estimate, one.rangeLow].some((text) => text !== '');
    if (!hasPrice && one.method === 'RELATIVE')
      gaps[at('ssp')] = 'Type it, choose a product of the price list, or estimate it under further terms';
    for (const [field, gap] of Object.entries(PROMISE.gaps(one))) gaps[at(field)] = gap;
  }
  for (const one of draft.variable) {
    if (one.key.trim() === '') gaps[`v/${one.id}/key`] = NEEDED;
    const said = one.outcomes.filter(({ amount, percent }) => amount !== '' && percent !== '');
    if (said.length === 0) gaps[`v/${one.id}/outcomes`] = 'Say at least one amount with its probability';
    if ((one.constraint === 'CAP' || one.constraint === 'CONFIDENCE') && one.limit === '') {
      gaps[`v/${one.id}/limit`] = NEEDED;
    }
  }
  return { ...gaps, ...priceTermGaps(draft) };
}

/** The form's name of what a refusal points at; null when it points at nothing the form shows. */
export function fieldOf(path: readonly string[], draft: ContractDraft): string | null {
  const [first = '', second = '', ...rest] = path;
  // A draft that is changed stands below the call's `data`.
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
    return `v/${card.id}/${field === 'constraint' ? 'limit' : field}`;
  }
  return priceTermField(path, draft) ?? (first in draft ? first : null);
}

/** A refusal beside its fields, and as the sentences that no field shows. */
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
    if (homeless.length === 0) return { fields, sentence: 'Some fields need another look.' };
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
  if (refusal?.code === 'DUPLICATE') fields.contractNumber = 'Another contract has this number';
  return { fields, sentence: sentenceOf(error) };
}
