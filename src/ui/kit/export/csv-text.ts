import { isDecimalText } from '@/core/money/plain-decimal';

/**
 * Rows as CSV. A cell that a spreadsheet would read as a formula is prefixed with an apostrophe; a negative amount also
 * begins with a minus sign but remains an amount.
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
