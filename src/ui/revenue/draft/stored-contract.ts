import { dec, isPlainDecimal, toPlainString } from '@/core/money/decimal';
import { askedTerms } from './asked-contract';
import {
  type AskedContract,
  type ContractDraft,
  CRITERIA,
  type CriterionDraft,
  emptyVariable,
  type VariableDraft,
} from './contract-draft';
import { cardsOf, priceTermsOf } from './further/stored-price-terms';
import { type AskedObligation, type ObligationDraft, PROMISE } from './promise-form';
import { percentOf } from './said';

type StoredPrice = NonNullable<AskedContract['price']>;
type StoredVariable = NonNullable<StoredPrice['variable']>[number];

/** A draft's obligations as saved. */
export type StoredTerms = {
  readonly price: StoredPrice;
  readonly obligations: readonly AskedObligation[];
  readonly discounts: NonNullable<AskedContract['discounts']>;
};

/** The parts of a contract from the server that its draft uses. */
export type StoredContract = {
  readonly contractNumber: string;
  readonly name: string | null;
  readonly customerId: string | null;
  readonly subsidiaryId: string;
  readonly currencyCode: string;
  readonly contractDate: string;
  readonly startDate: string | null;
  readonly endDate: string | null;
  readonly notes: string | null;
  readonly terms: unknown;
  readonly criteria: unknown;
};

/**
 * A saved draft as form values. Null if saving it from the form would change or lose any of its terms: what the form
 * would send is compared with what is stored.
 */
export function draftOf(contract: StoredContract): ContractDraft | null {
  const terms = (contract.terms ?? { price: { fixed: '' }, obligations: [], discounts: [] }) as StoredTerms;
  const { price, obligations, discounts } = terms;
  const cards = obligations.map((one, at) => cardOf(one, `s${at}`));
  const known = new Map(
    ((contract.criteria ?? []) as readonly CriterionDraft[]).map((one) => [one.name, one]),
  );
  const draft: ContractDraft = {
    contractNumber: contract.contractNumber,
    name: contract.name ?? '',
    customerId: contract.customerId ?? '',
    subsidiaryId: contract.subsidiaryId,
    currencyCode: contract.currencyCode,
    contractDate: contract.contractDate,
    startDate: contract.startDate ?? '',
    endDate: contract.endDate ?? '',
    notes: contract.notes ?? '',
    fixed: String(price.fixed),
    variable: (price.variable ?? []).map((one, at) => elementOf(one, `w${at}`, cards)),
    obligations: cards,
    criteria: CRITERIA.map((name) => known.get(name) ?? { name, met: false, evidence: '' }),
    ...priceTermsOf(price, discounts, cards),
  };
  const { criteria: _criteria, ...sent } = askedTerms(draft);
  return contract.terms === null || plain(sent) === plain(terms) ? draft : null;
}

/** The same text for the same values, regardless of key order and trailing zeros; empty values are ignored. */
function plain(value: unknown): string {
  return JSON.stringify(value, (_name, inner: unknown) => {
    if (typeof inner === 'number') return String(inner);
    if (typeof inner === 'string') return isPlainDecimal(inner) ? toPlainString(dec(inner)) : inner;
    if (inner === null || typeof inner !== 'object' || Array.isArray(inner)) return inner;
    return Object.fromEntries(
      Object.entries(inner)
        .filter(([, said]) => said !== null && said !== undefined && said !== '' && !isEmptyList(said))
        .sort(([a], [b]) => (a < b ? -1 : 1)),
    );
  });
}

const isEmptyList = (value: unknown) => Array.isArray(value) && value.length === 0;

const cardOf = (one: AskedObligation, id: string): ObligationDraft => ({
  ...PROMISE.empty,
  ...PROMISE.read(one, ''),
  id,
});

function elementOf(one: StoredVariable, id: string, cards: readonly ObligationDraft[]): VariableDraft {
  // A draft kept from before the decision had to be said has none; the form asks for it.
  const constraint: StoredVariable['constraint'] | { readonly kind: '' } = one.constraint ?? { kind: '' };
  const limit =
    constraint.kind === 'CAP'
      ? String(constraint.amount)
      : constraint.kind === 'CONFIDENCE'
        ? percentOf(constraint.probability)
        : '';
  return {
    ...emptyVariable(id),
    key: one.key,
    method: one.method,
    outcomes: one.outcomes.map(({ amount, probability }, at) => ({
      id: `p${at}`,
      amount: String(amount),
      percent: percentOf(probability),
    })),
    constraint: constraint.kind,
    evidence: one.evidence ?? '',
    limit,
    to: cardsOf(one.to ?? [], cards),
  };
}
