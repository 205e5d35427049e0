import { dec, ONE, ZERO } from '@/core/money/decimal';
import { refuse } from '@/core/refusals';
import type { ContractState } from '@/core/revenue/contracts/contract-state';
import type { EventOf, ObligationChange, ObligationTerms } from '@/core/revenue/contracts/events';
import type {
  AllocationRow,
  ModificationComparison,
  ModificationOutcome,
  Treatment,
} from '@/core/revenue/modifications/modification';
import { newId } from '@/lib/ids';
import { expectVersion } from '../../kit/crud';
import { defineUseCase } from '../../kit/define';
import { ensureContractPolicy } from '../setup/ensure-policy';
import { compareTreatments } from './compare-treatments';
import { type ContractView, viewContract } from './contract-view';
import { lockHistory } from './lock-history';
import { type ModificationAsked, modificationApplyInput } from './modification-input';
import { termFacts } from './price-added-terms';
import { obligationRows } from './price-terms';
import { recordFacts } from './record-facts';
import { judgementsOf, openUntil, resolvedPattern, supplierOf } from './resolve-promise';

export interface AppliedModification {
  readonly contract: ContractView;
  readonly comparison: ModificationComparison;
  readonly treatment: Treatment;
}

/**
 * Applies a modification by the treatment chosen, with its reason, as a new version effective on its date; earlier
 * versions stay. Refuses REVENUE_RULE MODIFICATION_BEFORE_INCEPTION, TREATMENT_IMPOSSIBLE for one that cannot exist.
 */
export const applyModification = defineUseCase({
  name: 'revenue.modifications.apply',
  permission: 'revenue.write',
  mode: 'sql',
  input: modificationApplyInput,
  async run(context, { id, treatment: chosen, reason, ...asked }): Promise<AppliedModification> {
    const { tenant } = context;
    const history = await lockHistory(context, id);
    expectVersion(context, history.contract);
    const comparison = compareTreatments(history.state, asked);
    const treatment = chosen ?? comparison.required.treatment;
    const outcome = comparison.outcomes[treatment];
    if (!outcome.applicable) {
      refuse('REVENUE_RULE', `The change cannot be treated as ${treatment}: ${outcome.why}`, {
        rule: 'TREATMENT_IMPOSSIBLE',
        treatment,
      });
    }
    const event = eventOf(history.state, outcome, treatment, asked, reason);
    const policy = await ensureContractPolicy(
      tenant,
      history.contract.policyId,
      history.contract.contractDate,
    );
    const additions = event.additions ?? [];
    const rows = await obligationRows(
      tenant,
      history.contract,
      policy,
      asked.additions ?? [],
      additions,
      history.state.obligations.length + 1,
    );
    const state = await recordFacts(context, history, [{ event }], rows);
    context.record({
      noun: 'revenue contract',
      recordId: id,
      before: { transactionPrice: history.state.transactionPrice, version: history.state.versions.length },
      after: {
        transactionPrice: state.transactionPrice,
        version: state.versions.length,
        treatment,
        required: comparison.required.treatment,
        reason,
      },
    });
    return { contract: await viewContract(tenant, id), comparison, treatment };
  },
});

/** The outcome chosen, as the fact that is recorded. */
function eventOf(
  state: ContractState,
  outcome: ModificationOutcome,
  treatment: Treatment,
  asked: ModificationAsked,
  reason: string,
): EventOf<'modification'> {
  const judged = new Map((asked.obligations ?? []).map((one) => [one.key, one]));
  const known = new Map(state.obligations.map((one) => [one.key, one]));
  const removed = new Set(asked.removals ?? []);
  const anew = (key: string): boolean => {
    const kind = known.get(key)?.pattern.kind ?? 'RATABLE';
    if (kind === 'RATABLE' || treatment === 'separate' || treatment === 'prospective') return false;
    const distinct = judged.get(key)?.remainingDistinct ?? !['PROGRESS', 'MILESTONES'].includes(kind);
    return treatment === 'catchUp' || !distinct;
  };
  const changes: ObligationChange[] = outcome.allocation
    .filter(({ key }) => known.has(key))
    .filter((row) => {
      const own = judged.get(row.key);
      return (
        own?.pattern !== undefined || own?.supplierShare !== undefined || removed.has(row.key) || changed(row)
      );
    })
    .map((row) => {
      const { pattern, supplierShare } = judged.get(row.key) ?? {};
      // Only what is caught up as one obligation is measured anew (25-13(b)); what a settlement of past performance
      // takes at once leaves the units delivered as they are (Example 5 Case B).
      const measured = anew(row.key) && !dec(row.catchUp).isZero();
      const after = dec(row.after);
      return {
        key: row.key,
        after: row.after,
        catchUp: row.catchUp,
        pattern,
        ...(supplierShare !== undefined && { supplier: supplierShare }),
        ...(removed.has(row.key) && { removed: true }),
        measure: measured && !after.isZero() ? shareOf(dec(row.recognised).div(after)) : undefined,
      };
    });
  const additions: ObligationTerms[] = outcome.allocation
    .filter(({ key }) => !known.has(key))
    .map((row) => {
      const addition = asked.additions?.find(({ key }) => key === row.key);
      const { pattern = { kind: 'POINT' as const } } = addition ?? {};
      const supplier = addition === undefined ? undefined : supplierOf(addition);
      const { notBefore, ...resolved } = resolvedPattern(pattern);
      const until = openUntil({ ...addition, key: row.key, pattern }, notBefore);
      return {
        key: row.key,
        allocated: row.after,
        ssp: addition?.ssp ?? row.after,
        ...resolved,
        ...(until && { notBefore: until }),
        ...(supplier !== undefined && { supplier }),
      };
    });
  const judgements = (asked.additions ?? []).flatMap(judgementsOf);
  return {
    id: newId(),
    kind: 'modification',
    effectiveDate: asked.date,
    treatment,
    changes,
    additions,
    ...termFacts(state, asked, outcome),
    ...(judgements.length > 0 && { judgements }),
    reason,
  };
}

const changed = (row: AllocationRow) => !dec(row.after).equals(row.before) || !dec(row.catchUp).isZero();

function shareOf(value: ReturnType<typeof dec>): string {
  return (value.gt(ONE) ? ONE : value.lt(ZERO) ? ZERO : value).toDecimalPlaces(20).toFixed();
}
