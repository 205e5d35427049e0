'use client';

import { keepPreviousData } from '@tanstack/react-query';
import { useQueryStates } from 'nuqs';
import { isZeroDecimal } from '@/core/money/plain-decimal';
import { day, type Sheet, words } from '@/core/sheets/sheet';
import { trpc } from '@/surfaces/trpc/react';
import { FinanceBar } from '@/ui/finance/finance-bar';
import { useFinance } from '@/ui/finance/use-finance';
import { cx } from '@/ui/kit/class-names';
import { formatAmount, formatQuantity } from '@/ui/kit/figures/amount-format';
import { formatDate } from '@/ui/kit/figures/date-format';
import { InstantText } from '@/ui/kit/figures/date-text';
import { controlLook } from '@/ui/kit/input/field';
import { LinkTabs } from '@/ui/kit/layout/link-tabs';
import { Page } from '@/ui/kit/layout/page';
import { PageHeader } from '@/ui/kit/layout/page-header';
import { Notice } from '@/ui/kit/notice';
import { TextLink } from '@/ui/kit/text-link';
import { useSheetFacts } from '@/ui/records/form/use-sheet-facts';
import { QueryView } from '@/ui/shell/query-view';
import { refusalOf, sentenceOf } from '@/ui/shell/refusal';
import { useBooks } from '@/ui/shell/session';
import { StatementActions } from '../statement-actions';
import {
  COVERS,
  type Covers,
  consolidationFilters,
  consolidationQuestion,
  STATEMENTS,
  type Statement,
} from './consolidation-filters';
import {
  balanceSheetLines,
  consolidationSheet,
  incomeStatementLines,
  type Report,
} from './consolidation-lines';
import { ConsolidationRates, daysOf, purposeOf, sourceOf } from './consolidation-rates';
import { ConsolidationTable } from './consolidation-table';

const COVERED: Readonly<Record<Covers, string>> = {
  year: 'The fiscal year to date',
  month: 'The month',
  quarter: 'Three months',
  'twelve-months': 'Twelve months',
};

const TITLES: Readonly<Record<Statement, string>> = {
  'balance-sheet': 'Balance sheet',
  'income-statement': 'Income statement',
  rates: 'Rates used',
};

/** The group as one company: a parent and everything below it, in the parent's currency. */
export function ConsolidationScreen() {
  const books = useBooks();
  const finance = useFinance();
  const [{ of, covers }, setFilters] = useQueryStates(consolidationFilters);
  const query = trpc.reports.consolidation.useQuery(consolidationQuestion(finance, covers), {
    placeholderData: keepPreviousData,
  });
  const report = query.data;
  const facts = useSheetFacts();
  const sheetOf = async (data: Report): Promise<Sheet> => ({
    name: `consolidated-${of}-${data.asOf}`,
    title: `Consolidated ${TITLES[of].toLowerCase()}`,
    facts: await facts({
      period: periodOf(data, of),
      subsidiaryId: data.parent.id,
      currency: data.currencyCode,
    }),
    ...(of === 'rates'
      ? rateSheet(data)
      : consolidationSheet(
          data,
          of === 'balance-sheet' ? balanceSheetLines(data) : incomeStatementLines(data),
        )),
  });
  const place = (accountId: string, company?: Report['columns'][number]) => {
    const address = finance.link(`accounts/${accountId}`, company?.subsidiaryId);
    if (of !== 'income-statement' || report === undefined) return address;
    const from = (company ?? report.columns[0])?.yearFrom ?? report.asOf;
    return `${address}${address.includes('?') ? '&' : '?'}from=${from}&to=${report.asOf}`;
  };
  const tab = (id: Statement) => {
    const address = finance.link('reports/consolidation');
    return `${address}${address.includes('?') ? '&' : '?'}of=${id}${covers === 'year' ? '' : `&covers=${covers}`}`;
  };
  return (
    <Page>
      <PageHeader
        title="Consolidation"
        description={
          report ? `${groupOf(report)}, ${periodOf(report, of)}, in ${report.currencyCode}` : undefined
        }
        actions={<StatementActions sheet={report ? () => sheetOf(report) : null} />}
      />
      <div className="flex flex-wrap items-center gap-3">
        <FinanceBar />
        {of === 'income-statement' ? (
          <select
            aria-label="The income statement covers"
            value={covers}
            onChange={(event) =>
              void setFilters({ covers: COVERS.find((one) => one === event.target.value) ?? 'year' })
            }
            className={cx(controlLook, 'w-auto pr-7')}
          >
            {COVERS.map((one) => (
              <option key={one} value={one}>
                {COVERED[one]}
              </option>
            ))}
          </select>
        ) : null}
      </div>
      <LinkTabs
        label="Statements"
        current={of}
        tabs={STATEMENTS.map((id) => ({ id, label: TITLES[id], href: tab(id) }))}
      />
      {refusalOf(query.error)?.code === 'RATE_MISSING' ? (
        <Notice tone="danger" role="alert">
          <p className="font-medium">{sentenceOf(query.error)}</p>
          <p>
            No other rate is used in its place.{' '}
            <TextLink href={books.path('setup?of=exchange-rates')}>Enter the rate</TextLink> to see the
            statements.
          </p>
        </Notice>
      ) : (
        <QueryView query={query}>
          {(data) =>
            of === 'rates' ? (
              <ConsolidationRates report={data} />
            ) : (
              <>
                <Translation report={data} />
                <LateOwnership report={data} />
                {of === 'income-statement' && data.openingProblem !== null ? (
                  <Notice tone="caution">
                    What the translation adjustment moved is not stated. {data.openingProblem}
                  </Notice>
                ) : null}
                <ConsolidationTable
                  label={`Consolidated ${TITLES[of].toLowerCase()}`}
                  report={data}
                  lines={of === 'balance-sheet' ? balanceSheetLines(data) : incomeStatementLines(data)}
                  place={place}
                  isStale={query.isPlaceholderData}
                />
                {of === 'balance-sheet' ? <Proof report={data} /> : null}
              </>
            )
          }
        </QueryView>
      )}
    </Page>
  );
}

