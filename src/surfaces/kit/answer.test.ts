import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { type Answer, etagOf, type StreamedAnswer, shows, showsInPieces, versionFromIfMatch } from './answer';
import { shapeOf } from './shape';
import { optional, rowsOf } from './shape-parts';

describe('If-Match', () => {
  test('absent, or a star, requires no version: any existing record matches (RFC 9110, 13.1.1)', () => {
    expect(versionFromIfMatch(null)).toBeUndefined();
    expect(versionFromIfMatch('*')).toBeUndefined();
    expect(versionFromIfMatch(' * ')).toBeUndefined();
  });

  test('an ETag of ours, strong or weak, requires that version', () => {
    expect(versionFromIfMatch(etagOf({ version: 7 }))).toBe(7);
    expect(versionFromIfMatch('W/"7"')).toBe(7);
    expect(versionFromIfMatch('"0"')).toBe(0);
  });

  test.each(['7', '"seven"', '"7", "8"', '""', '', '**', '"9999999999"', '"-1"', '"7'])(
    '%j is not one of our versions, so nothing matches it',
    (header) => {
      expect(versionFromIfMatch(header)).toBe(-1);
    },
  );
});

describe('an answer in pieces', () => {
  interface Item {
    readonly number: string;
    readonly amount: string;
    readonly due: string | null;
  }
  interface Report {
    readonly asOf: string;
    readonly note?: string | undefined;
    readonly items: readonly Item[];
    readonly none: readonly Item[];
    readonly total: string | null;
  }
  let shown = 0;
  const item = shapeOf<Item>()({
    number: [
      'text',
      (row) => {
        shown += 1;
        return row.number;
      },
    ],
    amount: 'decimal',
    due: 'day?',
  });
  const shape = shapeOf<Report>()({
    asOf: 'day',
    note: optional({ schema: z.string(), present: (text: string) => text }),
    items: rowsOf(item),
    none: rowsOf(item),
    total: 'decimal?',
  });
  const reportOf = (length: number): Report => ({
    asOf: '2026-11-20',
    items: Array.from({ length }, (_, n) => ({
      number: `INV-"${n}"`.padEnd(150, '-'),
      amount: `${n}.00`,
      due: n % 2 ? null : '2026-01-31',
    })),
    none: [],
    total: null,
  });
  async function textOf(answer: Answer | StreamedAnswer): Promise<string> {
    if (!('chunks' in answer)) return answer.body;
    let text = '';
    for await (const chunk of answer.chunks) text += String(chunk);
    return text;
  }

  test.each([0, 1, 499, 500, 501, 5_000])(
    'with a list of %d records is, to the letter, the answer in one piece',
    async (length) => {
      const report = reportOf(length);
      expect(await textOf(showsInPieces(shape)(report))).toBe(shows(shape)(report).body);
    },
  );

  test('is sent whole while it is short, and with its length', () => {
    expect(showsInPieces(shape)(reportOf(100))).toHaveProperty('body');
    expect(showsInPieces(shape)(reportOf(5_000))).toHaveProperty('chunks');
  });

  test('shows 500 records before others get their turn, however many there are', async () => {
    shown = 0;
    const turns: number[] = [];
    let isOver = false;
    const watch = () => {
      turns.push(shown);
      if (!isOver) setImmediate(watch);
    };
    setImmediate(watch);
    const answer = showsInPieces(shape)(reportOf(20_000));
    turns.push(shown);
    await textOf(answer);
    isOver = true;
    turns.push(shown);
    expect(turns.at(-1)).toBe(20_000);
    const steps = turns.map((count, at) => count - (turns[at - 1] ?? 0));
    expect(Math.max(...steps)).toBeLessThanOrEqual(500);
  });
});
