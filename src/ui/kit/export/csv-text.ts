import { isDecimalText } from '@/core/money/plain-decimal';

/**
 * Rows as CSV. A cell that a spreadsheet would take for a formula is led by an apostrophe; an amount below zero begins
 * with a minus too and stays an amount.
 */
export async function csvText(rows: readonly (readonly string[])[]): Promise<string> {
  const { stringify } = await import('csv-stringify/browser/esm/sync');
  return stringify(
    rows.map((row) => [...row]),
    {
      bom: true,
      escape_formulas: true,
      cast: { string: (value) => (isAmount(value) ? { value, escape_formulas: false } : value) },
    },
  );
}

function isAmount(cell: string): boolean {
  return isDecimalText(cell) && !cell.startsWith('+');
}
