import type { AskedChange, AskedContract, ContractDraft, VariableDraft } from './contract-draft';
import { askedDiscounts, askedPriceTerms, namesOf } from './further/asked-price-terms';
import { type ObligationDraft, PROMISE } from './promise-form';
import { said, shareOf } from './said';

type AskedVariable = NonNullable<NonNullable<AskedContract['price']>['variable']>[number];

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

/** Price, obligations and criteria. */
export function askedTerms(draft: ContractDraft) {
  const { obligations } = draft;
  const criteria = draft.criteria.filter(({ met, evidence }) => met || evidence.trim() !== '');
  return {
    price: {
      fixed: draft.fixed === '' ? '0' : draft.fixed,
      ...(draft.variable.length === 0
        ? {}
        : { variable: draft.variable.map((one) => askedVariable(one, obligations)) }),
      ...askedPriceTerms(draft),
    },
    obligations: obligations.map((one) => PROMISE.ask(one) ?? PROMISE.none),
    discounts: askedDiscounts(draft),
    criteria: criteria.map((one) => ({ ...one, evidence: one.evidence.trim() })),
  };
}

/**
 * A variable element of the price as the endpoint expects it; if its obligations were removed it applies to all. What is not
 * chosen yet is left out, which the endpoint refuses; the form says so before (draft-problems).
 */
export function askedVariable(one: VariableDraft, obligations: readonly ObligationDraft[]): AskedVariable {
  const to = namesOf(one.to, { obligations });
  return {
    key: one.key.trim(),
    ...(one.method === '' ? {} : { method: one.method }),
    outcomes: one.outcomes
      .filter(({ amount, percent }) => amount !== '' || percent !== '')
      .map(({ amount, percent }) => ({ amount, probability: shareOf(percent) })),
    ...(one.constraint === '' ? {} : { constraint: constraintOf(one.constraint, one.limit) }),
    evidence: one.evidence.trim(),
    ...(to.length > 0 && { to }),
  } as AskedVariable;
}

function constraintOf(
  decided: Exclude<VariableDraft['constraint'], ''>,
  limit: string,
): AskedVariable['constraint'] {
  switch (decided) {
    case 'CAP':
      return { kind: 'CAP', amount: limit };
    case 'CONFIDENCE':
      return { kind: 'CONFIDENCE', probability: shareOf(limit) };
    case 'NONE':
    case 'EXCLUDED':
      return { kind: decided };
  }
}
