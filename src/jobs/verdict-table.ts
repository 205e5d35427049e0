import type { BooksVerdict } from '@/usecases/verify/verify-books';

const HEAD = [
  'organization',
  'entries',
  'lines',
  'unbalanced',
  'wrong balances',
  'difference',
  'audit sealed',
  'entries sealed',
  'unsealed',
  'verdict',
];

/** The verdicts as columns of text, with numbers aligned right. */
export function verdictTable(verdicts: readonly BooksVerdict[]): string {
  const rows = verdicts.map(({ organizationName, ledger, audit, ledgerChain, isSound }) => [
    organizationName.slice(0, 40),
    ledger.entries,
    ledger.lines,
    ledger.unbalanced,
    String(BigInt(ledger.balanceBreaches) + BigInt(ledger.dimensionBreaches)),
    ledger.difference,
    audit.sealed,
    ledgerChain.sealed,
    String(BigInt(audit.unsealed) + BigInt(ledgerChain.unsealed)),
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

/** Through which point a verification of what is new trusts each organization's books; nothing for those that were read whole. */
export function trustLines(verdicts: readonly Pick<BooksVerdict, 'organizationName' | 'since'>[]): string[] {
  return verdicts.flatMap(({ organizationName, since }) =>
    since === null
      ? []
      : [
          `${organizationName}: only what is new was read. Trusted through seal ${since.ledgerSequence} of the ledger, as of ${since.checkedAt.toISOString()}; ` +
            `read whole on ${since.wholeAt.toISOString()} (npm run verify -- --whole).`,
        ],
  );
}

/** The heads of the chains of each organization: what a copy kept elsewhere is compared with. */
export function headLines(verdicts: readonly Pick<BooksVerdict, 'organizationName' | 'heads'>[]): string {
  return verdicts
    .map(
      ({ organizationName, heads: { audit, ledger, security } }) =>
        `${organizationName}: audit ${audit.sequence} ${audit.hash}, ledger ${ledger.sequence} ${ledger.hash}${
          security === undefined ? '' : `, security ${security.sequence} ${security.hash}`
        }`,
    )
    .join('\n');
}
