import { ListTooLong } from './list-too-long';

/** The maximum number of rows in an exported file. */
export const MOST_ROWS = 10_000;
/** Rows fetched per request, the maximum of the list endpoints. */
const AT_ONCE = 100;

type Page<Row> = { readonly rows: readonly Row[]; readonly total: number };

/**
 * Every row of a list, page after page, for a file. Throws ListTooLong, before reading beyond the first page, for a
 * list of more than 10,000 rows, and when the list changed in the meantime so that a row would be missing or repeated.
 */
export async function allPages<Row extends { readonly id: string }>(
  ask: (page: { readonly page: number; readonly limit: number }) => Promise<Page<Row>>,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (let page = 1; ; page += 1) {
    const { rows: next, total } = await ask({ page, limit: AT_ONCE });
    if (total > MOST_ROWS) throw new ListTooLong(tooLong(total));
    rows.push(...next);
    if (next.length < AT_ONCE || rows.length >= total) {
      if (new Set(rows.map(({ id }) => id)).size === total && rows.length === total) return rows;
      throw new ListTooLong('The list changed while it was being read. Export it again.');
    }
  }
}

/** The sentence about a list that is too long for a file. */
export function tooLong(total: number): string {
  const count = (value: number) => value.toLocaleString('en-US');
  return `This list has ${count(total)} rows; a file holds at most ${count(MOST_ROWS)}. Narrow the filters and export again.`;
}

/** Queries many ids in batches. */
export async function inParts<Found>(
  ids: readonly (string | null)[],
  ask: (ids: string[]) => Promise<readonly Found[]>,
): Promise<Found[]> {
  const wanted = [...new Set(ids.filter((id) => id !== null))];
  const found: Found[] = [];
  for (let at = 0; at < wanted.length; at += MOST_IDS) {
    found.push(...(await ask(wanted.slice(at, at + MOST_IDS))));
  }
  return found;
}

/** Ids per request: the query is part of the URL, and the client refuses URLs of more than 4,000 characters. */
const MOST_IDS = 60;
