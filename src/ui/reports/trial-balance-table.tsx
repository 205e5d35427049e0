'use client';

import { CircleCheck, TriangleAlert } from 'lucide-react';
import { ACCOUNT_TYPE_FACTS, ACCOUNT_TYPES } from '@/core/ledger/accounts';
import { isZeroDecimal } from '@/core/money/plain-decimal';
import type { RouterOutputs } from '@/surfaces/trpc/react';
import { useFinance } from '@/ui/finance/use-finance';
import { cx } from '@/ui/kit/class-names';
import { Money } from '@/ui/kit/figures/money';
import { EmptyState } from '@/ui/kit/layout/empty-state';
import { useArrivingRows } from '@/ui/kit/tables/arriving-rows';
import { RowLink } from '@/ui/kit/tables/row-link';
import { ScrollRegion } from '@/ui/kit/tables/scroll-region';
import { FOLDED, FOLDED_ROW, IS } from '@/ui/kit/tables/table-look';
import { walkRows } from '@/ui/kit/tables/walk-rows';
import { FigureLink } from '@/ui/kit/text-link';

type Report = RouterOutputs['reports']['trialBalance'];
type Row = Report['rows'][number];

const HEAD =
  'h-8 border-line border-b bg-sunken px-cell font-medium text-ink-mute text-small whitespace-nowrap';
const CELL = 'h-row border-line border-b px-cell';
const TOTAL = 'border-ink-mute border-t border-b-3 border-double px-cell text-right';
/** On a phone an account is one line: code, name and balance, with the movements below. */
const NARROW = 'fold-cell';

const FIGURES = [
  ['debitBalance', 'figure', undefined],
  ['creditBalance', 'figure', 'Credit'],
  ['periodActivity', 'detail', 'Period'],
  ['ytdActivity', 'detail', 'Year to date'],
] as const;

/** The accounts in sections, each figure linked to its activity. */
export function TrialBalanceTable({
  report,
  isStale,
}: {
  readonly report: Report;
  readonly isStale: boolean;
}) {
  const shown = useArrivingRows(report.rows);
  const sections = ACCOUNT_TYPES.map((type) => ({
    type,
    title: ACCOUNT_TYPE_FACTS[type].section,
    rows: shown.filter((row) => row.type === type),
  })).filter((section) => section.rows.length > 0);
  return (
    <ScrollRegion label="Trial balance">
      <table
        {...IS.table}
        className="w-full border-separate border-spacing-0 @max-lg:block"
        aria-label="Trial balance"
        aria-busy={shown.length < report.rows.length || undefined}
      >
        <thead {...IS.group} className="@max-lg:sr-only">
          <tr {...IS.row}>
            <th {...IS.header} scope="col" className={cx(HEAD, 'w-20 text-left')}>
              Account
            </th>
            <th {...IS.header} scope="col" className={cx(HEAD, 'text-left')}>
              Name
            </th>
            {[`Debit (${report.currencyCode})`, 'Credit', 'Period', 'Year to date'].map((title) => (
              <th {...IS.header} key={title} scope="col" className={cx(HEAD, 'text-right')}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody {...IS.group} onKeyDown={walkRows} className={cx('@max-lg:block', isStale && 'opacity-55')}>
          {sections.map((section) => (
            <SectionRows
              key={section.type}
              title={section.title}
              rows={section.rows}
              currency={report.currencyCode}
            />
          ))}
        </tbody>
        <tfoot {...IS.group} className="@max-lg:block">
          <tr {...IS.row} className={cx('font-semibold', FOLDED_ROW)}>
            <td {...IS.cell} className="h-row border-ink-mute border-t px-cell @max-lg:hidden" />
            <td {...IS.cell} className={cx('border-ink-mute border-t px-cell', NARROW, FOLDED.title)}>
              Total
            </td>
            <td
              {...IS.cell}
              className={cx(TOTAL, NARROW, FOLDED.detail)}
              data-label="Debits"
              data-total="debits"
            >
              <Money value={report.totals.totalDebits} currency={report.currencyCode} />
            </td>
            <td
              {...IS.cell}
              className={cx(TOTAL, NARROW, FOLDED.detail)}
              data-label="Credits"
              data-total="credits"
            >
              <Money value={report.totals.totalCredits} currency={report.currencyCode} />
            </td>
            <td {...IS.cell} className="border-ink-mute border-t @max-lg:hidden" />
            <td {...IS.cell} className="border-ink-mute border-t @max-lg:hidden" />
          </tr>
        </tfoot>
      </table>
      {report.rows.length === 0 ? (
        <EmptyState title="No account has a balance">Nothing has been posted up to this date.</EmptyState>
      ) : null}
      <Proof report={report} />
    </ScrollRegion>
  );
}

function SectionRows({
  title,
  rows,
  currency,
}: {
  readonly title: string;
  readonly rows: readonly Row[];
  readonly currency: string;
}) {
  return (
    <>
      <tr {...IS.row} className="@max-lg:block">
        <th
          scope="rowgroup"
          colSpan={6}
          className={cx(CELL, 'pt-3 text-left font-semibold @max-lg:block @max-lg:pb-1')}
        >
          {title}
        </th>
      </tr>
      {rows.map((row) => (
        <AccountRow key={row.accountId} row={row} currency={currency} />
      ))}
    </>
  );
}

function AccountRow({ row, currency }: { readonly row: Row; readonly currency: string }) {
  const finance = useFinance();
  const activity = finance.link(`accounts/${row.accountId}`);
  return (
    <tr
      {...IS.row}
      className={cx(
        'hover:bg-hover has-[[data-row-link]:focus-visible]:bg-accent-soft',
        '@max-lg:border-line @max-lg:border-b',
        FOLDED_ROW,
      )}
    >
      <td {...IS.cell} className={cx(CELL, 'figures text-ink-mute', NARROW, '@max-lg:order-1')}>
        {row.code}
      </td>
      <td {...IS.cell} className={cx(CELL, NARROW, FOLDED.title)}>
        <RowLink href={activity} className="font-normal">
          {row.name}
        </RowLink>
      </td>
      {FIGURES.map(([field, place, label]) => (
        <td
          {...IS.cell}
          key={field}
          data-label={label}
          className={cx(CELL, 'text-right', place === 'detail' && 'text-ink-mute', NARROW, FOLDED[place])}
        >
          {place === 'figure' && isZeroDecimal(row[field]) ? null : (
            <FigureLink
              href={activity}
              tabIndex={-1}
              aria-label={`${row.name}: activity behind ${row[field]}`}
            >
              <Money value={row[field]} currency={currency} />
            </FigureLink>
          )}
        </td>
      ))}
    </tr>
  );
}

/** The control total an auditor looks for first. */
function Proof({ report }: { readonly report: Report }) {
  const isBalanced = isZeroDecimal(report.totals.difference);
  const Icon = isBalanced ? CircleCheck : TriangleAlert;
  return (
    <p
      className={cx(
        'flex items-center gap-2 border-line border-t px-cell py-2.5',
        isBalanced ? 'text-positive' : 'text-danger',
      )}
    >
      <Icon aria-hidden="true" className="size-4" />
      {isBalanced ? (
        'Debits = Credits'
      ) : (
        <span>
          Debits and credits differ by{' '}
          <Money value={report.totals.difference} currency={report.currencyCode} showCurrency zero="digits" />
        </span>
      )}
    </p>
  );
}
