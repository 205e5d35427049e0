'use client';

import { isZeroDecimal } from '@/core/money/plain-decimal';
import { trpc } from '@/surfaces/trpc/react';
import { periodWords } from '@/ui/finance/period-words';
import { Button } from '@/ui/kit/button';
import { formatAmount } from '@/ui/kit/figures/amount-format';
import { Facts } from '@/ui/kit/figures/facts';
import { Money } from '@/ui/kit/figures/money';
import { QueryView } from '@/ui/shell/query-view';
import { useBooks } from '@/ui/shell/session';
import type { Behind, SummedFigure } from './behind';
import { AskedFigure } from './figure-button';
import { ReclassifyBalances } from './reclassify-balances';
import { balancesQuestion, CONTRACTS_AT_ONCE } from './report-filters';
import { ReportTable } from './report-table';
import { KEPT, useReport } from './use-report';

type Balance = Extract<SummedFigure, { kind: 'BALANCE' }>['figure'];

/** The accounts of interest on financing, which are shown if any has a balance. */
const INTEREST = [
  ['Accrued interest on contracts', 'accrued'],
  ['Unearned interest on contracts', 'unearned'],
  ['Interest accrued on advances', 'onAdvances'],
] as const;

/** Receivables, contract assets and deferred revenue at the beginning and end of a year, by contract. */
export function BalancesReport() {
  const books = useBooks();
  const { finance, filters, setFilters } = useReport();
  const query = trpc.revenue.reports.contractBalances.useQuery(balancesQuestion(finance, filters), KEPT);
  return (
    <QueryView query={query}>
      {(report) => {
        const { currencyCode: currency, opening, closing } = report;
        const ending = periodWords(report.periodBasis, report.asOf);
        const summed = (label: string, figure: Balance): Behind => ({
          label,
          figure: { kind: 'BALANCE', figure },
        });
        const fact = (label: string, value: string, figure: Balance) => ({
          label,
          value: (
            <AskedFigure
              value={value}
              currency={currency}
              showCurrency
              behind={summed(`${label}, ${ending}`, figure)}
            />
          ),
        });
        const why = (label: string, figure: 'deferred' | 'contractAsset', total: Balance) => ({
          behind: (row: (typeof report.contracts)[number]): Behind => ({
            label: `${label} of ${row.contractNumber}`,
            contractId: row.contractId,
            explain: { figure },
          }),
          totalBehind: summed(`${label} at the end of ${ending}`, total),
        });
        return (
          <ReportTable
            basis={report.periodBasis}
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
                href: (row) => books.path(`revenue/${row.contractId}`),
                totalBehind: summed('Receivable', 'RECEIVABLE'),
              },
              {
                id: 'contractAsset',
                header: 'Contract asset',
                kind: 'money',
                value: (row) => row.contractAsset,
                total: closing.contractAsset,
                ...why('Contract asset', 'contractAsset', 'ASSET'),
              },
              {
                id: 'deferred',
                header: 'Deferred revenue',
                kind: 'money',
                value: (row) => row.deferred,
                total: closing.deferred,
                ...why('Deferred revenue', 'deferred', 'DEFERRED'),
              },
              {
                id: 'current',
                header: 'Due within a year',
                kind: 'money',
                value: (row) => row.current,
                total: report.liability.current,
                ...why('Deferred revenue due within a year', 'deferred', 'CURRENT'),
              },
              {
                id: 'nonCurrent',
                header: 'Later',
                kind: 'money',
                value: (row) => row.nonCurrent,
                total: report.liability.nonCurrent,
                ...why('Deferred revenue due later', 'deferred', 'NON_CURRENT'),
              },
            ]}
          >
            <Facts
              className="rounded-card border border-line bg-surface p-4 shadow-raised"
              facts={[
                fact('Opening receivable', opening.receivable, 'OPENING_RECEIVABLE'),
                fact('Opening contract asset', opening.contractAsset, 'OPENING_ASSET'),
                fact('Opening deferred revenue', opening.deferred, 'OPENING_DEFERRED'),
                fact('Revenue of the twelve months', report.revenue, 'REVENUE'),
                fact('From the opening deferred revenue', report.fromOpeningLiability, 'FROM_OPENING'),
                fact('From performance in prior periods', report.fromPriorPerformance, 'PRIOR_PERFORMANCE'),
                ...INTEREST.filter(
                  ([, side]) =>
                    !isZeroDecimal(report.interest.opening[side]) ||
                    !isZeroDecimal(report.interest.closing[side]),
                ).map(([label, side]) => ({
                  label,
                  value: (
                    <>
                      <Money
                        value={report.interest.closing[side]}
                        currency={currency}
                        zero="digits"
                        showCurrency
                      />
                      <span className="block text-ink-mute text-small">
                        <Money value={report.interest.opening[side]} currency={currency} zero="digits" />{' '}
                        before
                      </span>
                    </>
                  ),
                })),
              ]}
            />
            <ListedContracts
              listed={report.contracts.length}
              count={report.contractCount}
              after={filters.after}
              last={report.contracts.at(-1)?.contractNumber ?? ''}
              onAfter={(next) => void setFilters({ after: next }, { history: 'push' })}
            />
            <ReclassifyBalances
              inWords={ending}
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

/** Which contracts the table lists, where that is not all of them. */
function ListedContracts({
  listed,
  count,
  after,
  last,
  onAfter,
}: {
  readonly listed: number;
  readonly count: number;
  /** The number of the contract after which they are listed; empty: from the first. */
  readonly after: string;
  readonly last: string;
  readonly onAfter: (after: string | null) => void;
}) {
  if (after === '' && listed === count) return null;
  const [shown, all] = [listed.toLocaleString('en-US'), count.toLocaleString('en-US')];
  return (
    <div className="flex flex-wrap items-center gap-2 text-small">
      <p className="text-ink-mute">
        {after === ''
          ? `The first ${shown} of ${all} contracts`
          : `${shown} of ${all} contracts, after ${after}`}
        . The totals are of all contracts.
      </p>
      {after === '' ? null : <Button onPress={() => onAfter(null)}>First</Button>}
      {listed < CONTRACTS_AT_ONCE ? null : <Button onPress={() => onAfter(last)}>Next</Button>}
    </div>
  );
}
