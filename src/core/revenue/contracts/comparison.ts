import { toAmountString } from '@/core/money/currency';
import { type DecimalString, dec, sum, ZERO } from '@/core/money/decimal';
import { granted, type Outcome } from '@/core/outcome';
import type { DateString } from '../days';
import { financingPlan } from '../financing/financing-plan';
import { minimumOf, totalOf } from '../minimum';
import { compareModification, treatModification } from '../modifications/compare';
import type {
  AddedPriceTerms,
  ModificationComparison,
  ModificationInput,
  TreatedModification,
  Treatment,
} from '../modifications/modification';
import { estimateVariable, recordedConstraint } from '../variable-consideration';
import type { Installment, InterestRow } from './agreed/promised-terms';
import { namedByBills } from './billed-items';
import { obligationState, planOf, refusedRemainder } from './changes/obligation-state';
import { breach, type Draft } from './drafts/draft';
import { earnedInPeriodBefore } from './drafts/earned-in-period';
import type { ModificationTerms } from './events';
import { removedRefusal } from './satisfy';

/** What a change adds to the price, estimated on its effective date. */
type AddedTerms = {
  terms: AddedPriceTerms;
  /** The dates on which interest on its financing accrues. */
  interest: readonly InterestRow[];
  /** The payments of that financing. */
  installments: readonly Installment[];
};

/** A compared change, with its price terms. */
export type ComparedChange = AddedTerms & { comparison: ModificationComparison };

/** A change under one treatment, with its price terms. */
export type TreatedChange = AddedTerms & TreatedModification;

/**
 * The four treatments of a change side by side (606-10-25-12, 25-13), computed from the contract as it is on the effective
 * date; `stands`: what is in its position besides revenue, and the part of its bills that still waits for performance. Refuses what
 * `compareModification` refuses, and REVENUE_RULE CONTRACT_NOT_ACTIVE, UNKNOWN_OBLIGATION,
 * DUPLICATE_ELEMENT, FINANCING_PAYMENTS, NOTHING_REMAINS.
 */
export function compareChange(
  draft: Draft,
  date: DateString,
  change: ModificationTerms,
  stands?: { readonly billed: DecimalString; readonly pending: DecimalString },
): Outcome<ComparedChange> {
  const read = readChange(draft, date, change);
  if (!read.ok) return read;
  const earnedInPeriod = toAmountString(earnedInPeriodBefore(draft, date), draft.currencyCode);
  const comparison = compareModification({ ...read.value.input, ...stands, earnedInPeriod });
  return comparison.ok ? granted({ comparison: comparison.value, ...read.value.added }) : comparison;
}

/** The same change under one treatment alone. Refuses what `compareChange` refuses. */
export function treatChange(
  draft: Draft,
  date: DateString,
  change: ModificationTerms,
  treatment: Treatment,
): Outcome<TreatedChange> {
  const read = readChange(draft, date, change);
  if (!read.ok) return read;
  const result = treatModification(read.value.input, treatment);
  return result.ok ? granted({ ...result.value, ...read.value.added }) : result;
}

