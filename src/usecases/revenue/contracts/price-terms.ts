import { roundToCurrency, toAmountString } from '@/core/money/currency';
import { dec, sum, ZERO } from '@/core/money/decimal';
import { addMonths } from '@/core/periods/calendar';
import { refuse } from '@/core/refusals';
import { allocate } from '@/core/revenue/allocation/allocate';
import type { Allocation, AllocationInput } from '@/core/revenue/allocation/allocation';
import { standalonePrice } from '@/core/revenue/allocation/standalone';
import { termsProblem } from '@/core/revenue/contracts/drafts/terms';
import type { EventOf, Installment, InterestRow, ObligationTerms } from '@/core/revenue/contracts/events';
import { versionOn } from '@/core/revenue/dated';
import { minimumOf } from '@/core/revenue/minimum';
import { type TransactionPrice, transactionPrice } from '@/core/revenue/transaction-price';
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
import { demandEarnable, demandMinimums, minimumSsp, royaltyMethodFor, withSpread } from './minimum-rules';
import type { VariableInput } from './promise-input';

import { interestOf, judgementsOf, type ResolvedPromise, resolvedPromise } from './resolve-promise';

/** A draft's terms worked out on the contract date: price, allocation, and the basis of the standalone prices. */
export interface Priced {
  readonly price: TransactionPrice;
  readonly allocation: Allocation;
  readonly input: AllocationInput;
  readonly sources: readonly { kind: string; id: string; note: string | null }[];
  /** The obligations as the engine takes them, in the order of the terms. */
  readonly promises: readonly ResolvedPromise[];
  readonly interest: readonly InterestRow[];
  readonly installments: readonly Installment[];
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
  const variable = (terms.price.variable ?? []).map(
    ({ to: _to, evidence: _evidence, criteria: _criteria, ...element }) => element,
  );
  const byPolicy = await royaltyMethodFor(tenant, contractDate, terms);
  const promises = terms.obligations.map((promise) => resolvedPromise(contract, promise, byPolicy));
  demandMinimums(terms, promises, currencyCode);
  const interest = interestOf(contract, terms);
  const price = valueOrThrow(
    transactionPrice({
      ...terms.price,
      variable,
      currencyCode,
      financing: interest.financing,
      deductions: promises.flatMap(({ deductions }) => deductions),
    }),
  );
  const codes = terms.obligations.flatMap(({ productCode }) => productCode ?? []);
  const list = codes.length === 0 ? [] : await sspOf(tenant, codes, currencyCode);
  const sources: { kind: string; id: string; note: string | null }[] = terms.obligations
    .flatMap(judgementsOf)
    .map(({ key, conclusion, paragraph, evidence }) => ({
      kind: 'judgement',
      id: key,
      note: `${conclusion} (${paragraph}): ${evidence}`,
    }));
  for (const { key, method, constraint, evidence } of terms.price.variable ?? []) {
    const note = `${method}, constraint ${constraint.kind} (606-10-32-8, 32-11): ${evidence}`;
    sources.push({ kind: 'judgement', id: key, note });
  }
  const { noFinancing } = terms.price;
  if (noFinancing !== undefined) {
    const note = `no significant financing component, ${noFinancing.reason} (606-10-32-17): ${noFinancing.evidence}`;
    sources.push({ kind: 'judgement', id: 'financing', note });
  }
  const obligations = terms.obligations.map((obligation, index) => {
    const {
      key,
      ssp,
      sspRange,
      method,
      contractPrice,
      productCode,
      standalone,
      stratum = '',
      units = '1',
    } = obligation;
    if (standalone !== undefined) {
      if (ssp !== undefined) refuseTwice(key);
      const estimated = valueOrThrow(standalonePrice({ ...standalone, currencyCode }));
      sources.push({ kind: 'standalone price', id: key, note: estimated.why });
      return { key, ssp: estimated.ssp, sspRange, method, contractPrice };
    }
    const committed =
      ssp === undefined && productCode === undefined ? minimumSsp(promises[index]) : undefined;
    if (committed !== undefined) {
      sources.push({
        kind: 'standalone price',
        id: key,
        note: 'the committed minimum, at the prices of use',
      });
      return { key, ssp: committed, sspRange, method, contractPrice };
    }
    if (ssp !== undefined || productCode === undefined) {
      if (obligation.sspEvidence !== undefined) {
        sources.push({ kind: 'evidence', id: key, note: obligation.sspEvidence });
      }
      return { key, ssp, sspRange, method, contractPrice };
    }
    const versions = list
      .filter((row) => row.productCode === productCode && row.stratum === stratum)
      .map((row) => ({ ...row, from: row.validFrom, to: row.validTo }));
    const found = valueOrThrow(versionOn(versions, contractDate, `standalone price of ${productCode}`));
    sources.push({ kind: 'ssp', id: found.id, note: found.evidence === '' ? null : found.evidence });
    const times = (price: string) =>
      toAmountString(roundToCurrency(dec(price).times(units), currencyCode), currencyCode);
    const range =
      found.rangeLow === null || found.rangeHigh === null
        ? sspRange
        : { low: times(found.rangeLow), high: times(found.rangeHigh) };
    return { key, ssp: times(found.ssp), sspRange: range, method, contractPrice };
  });
  const directed = (terms.price.variable ?? []).flatMap(({ key, to }) => {
    const included = price.elements.find((element) => element.key === key)?.amount ?? '0';
    return to === undefined ? [] : [{ amount: included, to }];
  });
  // A royalty is not part of the price until the sales occur (606-10-55-65), but the expected royalty affects how much
  // of the fixed price its license is allocated (Example 35).
  const royalties = (terms.price.royalties ?? []).flatMap(({ to, expected }) =>
    to === undefined || expected === undefined ? [] : [{ to, amount: expected }],
  );
  const input: AllocationInput = {
    transactionPrice: sum([price.total, ...royalties.map(({ amount }) => amount)]).toFixed(),
    currencyCode,
    obligations,
    discounts: terms.discounts.map(({ amount, to }) => ({ amount, to })),
    variable: [...directed, ...royalties],
  };
  const whole = valueOrThrow(allocate(input));
  const allocation: Allocation = {
    total: price.total,
    allocations: whole.allocations.map((share) => {
      const later = royalties.filter(({ to }) => to.includes(share.key)).map(({ amount }) => amount);
      if (later.length === 0) return share;
      const amount = toAmountString(dec(share.amount).minus(sum(later)), currencyCode);
      return {
        ...share,
        amount,
        why: `${share.why} Its royalties are recognized as the sales occur (606-10-55-65).`,
      };
    }),
  };
  for (const [index, { key }] of terms.obligations.entries()) {
    const promise = promises[index];
    if (promise === undefined) continue;
    const problem = termsProblem({ key, allocated: '0', ssp: '0', ...promise });
    if (problem === null) continue;
    refuse('INVALID_INPUT', `obligations.${key}: ${problem}`, {
      issues: [{ path: ['obligations', key], message: problem }],
    });
  }
  demandEarnable(
    allocation.allocations.flatMap(({ key, amount }) => {
      const promise = promises[terms.obligations.findIndex((one) => one.key === key)];
      return promise === undefined ? [] : [{ key, amount, pattern: promise.pattern }];
    }),
  );
  return {
    price,
    allocation,
    input,
    sources,
    promises,
    interest: interest.rows,
    installments: interest.installments,
  };
}

