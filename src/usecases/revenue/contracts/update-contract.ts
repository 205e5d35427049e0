import { z } from 'zod';
import { refuse } from '@/core/refusals';
import {
  type ContractRow,
  findContract,
  lockContract,
  writeContract,
} from '@/db/revenue/contracts/contracts';
import { demandDaysInOrder } from '@/usecases/kit/days-in-order';
import { anId } from '@/usecases/kit/fields';
import { expectVersion, refuseNotFound } from '../../kit/crud';
import { defineUseCase } from '../../kit/define';
import { ensurePolicyOn } from '../setup/ensure-policy';
import { type ContractTerms, contractUpdateInput } from './contract-input';
import { shownContract } from './contract-record';
import { demandCurrency, preparersWith, termsIn } from './create-contract';
import { priceTerms } from './price-terms';

/** Changes a draft; omitted fields keep their values. An active contract changes by modification (606-10-25-10). */
export const updateContract = defineUseCase({
  name: 'revenue.contracts.update',
  permission: 'revenue.write',
  mode: 'sql',
  input: z.object({ id: anId, data: contractUpdateInput }),
  async run(context, { id, data }): Promise<ContractRow> {
    const { tenant } = context;
    const before = (await lockContract(tenant, id)) ?? refuseNotFound('contract', id);
    expectVersion(context, before);
    demandDraft(before);
    demandCurrency(before, data.currencyCode);
    const dates = {
      contractDate: data.contractDate ?? before.contractDate,
      startDate: data.startDate === undefined ? before.startDate : data.startDate,
      endDate: data.endDate === undefined ? before.endDate : data.endDate,
    };
    demandDaysInOrder(dates, 'startDate', 'endDate');
    const known = before.terms as ContractTerms | null;
    const terms = termsIn({
      price: data.price ?? known?.price,
      obligations: data.obligations ?? known?.obligations,
      discounts: data.discounts ?? known?.discounts,
    });
    const priced =
      terms === null
        ? null
        : await priceTerms(
            tenant,
            { currencyCode: before.currencyCode, contractDate: dates.contractDate },
            terms,
          );
    await writeContract(tenant, id, {
      ...dates,
      name: data.name === undefined ? before.name : data.name,
      customerId: data.customerId === undefined ? before.customerId : data.customerId,
      notes: data.notes === undefined ? before.notes : data.notes,
      policyId: (await ensurePolicyOn(tenant, dates.contractDate)).id,
      terms,
      criteria: data.criteria ?? before.criteria,
      allocation:
        priced === null ? null : { ...priced.allocation, price: priced.price, sources: priced.sources },
      transactionPrice: priced?.allocation.total ?? '0',
      preparedBy: preparersWith(before.preparedBy, context),
    });
    const after = (await findContract(tenant, id)) ?? refuseNotFound('contract', id);
    context.record({ noun: 'revenue contract', recordId: id, before, after });
    return shownContract(after);
  },
});

/** Refuses INVALID_STATUS_TRANSITION for a contract that is no longer a draft. */
export function demandDraft(contract: ContractRow): void {
  if (contract.contractStatus === 'DRAFT') return;
  refuse(
    'INVALID_STATUS_TRANSITION',
    `The contract is ${contract.contractStatus}; change an active contract with a modification.`,
    { from: contract.contractStatus, to: 'DRAFT' },
  );
}
