import type { Treatment } from '@/core/revenue/modifications/modification';
import { expectVersion } from '../../../kit/crud';
import { defineUseCase } from '../../../kit/define';
import { type ContractView, viewContract } from '../contract-view';
import { lockHistory } from '../lock-history';
import { recordFacts } from '../record-facts';
import { linkSeparate } from './apply-separately';
import type { ComparedModification } from './compare-treatments';
import { agreedModification } from './modification-facts';
import { modificationApplyInput } from './modification-input';

export interface AppliedModification {
  /** The contract as modified, or the separate contract that the change created. */
  readonly contract: ContractView;
  readonly comparison: ComparedModification;
  readonly treatment: Treatment;
}

/**
 * Applies a modification by the treatment chosen, with its reason, as a new version effective on its date; earlier
 * versions stay. A separate contract (606-10-25-12) becomes one with balances of its own, unless `ownContract` is false, and this one stays
 * as it is. Refuses REVENUE_RULE MODIFICATION_BEFORE_INCEPTION, TREATMENT_IMPOSSIBLE for one that cannot exist, ALREADY_SEPARATE,
 * CUT_BELOW_EARNED until it is confirmed for one that takes back revenue earned before it.
 */
export const applyModification = defineUseCase({
  name: 'revenue.modifications.apply',
  permission: 'revenue.write',
  mode: 'sql',
  input: modificationApplyInput,
  async run(context, { id, ...asked }): Promise<AppliedModification> {
    const { tenant } = context;
    const history = await lockHistory(context, id);
    expectVersion(context, history.contract);
    const { contract } = history;
    const { event, rows, comparison, treatment, ownId } = await agreedModification(context, history, asked);
    const { treatment: required } = comparison.required;
    const { reason, confirm } = asked;
    const state = await recordFacts(context, history, [{ event }], rows);
    if (ownId !== null) {
      await linkSeparate(context, contract, ownId, event.id);
      context.record({
        noun: 'revenue contract',
        recordId: id,
        after: { treatment, required, reason, ownContractId: ownId },
      });
      return { contract: await viewContract(tenant, ownId), comparison, treatment };
    }
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
        ...(confirm.length > 0 && { confirm }),
      },
    });
    return {
      contract: await viewContract(tenant, id, { state, recorded: history.recorded }),
      comparison,
      treatment,
    };
  },
});
