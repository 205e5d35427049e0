import { toAmountString } from '@/core/money/currency';
import { dec } from '@/core/money/decimal';
import { addMonths } from '@/core/periods/calendar';
import { refuse } from '@/core/refusals';
import type { Allocation } from '@/core/revenue/allocation/allocation';
import { agreedContract } from '@/core/revenue/contracts/agreed/agreed-contract';
import type {
  AgreedObligation,
  AgreedTerms,
  StandaloneBasis,
} from '@/core/revenue/contracts/agreed/agreed-terms';
import type { ObligationTerms } from '@/core/revenue/contracts/agreed/promised-terms';
import { termsProblem } from '@/core/revenue/contracts/drafts/terms';
import { versionOn } from '@/core/revenue/dated';
import { minimumOf } from '@/core/revenue/minimum';
import type { TransactionPrice } from '@/core/revenue/transaction-price';
import type { ContractRow } from '@/db/revenue/contracts/contracts';
import type { ObligationRow } from '@/db/revenue/contracts/obligations';
import type { PolicyRow } from '@/db/revenue/policies';
import { sspOf } from '@/db/revenue/ssp';
import { itemAccounts } from '@/db/stores/sales/items';
import type { Tenant } from '@/db/tenancy';
import { sentenceFor } from '@/usecases/kit/run';
import { valueOrThrow } from '@/usecases/kit/value-or-throw';
import { demandDimensions } from '../setup/dimension-rules';
import { accountOf } from '../setup/policy-rules';
import type { ContractTerms, ObligationInput } from './contract-input';
import { judgeTerms } from './judgement-rules';
import { demandEarnable, demandMinimums, royaltyMethodFor, withSpread } from './minimum-rules';
import type { VariableInput } from './promise-input';
import { agreedFinancing, judgementsOf, resolvedPromise } from './resolve-promise';

/** A draft's terms worked out on the contract date: what was agreed, what it comes to, and the basis of the standalone prices. */
export interface Priced {
  readonly price: TransactionPrice;
  readonly allocation: Allocation;
  readonly sources: readonly { kind: string; id: string; note: string | null }[];
  readonly agreed: AgreedTerms;
}

/**
 * Prices and allocates a draft (606-10-32): with the standalone prices given, or those of the price list
 * on the contract date for its stratum. Refuses what core refuses, and REVENUE_RULE NO_VERSION where the
 * list has no price on that date.
 */
export async function priceTerms(
  tenant: Tenant,
  contract: Pick<ContractRow, 'currencyCode' | 'contractDate'>,
  terms: ContractTerms,
): Promise<Priced> {
  const { currencyCode, contractDate } = contract;
  demandEstimates(terms);
  judgeTerms(terms, currencyCode);
  const byPolicy = await royaltyMethodFor(tenant, contractDate, terms);
  const promises = terms.obligations.map((promise) => resolvedPromise(contract, promise, byPolicy));
  demandMinimums(terms, promises, currencyCode);
  const financing = agreedFinancing(contract, terms);
  const codes = terms.obligations.flatMap(({ productCode }) => productCode ?? []);
  const list = codes.length === 0 ? [] : await sspOf(tenant, codes, currencyCode);
  const rests: (Source | undefined)[] = [];
  const obligations = terms.obligations.map((obligation, index): AgreedObligation => {
    const { deductions: _deductions, ...promise } = promises[index] ?? resolvedPromise(contract, obligation);
    const { key, sspRange, method, contractPrice } = obligation;
    const { standalone, source } = standaloneBasis(obligation, promise, list, contractDate);
    rests.push(source);
    return {
      key,
      ...promise,
      ...(standalone && { standalone }),
      ...(sspRange && { sspRange }),
      ...(method && { method }),
      ...(contractPrice !== undefined && { contractPrice }),
    };
  });
  const deductions = promises.flatMap((promise) => promise.deductions);
  const { fixed, nonCash, payableToCustomer, variable, royalties } = terms.price;
  const agreed: AgreedTerms = {
    price: {
      fixed,
      ...(nonCash && { nonCash }),
      ...(payableToCustomer && { payableToCustomer }),
      ...(deductions.length > 0 && { deductions }),
      ...(variable && { variable: variable.map(({ criteria: _criteria, ...element }) => element) }),
      ...(royalties && { royalties: royalties.map(({ criteria: _criteria, ...element }) => element) }),
      ...(financing !== undefined && { financing }),
    },
    obligations,
    ...(terms.discounts.length > 0 && {
      discounts: terms.discounts.map(({ amount, to }) => ({ amount, to })),
    }),
  };
  const { price, allocation, estimates, beginning } = valueOrThrow(agreedContract(currencyCode, agreed));
  const sources = judgedSources(terms);
  for (const [index, { key }] of obligations.entries()) {
    const estimate = estimates.find((one) => one.key === key);
    const source =
      estimate === undefined ? rests[index] : { kind: 'standalone price', id: key, note: estimate.why };
    if (source !== undefined) sources.push(source);
  }
  for (const one of beginning.obligations) {
    const problem = termsProblem(one);
    if (problem === null) continue;
    refuse('INVALID_INPUT', `obligations.${one.key}: ${problem}`, {
      issues: [{ path: ['obligations', one.key], message: problem }],
    });
  }
  demandEarnable(
    beginning.obligations.map(({ key, allocated, pattern }) => ({ key, amount: allocated, pattern })),
  );
  return { price, allocation, sources, agreed };
}

