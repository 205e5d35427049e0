import { readXlsx } from 'hucre/xlsx';
import { describe, expect, test } from 'vitest';
import { day, money, type SheetLine, words } from '@/core/sheets/sheet';
import type { StreamedSheet } from '@/core/sheets/streamed-sheet';
import { xlsxPieces } from './sheet-xlsx';

const MOMENT = new Date('2026-11-21T18:20:45Z');
const COLUMNS = ['Date', 'Name', 'Amount', 'Currency'] as const;
const LINES: SheetLine[] = [
  { cells: [day('2026-09-30'), words('Cash'), money('1234.50', 'USD'), words('USD')] },
  { cells: [day('2024-02-29'), words('=1+1'), money('-0.10', 'USD'), words('USD')] },
  { cells: [null, words('#N/A'), money('-98765', 'JPY'), words('JPY')] },
  { cells: [null, words('  two\nlines "quoted" <&>  '), money('1.234', 'BHD'), words('BHD')] },
  { cells: [null, words('0012'), money('12345678901234.56', 'USD'), null] },
  { cells: [null, words('Total'), money('100000.00', 'USD'), words('USD')], isStrong: true },
];
/** Title, two facts, the moment, the column names. */
const HEAD = 4;

const sheetOf = (lines: AsyncIterable<readonly SheetLine[]>): StreamedSheet => ({
  name: 'list',
  title: 'A list: everything [all] of it, year to date',
  facts: [
    ['Organization', 'Northwind & Söhne <AG>'],
    ['Period', 'All dates'],
  ],
  columns: COLUMNS.map((title) => ({ title, isFigure: title === 'Amount' })),
  lines,
});

async function* inChunks(lines: readonly SheetLine[], size = 2): AsyncGenerator<SheetLine[]> {
  for (let at = 0; at < lines.length; at += size) yield lines.slice(at, at + size);
}

async function opened(lines: readonly SheetLine[], mostRows?: number) {
  const pieces: Uint8Array[] = [];
  for await (const piece of xlsxPieces(sheetOf(inChunks(lines)), MOMENT, mostRows)) pieces.push(piece);
  return readXlsx(Buffer.concat(pieces), { readStyles: true });
}

describe('a workbook that is written while its lines arrive', () => {
  test('has the description, the column names in view, and every line', async () => {
    const { sheets } = await opened(LINES);
    expect(sheets.map(({ name }) => name)).toEqual(['A list  everything  all  of it,']);
    const [sheet] = sheets;
    expect(sheet?.rows.slice(0, HEAD).map((row) => row.slice(0, 2))).toEqual([
      ['A list: everything [all] of it, year to date', null],
      ['Organization', 'Northwind & Söhne <AG>'],
      ['Period', 'All dates'],
      ['Exported', '2026-11-21 18:20 UTC'],
    ]);
    expect(sheet?.rows[HEAD]).toEqual([...COLUMNS]);
    expect(sheet?.freezePane?.rows).toBe(HEAD + 1);
    expect(sheet?.rows.slice(HEAD + 1).map((row) => COLUMNS.map((_, at) => row[at] ?? null))).toEqual([
      [new Date('2026-09-30T00:00:00Z'), 'Cash', 1234.5, 'USD'],
      [new Date('2024-02-29T00:00:00Z'), '=1+1', -0.1, 'USD'],
      [null, '#N/A', -98765, 'JPY'],
      [null, '  two\nlines "quoted" <&>  ', 1.234, 'BHD'],
      [null, '0012', '12345678901234.56', null],
      [null, 'Total', 100000, 'USD'],
    ]);
  });

  test('gives each cell the format of its own row: places of its currency, dates, bold totals', async () => {
    const [sheet] = (await opened(LINES)).sheets;
    const style = (line: number, column: number) => sheet?.cells?.get(`${HEAD + 1 + line},${column}`)?.style;
    const dollars = '#,##0.00_);(#,##0.00)';
    expect([0, 1, 2, 3].map((line) => style(line, 2)?.numFmt)).toEqual([
      dollars,
      dollars,
      '#,##0_);(#,##0)',
      '#,##0.000_);(#,##0.000)',
    ]);
    expect(style(0, 0)?.numFmt).toBe('yyyy-mm-dd');
    expect(LINES.map((_, line) => style(line, 2)?.font?.bold ?? false)).toEqual([
      false,
      false,
      false,
      false,
      false,
      true,
    ]);
    expect(sheet?.cells?.get(`${HEAD},0`)?.style?.font?.bold).toBe(true);
  });

  test('has no formula and no error, whatever its text begins with', async () => {
    const [sheet] = (await opened(LINES)).sheets;
    const kinds = [...(sheet?.cells?.values() ?? [])];
    expect(kinds.filter(({ type, formula }) => type === 'formula' || type === 'error' || formula)).toEqual(
      [],
    );
  });

  test('continues on a further sheet, with its head, when one is full', async () => {
    const many = Array.from({ length: 12 }, (_, n): SheetLine => ({ cells: [null, words(`line ${n}`)] }));
    const { sheets } = await opened(many, HEAD + 1 + 5);
    expect(sheets).toHaveLength(3);
    const lines = sheets.map(({ rows }) => rows.slice(HEAD + 1).map((row) => row[1]));
    expect(lines).toEqual([
      many.slice(0, 5).map((_, n) => `line ${n}`),
      many.slice(5, 10).map((_, n) => `line ${n + 5}`),
      ['line 10', 'line 11'],
    ]);
    for (const { rows } of sheets) expect(rows[HEAD]).toEqual([...COLUMNS]);
  });

  test('asks for no further lines while no one reads, and ends their source when the reader leaves', async () => {
    let made = 0;
    let ended = false;
    async function* endless(): AsyncGenerator<SheetLine[]> {
      try {
        for (;;) {
          made += 1;
          yield Array.from(
            { length: 1000 },
            (_, n): SheetLine => ({
              cells: [null, words(`${made} ${n} ${Math.sin(n)}`), money(`${n}.00`, 'USD'), words('USD')],
            }),
          );
        }
      } finally {
        ended = true;
      }
    }
    const pieces = xlsxPieces(sheetOf(endless()), MOMENT);
    await pieces.next();
    await pieces.next();
    const first = made;
    for (let turns = 0; turns < 50; turns += 1) await new Promise((resolve) => setImmediate(resolve));
    expect(made - first, 'a few chunks wait in the compressor').toBeLessThan(20);
    await pieces.return();
    expect(ended).toBe(true);
  });
});
