import { describe, expect, it } from 'vitest';
import { allPages, inParts, MOST_ROWS } from './all-pages';

const list = (total: number) => Array.from({ length: total }, (_, index) => ({ id: `${index}` }));

function server(rows: readonly { id: string }[], total = rows.length) {
  const asked: number[] = [];
  const ask = async ({ page, limit }: { page: number; limit: number }) => {
    asked.push(page);
    return { rows: rows.slice((page - 1) * limit, page * limit), total };
  };
  return { ask, asked };
}

describe('all pages of a list', () => {
  it.each([0, 1, 99, 100, 101, 250, 300])('of %i rows are all its rows, in order', async (total) => {
    const { ask, asked } = server(list(total));
    expect(await allPages(ask)).toEqual(list(total));
    expect(asked).toHaveLength(Math.max(1, Math.ceil(total / 100)));
  });

  it('beyond the limit are refused after the first page, with the count and what to do', async () => {
    const { ask, asked } = server(list(100), MOST_ROWS + 1);
    await expect(allPages(ask)).rejects.toThrow(
      'This list has 10,001 rows; a file holds at most 10,000. Narrow the filters and export again.',
    );
    expect(asked).toEqual([1]);
  });

  it('up to the limit are read', async () => {
    expect(await allPages(server(list(MOST_ROWS)).ask)).toHaveLength(MOST_ROWS);
  });

  it('that change while they are read are refused, since a row would be missing or repeated', async () => {
    const rows = list(150);
    const shifted = [{ id: 'new' }, ...rows];
    const ask = async ({ page, limit }: { page: number; limit: number }) => {
      const of = page === 1 ? rows : shifted;
      return { rows: of.slice((page - 1) * limit, page * limit), total: of.length };
    };
    await expect(allPages(ask)).rejects.toThrow('The list changed while it was being read.');
  });

  it('are looked up in batches, each id once', async () => {
    const asked: string[][] = [];
    const ids = [null, ...list(150).map(({ id }) => id), '0'];
    const found = await inParts(ids, async (part) => {
      asked.push(part);
      return part;
    });
    expect(asked.map((part) => part.length)).toEqual([60, 60, 30]);
    expect(found).toHaveLength(150);
  });
});
