'use client';

import { isZeroDecimal } from '@/core/money/plain-decimal';
import { cx } from '@/ui/kit/class-names';
import { formatAmount, formatQuantity } from '@/ui/kit/figures/amount-format';
import { Money } from '@/ui/kit/figures/money';
import { useArrivingRows } from '@/ui/kit/tables/arriving-rows';
import { RowLink } from '@/ui/kit/tables/row-link';
import { ScrollRegion } from '@/ui/kit/tables/scroll-region';
import { walkRows } from '@/ui/kit/tables/walk-rows';
import { FigureLink } from '@/ui/kit/text-link';
import { type ConsolidationLine, columnsOf, type Report } from './consolidation-lines';

const HEAD = 'h-8 border-line border-b bg-sunken px-cell py-1 align-bottom font-medium';
const CELL = 'h-row px-cell py-1';
/** Accounts stay in view while the companies scroll. */
const STICKY = 'sticky left-0 z-[1] min-w-56 @max-lg:min-w-36 @max-lg:max-w-36';
const RULE = {
  account: '',
  total: 'border-line-strong border-t font-medium',
  result: 'border-ink-mute border-t font-semibold',
} as const;

type Column = ReturnType<typeof columnsOf>[number];

/** A consolidated statement: the companies side by side, eliminations, noncontrolling interest and the group. */
export function ConsolidationTable({
  label,
  report,
  lines,
  place,
  isStale,
}: {
  readonly label: string;
  readonly report: Report;
  readonly lines: readonly ConsolidationLine[];
  /** The screen with an account's postings, for one company if given. */
  readonly place: (accountId: string, company?: Report['columns'][number]) => string;
  readonly isStale: boolean;
}) {
  const columns = columnsOf(report, lines);
  const shown = useArrivingRows(lines);
  return (
    <ScrollRegion label={label}>
      <table
        className="w-full border-separate border-spacing-0"
        aria-label={label}
        aria-busy={shown.length < lines.length || undefined}
      >
        <thead className="text-ink-mute text-small">
          <tr>
            <th scope="col" className={cx(HEAD, STICKY, 'text-left')}>
              Account ({report.currencyCode})
            </th>
            {columns.map((column) => (
              <th key={column.id} scope="col" className={cx(HEAD, 'min-w-28 max-w-40 text-right')}>
                <span className={cx(column.id === 'consolidated' && 'font-semibold text-ink')}>
                  {column.title}
                </span>
                {column.subsidiary ? <Kept company={column.subsidiary} /> : null}
              </th>
            ))}
          </tr>
        </thead>
        <tbody onKeyDown={walkRows} className={cx(isStale && 'opacity-55')}>
          {shown.map((line) =>
            line.kind === 'heading' ? (
              <tr key={line.id}>
                <th scope="rowgroup" className={cx(CELL, STICKY, 'bg-surface pt-3 text-left font-semibold')}>
                  {line.title}
                </th>
                <td colSpan={columns.length} />
              </tr>
            ) : (
              <tr
                key={line.id}
                data-line={line.id}
                className="group/row hover:bg-hover has-[[data-row-link]:focus-visible]:bg-accent-soft"
              >
                <Title line={line} place={place} />
                {columns.map((column) => (
                  <td key={column.id} className={cx(CELL, RULE[line.kind], 'text-right')}>
                    <Figure line={line} column={column} currency={report.currencyCode} place={place} />
                  </td>
                ))}
              </tr>
            ),
          )}
        </tbody>
      </table>
    </ScrollRegion>
  );
}

type Line = Exclude<ConsolidationLine, { kind: 'heading' }>;
type Place = Parameters<typeof ConsolidationTable>[0]['place'];

/** The currency of the books and the group's ownership of the company. */
function Kept({ company }: { readonly company: Report['columns'][number] }) {
  return (
    <span className="block font-normal">
      {company.baseCurrency}
      {company.groupPercent === '100' ? null : `, ${formatQuantity(company.groupPercent)}% owned`}
    </span>
  );
}

function Title({ line, place }: { readonly line: Line; readonly place: Place }) {
  const look = cx(CELL, STICKY, 'bg-surface text-left group-hover/row:bg-hover', RULE[line.kind]);
  if (line.kind !== 'account') {
    return (
      <th scope="row" className={cx(look, line.kind === 'total' && 'pl-8 @max-lg:pl-4')}>
        {line.title}
      </th>
    );
  }
  return (
    <th scope="row" className={cx(look, 'font-normal')}>
      <span className="flex pl-4 @max-lg:pl-0">
        <span className="figures w-14 shrink-0 text-ink-mute @max-lg:hidden">{line.code}</span>
        {line.accountId ? (
          <RowLink href={place(line.accountId)} className="font-normal">
            {line.title}
          </RowLink>
        ) : (
          line.title
        )}
      </span>
    </th>
  );
}

/** A company's figure links to that company's postings. */
function Figure({
  line,
  column,
  currency,
  place,
}: {
  readonly line: Line;
  readonly column: Column;
  readonly currency: string;
  readonly place: Place;
}) {
  const value = column.value(line.figures);
  const shown = (
    <Money value={value} currency={currency} zero={line.kind === 'account' ? 'dash' : 'digits'} />
  );
  if (line.accountId === null || column.subsidiary === null || isZeroDecimal(value)) return shown;
  return (
    <FigureLink
      href={place(line.accountId, column.subsidiary)}
      aria-label={`${formatAmount(value, currency)}: ${line.title}, ${column.title}`}
    >
      {shown}
    </FigureLink>
  );
}