type Source = { kind: string; id: string; note: string | null };

/** The judgments on which a price is based. */
function judgedSources({ obligations, price }: ContractTerms): Source[] {
  const sources: Source[] = obligations
    .flatMap(judgementsOf)
    .map(({ key, conclusion, paragraph, evidence }) => ({
      kind: 'judgement',
      id: key,
      note: `${conclusion} (${paragraph}): ${evidence}`,
    }));
  for (const { key, method, constraint, evidence } of price.variable ?? []) {
    const note = `${method}, constraint ${constraint.kind} (606-10-32-8, 32-11): ${evidence}`;
    sources.push({ kind: 'judgement', id: key, note });
  }
  const { noFinancing } = price;
  if (noFinancing !== undefined) {
    const note = `no significant financing component, ${noFinancing.reason} (606-10-32-17): ${noFinancing.evidence}`;
    sources.push({ kind: 'judgement', id: 'financing', note });
  }
  return sources;
}

/** What the standalone price of an obligation is based on, with its source; an estimate names its source when it is computed. */
function standaloneBasis(
  obligation: ObligationInput,
  promise: Pick<AgreedObligation, 'pattern'>,
  list: Awaited<ReturnType<typeof sspOf>>,
  contractDate: string,
): { standalone?: StandaloneBasis; source?: Source } {
  const { key, ssp, sspEvidence, productCode, standalone, stratum = '', units = '1' } = obligation;
  if (standalone !== undefined) {
    if (ssp !== undefined) refuseTwice(key);
    return { standalone };
  }
  if (ssp === undefined && productCode === undefined && minimumOf(promise.pattern) !== null) {
    const note = 'the committed minimum, at the prices of use';
    return { standalone: { kind: 'MINIMUM' }, source: { kind: 'standalone price', id: key, note } };
  }
  if (ssp !== undefined || productCode === undefined) {
    return {
      ...(ssp !== undefined && { standalone: { kind: 'STATED', ssp } }),
      ...(sspEvidence !== undefined && { source: { kind: 'evidence', id: key, note: sspEvidence } }),
    };
  }
  const versions = list
    .filter((row) => row.productCode === productCode && row.stratum === stratum)
    .map((row) => ({ ...row, from: row.validFrom, to: row.validTo }));
  const found = valueOrThrow(versionOn(versions, contractDate, `standalone price of ${productCode}`));
  const { rangeLow, rangeHigh } = found;
  return {
    standalone: {
      kind: 'LISTED',
      ssp: found.ssp,
      units,
      ...(rangeLow !== null && rangeHigh !== null && { range: { low: rangeLow, high: rangeHigh } }),
    },
    source: { kind: 'ssp', id: found.id, note: found.evidence === '' ? null : found.evidence },
  };
}

/** A draft stored before the decision was required is completed before it is priced again. Refuses INVALID_INPUT. */
function demandEstimates({ price }: ContractTerms): void {
  const issues = (price.variable ?? []).flatMap((element: Partial<VariableInput>, index) =>
    (['constraint', 'evidence'] as const)
      .filter((field) => element[field] === undefined)
      .map((field) => ({
        path: ['price', 'variable', String(index), field],
        message: `must be given for the variable amount ${element.key}`,
      })),
  );
  if (issues.length > 0) refuse('INVALID_INPUT', sentenceFor(issues), { issues });
}

function refuseTwice(key: string): never {
  const message = 'must be omitted if the inputs of its estimate are given';
  refuse('INVALID_INPUT', `obligations.${key}.ssp: ${message}`, {
    issues: [{ path: ['obligations', key, 'ssp'], message }],
  });
}

