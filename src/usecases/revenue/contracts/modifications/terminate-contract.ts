import { z } from 'zod';
import { newId } from '@/lib/ids';
import { expectVersion } from '../../../kit/crud';
import { defineUseCase } from '../../../kit/define';
import { anId, day, reasonText } from '../../../kit/fields';

import { type ContractView, viewContract } from '../contract-view';
import { lockHistory } from '../lock-history';
import { positiveAmount } from '../promise-input';
import { recordFacts } from '../record-facts';

export const terminationFields = z.object({
  effectiveDate: day,
  refund: positiveAmount.default('0'),
  reason: reasonText,
});

/**
 * Terminates a contract: schedules stop the day before, `refund` of the billed but unearned amount is returned, the
 * rest of that amount is recognized, and further obligations are removed from the price. Refuses REVENUE_RULE
 * REFUND_OVER_UNEARNED and other rules of core.
 */
export const terminateContract = defineUseCase({
  name: 'revenue.contracts.terminate',
  permission: 'revenue.write',
  mode: 'sql',
  input: terminationFields.extend({ id: anId }),
  async run(context, { id, effectiveDate, refund, reason }): Promise<ContractView> {
    const history = await lockHistory(context, id);
    expectVersion(context, history.contract);
    const state = await recordFacts(context, history, [
      { event: { id: newId(), kind: 'termination', effectiveDate, refund, reason } },
    ]);
    context.record({
      noun: 'revenue contract',
      recordId: id,
      before: { status: history.state.status },
      after: { status: state.status, transactionPrice: state.transactionPrice, reason },
    });
    return viewContract(context.tenant, id, { state, recorded: history.recorded });
  },
});
