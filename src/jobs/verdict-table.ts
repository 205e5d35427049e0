import type { BooksVerdict } from '@/usecases/verify/verify-books';

const HEAD = [
  'organization',
  'entries',
  'lines',
  'unbalanced',
  'wrong balances',
  'difference',
  'audit sealed',
  'unsealed',
  'verdict',
];

/** The verdicts as columns of text, with numbers aligned right. */
export function verdictTable(verdicts: readonly BooksVerdict[]): string {
  const rows = verdicts.map(({ organizationName, ledger, audit, isSound }) => [
    organizationName.slice(0, 40),
    ledger.entries,
    ledger.lines,
    ledger.unbalanced,
    String(BigInt(ledger.balanceBreaches) + BigInt(ledger.dimensionBreaches)),
    ledger.difference,
    audit.sealed,
    audit.unsealed,
    isSound ? 'sound' : 'BROKEN',
  ]);
  const widths = HEAD.map((head, column) =>
    Math.max(head.length, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  const text = (cells: readonly string[]) =>
    cells
      .map((cell, column) =>
        column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
      )
      .join('  ');
  return [text(HEAD), widths.map((width) => '-'.repeat(width)).join('  '), ...rows.map(text)].join('\n');
}