/** The change and the contract it applies to, as the treatments read them. */
function readChange(
  draft: Draft,
  date: DateString,
  change: ModificationTerms,
): Outcome<{ input: ModificationInput; added: AddedTerms }> {
  const { currencyCode } = draft;
  const judged = new Map((change.obligations ?? []).map((one) => [one.key, one]));
  const unknown = [...judged.keys()].find((key) => !draft.obligations.has(key));
  if (unknown !== undefined) {
    const refusal = breach('UNKNOWN_OBLIGATION', `The contract has no obligation ${unknown}.`, {
      key: unknown,
    });
    return { ok: false, refusal };
  }
  const gone = [...judged.keys(), ...(change.removals ?? [])]
    .map((key) => draft.obligations.get(key))
    .find((one) => one !== undefined && one.removedOn !== null);
  if (gone !== undefined) return { ok: false, refusal: removedRefusal(gone) };
  const spent = refusedRemainder(draft, date, judged);
  if (spent !== null) return { ok: false, refusal: spent };
  const added = addedTermsOf(draft, date, change);
  if (!added.ok) return added;
  const input: ModificationInput = {
    currencyCode,
    grid: draft.grid,
    date,
    inception: draft.inception,
    obligations: [...draft.obligations.values()].map((one) =>
      obligationState(draft, one, date, judged.get(one.key)),
    ),
    additions: change.additions?.map(({ key, price, ssp, distinct, mergesInto, pattern, supplier }) => ({
      key,
      // What an agent collects for its supplier is not part of its own price (606-10-55-38).
      price: dec(price)
        .minus(supplier?.capacity === 'AGENT' ? supplier.amount : '0')
        .toFixed(),
      ssp,
      distinct,
      mergesInto,
      plan: planOf(pattern),
    })),
    removals: change.removals,
    priceChange: ownPriceChange(draft, change),
    pastAdjustment: change.pastAdjustment,
    terms: added.value.terms,
    answers: change.answers,
  };
  return granted({ input, added: added.value });
}

/**
 * The price change with what committed minimums rise by, less the additional amount agents now collect for their suppliers. A
 * minimum is a fixed part of the price, so that its change is one of the price.
 */
function ownPriceChange(draft: Draft, change: ModificationTerms): string | undefined {
  const more = (change.obligations ?? []).map(({ key, supplierShare, pattern }) => {
    const { supplier, pattern: before } = draft.obligations.get(key) ?? {};
    const [was, is] = [before, pattern].map((one) => (one === undefined ? null : minimumOf(one)));
    if (is) return (was ? totalOf(was) : ZERO).minus(totalOf(is));
    if (supplierShare === undefined || supplier?.capacity !== 'AGENT') return ZERO;
    return dec(supplierShare).minus(supplier.amount);
  });
  if (more.every((one) => one.isZero())) return change.priceChange;
  return dec(change.priceChange ?? '0')
    .minus(sum(more))
    .toFixed();
}

/** What a change adds to the price other than fixed amounts (606-10-32-5, 32-15, 55-65), estimated. */
function addedTermsOf(draft: Draft, date: DateString, change: ModificationTerms): Outcome<AddedTerms> {
  const { currencyCode } = draft;
  const { variable = [], royalties = [], financing } = change;
  const taken = [...variable, ...royalties].find(
    ({ key }) => draft.variable.has(key) || draft.royalties.has(key),
  );
  if (taken !== undefined) {
    const refusal = breach('DUPLICATE_ELEMENT', `The price already has an element ${taken.key}.`, {
      key: taken.key,
    });
    return { ok: false, refusal };
  }
  const promised = sum([
    change.priceChange ?? '0',
    ...(change.additions ?? []).map(({ price }) => price),
  ]).toFixed();
  const plan =
    financing === undefined
      ? undefined
      : financingPlan({ ...financing, currencyCode, fixed: promised, start: financing.start ?? date });
  if (plan?.ok === false) return plan;
  const elements: { key: string; included: string; to?: readonly string[] | undefined }[] = [];
  for (const { key, to, ...recorded } of variable) {
    const estimated = estimateVariable({
      ...recorded,
      constraint: recordedConstraint(recorded),
      currencyCode,
    });
    if (!estimated.ok) return estimated;
    elements.push({ key, included: estimated.value.included, to });
  }
  const unnamed = (draft.billed.gt(draft.paid) ? draft.billed : draft.paid).minus(namedByBills(draft));
  const after = toAmountString(unnamed.gt(ZERO) ? unnamed : ZERO, currencyCode);
  const keys = (change.additions ?? []).map(({ key, mergesInto }) => mergesInto ?? key);
  return granted({
    terms: {
      variable: elements,
      royalties: royalties.map(({ key, to, expected }) => ({ key, to, expected })),
      interest: plan?.value.interest,
    },
    interest: plan?.value.rows ?? [],
    installments: (plan?.value.installments ?? []).map((payment) => ({ ...payment, after, keys })),
  });
}