/** What was agreed, where it leaves a convention to the policy with what the policy says: the terms of a creation. */
export function agreedUnder(policy: PolicyRow, { agreed }: Priced): AgreedTerms {
  const method = policy.scheduleMethod as 'EXACT_DAYS';
  return {
    ...agreed,
    obligations: agreed.obligations.map((one) => ({
      ...one,
      pattern:
        one.pattern.kind === 'RATABLE'
          ? {
              ...one.pattern,
              method: one.pattern.method ?? method,
              residual: one.pattern.residual ?? (policy.residual as 'LAST'),
            }
          : withSpread(one.pattern, method),
    })),
  };
}

type Dated = Pick<ContractRow, 'contractDate' | 'startDate' | 'endDate' | 'currencyCode'>;

/**
 * The stored obligations of a contract, with the revenue account of each. Refuses REFERENCE_NOT_FOUND for an item, and REVENUE_RULE for
 * an account that is missing or requires a dimension.
 */
export async function obligationRows(
  tenant: Tenant,
  contract: Dated,
  policy: PolicyRow,
  promised: readonly ObligationInput[],
  terms: readonly ObligationTerms[],
  from: number,
): Promise<ObligationRow[]> {
  const ids = promised.flatMap(({ itemId }) => itemId ?? []);
  const items = new Map((await itemAccounts(tenant, ids)).map((item) => [item.id, item]));
  for (const id of ids) {
    if (!items.has(id)) {
      refuse('REFERENCE_NOT_FOUND', 'The item does not exist.', { field: 'itemId', noun: 'items', id });
    }
  }
  const rows = rowsOfPromises(
    contract,
    policy,
    { promised, terms, from },
    (id) => items.get(id)?.revenueAccountId,
  );
  await demandDimensions(tenant, rows);
  return rows;
}

/** The same of promises whose items' accounts are known. Refuses REVENUE_RULE NO_ACCOUNT. */
export function rowsOfPromises(
  contract: Dated,
  policy: PolicyRow,
  {
    promised,
    terms,
    from,
  }: {
    readonly promised: readonly ObligationInput[];
    readonly terms: readonly ObligationTerms[];
    readonly from: number;
  },
  accountOfItem: (itemId: string) => string | null | undefined,
): ObligationRow[] {
  return terms.map((term, index): ObligationRow => {
    const input = promised.find(({ key }) => key === term.key);
    const revenueAccountId =
      input?.revenueAccountId ?? accountOfItem(input?.itemId ?? '') ?? accountOf(policy, 'REVENUE');
    return {
      key: term.key,
      position: from + index,
      description: input?.description ?? null,
      itemId: input?.itemId ?? null,
      pattern: term.pattern,
      ssp: toAmountString(dec(term.ssp), contract.currencyCode),
      allocated: term.allocated,
      measure: term.pattern.kind === 'RATABLE' ? null : '0',
      held: false,
      capacity: input?.capacity ?? 'PRINCIPAL',
      nature: input?.nature ?? 'SERVICE',
      timing: isAtOnce(term.pattern) ? 'POINT_IN_TIME' : 'OVER_TIME',
      expedient: input?.expedient ?? expedientOf(contract, policy, term),
      revenueAccountId,
      classId: input?.classId ?? null,
      departmentId: input?.departmentId ?? null,
      locationId: input?.locationId ?? null,
      projectId: input?.projectId ?? null,
    };
  });
}

const isAtOnce = (pattern: ObligationTerms['pattern']) =>
  ['POINT', 'UNITS', 'RIGHTS'].includes(pattern.kind) || minimumOf(pattern)?.method === 'AT_START';

/**
 * Usage without a minimum counts as a royalty for the disclosure (50-14A); a contract of a year or less qualifies for 50-14 when elected.
 */
function expedientOf(
  contract: Pick<ContractRow, 'contractDate' | 'startDate' | 'endDate'>,
  policy: PolicyRow,
  term: ObligationTerms,
): string {
  // A minimum is fixed, whatever is used of it: 50-14A excludes variable consideration only.
  if (term.pattern.kind === 'USAGE' && minimumOf(term.pattern) === null) return 'ROYALTY';
  const start = contract.startDate ?? contract.contractDate;
  const short = contract.endDate !== null && contract.endDate < addMonths(start, 12);
  return policy.oneYearExpedient && short ? 'ONE_YEAR' : '';
}
