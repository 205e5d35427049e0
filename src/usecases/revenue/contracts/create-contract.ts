import type { z } from 'zod';
import { refuse } from '@/core/refusals';
import {
  type ContractRow,
  contractNumberTaken,
  findContract,
  insertContract,
} from '@/db/revenue/contracts/contracts';
import { newId } from '@/lib/ids';
import { demandDaysInOrder } from '@/usecases/kit/days-in-order';
import { reachSubsidiary } from '@/usecases/subsidiaries/find-subsidiary';
import { refuseNotFound } from '../../kit/crud';
import { type Context, defineUseCase } from '../../kit/define';
import { nextRecordCode } from '../../kit/record-code';
import { ensurePolicyOn } from '../setup/ensure-policy';
import { type ContractTerms, contractCreateInput } from './contract-input';
import { shownContract } from './contract-record';
import { type Priced, priceTerms } from './price-terms';

/**
 * Drafts a revenue contract: parties, dates, performance obligations, price. A draft with enough terms is priced
 * and allocated at once, so that a wrong figure is refused now; it keeps the policy version of its contract
 * date. Nothing is recognized before activation. Refuses REFERENCE_NOT_FOUND, DUPLICATE, INVALID_INPUT and
 * REVENUE_RULE of the allocation.
 */
export const createContract = defineUseCase({
  name: 'revenue.contracts.create',
  permission: 'revenue.write',
  mode: 'sql',
  input: contractCreateInput,
  run: async (context, input): Promise<ContractRow> => shownContract(await draftContract(context, input)),
});

/** The body of the verb, for verbs that draft contracts from other sources. */
export async function draftContract(
  context: Context,
  input: z.output<typeof contractCreateInput>,
): Promise<ContractRow> {
  const { tenant, clock } = context;
  const subsidiary = await reachSubsidiary(tenant, input.subsidiaryId);
  const contractDate = input.contractDate ?? input.startDate ?? clock.today();
  demandDaysInOrder(
    { startDate: input.startDate ?? null, endDate: input.endDate ?? null },
    'startDate',
    'endDate',
  );
  const currencyCode = input.currencyCode ?? subsidiary.baseCurrency;
  const policy = await ensurePolicyOn(tenant, contractDate);
  const terms = termsIn(input);
  const priced = terms === null ? null : await priceTerms(tenant, { currencyCode, contractDate }, terms);
  const id = newId();
  const contractNumber =
    input.contractNumber ??
    (await nextRecordCode(tenant, 'REV', (code) => contractNumberTaken(tenant, code)));
  const place = { subsidiaryId: subsidiary.id, policyId: policy.id, currencyCode, contractDate };
  await insertContract(tenant, draftRow(context, input, { id, contractNumber, ...place }, { terms, priced }));
  const after = (await findContract(tenant, id)) ?? refuseNotFound('contract', id);
  context.record({ noun: 'revenue contract', recordId: id, after });
  return after;
}

/** A draft as it is stored. */
export const draftRow = (
  context: Context,
  input: Omit<z.output<typeof contractCreateInput>, 'price' | 'obligations' | 'discounts'>,
  place: Pick<
    ContractRow,
    'id' | 'contractNumber' | 'subsidiaryId' | 'policyId' | 'currencyCode' | 'contractDate'
  >,
  { terms, priced }: { readonly terms: ContractTerms | null; readonly priced: Priced | null },
) => ({
  ...place,
  name: input.name ?? null,
  customerId: input.customerId ?? null,
  startDate: input.startDate ?? null,
  endDate: input.endDate ?? null,
  transactionPrice: priced?.allocation.total ?? '0',
  subscriptionId: input.subscriptionId ?? null,
  terms,
  criteria: input.criteria ?? [],
  allocation: priced === null ? null : allocationOf(priced),
  notes: input.notes ?? null,
  preparedBy: preparersWith([], context),
});

/** The allocation of a price as it is stored, with the basis of the price. */
export const allocationOf = ({ allocation, price, sources }: Priced) => ({ ...allocation, price, sources });

/** Those who prepared a draft, with the caller; or with the one whose work the caller approves. */
export function preparersWith(known: readonly string[], { principal, second }: Context): string[] {
  const id = second?.kind === 'APPROVED' ? second.preparedBy : principal.actor.id;
  return [...new Set([...known, ...(id === null ? [] : [id])])];
}

/** The obligations and price among a caller's fields; null while there are none. */
export function termsIn(input: {
  price?: ContractTerms['price'] | undefined;
  obligations?: ContractTerms['obligations'] | undefined;
  discounts?: ContractTerms['discounts'] | undefined;
}): ContractTerms | null {
  if (input.obligations === undefined || input.obligations.length === 0) return null;
  return {
    price: input.price ?? { fixed: '0' },
    obligations: input.obligations,
    discounts: input.discounts ?? [],
  };
}

/** A contract keeps the currency it was drafted in. Refuses REVENUE_RULE CURRENCY_FIXED for another. */
export function demandCurrency(
  contract: Pick<ContractRow, 'currencyCode'>,
  said: string | null | undefined,
): void {
  if (said === undefined || said === null || said === contract.currencyCode) return;
  refuse(
    'REVENUE_RULE',
    `The contract is in ${contract.currencyCode}, which cannot change. Draft another contract in ${said}.`,
    {
      rule: 'CURRENCY_FIXED',
      currencyCode: contract.currencyCode,
    },
  );
}
