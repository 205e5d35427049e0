import { money, type SheetLine, words } from '@/core/sheets/sheet';
import type { StatementLine } from './statement-table';

type Section = {
  readonly type: string;
  readonly title: string;
  readonly rows: readonly {
    readonly accountId: string | null;
    readonly code: string;
    readonly name: string;
    readonly amount: string;
  }[];
  readonly total: string;
};

/** A section as lines: heading, accounts, total. `link` gives the URL of an account's activity. */
export function sectionLines(section: Section, link: (accountId: string) => string): StatementLine[] {
  return [
    { kind: 'heading', id: section.type, title: section.title },
    ...section.rows.map(
      (row): StatementLine => ({
        kind: 'account',
        id: `${section.type}/${row.accountId ?? row.name}`,
        code: row.code,
        title: row.name,
        amount: row.amount,
        href: row.accountId === null ? null : link(row.accountId),
      }),
    ),
    {
      kind: 'total',
      id: `${section.type}/total`,
      title: `Total ${section.title.toLowerCase()}`,
      amount: section.total,
    },
  ];
}

/** Lines in the export format. */
export function statementSheetLines(lines: readonly StatementLine[], currency: string): SheetLine[] {
  return lines.map((line) =>
    line.kind === 'heading'
      ? { cells: [null, words(line.title), null, null], isStrong: true }
      : {
          cells: [
            words(line.kind === 'account' ? line.code : null),
            words(line.title),
            money(line.amount, currency),
            words(currency),
          ],
          isStrong: line.kind !== 'account',
        },
  );
}

export const STATEMENT_COLUMNS = ['Code', 'Title', 'Amount', 'Currency'] as const;
