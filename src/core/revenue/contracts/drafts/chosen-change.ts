import { type Decimal, dec, ONE, ZERO } from '@/core/money/decimal';
import type { DateString } from '../../days';
import type { AllocationRow, Treatment, TreatmentEffect } from '../../modifications/modification';
import type {
  Installment,
  InterestRow,
  ObligationPattern,
  ObligationTerms,
  RoyaltyTerms,
  VariableTerms,
} from '../agreed/promised-terms';
import { measuredAnew } from '../changes/obligation-state';
import type { TreatedChange } from '../comparison';
import type { ModificationTerms } from '../events';
import { type Draft, satisfiedShare } from './draft';

/** What the chosen treatment does to an existing obligation. */
export type ObligationChange = {
  key: string;
  after: Decimal;
  catchUp: Decimal;
  pattern?: ObligationPattern | undefined;
  /** The share satisfied on the new scope, when progress is remeasured (25-13(b)). */
  measure?: Decimal | undefined;
  /** It is measured again with the materials it has, which earn their cost at any price (55-21(b)). */
  keepsMaterials?: boolean | undefined;
  /** The supplier's share for the whole obligation from now on. */
  supplier?: string | undefined;
  /** From this day on the rest is measured on its own (25-13(a)); false: it was measured again from its beginning. */
  startsAgain?: boolean | undefined;
  /** The part of the catch-up that settles past performance: whatever is measured later, it stays as it is. */
  past?: Decimal | undefined;
  /** The remainder is no longer wanted, nor is the supplier's part of it. */
  removed?: boolean | undefined;
};

/** Everything the chosen treatment does to the contract on its day. */
export type ChosenChange = {
  changes: ObligationChange[];
  additions: ObligationTerms[];
  variable: VariableTerms[];
  royalties: RoyaltyTerms[];
  interest: readonly InterestRow[];
  installments: readonly Installment[];
};

/** The consequences of a change under the chosen treatment. */
export function chosenChange(
  draft: Draft,
  date: DateString,
  change: ModificationTerms,
  treatment: Treatment,
  { effect, terms, interest, installments }: TreatedChange,
): ChosenChange {
  return {
    changes: changesOf(draft, date, change, treatment, effect),
    additions: additionsOf(draft, change, effect),
    ...ownedTerms(change, terms, effect),
    interest: interest.filter(({ amount }) => !dec(amount).isZero()),
    installments,
  };
}

