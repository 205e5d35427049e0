import type { CriterionDraft } from './contract-draft';

/** The five criteria in plain words, with the evidence for each. */
export const CRITERION_WORDS: Readonly<
  Record<CriterionDraft['name'], { readonly label: string; readonly proof: string }>
> = {
  APPROVED: { label: 'Both parties approved it and are committed', proof: 'signed order form' },
  RIGHTS: { label: 'Each party’s rights are identified', proof: 'section and page' },
  PAYMENT_TERMS: { label: 'The payment terms are identified', proof: 'invoice terms' },
  SUBSTANCE: { label: 'It has commercial substance', proof: 'how our cash flows change' },
  COLLECTION_PROBABLE: { label: 'Collection is probable', proof: 'credit check' },
};
