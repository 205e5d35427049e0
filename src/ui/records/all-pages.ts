import { ListTooLong } from './list-too-long';

/** Rows of the longest list that becomes a file. */
export const MOST_ROWS = 10_000;
/** Rows asked for at once: the most a list answers with. */
const AT_ONCE = 100;

type Page<Row> = { readonly rows: readonly Row[]; readonly total: number };

/**
 * Every row of a list, page after page, for a file. Throws ListTooLong, before it reads further than a page, for a list of more than 10,000
 * rows, and when the list changed so much meanwhile that a row would be missing or there twice.
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

/** Answers for many ids, so many at a time. */
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

/** Ids asked for at once: a question travels in an address, and the client refuses one of more than 4,000 characters. */
const MOST_IDS = 60;