/** A draft kept from before the decision had to be said is completed before it is priced again. Refuses INVALID_INPUT. */
function demandEstimates({ price }: ContractTerms): void {
  const issues = (price.variable ?? []).flatMap((element: Partial<VariableInput>, index) =>
    (['constraint', 'evidence'] as const)
      .filter((field) => element[field] === undefined)
      .map((field) => ({
        path: ['price', 'variable', String(index), field],
        message: `must be said of the variable amount ${element.key}`,
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

/**
 * The part of the creation event about the price, other than the allocation: variable elements, royalties, interest.
 */
export function priceFacts(
  terms: ContractTerms,
  priced: Priced,
): Pick<EventOf<'created'>, 'variable' | 'royalties' | 'interest' | 'installments'> {
  const included = new Map(priced.price.estimates.map((estimate) => [estimate.key, estimate.included]));
  const variable = (terms.price.variable ?? []).map(({ key, to }) => ({
    key,
    included: included.get(key) ?? '0',
    ...(to && { to }),
  }));
  const royalties = (terms.price.royalties ?? []).map(({ key, rate, to }) => ({
    key,
    rate,
    ...(to && { to }),
  }));
  return {
    ...(variable.length > 0 && { variable }),
    ...(royalties.length > 0 && { royalties }),
    ...(priced.interest.length > 0 && { interest: priced.interest }),
    ...(priced.installments.length > 0 && { installments: priced.installments }),
  };
}

/**
 * The obligations as the creation event states them: each with its share of the price and its
 * standalone price as the basis.
 */
export function termsOf(terms: ContractTerms, priced: Priced, policy: PolicyRow): ObligationTerms[] {
  const shares = new Map(priced.allocation.allocations.map(({ key, amount }) => [key, amount]));
  const prices = new Map(priced.input.obligations.map((one) => [one.key, one]));
  return terms.obligations.map(({ key }, index) => {
    const { pattern, notBefore, supplier, refund } = priced.promises[index] ?? { pattern: { kind: 'POINT' } };
    const listed = prices.get(key);
    const middle =
      listed?.sspRange === undefined
        ? ZERO
        : sum([dec(listed.sspRange.low), dec(listed.sspRange.high)]).div('2');
    return {
      key,
      allocated: shares.get(key) ?? '0',
      ssp: listed?.ssp ?? (middle.isZero() ? (shares.get(key) ?? '0') : middle.toFixed()),
      pattern:
        pattern.kind === 'RATABLE'
          ? {
              ...pattern,
              method: pattern.method ?? (policy.scheduleMethod as 'EXACT_DAYS'),
              residual: pattern.residual ?? (policy.residual as 'LAST'),
            }
          : withSpread(pattern, policy.scheduleMethod as 'EXACT_DAYS'),
      ...(notBefore && { notBefore }),
      ...(supplier && { supplier }),
      ...(refund !== undefined && { refund }),
    };
  });
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
