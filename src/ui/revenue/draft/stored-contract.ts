import { dec, isPlainDecimal, toPlainString } from '@/core/money/decimal';
import { askedTerms } from './asked-contract';
import { type AskedTerms, type ContractDraft, CRITERIA, type CriterionDraft, TERMS } from './contract-draft';

/** A draft's terms as saved. */
export type StoredTerms = Readonly<AskedTerms>;

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
  const terms = contract.terms ?? { price: {} };
  const { obligations = [] } = TERMS.terms.obligations.read((terms as Partial<StoredTerms>).obligations, '');
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
    criteria: CRITERIA.map((name) => known.get(name) ?? { name, met: false, evidence: '' }),
    ...TERMS.empty,
    ...TERMS.read(terms, '', obligations),
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
