'use client';

import type { RouterOutputs } from '@/surfaces/trpc/react';
import { useFinance } from '@/ui/finance/use-finance';
import { cx } from '@/ui/kit/class-names';
import { DateText } from '@/ui/kit/figures/date-text';
import { Money } from '@/ui/kit/figures/money';
import { RowLink } from '@/ui/kit/tables/row-link';
import { ScrollRegion } from '@/ui/kit/tables/scroll-region';
import { walkRows } from '@/ui/kit/tables/walk-rows';
import { FigureLink, TextLink } from '@/ui/kit/text-link';

type Activity = RouterOutputs['reports']['accountActivity'];
type Line = Activity['lines'][number];

const HEAD =
  'h-8 border-line border-b bg-sunken px-cell font-medium text-ink-mute text-small whitespace-nowrap';
const CELL = 'h-row border-line border-b px-cell';

/** The account like a bank statement: opening balance, movements, closing balance. */
export function ActivityTable({
  activity,
  isStale,
  page,
}: {
  readonly activity: Activity;
  readonly isStale: boolean;
  readonly page: number;
}) {
  const { currencyCode } = activity;
  const isLastPage = activity.nextCursor === null;
  return (
    <ScrollRegion label="Account activity">
      <table className="w-full border-separate border-spacing-0" aria-label="Account activity">
        <thead>
          <tr>
            {['Date', 'Entry', 'Document', 'Description'].map((title) => (
              <th key={title} scope="col" className={cx(HEAD, 'text-left')}>
                {title}
              </th>
            ))}
            {[`Debit (${currencyCode})`, 'Credit', 'Balance'].map((title) => (
              <th key={title} scope="col" className={cx(HEAD, 'text-right')}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody onKeyDown={walkRows} className={cx(isStale && 'opacity-55')}>
          {page === 1 ? (
            <Edge
              title="Opening balance"
              date={activity.dateFrom}
              value={activity.opening}
              currency={currencyCode}
            />
          ) : null}
          {activity.lines.map((line) => (
            <LineRow
              key={`${line.entryId}/${line.lineNumber}/${line.postingDate}`}
              line={line}
              currency={currencyCode}
            />
          ))}
          {isLastPage ? (
            <Edge
              title="Closing balance"
              date={activity.dateTo}
              value={activity.closing}
              currency={currencyCode}
            />
          ) : null}
        </tbody>
      </table>
    </ScrollRegion>
  );
}

function Edge({
  title,
  date,
  value,
  currency,
}: {
  readonly title: string;
  readonly date: string;
  readonly value: string;
  readonly currency: string;
}) {
  return (
    <tr className="font-semibold">
      <td className={CELL}>
        <DateText value={date} />
      </td>
      <td className={CELL} />
      <td className={CELL} />
      <td className={CELL}>{title}</td>
      <td className={CELL} />
      <td className={CELL} />
      <td className={cx(CELL, 'text-right')}>
        <Money value={value} currency={currency} />
      </td>
    </tr>
  );
}

function LineRow({ line, currency }: { readonly line: Line; readonly currency: string }) {
  const finance = useFinance();
  if (line.entryId === null) {
    return <Edge title="Year end" date={line.postingDate} value={line.balance} currency={currency} />;
  }
  const entry = finance.link(`entries/${line.entryId}`);
  return (
    <tr className="hover:bg-hover has-[[data-row-link]:focus-visible]:bg-accent-soft">
      <td className={CELL}>
        <DateText value={line.postingDate} />
      </td>
      <td className={cx(CELL, 'whitespace-nowrap')}>
        <RowLink href={entry}>{line.entryNumber}</RowLink>
      </td>
      <td className={cx(CELL, 'whitespace-nowrap')}>
        {line.transactionId ? (
          <TextLink href={finance.link(`transactions/${line.transactionId}`)}>
            {line.transactionNumber}
          </TextLink>
        ) : null}
      </td>
      <td className={cx(CELL, 'max-w-96 truncate')}>{line.memo}</td>
      <td className={cx(CELL, 'text-right')}>
        <FigureLink href={entry} tabIndex={-1}>
          <Money value={line.debit} currency={currency} />
        </FigureLink>
      </td>
      <td className={cx(CELL, 'text-right')}>
        <FigureLink href={entry} tabIndex={-1}>
          <Money value={line.credit} currency={currency} />
        </FigureLink>
      </td>
      <td className={cx(CELL, 'text-right')}>
        <Money value={line.balance} currency={currency} zero="digits" />
      </td>
    </tr>
  );
}
