import type { RouterInputs } from '@/surfaces/trpc/react';
import type { Contract } from './contract-months';

/** A modification as held by the dialog: all strings. */
export type ChangeDraft = {
  readonly date: string;
  readonly priceChange: string;
  readonly dropped: readonly string[];
  /** New last days of obligations that run over time, by key. */
  readonly ends: Readonly<Record<string, string>>;
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

export type Asked = Omit<RouterInputs['revenue']['modifications']['preview'], 'id'>;

export function emptyChange(view: Contract, today: string): ChangeDraft {
  return {
    date: today,
    priceChange: '',
    dropped: [],
    ends: {},
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
  const changes =
    draft.adds || draft.priceChange !== '' || draft.dropped.length > 0 || Object.keys(draft.ends).length > 0;
  return changes ? null : 'Nothing changes yet.';
}

/** The modification as the endpoint expects it. */
export function askedOf(draft: ChangeDraft, { obligations }: Contract): Asked {
  const lengthened = obligations.flatMap(({ key, pattern }) => {
    const end = draft.ends[key];
    return end === undefined || pattern.kind !== 'RATABLE' ? [] : [{ key, pattern: { ...pattern, end } }];
  });
  const answers = {
    ...(draft.priceAtSsp === '' ? {} : { priceAtSsp: draft.priceAtSsp === 'yes' }),
    ...(draft.remainingDistinct === '' ? {} : { remainingDistinct: draft.remainingDistinct }),
  };
  return {
    date: draft.date,
    ...(draft.priceChange === '' ? {} : { priceChange: draft.priceChange }),
    ...(draft.dropped.length === 0 ? {} : { removals: [...draft.dropped] }),
    ...(lengthened.length === 0 ? {} : { obligations: lengthened }),
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
