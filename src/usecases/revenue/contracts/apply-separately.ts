import { dec, sum, toPlainString } from '@/core/money/decimal';
import { refuse } from '@/core/refusals';
import type { Criterion } from '@/core/revenue/contract-criteria';
import type { ModificationComparison, Treatment } from '@/core/revenue/modifications/modification';
import type { ContractRow } from '@/db/revenue/contracts';
import type { Context } from '../../kit/define';
import { demandSecondPerson } from '../approvals/second-person-rules';
import { rateFor } from '../events/booking-rules';
import { bringIntoForce } from './activate-contract';
import { draftContract } from './create-contract';
import type { ModificationAsked } from './modification-input';

/**
 * What a modification adds becomes a contract of its own, with its own balances (606-10-25-12): of the same customer, subsidiary and
 * currency, in force from the day of the change, with the criteria of the contract it was agreed with; that one stays as it is.
 * Returns its id. Refuses INVALID_INPUT for another treatment, and what drafting and activating a contract refuse.
 */
export async function applySeparately(
  context: Context,
  contract: ContractRow,
  asked: ModificationAsked,
  {
    comparison,
    treatment,
    reason,
  }: { comparison: ModificationComparison; treatment: Treatment; reason: string },
): Promise<string> {
  const { applicable, why } = comparison.outcomes.separate;
  if (treatment !== 'separate') {
    const message = `may be set only for a separate contract (606-10-25-12), not for the treatment ${treatment}`;
    refuse('INVALID_INPUT', `ownContract: ${message}`, { issues: [{ path: ['ownContract'], message }] });
  }
  if (!applicable) {
    refuse('REVENUE_RULE', `The change cannot be treated as separate: ${why}`, {
      rule: 'TREATMENT_IMPOSSIBLE',
      treatment,
    });
  }
  const { date, additions = [], variable, royalties, financing } = asked;
  const fixed = toPlainString(sum(additions.map(({ price }) => price)));
  await demandSecondPerson(context, {
    baseAmount: async () =>
      toPlainString(
        dec(fixed)
          .abs()
          .times(await rateFor(context.tenant, contract.subsidiaryId, contract.currencyCode, date)),
      ),
    preparedBy: null,
    permission: 'revenue.write',
  });
  const own = await draftContract(context, {
    name: `${contract.name ?? contract.contractNumber}, added on ${date}`,
    customerId: contract.customerId,
    subsidiaryId: contract.subsidiaryId,
    currencyCode: contract.currencyCode,
    contractDate: date,
    notes: `Agreed with ${contract.contractNumber} as a separate contract (606-10-25-12): ${reason}`,
    criteria: (contract.criteria as Criterion[] | null) ?? [],
    price: {
      fixed,
      ...(variable && { variable }),
      ...(royalties && { royalties }),
      ...(financing && { financing }),
    },
    obligations: additions.map(({ price: _price, distinct: _distinct, mergesInto: _into, ...one }) => one),
  });
  await bringIntoForce({ ...context, expectedVersion: undefined }, own.id, undefined);
  return own.id;
}
