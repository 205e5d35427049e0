import { z } from 'zod';
import { dec, sum } from '@/core/money/decimal';
import { refuse } from '@/core/refusals';
import { combinable } from '@/core/revenue/judgements/contract-criteria';
import { type ContractRow, lockContract, writeContract } from '@/db/revenue/contracts/contracts';
import { listEvents } from '@/db/revenue/contracts/events';
import { moveSources } from '@/db/revenue/contracts/sources';
import { anId } from '@/usecases/kit/fields';
import { valueOrThrow } from '@/usecases/kit/value-or-throw';
import { expectVersion, refuseNotFound } from '../../../kit/crud';
import { defineUseCase } from '../../../kit/define';
import { ensureContractPolicy } from '../../setup/ensure-policy';
import type { ContractTerms } from '../contract-input';
import { shownContract } from '../contract-record';
import { draftContract } from '../create-contract';
import { demandDraft } from '../update-contract';

export const combinationFields = z.object({
  with: z.array(anId).min(1).max(50),
  reasons: z.object({
    singleObjective: z.boolean().default(false),
    pricesInterdependent: z.boolean().default(false),
    singleObligation: z.boolean().default(false),
  }),
  relatedCustomers: z.boolean().optional(),
});

/**
 * Combines drafts entered into at or near the same time with one customer into one contract (606-10-25-9): one price,
 * allocated over all their performance obligations. The drafts refer to it and take no more events. Refuses
 * REVENUE_RULE NOT_COMBINABLE, HAS_EVENTS for a draft that already has payments, INVALID_STATUS_TRANSITION.
 */
export const combineContracts = defineUseCase({
  name: 'revenue.contracts.combine',
  permission: 'revenue.write',
  mode: 'sql',
  input: combinationFields.extend({ id: anId }),
  async run(context, { id, with: others, reasons, relatedCustomers }): Promise<ContractRow> {
    const { tenant } = context;
    const ids = [...new Set([id, ...others])].sort();
    const contracts: ContractRow[] = [];
    for (const each of ids) {
      const contract = (await lockContract(tenant, each)) ?? refuseNotFound('contract', each);
      if (each === id) expectVersion(context, contract);
      demandDraft(contract);
      if ((await listEvents(tenant, each)).length > 0) {
        refuse('REVENUE_RULE', `Contract ${contract.contractNumber} already has events.`, {
          rule: 'HAS_EVENTS',
          contractId: each,
        });
      }
      contracts.push(contract);
    }
    const first = contracts.find((one) => one.id === id) ?? refuseNotFound('contract', id);
    const policy = await ensureContractPolicy(tenant, first.policyId, first.contractDate);
    const { inception } = valueOrThrow(
      combinable({
        contracts: contracts.map((one) => ({
          contractId: one.id,
          customerId: one.customerId ?? one.id,
          currencyCode: one.currencyCode,
          inception: one.contractDate,
        })),
        reasons,
        nearDays: policy.combinationDays,
        relatedCustomers,
      }),
    );
    const terms = contracts.flatMap(({ terms: one }) => (one === null ? [] : [one as ContractTerms]));
    const days = (pick: (one: ContractRow) => string | null) =>
      contracts.flatMap((one) => pick(one) ?? []).sort();
    const combined = await draftContract(context, {
      name: first.name,
      customerId: first.customerId,
      subsidiaryId: first.subsidiaryId,
      currencyCode: first.currencyCode,
      contractDate: inception,
      startDate: days((one) => one.startDate)[0] ?? null,
      endDate: days((one) => one.endDate).at(-1) ?? null,
      price: {
        fixed: sum(terms.map(({ price }) => dec(price.fixed))).toFixed(),
        variable: terms.flatMap(({ price }) => price.variable ?? []),
        nonCash: terms.flatMap(({ price }) => price.nonCash ?? []),
        payableToCustomer: terms.flatMap(({ price }) => price.payableToCustomer ?? []),
        royalties: terms.flatMap(({ price }) => price.royalties ?? []),
        ...combinedFinancing(terms),
      },
      obligations: terms.flatMap(({ obligations }) => [...obligations]),
      discounts: terms.flatMap(({ discounts }) =>
        discounts.map(({ to, ...one }) => ({ ...one, to: [...to] })),
      ),
    });
    await moveSources(tenant, ids, combined.id);
    for (const contract of contracts) {
      await writeContract(tenant, contract.id, { contractStatus: 'COMBINED', combinedIntoId: combined.id });
      context.record({
        noun: 'revenue contract',
        recordId: contract.id,
        before: { status: 'DRAFT' },
        after: { status: 'COMBINED', combinedIntoId: combined.id, reasons },
      });
    }
    return shownContract(combined);
  },
});

/**
 * Stated interest amounts are added; where there are none, the judgment that there is no financing component stays. Financing
 * terms depend on the payments of their own contract, so such a draft must state the amount.
 */
function combinedFinancing(
  terms: readonly ContractTerms[],
): Pick<ContractTerms['price'], 'financing' | 'noFinancing'> {
  const interest = sum(
    terms.map(({ price }) => {
      if (typeof price.financing !== 'object') return price.financing ?? '0';
      return refuse(
        'REVENUE_RULE',
        'A contract with financing terms cannot be combined. State the interest as an amount instead.',
        {
          rule: 'FINANCING_APART',
          paragraph: '606-10-25-9',
        },
      );
    }),
  );
  const [judged] = terms.flatMap(({ price }) => price.noFinancing ?? []);
  return interest.isZero() && judged !== undefined
    ? { noFinancing: judged }
    : { financing: interest.toFixed() };
}
