import { addDays } from '../../periods/calendar';
import type { PeriodGrid } from '../../periods/period-grid';
import type { DateString } from '../days';
import { daysOfMinimum, minimumOf } from '../minimum';
import type { BegunContract } from './agreed/agreed-contract';
import type { ContractEvent } from './events';
import { comesBefore, foldedOn } from './facts-in-order';

/** One fact to fold. `isProvided`: no one recorded it, the terms say it. */
export type Step = { readonly fact: ContractEvent; readonly isProvided: boolean };

/** Whether two folds do the same at a place. What terms provide is made for each fold. */
export function isSameStep(a: Step, b: Step | undefined): boolean {
  if (b === undefined || a.isProvided !== b.isProvided) return false;
  if (!a.isProvided) return a.fact === b.fact;
  const [one, other] = [a.fact, b.fact];
  return (
    one.id === other.id &&
    one.effectiveDate === other.effectiveDate &&
    one.kind === other.kind &&
    'key' in one &&
    'key' in other &&
    one.key === other.key
  );
}

/** The facts in their order, with what terms provide at its places. */
export function stepsOf(
  first: BegunContract,
  inOrder: readonly ContractEvent[],
  grid: PeriodGrid,
): readonly Step[] {
  const inception = first.effectiveDate;
  const steps = inOrder.map((fact): Step => ({ fact, isProvided: false }));
  // The terms of a contract that was never agreed provide nothing.
  if (inOrder.some((fact) => fact.kind === 'termination' && fact.withdrawn === true)) return steps;
  for (const one of providedByTerms(first, inOrder)) {
    const at = { kind: one.kind, effectiveDate: foldedOn(one, inception) };
    const place = steps.findIndex(({ fact }) =>
      comesBefore(at, { kind: fact.kind, effectiveDate: foldedOn(fact, inception) }),
    );
    steps.splice(place === -1 ? steps.length : place, 0, { fact: one, isProvided: true });
  }
  for (const one of daysOfMinimums(first, inOrder, grid)) {
    // A day has passed when all that happened on it is known.
    const on = foldedOn(one, inception);
    const place = steps.findIndex(({ fact }) => foldedOn(fact, inception) > on);
    steps.splice(place === -1 ? steps.length : place, 0, { fact: one, isProvided: true });
  }
  return steps;
}

/**
 * The days on which committed minimums are earned although nothing is recorded: the ends of commitment periods, the beginning of a
 * license, or the ends of the periods of the books. Each minimum counts until a modification agrees the next.
 */
function daysOfMinimums(
  first: BegunContract,
  held: readonly ContractEvent[],
  grid: PeriodGrid,
): ContractEvent[] {
  const agreed = [
    ...first.obligations.map(({ key, pattern }) => ({ key, pattern, id: first.id, from: '' })),
    ...held.flatMap((fact) =>
      fact.kind !== 'modification'
        ? []
        : [...(fact.additions ?? []), ...(fact.obligations ?? [])].map(({ key, pattern }) => ({
            key,
            pattern,
            id: fact.id,
            from: fact.effectiveDate,
          })),
    ),
  ].flatMap(({ pattern, ...one }) => {
    const minimum = pattern === undefined ? null : minimumOf(pattern);
    return minimum === null ? [] : [{ ...one, minimum }];
  });
  return agreed.flatMap(({ key, id, from, minimum }, index) => {
    const next = agreed.slice(index + 1).find((other) => other.key === key);
    return daysOfMinimum(minimum, (start, end) => endsOf(grid, start, end))
      .filter((day) => day >= from && (next === undefined || day < next.from))
      .map((effectiveDate): ContractEvent => ({ id, kind: 'usage', effectiveDate, key }));
  });
}

/** The last days of the periods of the books within a span. */
function endsOf(grid: PeriodGrid, start: DateString, end: DateString): DateString[] {
  const days: DateString[] = [];
  for (let day = grid.on(start).endDate; day <= end; day = grid.on(addDays(day, 1)).endDate) days.push(day);
  return days;
}

/**
 * The deliveries that follow from the terms alone: the copy of a functional license is provided when the license begins (606-10-55-58C)
 * unless a delivery says when it was. They stand behind the fact that agreed the license.
 */
function providedByTerms(first: BegunContract, held: readonly ContractEvent[]): ContractEvent[] {
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
