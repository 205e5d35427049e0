import { amountInFull } from '@/core/money/currency';
import { sum, ZERO } from '@/core/money/decimal';
import type { ModificationAnswers, RequiredTreatment } from './modification';
import type { Line, ReadModification } from './modification-input';

/** True when something is still to be transferred. */
export function isOpen(line: Line): boolean {
  return line.satisfied.lt('1') || line.remainingSsp.gt('0');
}

/**
 * The treatment the standard requires. 25-12: a separate contract when the scope grows by distinct goods at their
 * standalone price. Otherwise 25-13, by what remains: (a) distinct, prospective; (b) not distinct, cumulative
 * catch-up; (c) some of each, mixed. Answers given override the flags and prices.
 */
export function requiredTreatment(
  modification: ReadModification,
  answers: ModificationAnswers = {},
): RequiredTreatment {
  const { lines, additions, priceChange, removed, currencyCode } = modification;
  const why: string[] = [];
  const grows = additions.length > 0 && !removed && !modification.terms.touchesExisting;
  const addedDistinct = additions.every((addition) => addition.distinct);
  const { directed, expected } = modification.terms;
  const price = sum(
    additions.flatMap(({ key, price: fixed }) => [
      fixed,
      directed.get(key) ?? ZERO,
      expected.get(key) ?? ZERO,
    ]),
  );
  const ssp = sum(additions.map((addition) => addition.ssp));
  const atSsp = answers.priceAtSsp ?? (price.equals(ssp) && priceChange.isZero());
  if (additions.length === 0)
    why.push('The scope does not increase, so there is no separate contract (25-12(a)).');
  else {
    why.push(
      addedDistinct
        ? 'What is added is distinct (25-12(a)).'
        : 'Some of what is added is not distinct (25-12(a)).',
    );
    why.push(
      atSsp
        ? `Its price ${amountInFull(price, currencyCode)} is its standalone selling price (25-12(b)).`
        : `Its price ${amountInFull(price, currencyCode)} is not its standalone selling price ${amountInFull(ssp, currencyCode)} (25-12(b)).`,
    );
  }
  if (grows && addedDistinct && atSsp) return { treatment: 'separate', paragraph: '606-10-25-12', why };

  const flags = [
    ...lines.filter(isOpen).map((line) => line.distinct),
    ...additions.map((addition) => addition.distinct),
  ];
  const derived = flags.every(Boolean) && flags.length > 0 ? 'ALL' : flags.some(Boolean) ? 'SOME' : 'NONE';
  switch (answers.remainingDistinct ?? derived) {
    case 'ALL':
      why.push(
        'The remaining goods or services are distinct from those transferred: accounted for as a new contract (25-13(a)).',
      );
      return { treatment: 'prospective', paragraph: '606-10-25-13(a)', why };
    case 'SOME':
      why.push(
        'Some of the remaining goods or services are distinct from those transferred, some are not (25-13(c)).',
      );
      return { treatment: 'mixed', paragraph: '606-10-25-13(c)', why };
    case 'NONE':
      why.push(
        flags.length === 0
          ? 'Nothing remains to be transferred: the change relates to past performance (32-43).'
          : 'The remaining goods or services are not distinct from those transferred: part of the same obligation (25-13(b)).',
      );
      return {
        treatment: 'catchUp',
        paragraph: flags.length === 0 ? '606-10-32-43' : '606-10-25-13(b)',
        why,
      };
  }
}