/** Ownership that was recorded later than the day it holds from, so that an earlier print of this day differs. */
function LateOwnership({ report }: { readonly report: Report }) {
  const late = report.columns.filter(({ ownership }) => ownership?.isLate);
  if (late.length === 0) return null;
  return (
    <Notice tone="caution">
      {late.map(({ subsidiaryId, name, ownership }) => (
        <p key={subsidiaryId}>
          {`${name}: ${formatQuantity(ownership?.percent ?? '')}% owned since ${formatDate(ownership?.effectiveDate ?? '')}, recorded late, on `}
          <InstantText value={ownership?.recordedAt ?? null} />.
        </p>
      ))}
    </Notice>
  );
}

function groupOf({ parent, columns }: Report): string {
  const below = columns.length - 1;
  if (below === 0) return parent.name;
  return `${parent.name} and ${below === 1 ? 'the company' : `${below} companies`} below it`;
}

function periodOf(report: Report, of: Statement): string {
  const asOf = formatDate(report.asOf);
  return of === 'income-statement'
    ? `${formatDate(report.columns[0]?.yearFrom ?? report.asOf)} to ${asOf}`
    : `as of ${asOf}`;
}

/** How figures in other currencies were translated, with the closing rates. */
function Translation({ report }: { readonly report: Report }) {
  const closing = report.rates.filter((rate) => rate.use === 'CLOSING');
  if (closing.length === 0) return null;
  return (
    <p className="max-w-4xl text-ink-mute">
      Closing rates:{' '}
      {closing.map((rate) => `1 ${rate.from} = ${formatQuantity(rate.rate)} ${rate.to}`).join('; ')}. Revenue
      and expenses are translated at each month’s average rate, equity at the rate of the day it was posted.
      The remaining difference is the translation adjustment.
    </p>
  );
}

function Proof({ report }: { readonly report: Report }) {
  const { difference } = report.balanceSheet;
  return isZeroDecimal(difference) ? (
    <p role="status" className="text-ink-mute">
      Assets = Liabilities + Equity. The difference is{' '}
      {formatAmount('0', report.currencyCode, { zero: 'digits' })}.
    </p>
  ) : (
    <Notice tone="danger" role="alert">
      Assets differ from liabilities and equity by {report.currencyCode}{' '}
      {formatAmount(difference, report.currencyCode)}.
    </Notice>
  );
}

function rateSheet(report: Report): Pick<Sheet, 'columns' | 'lines'> {
  return {
    columns: ['From', 'To', 'Used for', 'Of', 'Rate', 'Source', 'Dated'],
    lines: report.rates.map((rate) => ({
      cells: [
        words(rate.from),
        words(rate.to),
        words(purposeOf(rate)),
        words(daysOf(rate)),
        words(rate.rate),
        words(sourceOf(rate)),
        day(rate.rateDate),
      ],
    })),
  };
}
