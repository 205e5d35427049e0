import type { ContractEvent } from '@/core/revenue/contracts/events';
import type { ModificationComparison, Treatment } from '@/core/revenue/modifications/modification';
import { newId } from '@/lib/ids';
import { expectVersion } from '../../kit/crud';
import { defineUseCase } from '../../kit/define';
import { ensureContractPolicy } from '../setup/ensure-policy';
import { changeOf, compareTreatments } from './compare-treatments';
import { type ContractView, viewContract } from './contract-view';
import { eventsOf, lockHistory } from './lock-history';
import { modificationApplyInput } from './modification-input';
import { obligationRows } from './price-terms';
import { recordFacts } from './record-facts';

export interface AppliedModification {
  readonly contract: ContractView;
  readonly comparison: ModificationComparison;
  readonly treatment: Treatment;
}

/**
 * Applies a modification by the chosen treatment, with its reason, as a new version effective on its
 * date; earlier versions stay. Refuses REVENUE_RULE MODIFICATION_BEFORE_INCEPTION, TREATMENT_IMPOSSIBLE
 * for a treatment that cannot apply.
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
    const { contract, recorded } = history;
    const change = changeOf(asked);
    const comparison = compareTreatments(contract, eventsOf(contract, recorded), asked);
    const { treatment: required } = comparison.required;
    const treatment = chosen ?? required;
    const event: ContractEvent = {
      id: newId(),
      kind: 'modification',
      effectiveDate: asked.date,
      treatment,
      decidedFor: required,
      reason,
      ...change,
    };
    const policy = await ensureContractPolicy(tenant, contract.policyId, contract.contractDate);
    const rows = await obligationRows(
      tenant,
      contract,
      policy,
      asked.additions ?? [],
      (change.additions ?? []).map((one) => ({ ...one, allocated: '0' })),
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
        required,
        reason,
      },
    });
    return { contract: await viewContract(tenant, id), comparison, treatment };
  },
});
