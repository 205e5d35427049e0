import { type COMMITMENT_PERIODS, commitmentsOf, minimumOf } from '@/core/revenue/minimum';
import type { RouterInputs } from '@/surfaces/trpc/react';
import type { Contract } from '../contracts/contract-months';

type Pattern = Contract['obligations'][number]['pattern'];

/** A modification as held by the dialog: all strings. */
export type ChangeDraft = {
  readonly date: string;
  readonly priceChange: string;
  readonly dropped: readonly string[];
  /** New last days of obligations that run over time, by key. */
  readonly ends: Readonly<Record<string, string>>;
  /** New minimums, by key, from the first commitment period that starts on the date or after it. */
  readonly minimums: Readonly<Record<string, string>>;
  /** First minimums of use that is paid for as it occurs, by key, from the date of the change. */
  readonly begun: Readonly<Record<string, FirstMinimum>>;
  readonly adds: boolean;
  readonly key: string;
  readonly price: string;
  readonly ssp: string;
  readonly distinct: 'yes' | 'no';
  readonly pattern: 'RATABLE' | 'POINT';
  readonly start: string;
  readonly end: string;
  readonly priceAtSsp: '' | 'yes' | 'no';
  readonly remainingDistinct: '' | 'ALL' | 'NONE' | 'SOME';
};

/** A minimum as it is entered: of each month, quarter or year to a last day, or of all days to it. */
export type FirstMinimum = {
  readonly amount: string;
  readonly every: (typeof COMMITMENT_PERIODS)[number];
  readonly end: string;
};
export const NO_MINIMUM: FirstMinimum = { amount: '', every: 'MONTH', end: '' };

export type Asked = Omit<RouterInputs['revenue']['modifications']['preview'], 'id'>;

export function emptyChange(view: Contract, today: string): ChangeDraft {
  return {
    date: today,
    priceChange: '',
    dropped: [],
    ends: {},
    minimums: {},
    begun: {},
    adds: false,
    key: '',
    price: '',
    ssp: '',
    distinct: 'yes',
    pattern: 'RATABLE',
    start: today,
    end: view.contract.endDate ?? '',
    priceAtSsp: '',
    remainingDistinct: '',
  };
}

/** Why the modification cannot be compared yet, in words; null if it can. */
export function obstacleOf(draft: ChangeDraft): string | null {
  if (draft.date === '') return 'Enter the date the change takes effect.';
  if (draft.adds && draft.key.trim() === '') return 'Name the addition.';
  if (draft.adds && (draft.price === '' || draft.ssp === ''))
    return 'Enter its price and its standalone selling price.';
  if (draft.adds && draft.pattern === 'RATABLE' && (draft.start === '' || draft.end === '')) {
    return 'Enter the start and end dates of the addition.';
  }
  const begun = Object.entries(draft.begun).find(([, { amount, end }]) => (amount === '') !== (end === ''));
  if (begun !== undefined) return `Enter the minimum of ${begun[0]} and its last day.`;
  const changes =
    draft.adds ||
    draft.priceChange !== '' ||
    draft.dropped.length > 0 ||
    Object.keys(draft.ends).length + Object.keys(draft.minimums).length > 0 ||
    Object.values(draft.begun).some(({ amount }) => amount !== '');
  return changes ? null : 'Nothing changes yet.';
}

/** The first day of the first commitment period that starts on a day or after it; null: none does. */
export function nextCommitment(pattern: Pattern, date: string): string | null {
  const minimum = minimumOf(pattern);
  return minimum === null ? null : (commitmentsOf(minimum).find(({ start }) => start >= date)?.start ?? null);
}

/** Whether an obligation can have a first minimum: use that is paid for as it occurs, of which no refund is expected. */
export const canCommit = (pattern: Pattern): boolean =>
  pattern.kind === 'USAGE' && pattern.minimum === undefined && pattern.invoicedPrice === undefined;

/** An obligation with a first minimum from the date of the change. */
function firstMinimum(
  key: string,
  pattern: Pattern,
  start: string,
  { amount, every, end }: FirstMinimum,
): NonNullable<Asked['obligations']> {
  if (pattern.kind !== 'USAGE' || amount === '') return [];
  const minimum = { start, end, every, amount };
  return [{ key, pattern: { ...pattern, tiers: pattern.tiers?.map((tier) => tier), minimum } }];
}

/** An obligation with another minimum from its next commitment period on. */
function changedMinimum(
  key: string,
  pattern: Pattern,
  date: string,
  amount: string,
): NonNullable<Asked['obligations']> {
  const from = nextCommitment(pattern, date);
  if (from === null || pattern.kind !== 'USAGE' || pattern.minimum === undefined) return [];
  const { minimum } = pattern;
  const { changes = [], ...rest } = minimum;
  const before = changes.filter((one) => one.from < from);
  const next =
    from === minimum.start ? { ...rest, amount } : { ...rest, changes: [...before, { from, amount }] };
  return [{ key, pattern: { ...pattern, tiers: pattern.tiers?.map((tier) => tier), minimum: next } }];
}

/** The modification as the endpoint expects it. */
export function askedOf(draft: ChangeDraft, { obligations }: Contract): Asked {
  const changed = obligations.flatMap(({ key, pattern }): NonNullable<Asked['obligations']> => {
    const end = draft.ends[key];
    if (end !== undefined && pattern.kind === 'RATABLE') return [{ key, pattern: { ...pattern, end } }];
    const first = draft.begun[key];
    if (first !== undefined) return firstMinimum(key, pattern, draft.date, first);
    const minimum = draft.minimums[key];
    return minimum === undefined ? [] : changedMinimum(key, pattern, draft.date, minimum);
  });
  const answers = {
    ...(draft.priceAtSsp === '' ? {} : { priceAtSsp: draft.priceAtSsp === 'yes' }),
    ...(draft.remainingDistinct === '' ? {} : { remainingDistinct: draft.remainingDistinct }),
  };
  return {
    date: draft.date,
    ...(draft.priceChange === '' ? {} : { priceChange: draft.priceChange }),
    ...(draft.dropped.length === 0 ? {} : { removals: [...draft.dropped] }),
    ...(changed.length === 0 ? {} : { obligations: changed }),
    ...(Object.keys(answers).length === 0 ? {} : { answers }),
    ...(draft.adds
      ? {
          additions: [
            {
              key: draft.key.trim(),
              price: draft.price,
              ssp: draft.ssp,
              distinct: draft.distinct === 'yes',
              pattern:
                draft.pattern === 'POINT'
                  ? { kind: 'POINT' as const }
                  : { kind: 'RATABLE' as const, start: draft.start, end: draft.end },
            },
          ],
        }
      : {}),
  };
}