function changesOf(
  draft: Draft,
  date: DateString,
  change: ModificationTerms,
  treatment: Treatment,
  outcome: TreatmentEffect,
): ObligationChange[] {
  const judged = new Map((change.obligations ?? []).map((one) => [one.key, one]));
  const removed = new Set(change.removals ?? []);
  /** Remeasured as one obligation with what was transferred: not distinct, and treated as such. */
  const anew = (key: string): boolean => {
    const kind = draft.obligations.get(key)?.pattern.kind ?? 'RATABLE';
    if (kind === 'RATABLE' || treatment === 'separate' || treatment === 'prospective') return false;
    const distinct = judged.get(key)?.remainingDistinct ?? !['PROGRESS', 'MILESTONES'].includes(kind);
    return treatment === 'catchUp' || !distinct;
  };
  const startsAgain = (key: string): boolean => {
    if (treatment !== 'mixed') return treatment === 'prospective';
    const kind = draft.obligations.get(key)?.pattern.kind ?? 'RATABLE';
    return judged.get(key)?.remainingDistinct ?? !['PROGRESS', 'MILESTONES'].includes(kind);
  };
  return outcome.allocation.flatMap((row) => {
    const obligation = draft.obligations.get(row.key);
    if (obligation === undefined) return [];
    const { pattern, supplierShare, satisfiedAfter } = judged.get(row.key) ?? {};
    const touched = pattern !== undefined || supplierShare !== undefined || removed.has(row.key);
    // Distinct remainders start again though their share stays as it was: that does not depend on a cent of rounding.
    const goesOn =
      obligation.removedOn === null && !obligation.apart && satisfiedShare(obligation, date).lt(ONE);
    if (!touched && !changed(row) && !(goesOn && startsAgain(row.key))) return [];
    const [after, catchUp] = [dec(row.after), dec(row.catchUp)];
    const past = dec(change.pastAdjustment?.key === row.key ? change.pastAdjustment.amount : '0');
    // Only an obligation with a catch-up is remeasured (25-13(b)). What a settlement of past performance recognizes at once
    // leaves the units delivered as they are (Example 5 Case B).
    const measured =
      anew(row.key) && !after.isZero() && (!catchUp.isZero() || (!touched && past.isZero() && goesOn));
    // What was used of a minimum always follows from the facts.
    const isCommitted = obligation.committed !== null;
    const byTerms =
      isCommitted || satisfiedAfter === undefined
        ? measuredAnew(obligation, pattern ?? (isCommitted ? obligation.pattern : undefined), date)
        : undefined;
    return [
      {
        key: row.key,
        after,
        catchUp,
        past,
        pattern: withConvention(obligation.pattern, pattern),
        ...(supplierShare !== undefined && { supplier: supplierShare }),
        ...(removed.has(row.key) && { removed: true }),
        ...(startsAgain(row.key) ? { startsAgain: true } : !catchUp.isZero() && { startsAgain: false }),
        keepsMaterials: measured && byTerms === undefined && satisfiedAfter === undefined,
        measure: measured
          ? byTerms === undefined
            ? measuredShare(row, obligation.taken.minus(past))
            : dec(byTerms)
          : undefined,
      },
    ];
  });
}

/** A new term keeps the spreading convention of the old one, unless another is agreed. */
function withConvention(
  before: ObligationPattern,
  after: ObligationPattern | undefined,
): ObligationPattern | undefined {
  if (after?.kind !== 'RATABLE' || before.kind !== 'RATABLE') return after;
  return { ...after, method: after.method ?? before.method, residual: after.residual ?? before.residual };
}

function additionsOf(draft: Draft, change: ModificationTerms, outcome: TreatmentEffect): ObligationTerms[] {
  const asked = new Map((change.additions ?? []).map((one) => [one.key, one]));
  return outcome.allocation.flatMap(({ key, after }) => {
    const addition = draft.obligations.has(key) ? undefined : asked.get(key);
    if (addition === undefined) return [];
    const { ssp, pattern, supplier, notBefore } = addition;
    return [
      {
        key,
        allocated: after,
        ssp,
        pattern,
        ...(notBefore !== undefined && { notBefore }),
        ...(supplier !== undefined && { supplier }),
      },
    ];
  });
}

/** The price terms of a change, each with the obligations it belongs to under the treatment. */
function ownedTerms(
  change: ModificationTerms,
  terms: TreatedChange['terms'],
  outcome: TreatmentEffect,
): Pick<ChosenChange, 'variable' | 'royalties'> {
  const owners = new Map(outcome.terms.map(({ key, to }) => [key, to]));
  const owned = (key: string) => {
    const to = owners.get(key) ?? null;
    return to === null ? {} : { to };
  };
  return {
    variable: (terms.variable ?? []).map(({ key, included }) => ({ key, included, ...owned(key) })),
    royalties: (change.royalties ?? []).map(({ key, rate }) => ({ key, rate, ...owned(key) })),
  };
}

const changed = (row: AllocationRow) => !dec(row.after).equals(row.before) || !dec(row.catchUp).isZero();

/** The share satisfied that gives an obligation what the change lets it have recognized; `taken`: beside what it measures. */
function measuredShare(row: AllocationRow, taken: Decimal): Decimal {
  const whole = taken.plus(row.after);
  const value = whole.isZero() ? ONE : taken.plus(row.recognised).div(whole);
  return (value.gt(ONE) ? ONE : value.lt(ZERO) ? ZERO : value).toDecimalPlaces(20);
}
