import { expect } from 'vitest';
import { dec, toFixedString } from '@/core/money/decimal';
import { type AgingSum, readEarlierPage, readWholeAging } from '@/db/reports/documents/aging';
import { readEarlierExtent } from '@/db/reports/documents/earlier-day';
import {
  type OpenItemRow,
  readOpenSums,
  readWholeOpenItems,
  type SubledgerSum,
} from '@/db/reports/documents/open-items';
import { readEarlierItems } from '@/db/reports/documents/open-items-page';
import { type Tenant, type TenantClaim, withTenantReport } from '@/db/tenancy';

/** What is asked of an earlier day, a page being of so many rows. */
interface Asked {
  readonly side: string;
  readonly asOf: string;
  readonly subsidiaryIds: readonly string[];
  readonly limit: number;
}

const AMOUNT = /^-?\d+(\.\d+)?$/;
/** A row with its amounts as numbers, however they are written. */
const plain = (row: object) =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      typeof value === 'string' && AMOUNT.test(value) ? toFixedString(dec(value), 4) : value,
    ]),
  );
const all = (rows: readonly object[]) => rows.map(plain);
const totals = (sums: readonly AgingSum[]) =>
  ['CURRENCY', 'BASE'].flatMap((level) =>
    sums
      .filter((sum) => sum.level === level)
      .map(({ currencyCode, CURRENT, DAYS_1_30, DAYS_31_60, DAYS_61_90, OVER_90, total, base }) =>
        plain({ level, currencyCode, CURRENT, DAYS_1_30, DAYS_31_60, DAYS_61_90, OVER_90, total, base }),
      ),
  );
const named = ({ rowCount: _count, ...row }: AgingSum & { rowCount?: number }) => plain(row);
const place = (sum: SubledgerSum) => `${sum.role} ${sum.subsidiaryId} ${sum.currencyCode}`;
const bare = (sums: readonly SubledgerSum[]) =>
  [...sums]
    .sort((one, other) => place(one).localeCompare(place(other)))
    .map(({ role, subsidiaryId, currencyCode, amount, base, unrealized }) =>
      plain({ role, subsidiaryId, currencyCode, amount, base, unrealized }),
    );

/**
 * Asks what was open on a day in the ways that read sums by day and go through names, whatever the number of items, and compares each
 * answer with the way that reads every item. Answers how many were compared, of how many pages the rows were counted to a bound, and how many
 * documents were open then and are settled since.
 */
export const compareWays = (
  claim: TenantClaim,
  asked: Asked,
): Promise<{ compared: number; bounds: number; items: number }> =>
  withTenantReport(claim, (tenant) => compareWaysIn(tenant, asked));

/** The same in a snapshot that the caller has. */
export async function compareWaysIn(
  tenant: Tenant,
  { side, asOf, subsidiaryIds, limit }: Asked,
): Promise<{ compared: number; bounds: number; items: number }> {
  const query = { roles: [side], asOf, subsidiaries: subsidiaryIds.map((id) => ({ id, rate: '1' })) };
  const asked = [side, asOf, subsidiaryIds.length];
  const whole = await readWholeAging(tenant, query, (row: AgingSum) => row);
  expect([asked, bare(await readOpenSums(tenant, query))]).toEqual([asked, bare(whole.subledgers)]);
  const extent = await readEarlierExtent(tenant, query);
  expect([asked, extent.hasOthers]).toEqual([asked, false]);
  let [compared, bounds] = [1, 0];
  const earlier = { ...query, lengths: extent.lengths };
  const rows: AgingSum[] = [];
  for (let offset = 0; offset === 0 || offset < whole.rows.length; offset += limit) {
    const at = { offset, limit, after: null, pattern: null };
    const page = await readEarlierPage(tenant, earlier, at, (row) => row);
    expect([asked, offset, page?.rowCount, page?.isCounted]).toEqual([
      asked,
      offset,
      whole.rows.length,
      true,
    ]);
    expect([asked, totals(page?.sums ?? []), bare(page?.subledgers ?? [])]).toEqual([
      asked,
      totals(whole.sums),
      bare(whole.subledgers),
    ]);
    // Counted to the end of the next page, it is the same page, and says whether there is more.
    const bounded = await readEarlierPage(tenant, earlier, { ...at, isBounded: true }, (row) => row);
    expect([asked, offset, bounded?.rows.map(named)]).toEqual([asked, offset, page?.rows.map(named)]);
    expect([asked, offset, bounded?.sums.map(named)]).toEqual([asked, offset, page?.sums.map(named)]);
    const beyond = offset + 2 * limit;
    if (bounded?.isCounted === true)
      expect([asked, offset, bounded.rowCount]).toEqual([asked, offset, whole.rows.length]);
    else
      expect([asked, offset, bounded?.rowCount, whole.rows.length > beyond]).toEqual([
        asked,
        offset,
        beyond,
        true,
      ]);
    bounds += bounded?.isCounted === true ? 0 : 1;
    rows.push(...(page?.rows ?? []));
    compared += 1;
  }
  expect([asked, rows.map(named)]).toEqual([asked, whole.rows.map(named)]);
  const items = await readWholeOpenItems(tenant, query, (row: OpenItemRow) => row);
  const found: OpenItemRow[] = [];
  for (let offset = 0; offset === 0 || offset < items.length; offset += limit) {
    const page = await readEarlierItems(tenant, query, extent, { offset, limit });
    expect([asked, offset, page?.total]).toEqual([asked, offset, items.length]);
    found.push(...(page?.rows ?? []));
    compared += 1;
  }
  expect([asked, all(found)]).toEqual([asked, all(items)]);
  return { compared, bounds, items: extent.items };
}
