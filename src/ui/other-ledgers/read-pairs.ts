import { delimitedRows } from '@/ui/kit/files/delimited';
import { readAmount } from '@/ui/kit/input/amount-input';

/** The first two columns of a table, without rows that lack one of them. */
export async function readPairs(text: string): Promise<readonly (readonly [string, string])[]> {
  const table = await delimitedRows(text);
  if (!('rows' in table)) return [];
  return table.rows.flatMap(([own = '', code = '']) =>
    own.trim() === '' || code.trim() === '' ? [] : [[own.trim(), code.trim()] as const],
  );
}

/** A trial balance: account, debit and credit, decimal strings. */
export type BalanceRow = { readonly code: string; readonly debit: string; readonly credit: string };

const NAMES = {
  code: ['account', 'account code', 'account number', 'code', 'acct no', 'number'],
  debit: ['debit', 'debits', 'dr'],
  credit: ['credit', 'credits', 'cr'],
  balance: ['balance', 'amount', 'net', 'ending balance'],
} as const;
const named = (header: readonly string[], names: readonly string[]) =>
  header.findIndex((cell) =>
    names.includes(
      cell
        .toLowerCase()
        .replace(/[^a-z]+/g, ' ')
        .trim(),
    ),
  );

/**
 * A trial balance from a table whose header names the account and debit and credit, or one balance with debits above zero. A row whose
 * amount cannot be read is named, not silently left out; nothing is guessed from a table without those names.
 */
export async function readBalance(
  text: string,
): Promise<{ readonly rows: readonly BalanceRow[] } | { readonly problem: string }> {
  const table = await delimitedRows(text);
  if ('problem' in table) return table;
  const [header = [], ...lines] = table.rows;
  const at = {
    code: named(header, NAMES.code),
    debit: named(header, NAMES.debit),
    credit: named(header, NAMES.credit),
    balance: named(header, NAMES.balance),
  };
  const hasSides = at.debit >= 0 && at.credit >= 0;
  if (at.code < 0 || !(hasSides || at.balance >= 0)) {
    return { problem: 'The first row must name the columns: account, and debit and credit or one balance.' };
  }
  const rows: BalanceRow[] = [];
  for (const [index, line] of lines.entries()) {
    const cell = (column: number) => (column < 0 ? '' : (line[column] ?? '').trim());
    const amount = (column: number) => (cell(column) === '' ? '0' : readAmount(cell(column)));
    const code = cell(at.code);
    const [debit, credit] = hasSides ? [amount(at.debit), amount(at.credit)] : [amount(at.balance), '0'];
    if (debit === null || credit === null)
      return { problem: `The amount in row ${index + 2} cannot be read.` };
    if (code !== '') rows.push({ code, debit, credit });
  }
  return rows.length === 0 ? { problem: 'The table has no accounts.' } : { rows };
}
