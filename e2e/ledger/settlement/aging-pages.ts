import { expect } from 'vitest';
import type { Call } from '@/usecases/kit/define';
import { runForOutput } from '@/usecases/kit/run';
import { type OpenItem, openItems } from '@/usecases/reports/list-open-items';
import { type AgingRow, aging } from '@/usecases/reports/show-aging';

type Asked = Readonly<Record<string, unknown>> & { readonly limit: number };
type AgingReport = Awaited<ReturnType<typeof askAging>>;

const askAging = (call: Call, asked: object) => runForOutput(aging, call, asked);

/** More pages than any test has rows: pages that lead back to one before would never end. */
const MOST_PAGES = 2_500;

/** The pages of an aging until one is not full, by their numbers or each by the cursor of the one before. */
export async function* pagesOf(
  call: Call,
  asked: Asked,
  by: 'number' | 'key',
): AsyncGenerator<AgingReport, void, undefined> {
  let after: string | null = null;
  for (let page = 1; ; page += 1) {
    const place: object = by === 'number' ? { page } : after === null ? {} : { after };
    const report: AgingReport = await askAging(call, { ...asked, ...place });
    yield report;
    if (page > MOST_PAGES) throw new Error(`the aging has no end: page ${page} is not the last`);
    after = report.nextCursor;
    if (report.rows.length < asked.limit || after === null) return;
  }
}

/** The rows of all pages. */
export async function rowsOf(call: Call, asked: Asked, by: 'number' | 'key'): Promise<AgingRow[]> {
  const rows: AgingRow[] = [];
  for await (const page of pagesOf(call, asked, by)) rows.push(...page.rows);
  return rows;
}

/** The open items of every page, each of which states how many there are. */
export async function itemsOf(call: Call, asked: object, limit: number): Promise<OpenItem[]> {
  const found: OpenItem[] = [];
  for (let page = 1; ; page += 1) {
    const { items, total } = await runForOutput(openItems, call, { ...asked, limit, page });
    found.push(...items);
    if (items.length < limit) {
      expect(found.length).toBe(total);
      return found;
    }
  }
}
