'use client';

import { keepPreviousData } from '@tanstack/react-query';
import { isZeroDecimal } from '@/core/money/plain-decimal';
import type { Sheet } from '@/core/sheets/sheet';
import { type RouterOutputs, trpc } from '@/surfaces/trpc/react';
import { FinanceBar } from '@/ui/finance/finance-bar';
import { useFinance } from '@/ui/finance/use-finance';
import { formatAmount } from '@/ui/kit/figures/amount-format';
import { formatDate } from '@/ui/kit/figures/date-format';
import { Page } from '@/ui/kit/layout/page';
import { PageHeader } from '@/ui/kit/layout/page-header';
import { Notice } from '@/ui/kit/notice';
import { useSheetFacts } from '@/ui/records/form/use-sheet-facts';
import { QueryView } from '@/ui/shell/query-view';
import { useBooks } from '@/ui/shell/session';
import { StatementActions } from './statement-actions';
import { STATEMENT_COLUMNS, sectionLines, statementSheetLines } from './statement-lines';
import { balanceSheetQuestion } from './statement-questions';
import { StatementTable } from './statement-table';

type Report = RouterOutputs['reports']['balanceSheet'];

/** Assets, liabilities and equity at the end of the selected period. */
export function BalanceSheetScreen() {
  const books = useBooks();
  const finance = useFinance();
  const query = trpc.reports.balanceSheet.useQuery(balanceSheetQuestion(finance), {
    placeholderData: keepPreviousData,
  });
  const linesOf = (report: Report) =>
    report.sections.flatMap((section) => sectionLines(section, (id) => finance.link(`accounts/${id}`)));
  const report = query.data;
  const facts = useSheetFacts();
  const sheetOf = async (data: Report): Promise<Sheet> => ({
    name: `balance-sheet-${data.asOf}`,
    title: 'Balance sheet',
    facts: await facts({
      period: `As of ${formatDate(data.asOf)}`,
      subsidiaryId: finance.subsidiaryId,
      currency: data.currencyCode,
    }),
    columns: STATEMENT_COLUMNS,
    lines: statementSheetLines(linesOf(data), data.currencyCode),
  });
  return (
    <Page wide={false} className="max-w-4xl">
      <PageHeader
        title="Balance sheet"
        description={
          report
            ? `${books.organization.name}, as of ${formatDate(report.asOf)}, in ${report.currencyCode}`
            : undefined
        }
        actions={<StatementActions sheet={report ? () => sheetOf(report) : null} />}
      />
      <FinanceBar />
      <QueryView query={query}>
        {(data) => (
          <>
            <StatementTable
              label="Balance sheet"
              currency={data.currencyCode}
              lines={linesOf(data)}
              isStale={query.isPlaceholderData}
            />
            <Proof report={data} />
          </>
        )}
      </QueryView>
    </Page>
  );
}

function Proof({ report }: { readonly report: Report }) {
  return isZeroDecimal(report.difference) ? (
    <p role="status" className="text-ink-mute">
      Assets = Liabilities + Equity. The difference is{' '}
      {formatAmount('0', report.currencyCode, { zero: 'digits' })}.
    </p>
  ) : (
    <Notice tone="danger" role="alert">
      Assets differ from liabilities and equity by {report.currencyCode}{' '}
      {formatAmount(report.difference, report.currencyCode)}.
    </Notice>
  );
}
