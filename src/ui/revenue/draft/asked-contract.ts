import { type AskedChange, type AskedContract, type ContractDraft, TERMS } from './contract-draft';
import { said } from './said';

/** The contract as the create endpoint expects it. */
export function askedContract(draft: ContractDraft): AskedContract {
  return {
    ...said('contractNumber', draft.contractNumber),
    ...said('name', draft.name),
    ...said('customerId', draft.customerId),
    ...said('subsidiaryId', draft.subsidiaryId),
    ...said('currencyCode', draft.currencyCode),
    ...said('contractDate', draft.contractDate),
    ...said('startDate', draft.startDate),
    ...said('endDate', draft.endDate),
    ...said('notes', draft.notes),
    ...askedTerms(draft),
  };
}

/** The draft as the update endpoint expects it; cleared fields are sent as empty. */
export function askedChange(draft: ContractDraft): AskedChange {
  const orNull = (text: string) => (text.trim() === '' ? null : text.trim());
  return {
    name: orNull(draft.name),
    customerId: orNull(draft.customerId),
    contractDate: draft.contractDate,
    startDate: orNull(draft.startDate),
    endDate: orNull(draft.endDate),
    notes: orNull(draft.notes),
    ...askedTerms(draft),
  };
}

/** Price, obligations, discounts and criteria. */
export function askedTerms(draft: ContractDraft) {
  const criteria = draft.criteria.filter(({ met, evidence }) => met || evidence.trim() !== '');
  return {
    ...(TERMS.ask(draft, draft.obligations) ?? TERMS.none),
    criteria: criteria.map((one) => ({ ...one, evidence: one.evidence.trim() })),
  };
}
