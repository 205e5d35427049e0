import { refusalOf, sentenceOf } from '@/ui/shell/refusal';
import { type ContractDraft, hasPriceTerms, TERMS } from './contract-draft';
import { engineField, ruleField } from './further/term-paths';
import { PRICE } from './price/price-form';

/** Errors by form field: `customerId`, `obligations/<card>/ssp`, `royalties/<row>/percent`, `financing/periods`. */
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
    const at = (field: string) => `obligations/${one.id}/${field}`;
    const key = one.key.trim();
    if (key === '') gaps[at('key')] = NEEDED;
    else if (keys.filter((other) => other === key).length > 1) gaps[at('key')] = 'This name is already used';
    const hasPrice = [one.ssp, one.productCode, one.estimate, one.rangeLow].some((text) => text !== '');
    if (!hasPrice && one.method === 'RELATIVE')
      gaps[at('ssp')] = 'Enter it, choose a product from the price list, or estimate it under further terms';
  }
  return { ...gaps, ...TERMS.gaps(draft, draft.obligations) };
}

/** The form field a refusal refers to; null if the form does not show it. */
export function fieldOf(path: readonly string[], draft: ContractDraft): string | null {
  const [first = '', second = '', ...rest] = path;
  // In an update, the draft is nested under `data`; the engine names an element of the price without `price`.
  if (first === 'price' || first === 'data') return fieldOf([second, ...rest], draft);
  if (first === 'obligations') {
    // The endpoint counts them, the engine calls them by their names.
    const at = draft.obligations.findIndex(
      ({ key }, index) => key.trim() === second || String(index) === second,
    );
    return at < 0 ? null : TERMS.fieldAt([first, String(at), ...rest], draft);
  }
  if (first === 'variable' && draft.variable[Number(second)] === undefined) return null;
  if (first in PRICE.terms) return PRICE.fieldAt(path, draft);
  if (first === 'discounts') return TERMS.fieldAt(path, draft);
  return engineField(path, draft) ?? (first in draft ? first : null);
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
