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

export type Asked = Omit<
  RouterInputs['revenue']['modifications']['preview'],
  'id' | 'ownContract' | 'replaces'
>;

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

export type RecordedChange = Extract<Contract['events'][number]['event'], { kind: 'modification' }>;
type Terms = NonNullable<RecordedChange['apart']>['terms'];
type AddedPromise = NonNullable<Terms['additions']>[number];

/** The terms of a recorded modification, wherever they are stored. */
const termsOf = (event: RecordedChange): Terms => event.apart?.terms ?? event;

/** Whether the form has fields for what is added. */
const hasFields = ({ pattern, mergesInto, notBefore, supplier }: AddedPromise): boolean =>
  (pattern.kind === 'POINT' || (pattern.kind === 'RATABLE' && pattern.method === undefined)) &&
  mergesInto === undefined &&
  notBefore === undefined &&
  supplier === undefined;

/** The one addition that the form shows: the only one of the kind it has fields for. */
function shownAddition(event: RecordedChange): AddedPromise | undefined {
  const [only, more] = (termsOf(event).additions ?? []).filter(hasFields);
  return more === undefined ? only : undefined;
}

/** The contract as it would be without a recorded modification, as far as the form shows it: without what that one added. */
export function withoutChange(view: Contract, event: RecordedChange): Contract {
  const added = new Set((event.additions ?? []).map(({ key }) => key));
  return { ...view, obligations: view.obligations.filter(({ key }) => !added.has(key)) };
}

/** The form of a recorded modification. */
export function changeOf(view: Contract, event: RecordedChange): ChangeDraft {
  const { priceChange, removals = [], obligations = [], answers } = termsOf(event);
  const added = shownAddition(event);
  const ends = obligations.flatMap(({ key, pattern }) =>
    pattern?.kind === 'RATABLE' ? [[key, pattern.end] as const] : [],
  );
  const atSsp = answers?.priceAtSsp;
  return {
    ...emptyChange(view, event.effectiveDate),
    priceChange: priceChange ?? '',
    dropped: removals,
    ends: Object.fromEntries(ends),
    adds: added !== undefined,
    ...(added && {
      key: added.key,
      price: added.price,
      ssp: added.ssp,
      distinct: added.distinct ? ('yes' as const) : ('no' as const),
      ...(added.pattern.kind === 'RATABLE'
        ? { pattern: 'RATABLE' as const, start: added.pattern.start, end: added.pattern.end }
        : { pattern: 'POINT' as const }),
    }),
    priceAtSsp: atSsp === undefined ? '' : atSsp ? 'yes' : 'no',
    remainingDistinct: answers?.remainingDistinct ?? '',
  };
}

/** A recorded addition as the endpoint takes it, with the account and dimensions that it has. */
function agreedAgain(view: Contract, added: AddedPromise): NonNullable<Asked['additions']>[number] {
  const { key, price, ssp, distinct, mergesInto, notBefore, supplier } = added;
  const pattern =
    notBefore?.rule === 'LICENCE_NOT_BEGUN'
      ? {
          kind: 'LICENCE' as const,
          intellectualProperty: 'FUNCTIONAL' as const,
          start: notBefore.on,
          end: notBefore.on,
        }
      : (added.pattern as NonNullable<Asked['additions']>[number]['pattern']);
  return {
    ...{ key, price, ssp, distinct, pattern },
    ...recordOf(view, key),
    ...(mergesInto !== undefined && { mergesInto }),
    ...(notBefore?.rule === 'RETURN_STILL_OPEN' && { returnableUntil: notBefore.on }),
    ...(supplier && {
      capacity: supplier.capacity,
      ...(supplier.rate === undefined
        ? { supplierShare: supplier.amount }
        : { supplierRate: supplier.rate, supplierShare: supplier.amount }),
    }),
  };
}

/** What is stored of an obligation in addition to its terms. */
function recordOf(view: Contract, key: string) {
  const row = view.obligations.find((one) => one.key === key);
  if (row === undefined) return {};
  const { description, itemId, revenueAccountId, classId, departmentId, locationId, projectId } = row;
  return { description, itemId, revenueAccountId, classId, departmentId, locationId, projectId };
}

/** The modification in the place of a recorded one, of which what has no field is kept. */
export function askedInstead(draft: ChangeDraft, view: Contract, event: RecordedChange): Asked {
  const { variable, royalties, financing, pastAdjustment, additions = [], obligations = [] } = termsOf(event);
  const asked = askedOf(draft, view);
  const shown = shownAddition(event);
  const kept = additions.filter((one) => one !== shown).map((one) => agreedAgain(view, one));
  const entered = (asked.additions ?? []).map((one) => ({ ...one, ...recordOf(view, one.key) }));
  const changed = new Map((asked.obligations ?? []).map((one) => [one.key, one]));
  const judged = [
    ...obligations.map((one) => ({ ...one, ...changed.get(one.key) })),
    ...[...changed.values()].filter(({ key }) => !obligations.some((one) => one.key === key)),
  ];
  const terms = { variable, royalties, financing, pastAdjustment };
  return {
    ...asked,
    ...(Object.fromEntries(Object.entries(terms).filter(([, one]) => one !== undefined)) as Partial<Asked>),
    ...(judged.length > 0 && { obligations: judged as NonNullable<Asked['obligations']> }),
    ...(entered.length + kept.length > 0 && { additions: [...entered, ...kept] }),
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
