import type { ContractEvent, EventOf } from './events';
import { comesBefore, foldedOn } from './facts-in-order';

/** One fact to fold. `isProvided`: nobody told it, the terms say it. */
export type Step = { readonly fact: ContractEvent; readonly isProvided: boolean };

/** Whether two folds do the same at a place. What terms provide is made for each fold. */
export function isSameStep(a: Step, b: Step | undefined): boolean {
  if (b === undefined || a.isProvided !== b.isProvided) return false;
  if (!a.isProvided) return a.fact === b.fact;
  const [one, other] = [a.fact, b.fact];
  return (
    one.id === other.id &&
    one.effectiveDate === other.effectiveDate &&
    one.kind === 'delivery' &&
    other.kind === 'delivery' &&
    one.key === other.key
  );
}

/** The facts in their order, with what terms provide at its places. */
export function stepsOf(first: EventOf<'created'>, inOrder: readonly ContractEvent[]): readonly Step[] {
  const inception = first.effectiveDate;
  const steps = inOrder.map((fact): Step => ({ fact, isProvided: false }));
  for (const one of providedByTerms(first, inOrder)) {
    const at = { kind: one.kind, effectiveDate: foldedOn(one, inception) };
    const place = steps.findIndex(({ fact }) =>
      comesBefore(at, { kind: fact.kind, effectiveDate: foldedOn(fact, inception) }),
    );
    steps.splice(place === -1 ? steps.length : place, 0, { fact: one, isProvided: true });
  }
  return steps;
}

/**
 * The deliveries that terms say by themselves: the copy of a functional license is provided when the license begins (606-10-55-58C)
 * unless a delivery says when it was. They stand behind the fact that agreed the license.
 */
function providedByTerms(first: EventOf<'created'>, held: readonly ContractEvent[]): ContractEvent[] {
  const agreed = [
    ...first.obligations.map((terms) => ({ terms, id: first.id })),
    ...held.flatMap((fact) =>
      fact.kind === 'modification' ? (fact.additions ?? []).map((terms) => ({ terms, id: fact.id })) : [],
    ),
  ];
  const delivered = new Set(held.flatMap((fact) => (fact.kind === 'delivery' ? [fact.key] : [])));
  return agreed.flatMap(({ terms: { key, pattern, notBefore }, id }): ContractEvent[] => {
    const isLicense = pattern.kind === 'POINT' && notBefore?.rule === 'LICENCE_NOT_BEGUN';
    if (!isLicense || delivered.has(key)) return [];
    return [{ id, kind: 'delivery', effectiveDate: notBefore.on, key }];
  });
}
