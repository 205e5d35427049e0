'use client';

import { trpc } from '@/surfaces/trpc/react';
import { formatAmount } from '@/ui/kit/amount-format';
import { Facts } from '@/ui/kit/facts';
import { Money } from '@/ui/kit/money';
import { QueryView } from '@/ui/shell/query-view';
import { useBooks } from '@/ui/shell/session';
import { MoveApart } from './move-apart';
import { reportQuestion } from './report-filters';
import { ReportTable } from './report-table';
import { KEPT, useReport } from './use-report';

/** Receivables, contract assets and deferred revenue at both ends of a year, and contract by contract. */
export function BalancesReport() {
  const books = useBooks();
  const { finance, filters } = useReport();
  const query = trpc.revenue.reports.contractBalances.useQuery(reportQuestion(finance, filters), KEPT);
  return (
    <QueryView query={query}>
      {(report) => {
        const { currencyCode: currency, opening, closing } = report;
        const fact = (label: string, value: string) => ({
          label,
          value: <Money value={value} currency={currency} showCurrency zero="digits" />,
        });
        return (
          <ReportTable
            title="Contract balances"
            name={`contract-balances-${report.asOf}`}
            currency={currency}
            isStale={query.isPlaceholderData}
            rows={report.contracts}
            rowId={(row) => row.contractId}
            columns={[
              {
                id: 'contract',
                header: 'Contract',
                kind: 'words',
                text: (row) => row.contractNumber,
                href: (row) => books.path(`revenue/${row.contractId}`),
                total: 'Closing',
              },
              {
                id: 'receivable',
                header: 'Receivable',
                kind: 'money',
                value: (row) => row.receivable,
                total: closing.receivable,
              },
              {
                id: 'contractAsset',
                header: 'Contract asset',
                kind: 'money',
                value: (row) => row.contractAsset,
                total: closing.contractAsset,
              },
              {
                id: 'deferred',
                header: 'Deferred revenue',
                kind: 'money',
                value: (row) => row.deferred,
                total: closing.deferred,
              },
              {
                id: 'current',
                header: 'Of it within a year',
                kind: 'money',
                value: (row) => row.current,
                total: report.liability.current,
              },
              {
                id: 'nonCurrent',
                header: 'Later',
                kind: 'money',
                value: (row) => row.nonCurrent,
                total: report.liability.nonCurrent,
              },
            ]}
          >
            <Facts
              className="rounded-card border border-line bg-surface p-4 shadow-raised"
              facts={[
                fact('Opening receivable', opening.receivable),
                fact('Opening contract asset', opening.contractAsset),
                fact('Opening deferred revenue', opening.deferred),
                fact('Revenue of the twelve months', report.revenue),
                fact('Out of the opening deferred revenue', report.fromOpeningLiability),
                fact('From performance before', report.fromPriorPerformance),
              ]}
            />
            <MoveApart
              asked={{
                period: report.asOf,
                ...(finance.subsidiaryId ? { subsidiaryId: finance.subsidiaryId } : {}),
              }}
              amount={`${currency} ${formatAmount(report.liability.nonCurrent, currency, { zero: 'digits' })}`}
            />
          </ReportTable>
        );
      }}
    </QueryView>
  );
}
