import { expect, test } from 'vitest';
import { csvRows } from './csv-rows';
import { csvText } from './csv-text';
import { day, money, words } from './sheet';

test('the table only, every figure with its own digits, negative amounts as amounts', async () => {
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
  expect(text).toBe('\uFEFFDate,Memo,Amount\n2026-09-30,"one, two",-12345678901234.5600\n,,\n');
});

test.each(['=1+1', '+49 30', '-none', '@home', '+12', '-1+2'])('%j is escaped', async (cell) => {
  expect(await csvText([[cell]])).toBe(`\uFEFF'${cell}\n`);
});
