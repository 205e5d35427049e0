import { expect, test } from 'vitest';
import { csvRows } from '@/core/sheets/csv-rows';
import { day, money, words } from '@/core/sheets/sheet';
import { csvText } from './csv-text';

test('the table only, every amount with the digits of its currency, negative amounts as amounts', async () => {
  const text = await csvText(
    csvRows({
      name: 'list',
      title: 'List',
      facts: [['Organization', 'Northwind']],
      columns: ['Date', 'Memo', 'Amount'],
      lines: [
        { cells: [day('2026-09-30'), words('one, two'), money('-12345678901234.5600', 'USD')] },
        { cells: [null, words(''), money(null, 'USD')] },
      ],
    }),
  );
  expect(text).toBe('\uFEFFDate,Memo,Amount\n2026-09-30,"one, two",-12345678901234.56\n,,\n');
});

/** Full-width signs are those of East Asian keyboards, which a spreadsheet reads like the others. */
const FULL_WIDTH = ['\uFF1D1+1', '\uFF0B49 30', '\uFF0D12', '\uFF20home'];

test.each(['=1+1', '+49 30', '-none', '@home', '+12', '-1+2', '\t=1', ...FULL_WIDTH])(
  '%j is escaped',
  async (cell) => {
    expect(await csvText([[cell]])).toBe(`\uFEFF'${cell}\n`);
  },
);
