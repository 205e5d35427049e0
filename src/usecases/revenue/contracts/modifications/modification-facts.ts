import type { z } from 'zod';
import { toAmountString } from '@/core/money/currency';
import { refuse } from '@/core/refusals';
import type { ContractEvent } from '@/core/revenue/contracts/events';
import { cutBelowEarned } from '@/core/revenue/modifications/earned-cut';
import type { ModificationComparison, Treatment } from '@/core/revenue/modifications/modification';
import type { ObligationRow } from '@/db/revenue/contracts/obligations';
import { newId } from '@/lib/ids';
import type { Context } from '../../../kit/define';
import { ensureContractPolicy } from '../../setup/ensure-policy';
import { judgeVariable } from '../judgement-rules';
import type { History } from '../lock-history';
import { demandEarnable } from '../minimum-rules';
import { obligationRows } from '../price-terms';
import { becomesOwn, demandNotSeparate, separateFact } from './apply-separately';
import { type ComparedModification, changeOf, compareTreatments } from './compare-treatments';
import type { modificationApplyInput } from './modification-input';

/** A modification by one treatment, ready to record. */
export interface AgreedModification {
  readonly event: ContractEvent;
  /** The obligations it adds to the contract. */
  readonly rows: readonly ObligationRow[];
  readonly comparison: ComparedModification;
  readonly treatment: Treatment;
  /** The contract of its own that it made; null: it is part of this one. */
  readonly ownId: string | null;
}

/**
 * The fact of a modification of a locked contract by the treatment chosen, or the required one; what is a separate contract is drafted
 * and in force as one of its own, unless `ownContract` is false. `instead`: the fact it replaces. Refuses what `applyModification` refuses.
 */
export async function agreedModification(
  context: Context,
  history: History,
  asked: Omit<z.output<typeof modificationApplyInput>, 'id'>,
  instead?: ContractEvent,
): Promise<AgreedModification> {
  const { tenant } = context;
  const { contract } = history;
  const { treatment: chosen, ownContract, reason, confirm, ...terms } = asked;
  const change = changeOf(terms, contract.currencyCode);
  judgeVariable(terms, true);
  const comparison = await compareTreatments(tenant, history, terms, { ownContract, instead });
  const { treatment: required } = comparison.required;
  const treatment = chosen ?? required;
  const others = { recorded: history.recorded.filter(({ event }) => event.id !== instead?.id) };
  demandNotSeparate(
    others,
    (change.additions ?? []).map(({ key }) => key),
  );
  if (becomesOwn(ownContract, treatment)) {
    const own = await separateFact(context, contract, terms, { comparison, change, reason });
    return { event: own.event, rows: [], comparison, treatment, ownId: own.ownId };
  }
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
    effectiveDate: terms.date,
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
    terms.additions ?? [],
    (change.additions ?? []).map((one) => ({ ...one, allocated: '0' })),
    history.state.obligations.length + 1,
  );
  return { event, rows, comparison, treatment, ownId: null };
}

/** Revenue earned before a change is reversed only if someone confirms it: usually such a price cut is a typing error. */
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
