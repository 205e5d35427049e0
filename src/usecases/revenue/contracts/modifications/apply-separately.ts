import { sum, toPlainString } from '@/core/money/decimal';
import { refuse } from '@/core/refusals';
import type { ContractEvent, EventOf, ModificationTerms } from '@/core/revenue/contracts/events';
import type { Criterion } from '@/core/revenue/judgements/contract-criteria';
import type { ModificationComparison, Treatment } from '@/core/revenue/modifications/modification';
import { type ContractRow, writeContract } from '@/db/revenue/contracts/contracts';
import { newId } from '@/lib/ids';
import type { Context } from '../../../kit/define';
import { demandSecondPerson } from '../../approvals/second-person-rules';
import { baseSizeOf } from '../../events/booking-rules';
import { bringIntoForce } from '../activate-contract';
import { draftContract } from '../create-contract';
import type { History } from '../lock-history';
import type { ModificationAsked } from './modification-input';

/**
 * Whether a modification becomes a separate contract: as the caller says, otherwise where its treatment is a separate contract
 * (606-10-25-12). Refuses INVALID_INPUT for a separate contract under another treatment.
 */
export function becomesOwn(asked: boolean | undefined, treatment: Treatment): boolean {
  if (asked === true && treatment !== 'separate') {
    const message = `may be set only for a separate contract (606-10-25-12), not for the treatment ${treatment}`;
    refuse('INVALID_INPUT', `ownContract: ${message}`, { issues: [{ path: ['ownContract'], message }] });
  }
  return asked ?? treatment === 'separate';
}

/**
 * What a modification adds becomes a contract of its own, with its own balances (606-10-25-12): of the same customer, subsidiary and
 * currency, in force from the day of the change, with the criteria of the contract it was agreed with. That one stays as it is, but for the
 * fact that made the other. Returns the id of the new one and that fact, which is to be recorded. Refuses TREATMENT_IMPOSSIBLE, and what
 * drafting and activating a contract refuse.
 */
export async function separateFact(
  context: Context,
  contract: ContractRow,
  asked: ModificationAsked,
  {
    comparison,
    change,
    reason,
  }: {
    readonly comparison: ModificationComparison;
    readonly change: ModificationTerms;
    readonly reason: string;
  },
): Promise<{ ownId: string; event: ContractEvent }> {
  const { applicable, why } = comparison.outcomes.separate;
  if (!applicable) {
    refuse('REVENUE_RULE', `The change cannot be treated as separate: ${why}`, {
      rule: 'TREATMENT_IMPOSSIBLE',
      treatment: 'separate',
    });
  }
  const { date, additions = [], variable, royalties, financing } = asked;
  const fixed = toPlainString(sum(additions.map(({ price }) => price)));
  await demandSecondPerson(context, {
    baseAmount: baseSizeOf(context.tenant, contract, fixed, date),
    preparedBy: null,
    permission: 'revenue.write',
  });
  const own = await draftContract(context, {
    ...partiesOf(contract, date, reason),
    price: {
      fixed,
      ...(variable && { variable }),
      ...(royalties && { royalties }),
      ...(financing && { financing }),
    },
    obligations: additions.map(({ price: _price, distinct: _distinct, mergesInto: _into, ...one }) => one),
  });
  await bringIntoForce({ ...context, expectedVersion: undefined }, own.id, undefined);
  const event: ContractEvent = {
    id: newId(),
    kind: 'modification',
    effectiveDate: date,
    treatment: 'separate',
    decidedFor: comparison.required.treatment,
    reason,
    apart: { contractId: own.id, terms: change },
  };
  return { ownId: own.id, event };
}

/** Who agreed to a separate contract, when and why, as its draft states it. */
export const partiesOf = (contract: ContractRow, date: string, reason: string) => ({
  name: `${contract.name ?? contract.contractNumber}, added on ${date}`,
  customerId: contract.customerId,
  subsidiaryId: contract.subsidiaryId,
  currencyCode: contract.currencyCode,
  contractDate: date,
  notes: `Agreed with ${contract.contractNumber} as a separate contract (606-10-25-12): ${reason}`,
  criteria: (contract.criteria as Criterion[] | null) ?? [],
});

/** Stores which contract a separate one was agreed with, and by which fact of it. */
export async function linkSeparate(
  context: Context,
  from: ContractRow,
  ownId: string,
  eventId: string,
): Promise<void> {
  await writeContract(context.tenant, ownId, { separatedFromId: from.id, separatedById: eventId });
  context.record({
    noun: 'revenue contract',
    recordId: ownId,
    after: { separatedFromId: from.id, separatedFrom: from.contractNumber, separatedById: eventId },
  });
}

/** The modifications of a contract that are in force and are separate contracts. */
export function standingSeparate({ recorded }: Pick<History, 'recorded'>): EventOf<'modification'>[] {
  const voided = new Set(recorded.flatMap(({ event }) => (event.kind === 'voided' ? [event.of] : [])));
  return recorded.flatMap(({ event }) =>
    event.kind === 'modification' && event.apart !== undefined && !voided.has(event.id) ? [event] : [],
  );
}

/**
 * Each addition has a unique name among all that was agreed with a contract, so that the same addition recorded twice is not sold twice.
 * Refuses REVENUE_RULE ALREADY_SEPARATE.
 */
export function demandNotSeparate(history: Pick<History, 'recorded'>, keys: readonly string[]): void {
  for (const { apart } of standingSeparate(history)) {
    const key = apart?.terms.additions?.find((one) => keys.includes(one.key))?.key;
    if (key === undefined) continue;
    refuse(
      'REVENUE_RULE',
      `Obligation ${key} was already agreed as a separate contract. Give the obligation another key, or record the change there.`,
      { rule: 'ALREADY_SEPARATE', key, contractId: apart?.contractId },
    );
  }
}
