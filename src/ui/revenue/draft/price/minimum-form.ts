import { isPlainDecimal, toPlainString } from '@/core/money/decimal';
import { isDate } from '@/core/periods/calendar';
import {
  COMMITMENT_PERIODS,
  MINIMUM_METHODS,
  type MinimumTerms,
  ROYALTY_METHODS,
  totalOf,
  UNUSED,
} from '@/core/revenue/minimum';
import { SCHEDULE_METHODS } from '@/core/revenue/schedules/schedule-methods';
import type { RouterInputs } from '@/surfaces/trpc/react';
import { rowsOf, termsOf } from '../term-groups';
import { choice, further, needed, type Term, text } from '../terms';

type AskedPattern = NonNullable<
  RouterInputs['revenue']['contracts']['create']['obligations']
>[number]['pattern'];
type Minimum<Kind extends 'USAGE' | 'LICENCE'> = NonNullable<
  Extract<AskedPattern, { kind: Kind }>['minimum']
>;
type Change = NonNullable<Minimum<'USAGE'>['changes']>[number];

const change = termsOf<Change>()({ from: needed(text('from')), amount: needed(text('amount')) });
export type MinimumChangeDraft = typeof change.empty & { readonly id: string };

/** The terms that a minimum of use and the guaranteed minimum of a license share. */
const shared = {
  every: needed(choice('minimumEvery', COMMITMENT_PERIODS)),
  amount: needed(text('minimumAmount')),
  changes: rowsOf('minimumChanges', 'n', change),
  unused: choice('minimumUnused', UNUSED),
  expected: text('minimumExpected'),
  spread: choice('minimumSpread', SCHEDULE_METHODS),
};

/** An obligation has a minimum when its amount is entered in the form. */
function ifSaid<Held extends { readonly minimumAmount: string }, Said>(
  term: Term<Held, Said>,
): Term<Held, Said> {
  const isSaid = ({ minimumAmount }: Held) => minimumAmount.trim() !== '';
  return {
    ...term,
    ask: (draft, cards) => (isSaid(draft) ? term.ask(draft, cards) : undefined),
    read: (stored, rows, cards) => (stored === undefined ? {} : term.read(stored, rows, cards)),
    gaps: (draft, cards) => (isSaid(draft) ? term.gaps(draft, cards) : {}),
  };
}

/** A committed minimum of use. */
export const USAGE_MINIMUM = further(
  ifSaid(
    termsOf<Minimum<'USAGE'>>()({
      start: needed(text('minimumStart')),
      end: needed(text('minimumEnd')),
      ...shared,
      method: choice('minimumMethod', MINIMUM_METHODS),
      begins: text('minimumBegins'),
    }),
  ),
);

/** The guaranteed minimum of a license, over its term. */
export const LICENSE_MINIMUM = further(
  ifSaid(termsOf<Minimum<'LICENCE'>>()({ ...shared, method: choice('royaltyMethod', ROYALTY_METHODS) })),
);

/** The total of a form's minimum; undefined: it has none, or not all of its terms yet. */
export function minimumInAll(draft: typeof USAGE_MINIMUM.empty, term: { start: string; end: string }) {
  const asked = USAGE_MINIMUM.ask({ ...draft, minimumStart: term.start, minimumEnd: term.end });
  const changes = asked?.changes ?? [];
  const amounts = [asked?.amount ?? '', ...changes.map(({ amount }) => amount)].map(String);
  if (asked === undefined || asked.every === undefined || !amounts.every(isPlainDecimal)) return undefined;
  if (!isDate(term.start) || !isDate(term.end)) return undefined;
  return toPlainString(totalOf({ ...asked, method: 'AS_USED' } as MinimumTerms));
}

export const EVERY_CHOICES = [
  { value: 'MONTH', label: 'Each month' },
  { value: 'QUARTER', label: 'Each quarter' },
  { value: 'YEAR', label: 'Each year' },
  { value: 'TERM', label: 'Over the whole term' },
] as const satisfies readonly { value: (typeof COMMITMENT_PERIODS)[number]; label: string }[];

export const METHOD_CHOICES = [
  { value: 'AS_USED', label: 'As it is used; unused units when they expire (55-48)' },
  { value: 'OVER_TIME', label: 'Over time, for standing ready (25-18(e))' },
  { value: 'AT_START', label: 'License: when it begins (55-58C)' },
  { value: 'ROYALTIES', label: 'License: as royalties occur (view A)' },
  { value: 'ESTIMATE', label: 'License: all that is expected, over time (view B)' },
] as const satisfies readonly { value: (typeof MINIMUM_METHODS)[number]; label: string }[];

export const ROYALTY_CHOICES = [
  { value: 'OVER_TIME', label: 'Over time, royalties beyond it as they occur (view C)' },
  { value: 'ROYALTIES', label: 'As royalties occur, expected to exceed it (view A)' },
  { value: 'ESTIMATE', label: 'All that is expected, over time (view B)' },
] as const satisfies readonly { value: (typeof ROYALTY_METHODS)[number]; label: string }[];

export const UNUSED_CHOICES = [
  { value: 'FORFEITED', label: 'Expires with its period' },
  { value: 'CARRIED_OVER', label: 'Carried over until the last period ends' },
] as const satisfies readonly { value: (typeof UNUSED)[number]; label: string }[];
