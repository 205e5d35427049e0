import { ASKS } from '@/core/revenue/judgements/judgement-words';
import type { CriterionDraft } from './contract-draft';

/** The five criteria in plain words, with the evidence for each. */
export const CRITERION_WORDS: Readonly<
  Record<CriterionDraft['name'], { readonly label: string; readonly proof: string }>
> = {
  APPROVED: { label: ASKS.APPROVED, proof: 'signed order form' },
  RIGHTS: { label: ASKS.RIGHTS, proof: 'section and page' },
  PAYMENT_TERMS: { label: ASKS.PAYMENT_TERMS, proof: 'invoice terms' },
  SUBSTANCE: { label: ASKS.SUBSTANCE, proof: 'how our cash flows change' },
  COLLECTION_PROBABLE: { label: ASKS.COLLECTION_PROBABLE, proof: 'credit check' },
};
