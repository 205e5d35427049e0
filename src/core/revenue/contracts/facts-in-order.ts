import type { Refusal } from '@/core/refusals';
import type { DateString } from '../days';
import { breach } from './drafts/draft';
import type { ContractEvent, EventKind } from './events';

/** The order of facts on one day: agreed, changed, estimated, transferred, billed, paid, terminated. */
const RANK: Readonly<Record<EventKind, number>> = {
  created: 0,
  activated: 0,
  modification: 1,
  reassessment: 2,
  useEstimate: 2,
  costEstimate: 2,
  estimateChange: 2,
  returnsEstimate: 2,
  refundEstimate: 2,
  hold: 2,
  release: 2,
  judgement: 2,
  cost: 2,
  costTerm: 2,
  delivery: 3,
  progress: 3,
  costs: 3,
  milestone: 3,
  usage: 3,
  royalty: 3,
  redemption: 3,
  lapse: 3,
  return: 3,
  journal: 3,
  invoice: 4,
  invoiceReversed: 4,
  creditNote: 4,
  interest: 4,
  costTest: 4,
  accrual: 4,
  payment: 5,
  payout: 5,
  termination: 6,
  voided: 7,
};

/** Money may be billed and received, and costs incurred, before there is a contract (606-10-25-8); all other facts need one. */
const BEFORE_THE_CONTRACT: readonly EventKind[] = [
  'invoice',
  'invoiceReversed',
  'payment',
  'cost',
  'costTest',
  'costTerm',
  'voided',
];

/** The day a fact is folded on: its own, or the contract's if the fact is earlier. */
export function foldedOn(event: ContractEvent, inception: DateString): DateString {
  if (event.effectiveDate >= inception || BEFORE_THE_CONTRACT.includes(event.kind))
    return event.effectiveDate;
  return inception;
}

/** Whether the first comes before the second: by day, then by rank within a day. */
export function comesBefore(
  a: Pick<ContractEvent, 'kind' | 'effectiveDate'>,
  b: Pick<ContractEvent, 'kind' | 'effectiveDate'>,
): boolean {
  if (a.effectiveDate !== b.effectiveDate) return a.effectiveDate < b.effectiveDate;
  return RANK[a.kind] < RANK[b.kind];
}

/**
 * The facts that hold, in the order in which they are folded: by effective date, within a day by rank, then in the order
 * recorded. Voided facts are left out. Refuses a void of a fact that does not exist, is already voided or creates the
 * contract.
 */
export function factsInOrder(
  facts: readonly ContractEvent[],
  inception: DateString,
): { inOrder: ContractEvent[] } | { refusal: Refusal; eventId: string } {
  const byId = new Map(facts.map((fact) => [fact.id, fact]));
  const voided = new Set<string>();
  for (const fact of facts) {
    if (fact.kind !== 'voided') continue;
    const refusal = cannotVoid(byId.get(fact.of), fact.of, voided);
    if (refusal !== null) return { refusal, eventId: fact.id };
    voided.add(fact.of);
  }
  const holding = facts.filter(({ id, kind }) => kind !== 'voided' && !voided.has(id));
  const placed = holding.map((fact, order) => ({ fact, on: foldedOn(fact, inception), order }));
  placed.sort((a, b) => {
    if (a.on !== b.on) return a.on < b.on ? -1 : 1;
    const byRank = RANK[a.fact.kind] - RANK[b.fact.kind];
    if (byRank !== 0 || a.fact.effectiveDate === b.fact.effectiveDate) return byRank || a.order - b.order;
    // Both happened before the contract and are folded on its date.
    return a.fact.effectiveDate < b.fact.effectiveDate ? -1 : 1;
  });
  return { inOrder: placed.map(({ fact }) => fact) };
}

function cannotVoid(
  fact: ContractEvent | undefined,
  id: string,
  voided: ReadonlySet<string>,
): Refusal | null {
  if (fact === undefined) return breach('UNKNOWN_FACT', 'The contract has no such fact.', { of: id });
  if (voided.has(id)) return breach('ALREADY_VOIDED', 'The fact is already voided.', { of: id });
  if (fact.kind === 'created' || fact.kind === 'activated' || fact.kind === 'voided') {
    return breach('NOT_VOIDABLE', 'Neither the creation of a contract nor a void can be voided.', {
      of: id,
      kind: fact.kind,
    });
  }
  return null;
}
