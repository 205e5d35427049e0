'use client';

import { keepPreviousData } from '@tanstack/react-query';
import { useQueryStates } from 'nuqs';
import { money, type Sheet, words } from '@/core/sheets/sheet';
import { type RouterOutputs, trpc } from '@/surfaces/trpc/react';
import { FinanceBar } from '@/ui/finance/finance-bar';
import { useFinance } from '@/ui/finance/use-finance';
import { formatDate } from '@/ui/kit/figures/date-format';
import { Checkbox } from '@/ui/kit/input/checkbox';
import { Notice } from '@/ui/kit/notice';
import { StatementPage } from '@/ui/kit/pages/statement';
import { useSheetFacts } from '@/ui/records/form/use-sheet-facts';
import { QueryView } from '@/ui/shell/query-view';
import { useBooks } from '@/ui/shell/session';
import { StatementActions } from './statement-actions';
import { trialBalanceFilters, trialBalanceQuestion } from './trial-balance-filters';
import { TrialBalanceTable } from './trial-balance-table';

type Report = RouterOutputs['reports']['trialBalance'];

/** Every account's balance at the end of the period, and the proof that debits equal credits. */
export function TrialBalanceScreen() {
  const books = useBooks();
  const finance = useFinance();
  const [{ zero }, setFilters] = useQueryStates(trialBalanceFilters);
  const query = trpc.reports.trialBalance.useQuery(trialBalanceQuestion(finance, zero), {
    placeholderData: keepPreviousData,
  });
  const report = query.data;
  const facts = useSheetFacts();
  const sheetOf = async (data: Report) => ({
    ...trialBalanceSheet(data),
    facts: await facts({
      period: `As of ${formatDate(data.asOf)}`,
      subsidiaryId: finance.subsidiaryId,
      currency: data.currencyCode,
    }),
  });
  return (
    <StatementPage
      title="Trial balance"
      description={
        query.data
          ? `${books.organization.name}, as of ${formatDate(query.data.asOf)}, in ${query.data.currencyCode}`
          : undefined
      }
      actions={<StatementActions sheet={report ? () => sheetOf(report) : null} />}
      scope={<FinanceBar />}
      options={
        <Checkbox
          label="Accounts without a balance"
          checked={zero}
          onChange={(event) => void setFilters({ zero: event.target.checked || null })}
        />
      }
    >
      <QueryView query={query}>
        {(data) => (
          <>
            {data.isTranslated ? (
              <Notice>
                Subsidiaries in other currencies are shown in {data.currencyCode} at the closing rate of{' '}
                {formatDate(data.asOf)}.
              </Notice>
            ) : null}
            <TrialBalanceTable report={data} isStale={query.isPlaceholderData} />
          </>
        )}
      </QueryView>
    </StatementPage>
  );
}

function trialBalanceSheet(report: Report): Omit<Sheet, 'facts'> {
  const { currencyCode, totals } = report;
  return {
    name: `trial-balance-${report.asOf}`,
    title: 'Trial balance',
    columns: ['Account', 'Name', 'Type', 'Debit', 'Credit', 'Period activity', 'Year to date', 'Currency'],
    lines: [
      ...report.rows.map((row) => ({
        cells: [
          words(row.code),
          words(row.name),
          words(row.type),
          money(row.debitBalance, currencyCode),
          money(row.creditBalance, currencyCode),
          money(row.periodActivity, currencyCode),
          money(row.ytdActivity, currencyCode),
          words(currencyCode),
        ],
      })),
      {
        cells: [
          null,
          words('Total'),
          null,
          money(totals.totalDebits, currencyCode),
          money(totals.totalCredits, currencyCode),
          null,
          null,
          words(currencyCode),
        ],
        isStrong: true,
      },
    ],
  };
}
