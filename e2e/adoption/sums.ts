import type { CompanyFiles } from './company';

/** An amount in a file as cents: `1234.50`, `-0.05`; an empty cell is zero. Exact, and independent of Daybook's own arithmetic. */
export function cents(text: string): bigint {
  if (text === '') return 0n;
  const [whole = '0', part = ''] = text.replace('-', '').split('.');
  const value = BigInt(whole) * 100n + BigInt(part.padEnd(2, '0'));
  return text.startsWith('-') ? -value : value;
}

/** The rows of a file without its header. */
export const rowsOf = ({ files }: CompanyFiles, file: string): readonly (readonly string[])[] =>
  files[file]?.slice(1) ?? [];

/** The sum of a column of these rows, in cents. */
export const sumOf = (rows: readonly (readonly string[])[], column: number): bigint =>
  rows.reduce((total, row) => total + cents(row[column] ?? ''), 0n);

/** A share of an amount rounded to the cent, half to even. */
export function shareOf(amount: bigint, part: bigint, whole: bigint): bigint {
  const isBelow = amount * part < 0n;
  const of = isBelow ? -(amount * part) : amount * part;
  const [down, rest] = [of / whole, of % whole];
  const isUp = rest * 2n > whole || (rest * 2n === whole && down % 2n === 1n);
  const rounded = isUp ? down + 1n : down;
  return isBelow ? -rounded : rounded;
}
