'use client';

import { keepPreviousData } from '@tanstack/react-query';
import dynamic from 'next/dynamic';
import { useQueryStates } from 'nuqs';
import type { Sheet } from '@/core/sheets/sheet';
import { type RouterOutputs, trpc } from '@/surfaces/trpc/react';
import { useFinance } from '@/ui/finance/use-finance';
import { formatDate } from '@/ui/kit/figures/date-format';
import { Page } from '@/ui/kit/layout/page';
import { PageHeader } from '@/ui/kit/layout/page-header';
import { useSheetFacts } from '@/ui/records/form/use-sheet-facts';
import { QueryView } from '@/ui/shell/query-view';
import { useBooks } from '@/ui/shell/session';
import { IncomeStatementBar } from './income-statement-bar';
import { StatementActions } from './statement-actions';
import { STATEMENT_COLUMNS, sectionLines, statementSheetLines } from './statement-lines';
import { incomeStatementQuestion, statementFilters } from './statement-questions';
import { type StatementLine, StatementTable } from './statement-table';

type Report = RouterOutputs['reports']['incomeStatement'];

// Loaded when columns by period are chosen.
const IncomeByPeriod = dynamic(() => import('./income-by-period').then((part) => part.IncomeByPeriod));

/** Income and expenses, for a range as one amount or period by period. */
export function IncomeStatementScreen() {
  const [{ split }] = useQueryStates(statementFilters);
  return split === 'periods' ? <IncomeByPeriod /> : <IncomeOfRange />;
}

/** Income and expenses of the selected period or of those ending with it. */
function IncomeOfRange() {
  const books = useBooks();
  const finance = useFinance();
  const [{ span }] = useQueryStates(statementFilters);
  const query = trpc.reports.incomeStatement.useQuery(incomeStatementQuestion(finance, span), {
    placeholderData: keepPreviousData,
  });
  const linesOf = (report: Report) => statementLines(report, finance.link);
  const report = query.data;
  const facts = useSheetFacts();
  const sheetOf = async (data: Report): Promise<Sheet> => ({
    name: `income-statement-${data.dateTo}`,
    title: 'Income statement',
    facts: await facts({
      period: `${formatDate(data.dateFrom)} to ${formatDate(data.dateTo)}`,
      subsidiaryId: finance.subsidiaryId,
      currency: data.currencyCode,
    }),
    columns: STATEMENT_COLUMNS,
    lines: statementSheetLines(linesOf(data), data.currencyCode),
  });
  return (
    <Page wide={false} className="max-w-4xl">
      <PageHeader
        title="Income statement"
        description={
          report
            ? `${books.organization.name}, ${formatDate(report.dateFrom)} to ${formatDate(report.dateTo)}, in ${report.currencyCode}`
            : undefined
        }
        actions={<StatementActions sheet={report ? () => sheetOf(report) : null} />}
      />
      <IncomeStatementBar />
      <QueryView query={query}>
        {(data) => (
          <StatementTable
            label="Income statement"
            currency={data.currencyCode}
            lines={linesOf(data)}
            isStale={query.isPlaceholderData}
          />
        )}
      </QueryView>
    </Page>
  );
}

/** The sections in order, each subtotal after its components. */
function statementLines(report: Report, link: (place: string) => string): StatementLine[] {
  const activity = (id: string) => {
    const address = link(`accounts/${id}`);
    return `${address}${address.includes('?') ? '&' : '?'}from=${report.dateFrom}&to=${report.dateTo}`;
  };
  const of = (...types: readonly string[]) =>
    report.sections
      .filter((section) => types.includes(section.type))
      .flatMap((section) => sectionLines(section, activity));
  const result = (id: string, title: string, amount: string): StatementLine => ({
    kind: 'result',
    id,
    title,
    amount,
  });
  return [
    ...of('REVENUE', 'COST_OF_SALES'),
    result('gross', 'Gross profit', report.grossProfit),
    ...of('EXPENSE'),
    result('operating', 'Operating income', report.operatingIncome),
    ...of('OTHER_INCOME', 'OTHER_EXPENSE'),
    result('net', 'Net income', report.netIncome),
  ];
}
