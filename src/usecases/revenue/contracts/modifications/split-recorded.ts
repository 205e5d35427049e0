import { agreedContract } from '@/core/revenue/contracts/agreed/agreed-contract';
import type { ContractEvent, EventOf } from '@/core/revenue/contracts/events';
import { separateTerms } from '@/core/revenue/contracts/separate-terms';
import { contractNumberTaken, insertContract } from '@/db/revenue/contracts/contracts';
import { listObligations } from '@/db/revenue/contracts/obligations';
import { newId } from '@/lib/ids';
import { valueOrThrow } from '@/usecases/kit/value-or-throw';
import type { Context } from '../../../kit/define';
import { nextRecordCode } from '../../../kit/record-code';
import { demandSecondPerson } from '../../approvals/second-person-rules';
import { baseSizeOf } from '../../events/booking-rules';
import { ensurePolicyOn } from '../../setup/ensure-policy';
import { draftRow } from '../create-contract';
import { type History, lockHistory } from '../lock-history';
import { recordFacts } from '../record-facts';
import { partiesOf } from './apply-separately';

/**
 * Makes a contract of its own of a modification that was recorded as part of another contract: with the terms it agreed, as if it had
 * been one from the beginning, with the accounts and dimensions of its obligations. `others`: the facts of that contract without the modification. Returns
 * its id. Refuses what `separateTerms` refuses, FORBIDDEN where it needs a second person.
 */
export async function separateRecorded(
  context: Context,
  history: History,
  {
    event,
    others,
    reason,
  }: {
    readonly event: EventOf<'modification'>;
    readonly others: readonly ContractEvent[];
    readonly reason: string;
  },
): Promise<string> {
  const { tenant } = context;
  const { contract, grid } = history;
  const { effectiveDate: date } = event;
  const agreed = valueOrThrow(separateTerms(others, date, event, grid));
  const { price: agreedPrice } = valueOrThrow(agreedContract(contract.currencyCode, agreed));
  const price = agreedPrice.total;
  await demandSecondPerson(context, {
    baseAmount: baseSizeOf(tenant, contract, price, date),
    preparedBy: null,
    permission: 'revenue.write',
  });
  const policy = await ensurePolicyOn(tenant, date);
  const id = newId();
  const contractNumber = await nextRecordCode(tenant, 'REV', (code) => contractNumberTaken(tenant, code));
  const { subsidiaryId, currencyCode } = contract;
  const place = { id, contractNumber, subsidiaryId, policyId: policy.id, currencyCode, contractDate: date };
  const input = partiesOf(contract, date, reason);
  // Its terms stand in the fact that agreed them; there is nothing to draft.
  const row = draftRow(context, input, place, { terms: null, priced: null });
  await insertContract(tenant, { ...row, transactionPrice: price });
  context.record({
    action: 'revenue.contracts.create',
    noun: 'revenue contract',
    recordId: id,
    after: { ...place, transactionPrice: price, from: contract.contractNumber },
  });
  const keys = new Set(agreed.obligations.map(({ key }) => key));
  const rows = (await listObligations(tenant, contract.id))
    .filter(({ key }) => keys.has(key))
    .map((one, index) => ({
      ...one,
      position: index + 1,
      measure: one.measure === null ? null : '0',
      held: false,
    }));
  const state = await recordFacts(
    context,
    await lockHistory(context, id),
    [
      {
        event: {
          id: newId(),
          kind: 'created',
          effectiveDate: date,
          currencyCode,
          policy: { framework: policy.framework, lossLevel: policy.lossLevel },
          agreed,
        },
      },
      { event: { id: newId(), kind: 'activated', effectiveDate: date } },
    ],
    rows,
  );
  context.record({
    action: 'revenue.contracts.activate',
    noun: 'revenue contract',
    recordId: id,
    before: { status: 'DRAFT' },
    after: { status: state.status, transactionPrice: state.transactionPrice },
  });
  return id;
}
