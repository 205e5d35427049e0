'use client';

import { keepPreviousData } from '@tanstack/react-query';
import { Download, Printer } from 'lucide-react';
import { useQueryStates } from 'nuqs';
import { type RouterOutputs, trpc } from '@/surfaces/trpc/react';
import { FinanceBar } from '@/ui/finance/finance-bar';
import { useFinance } from '@/ui/finance/use-finance';
import { Button } from '@/ui/kit/button';
import { Checkbox } from '@/ui/kit/checkbox';
import { formatDate } from '@/ui/kit/date-format';
import { downloadCsv } from '@/ui/kit/download-csv';
import { Notice } from '@/ui/kit/notice';
import { Page } from '@/ui/kit/page';
import { PageHeader } from '@/ui/kit/page-header';
import { QueryView } from '@/ui/shell/query-view';
import { useBooks } from '@/ui/shell/session';
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
  return (
    <Page wide={false} className="max-w-6xl">
      <PageHeader
        title="Trial balance"
        description={
          query.data
            ? `${books.organization.name}, as of ${formatDate(query.data.asOf)}, in ${query.data.currencyCode}`
            : undefined
        }
        actions={
          <>
            <Button onPress={() => window.print()}>
              <Printer aria-hidden="true" />
              Print
            </Button>
            <Button isDisabled={!query.data} onPress={() => query.data && void download(query.data)}>
              <Download aria-hidden="true" />
              CSV
            </Button>
          </>
        }
      />
      <div className="flex flex-wrap items-center justify-between gap-3">
        <FinanceBar />
        <Checkbox
          label="Accounts without a balance"
          checked={zero}
          onChange={(event) => void setFilters({ zero: event.target.checked || null })}
        />
      </div>
      <QueryView query={query}>
        {(report) => (
          <>
            {report.isTranslated ? (
              <Notice>
                Subsidiaries in other currencies are shown in {report.currencyCode} at the closing rate of{' '}
                {formatDate(report.asOf)}.
              </Notice>
            ) : null}
            <TrialBalanceTable report={report} isStale={query.isPlaceholderData} />
          </>
        )}
      </QueryView>
    </Page>
  );
}

function download(report: Report) {
  return downloadCsv(`trial-balance-${report.asOf}`, [
    ['Account', 'Name', 'Type', 'Debit', 'Credit', 'Period activity', 'Year to date', 'Currency'],
    ...report.rows.map((row) => [
      row.code,
      row.name,
      row.type,
      row.debitBalance,
      row.creditBalance,
      row.periodActivity,
      row.ytdActivity,
      report.currencyCode,
    ]),
    ['', 'Total', '', report.totals.totalDebits, report.totals.totalCredits, '', '', report.currencyCode],
  ]);
}
