import { z } from 'zod';
import { amountText } from '@/core/money/currency';
import {
  countEntries,
  type EntryQuery,
  type EntryRow,
  readEntries,
  readEntry,
  readEntryPlace,
} from '@/db/reports/entries/entries';
import { findEntries } from '@/db/reports/entries/entry-search';
import type { Tenant } from '@/db/tenancy';
import { refuseNotFound } from '@/usecases/kit/crud';
import { defineUseCase } from '@/usecases/kit/define';
import { day } from '@/usecases/kit/fields';
import { decodePosition, encodePosition } from './line-cursor';
import { reportScope } from './report-scope';

/** Which entries a list shows, and the journal made of it. */
export const entryFilters = {
  subsidiaryId: z.guid().optional(),
  dateFrom: day.optional(),
  dateTo: day.optional(),
  accountId: z.guid().optional(),
  sourceKind: z.string().max(40).optional(),
  search: z.string().trim().min(1).max(100).optional(),
};

/** The posted entries of the ledger, newest first, with their sources and reversals. */
export const ledgerEntries = defineUseCase({
  name: 'reports.entries',
  permission: 'gl.report.read',
  mode: 'report',
  input: z.object({
    ...entryFilters,
    limit: z.number().int().min(1).max(1000).default(50),
    after: z.string().optional(),
    page: z.number().int().min(1).optional(),
  }),
  async run(context, asked) {
    if (asked.subsidiaryId !== undefined) {
      await reportScope(context, { subsidiaryId: asked.subsidiaryId, asOf: context.clock.today() });
    }
    const cursor = asked.after === undefined ? undefined : decodePosition(asked.after);
    const query = {
      ...asked,
      limit: asked.limit + 1,
      after: cursor && { postingDate: cursor.postingDate, id: cursor.entryId },
      offset: asked.page === undefined ? undefined : (asked.page - 1) * asked.limit,
    };
    const { found, count, isCounted, searchedFrom } = await matching(context.tenant, query);
    const rows = found.slice(0, asked.limit).map(withMoney);
    const last = rows.at(-1);
    return {
      rows,
      total: asked.page === undefined ? null : await count(),
      /** False where more than `total` may match: a search did not look through all entries. */
      isCounted,
      /** The day back to which a search looked, where there are older entries of the days asked for that it did not look at; null where it looked at all. */
      searchedFrom,
      nextCursor:
        found.length > asked.limit && last !== undefined
          ? encodePosition({ postingDate: last.postingDate, entryId: last.id, lineNumber: 0 })
          : null,
    };
  },
});

interface Matching {
  readonly found: readonly EntryRow[];
  readonly count: () => Promise<number> | number;
  readonly isCounted: boolean;
  readonly searchedFrom: string | null;
}

/** The entries of a page, and how many match: by the sums by day, by a search, or read and counted one by one. */
async function matching(tenant: Tenant, query: EntryQuery): Promise<Matching> {
  const { search, offset } = query;
  if (search !== undefined) {
    const { ids, total, ...extent } = await findEntries(tenant, { ...query, search });
    return { found: await readEntries(tenant, { ...query, ids }), count: () => total, ...extent };
  }
  const whole = { isCounted: true, searchedFrom: null };
  const place = await readEntryPlace(tenant, query);
  if (place === null) {
    return {
      found: await readEntries(tenant, query),
      count: () => countEntries(tenant, query),
      ...whole,
    };
  }
  const near = {
    ...query,
    days: place.days,
    onDays: place.onDays,
    offset: offset === undefined ? undefined : offset - place.before,
  };
  const found = place.days.length === 0 ? [] : await readEntries(tenant, near);
  return { found, count: () => place.total, ...whole };
}

/** One posted entry: lines, source document, reversal links in both directions. */
export const ledgerEntry = defineUseCase({
  name: 'reports.entry',
  permission: 'gl.report.read',
  mode: 'report',
  input: z.object({ id: z.guid() }),
  async run(context, { id }) {
    const entry = await readEntry(context.tenant, id);
    if (entry === null) refuseNotFound('ledger entry', id);
    const base = (text: string) => amountText(text, entry.baseCurrencyCode);
    return {
      ...withMoney(entry),
      lines: entry.lines.map((line) => ({
        ...line,
        debit: amountText(line.debit, line.currencyCode),
        credit: amountText(line.credit, line.currencyCode),
        baseDebit: base(line.baseDebit),
        baseCredit: base(line.baseCredit),
      })),
    };
  },
});

function withMoney<Row extends EntryRow>(row: Row): Row {
  return { ...row, baseTotal: amountText(row.baseTotal, row.baseCurrencyCode) };
}
