import type { GroupMember } from '@/core/consolidation/eliminations';
import { groupShare } from '@/core/consolidation/ownership';
import type { TranslatedBooks } from '@/core/consolidation/translation';
import type { UsedRate } from '@/core/consolidation/translation-rates';
import { dec, toPlainString } from '@/core/money/decimal';
import { addDays } from '@/core/periods/calendar';
import { RefusalError } from '@/core/refusals';
import {
  type GroupSubsidiary,
  readGroupSubsidiaries,
  readOwnershipChanges,
  readSubsidiaryBooks,
  type YearBooks,
} from '@/db/reports/consolidation';
import type { Context } from '@/usecases/kit/define';
import { earlierShares } from './earlier-shares';

interface Asked {
  readonly parent: GroupSubsidiary;
  /** The companies in the order of the report. */
  readonly groupIds: readonly string[];
  readonly knownAsOf: string | null;
  readonly translated: (books: YearBooks) => TranslatedBooks;
}

/** The companies of a group as they stand on a day, translated. */
export interface GroupStanding {
  readonly books: readonly YearBooks[];
  readonly members: readonly GroupMember[];
  readonly rates: readonly UsedRate[];
}

/**
 * The companies of a group on a day, with their shares and what they were before each change of them. With `since`, only what was
 * earned from that day on is a result; what came before is earnings of earlier years.
 */
export async function groupOn(
  context: Context,
  {
    parent,
    groupIds,
    knownAsOf,
    translated,
    asOf,
    since,
  }: Asked & { readonly asOf: string; readonly since?: string },
): Promise<GroupStanding> {
  const { tenant, clock } = context;
  const all = await readGroupSubsidiaries(tenant, { asOf, knownAsOf });
  const byId = new Map(all.map((one) => [one.id, one]));
  const group = groupIds.flatMap((id) => byId.get(id) ?? []);
  const booksOn = (day: string) =>
    readSubsidiaryBooks(tenant, group, { asOf: day, today: clock.today() }, parent.baseCurrency);
  const read = await booksOn(asOf);
  const before = since === undefined ? [] : await booksOn(addDays(since, -1));
  const stated = (then: YearBooks, now: YearBooks | undefined, day: string): YearBooks => {
    const standing = now === undefined || now === then ? then : inTheYearOf(then, now);
    const until = before.find(({ subsidiaryId }) => subsidiaryId === then.subsidiaryId);
    if (since === undefined || until === undefined) return standing;
    return resultsSince(standing, day < since ? standing : inTheYearOf(until, now ?? then));
  };
  const books = read.map((one) => stated(one, one, asOf));
  const lines = books.map(translated);
  const earlier = await earlierShares(context, {
    all,
    group,
    parent,
    books: read,
    changes: await readOwnershipChanges(tenant, { asOf, knownAsOf }),
    stated,
    translated: (one) => translated(one).lines,
  });
  return {
    books,
    rates: lines.flatMap((one) => one.rates),
    members: group.map((one, index) => ({
      subsidiaryId: one.id,
      isParent: one.id === parent.id,
      isElimination: one.isElimination && one.id !== parent.id,
      share: groupShare(one.id, parent.id, byId),
      lines: lines[index]?.lines ?? new Map(),
      earlier: earlier.get(one.id) ?? [],
    })),
  };
}

/**
 * The companies the day before the income statement begins, each on the eve of its own fiscal year unless a day was asked for. Without
 * a rate for one of those days nothing is stated, and the reason is answered: the statements themselves do not need it.
 */
export async function openingOf(
  context: Context,
  { from, ...asked }: Asked & { readonly from: string | null },
  books: readonly YearBooks[],
): Promise<{ readonly members: readonly GroupMember[] | null; readonly problem: string | null }> {
  const begins = new Map(books.map(({ subsidiaryId, yearFrom }) => [subsidiaryId, from ?? yearFrom]));
  const members = new Map<string, GroupMember>();
  try {
    for (const day of new Set(begins.values())) {
      const standing = await groupOn(context, { ...asked, asOf: addDays(day, -1) });
      for (const one of standing.members) {
        if (begins.get(one.subsidiaryId) === day) members.set(one.subsidiaryId, one);
      }
    }
  } catch (error) {
    if (error instanceof RefusalError && error.refusal.code === 'RATE_MISSING') {
      return { members: null, problem: error.message };
    }
    throw error;
  }
  return { members: asked.groupIds.flatMap((id) => members.get(id) ?? []), problem: null };
}

/** Books whose results are those after what the earlier books have; that is earnings of earlier years. */
function resultsSince(books: YearBooks, until: YearBooks): YearBooks {
  return {
    ...books,
    results: [
      ...books.results.map((one) => ({ ...one, isEarlierYear: false })),
      ...until.results.flatMap((one) => [
        { ...one, net: toPlainString(dec(one.net).negated()), isEarlierYear: false },
        { ...one, isEarlierYear: true },
      ]),
    ],
  };
}

/**
 * Books of an earlier day in the terms of the report's: results at the average rates of the report's periods, also of one that was not
 * over, and those of an earlier fiscal year as earnings of earlier years.
 */
function inTheYearOf(then: YearBooks, now: YearBooks): YearBooks {
  const ends = new Map(now.results.map(({ period }) => [period.firstDay, period]));
  const isEarlier = then.yearFrom < now.yearFrom;
  return {
    ...then,
    results: then.results.map((one) => ({
      ...one,
      period: ends.get(one.period.firstDay) ?? one.period,
      isEarlierYear: one.isEarlierYear || isEarlier,
    })),
  };
}
