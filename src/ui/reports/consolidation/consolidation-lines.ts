import { money, type SheetLine, words } from '@/core/sheets/sheet';
import type { RouterOutputs } from '@/surfaces/trpc/react';

export type Report = RouterOutputs['reports']['consolidation'];
type Section = Report['balanceSheet']['sections'][number];
type Row = Section['rows'][number];
export type Figures = Row['figures'];

export type ConsolidationLine =
  | { readonly kind: 'heading'; readonly id: string; readonly title: string }
  | {
      readonly kind: 'account' | 'total' | 'result';
      readonly id: string;
      readonly code: string;
      readonly title: string;
      readonly accountId: string | null;
      readonly figures: Figures;
    };

/** Assets, liabilities and equity, each with its accounts and its total. */
export function balanceSheetLines(report: Report): ConsolidationLine[] {
  return report.balanceSheet.sections.flatMap(sectionLines);
}

/** The sections of the year's result in order, each subtotal after its components. */
export function incomeStatementLines(report: Report): ConsolidationLine[] {
  const { sections, results } = report.incomeStatement;
  const of = (...types: readonly Section['type'][]) =>
    sections.filter(({ type, rows }) => types.includes(type) && rows.length > 0).flatMap(sectionLines);
  const named = (...wanted: readonly string[]) =>
    results.filter(({ line }) => wanted.includes(line)).map((row) => rowLine('result', row));
  const [gross = '', operating = '', ...rest] = results.map(({ line }) => line);
  return [
    ...of('REVENUE', 'COST_OF_SALES'),
    ...named(gross),
    ...of('EXPENSE'),
    ...named(operating),
    ...of('OTHER_INCOME', 'OTHER_EXPENSE'),
    ...named(...rest),
  ];
}

function sectionLines(section: Section): ConsolidationLine[] {
  return [
    { kind: 'heading', id: section.type, title: section.title },
    ...section.rows.map((row) => rowLine('account', row)),
    {
      kind: 'total',
      id: `${section.type}/total`,
      code: '',
      title: `Total ${section.title.toLowerCase()}`,
      accountId: null,
      figures: section.total,
    },
  ];
}

function rowLine(kind: 'account' | 'result', row: Row): ConsolidationLine {
  return {
    kind,
    id: row.line,
    code: row.code,
    title: row.name,
    accountId: row.accountId,
    figures: row.figures,
  };
}

/**
 * The columns of the table after the accounts, by name. The non-controlling column is omitted if everything is wholly
 * owned.
 */
export function columnsOf(report: Report, lines: readonly ConsolidationLine[]) {
  const sharesOut = lines.some(
    (line) => line.kind !== 'heading' && /[1-9]/.test(line.figures.nonControlling),
  );
  return [
    ...report.columns.map((column, index) => ({
      id: column.subsidiaryId,
      title: column.name,
      subsidiary: column,
      value: (figures: Figures) => figures.subsidiaries[index] ?? '0',
    })),
    {
      id: 'eliminations',
      title: 'Eliminations',
      subsidiary: null,
      value: (figures: Figures) => figures.eliminations,
    },
    ...(sharesOut
      ? [
          {
            id: 'others',
            title: 'Noncontrolling interest',
            subsidiary: null,
            value: (figures: Figures) => figures.nonControlling,
          },
        ]
      : []),
    {
      id: 'consolidated',
      title: 'Consolidated',
      subsidiary: null,
      value: (figures: Figures) => figures.consolidated,
    },
  ];
}

/** The selected statement as export lines. */
export function consolidationSheet(report: Report, lines: readonly ConsolidationLine[]) {
  const columns = columnsOf(report, lines);
  return {
    columns: ['Code', 'Title', ...columns.map(({ title }) => title), 'Currency'],
    lines: lines.map(
      (line): SheetLine =>
        line.kind === 'heading'
          ? { cells: [null, words(line.title), ...columns.map(() => null), null], isStrong: true }
          : {
              cells: [
                words(line.code),
                words(line.title),
                ...columns.map(({ value }) => money(value(line.figures), report.currencyCode)),
                words(report.currencyCode),
              ],
              isStrong: line.kind !== 'account',
            },
    ),
  };
}
