import type { EarlierShare } from '@/core/consolidation/eliminations';
import { groupShare } from '@/core/consolidation/ownership';
import { addDays } from '@/core/periods/calendar';
import {
  type GroupSubsidiary,
  type OwnershipChange,
  readSubsidiaryBooks,
  type YearBooks,
} from '@/db/reports/consolidation';
import type { Context } from '@/usecases/kit/define';

/**
 * Where the group's share of a company changed, directly or above it: the company as it stood the day before each change, the oldest
 * first, so that what it earned by then belongs to whoever owned it then. Empty for companies whose share never changed.
 */
export async function earlierShares(
  { tenant, clock }: Context,
  {
    all,
    group,
    parent,
    books,
    changes,
    stated,
    translated,
  }: {
    readonly all: readonly GroupSubsidiary[];
    readonly group: readonly GroupSubsidiary[];
    readonly parent: GroupSubsidiary;
    /** The books of the report's day. */
    readonly books: readonly YearBooks[];
    readonly changes: readonly OwnershipChange[];
    /** The books of an earlier day as the report states them. */
    readonly stated: (then: YearBooks, now: YearBooks | undefined, asOf: string) => YearBooks;
    readonly translated: (books: YearBooks) => ReadonlyMap<string, EarlierShare['share']>;
  },
): Promise<ReadonlyMap<string, EarlierShare[]>> {
  const owned = new Set(changes.map(({ subsidiaryId }) => subsidiaryId));
  const sharesOn = (day: string) => {
    const inForce = new Map(
      all.filter(({ id }) => !owned.has(id)).map(({ id, ownershipPercent }) => [id, ownershipPercent]),
    );
    for (const one of changes) if (one.effectiveDate <= day) inForce.set(one.subsidiaryId, one.percent);
    const tree = new Map(
      all.map(({ id, parentId }) => [id, { parentId, ownershipPercent: inForce.get(id) ?? '100' }]),
    );
    return (id: string) => groupShare(id, parent.id, tree);
  };
  const found = new Map<string, EarlierShare[]>();
  for (const day of [...new Set(changes.map(({ effectiveDate }) => effectiveDate))].sort()) {
    const [before, after] = [sharesOn(addDays(day, -1)), sharesOn(day)];
    const concerned = group.filter(({ id, isElimination }) => {
      // The share a subsidiary began with changed nothing.
      const isKnown = changes.some((one) => one.subsidiaryId === id && one.effectiveDate < day);
      return (
        id !== parent.id && !isElimination && (isKnown || !owned.has(id)) && !before(id).equals(after(id))
      );
    });
    if (concerned.length === 0) continue;
    const asOf = addDays(day, -1);
    const days = { asOf, today: clock.today() };
    for (const then of await readSubsidiaryBooks(tenant, concerned, days, parent.baseCurrency)) {
      const now = books.find(({ subsidiaryId }) => subsidiaryId === then.subsidiaryId);
      const share = before(then.subsidiaryId);
      const lines = translated(stated(then, now, asOf));
      found.set(then.subsidiaryId, [...(found.get(then.subsidiaryId) ?? []), { share, lines }]);
    }
  }
  return found;
}
