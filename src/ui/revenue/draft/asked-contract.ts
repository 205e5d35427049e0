import type {
  AskedChange,
  AskedContract,
  ContractDraft,
  ObligationDraft,
  VariableDraft,
} from './contract-draft';
import { askedDiscounts, askedPriceTerms, namesOf } from './further/asked-price-terms';
import { askedPromiseTerms, askedRepurchase, askedUsage } from './further/asked-promise-terms';
import { said, shareOf } from './said';

type AskedObligation = NonNullable<AskedContract['obligations']>[number];
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
    obligations: obligations.map(askedObligation),
    discounts: askedDiscounts(draft),
    criteria: criteria.map((one) => ({ ...one, evidence: one.evidence.trim() })),
  };
}

/** An obligation as the endpoint expects it. */
export function askedObligation(one: ObligationDraft): AskedObligation {
  return {
    key: one.key.trim(),
    ...said('description', one.description),
    ...said('itemId', one.itemId),
    ...said('productCode', one.productCode),
    ...said('stratum', one.stratum),
    ...said('units', one.units),
    ...said('ssp', one.ssp),
    ...said('sspEvidence', one.sspEvidence),
    ...(one.method === 'RESIDUAL' ? { method: 'RESIDUAL' as const } : {}),
    ...said('contractPrice', one.contractPrice),
    pattern: askedPattern(one),
    capacity: one.capacity,
    ...said('supplierShare', takesSupplier(one) ? one.supplierShare : ''),
    nature: one.nature,
    ...said('revenueAccountId', one.revenueAccountId),
    ...said('departmentId', one.departmentId),
    ...said('classId', one.classId),
    ...said('locationId', one.locationId),
    ...askedPromiseTerms(one),
  };
}

/**
 * A supplier's share is a fixed amount for deliveries and progress, rarely for obligations over time, and a rate for
 * usage.
 */
export function takesSupplier({ pattern, supplierShare }: ObligationDraft): boolean {
  if (pattern === 'USAGE') return false;
  if (supplierShare !== '') return true;
  return pattern === 'POINT' || pattern === 'UNITS' || pattern === 'PROGRESS' || pattern === 'MILESTONES';
}

function askedPattern(one: ObligationDraft): AskedObligation['pattern'] {
  const { start, end } = one;
  switch (one.pattern) {
    case 'RATABLE':
      return {
        kind: 'RATABLE',
        start,
        end,
        ...(one.spread === '' ? {} : { method: one.spread }),
        ...(one.residual === '' ? {} : { residual: one.residual }),
      };
    case 'LICENCE':
      return {
        kind: 'LICENCE',
        intellectualProperty: one.intellectualProperty,
        start,
        end,
        ...said('providedOn', one.providedOn),
      };
    case 'UNITS':
      return { kind: 'UNITS', quantity: one.quantity };
    case 'RIGHTS':
      return { kind: 'RIGHTS', expectedUsed: one.quantity };
    case 'MILESTONES':
      return {
        kind: 'MILESTONES',
        milestones: one.milestones.map(({ key, weight }) => ({ key: key.trim(), weight })),
      };
    case 'USAGE':
      return askedUsage(one);
    case 'REPURCHASE':
      return askedRepurchase(one);
    case 'POINT':
    case 'PROGRESS':
      return { kind: one.pattern };
  }
}

/** A variable element of the price as the endpoint expects it; if its obligations were removed it applies to all. */
export function askedVariable(one: VariableDraft, obligations: readonly ObligationDraft[]): AskedVariable {
  const to = namesOf(one.to, { obligations });
  return {
    key: one.key.trim(),
    method: one.method,
    outcomes: one.outcomes
      .filter(({ amount, percent }) => amount !== '' || percent !== '')
      .map(({ amount, percent }) => ({ amount, probability: shareOf(percent) })),
    ...(one.constraint === 'NONE' ? {} : { constraint: constraintOf(one) }),
    ...(to.length > 0 && { to }),
  };
}

function constraintOf({ constraint, limit }: VariableDraft): NonNullable<AskedVariable['constraint']> {
  switch (constraint) {
    case 'CAP':
      return { kind: 'CAP', amount: limit };
    case 'CONFIDENCE':
      return { kind: 'CONFIDENCE', probability: shareOf(limit) };
    case 'NONE':
    case 'EXCLUDED':
      return { kind: constraint };
  }
}
