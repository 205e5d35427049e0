'use client';

import { CircleCheck, TriangleAlert } from 'lucide-react';
import { ACCOUNT_TYPE_FACTS, ACCOUNT_TYPES } from '@/core/ledger/accounts';
import { dec } from '@/core/money/decimal';
import type { RouterOutputs } from '@/surfaces/trpc/react';
import { useFinance } from '@/ui/finance/use-finance';
import { cx } from '@/ui/kit/class-names';
import { EmptyState } from '@/ui/kit/empty-state';
import { Money } from '@/ui/kit/money';
import { RowLink } from '@/ui/kit/row-link';
import { FigureLink } from '@/ui/kit/text-link';
import { walkRows } from '@/ui/kit/walk-rows';

type Report = RouterOutputs['reports']['trialBalance'];
type Row = Report['rows'][number];

const HEAD =
  'h-8 border-line border-b bg-sunken px-cell font-medium text-ink-mute text-small whitespace-nowrap';
const CELL = 'h-row border-line border-b px-cell';

/** The accounts in sections, each figure a link to what it is made of. */
export function TrialBalanceTable({
  report,
  isStale,
}: {
  readonly report: Report;
  readonly isStale: boolean;
}) {
  const sections = ACCOUNT_TYPES.map((type) => ({
    type,
    title: ACCOUNT_TYPE_FACTS[type].section,
    rows: report.rows.filter((row) => row.type === type),
  })).filter((section) => section.rows.length > 0);
  return (
    <section
      aria-label="Trial balance, scrolls sideways"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
      tabIndex={0}
      data-scroll=""
      className="overflow-x-auto rounded-card border border-line bg-surface shadow-raised"
    >
      <table className="w-full min-w-160 border-separate border-spacing-0" aria-label="Trial balance">
        <thead>
          <tr>
            <th scope="col" className={cx(HEAD, 'w-20 text-left')}>
              Account
            </th>
            <th scope="col" className={cx(HEAD, 'text-left')}>
              Name
            </th>
            {[`Debit (${report.currencyCode})`, 'Credit', 'Period', 'Year to date'].map((title) => (
              <th key={title} scope="col" className={cx(HEAD, 'text-right')}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody onKeyDown={walkRows} className={cx(isStale && 'opacity-55')}>
          {sections.map((section) => (
            <SectionRows
              key={section.type}
              title={section.title}
              rows={section.rows}
              currency={report.currencyCode}
            />
          ))}
        </tbody>
        <tfoot>
          <tr className="font-semibold">
            <td className="h-row border-ink-mute border-t px-cell" />
            <td className="border-ink-mute border-t px-cell">Total</td>
            <td
              className="border-ink-mute border-t border-b-3 border-double px-cell text-right"
              data-total="debits"
            >
              <Money value={report.totals.totalDebits} currency={report.currencyCode} />
            </td>
            <td
              className="border-ink-mute border-t border-b-3 border-double px-cell text-right"
              data-total="credits"
            >
              <Money value={report.totals.totalCredits} currency={report.currencyCode} />
            </td>
            <td className="border-ink-mute border-t" />
            <td className="border-ink-mute border-t" />
          </tr>
        </tfoot>
      </table>
      {report.rows.length === 0 ? (
        <EmptyState title="No account holds anything">Nothing is posted up to this day.</EmptyState>
      ) : null}
      <Proof report={report} />
    </section>
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
      <tr>
        <th scope="rowgroup" colSpan={6} className={cx(CELL, 'pt-3 text-left font-semibold')}>
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
    <tr className="hover:bg-hover has-[[data-row-link]:focus-visible]:bg-accent-soft">
      <td className={cx(CELL, 'figures text-ink-mute')}>{row.code}</td>
      <td className={CELL}>
        <RowLink href={activity} className="font-normal">
          {row.name}
        </RowLink>
      </td>
      {[row.debitBalance, row.creditBalance, row.periodActivity, row.ytdActivity].map((value, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the columns never move
        <td key={index} className={cx(CELL, 'text-right', index > 1 && 'text-ink-mute')}>
          {index < 2 && dec(value).isZero() ? null : (
            <FigureLink href={activity} tabIndex={-1} aria-label={`${row.name}: activity behind ${value}`}>
              <Money value={value} currency={currency} />
            </FigureLink>
          )}
        </td>
      ))}
    </tr>
  );
}

/** The line an auditor looks for first. */
function Proof({ report }: { readonly report: Report }) {
  const isBalanced = dec(report.totals.difference).isZero();
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
