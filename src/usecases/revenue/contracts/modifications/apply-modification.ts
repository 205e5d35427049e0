import { toAmountString } from '@/core/money/currency';
import { refuse } from '@/core/refusals';
import type { ContractEvent } from '@/core/revenue/contracts/events';
import { cutBelowEarned } from '@/core/revenue/modifications/earned-cut';
import type { ModificationComparison, Treatment } from '@/core/revenue/modifications/modification';
import { newId } from '@/lib/ids';
import { expectVersion } from '../../../kit/crud';
import { defineUseCase } from '../../../kit/define';
import { ensureContractPolicy } from '../../setup/ensure-policy';
import { type ContractView, viewContract } from '../contract-view';
import { judgeVariable } from '../judgement-rules';
import { lockHistory } from '../lock-history';
import { demandEarnable } from '../minimum-rules';
import { obligationRows } from '../price-terms';
import { recordFacts } from '../record-facts';
import { applySeparately, becomesOwn, demandNotSeparate } from './apply-separately';
import { type ComparedModification, changeOf, compareTreatments } from './compare-treatments';
import { modificationApplyInput } from './modification-input';

export interface AppliedModification {
  /** The contract as modified, or the contract of its own that the change is. */
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
  async run(
    context,
    { id, treatment: chosen, ownContract, reason, confirm, ...asked },
  ): Promise<AppliedModification> {
    const { tenant } = context;
    const history = await lockHistory(context, id);
    expectVersion(context, history.contract);
    const { contract } = history;
    const change = changeOf(asked, contract.currencyCode);
    judgeVariable(asked, true);
    const comparison = await compareTreatments(tenant, history, asked, ownContract);
    const { treatment: required } = comparison.required;
    const treatment = chosen ?? required;
    if (becomesOwn(ownContract, treatment)) {
      const { ownId } = await applySeparately(context, history, asked, { comparison, change, reason });
      context.record({
        noun: 'revenue contract',
        recordId: id,
        after: { treatment, required, reason, ownContractId: ownId },
      });
      return { contract: await viewContract(tenant, ownId), comparison, treatment };
    }
    demandNotSeparate(
      history,
      (change.additions ?? []).map(({ key }) => key),
    );
    if (!confirm.includes('CUT_BELOW_EARNED')) demandNoCut(comparison, treatment, contract.currencyCode);
    demandEarnable(
      comparison.outcomes[treatment].allocation.flatMap(({ key, after }) => {
        const addition = change.additions?.find((one) => one.key === key);
        return addition === undefined ? [] : [{ key, amount: after, pattern: addition.pattern }];
      }),
    );
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

/** Revenue earned before a change is taken back only by someone who says so: mostly the price cut is a typing error. */
function demandNoCut({ outcomes }: ModificationComparison, treatment: Treatment, currencyCode: string): void {
  const cut = cutBelowEarned(outcomes[treatment]);
  if (cut.isZero()) return;
  const amount = toAmountString(cut, currencyCode);
  refuse(
    'REVENUE_RULE',
    `The change reverses ${currencyCode} ${amount} of revenue that is already earned. Confirm CUT_BELOW_EARNED if that was agreed; otherwise correct the price.`,
    { rule: 'CUT_BELOW_EARNED', amount, treatment, paragraph: '606-10-25-13' },
  );
}
