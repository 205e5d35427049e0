'use client';

import { cx } from '@/ui/kit/class-names';
import { Money } from '@/ui/kit/figures/money';
import { useArrivingRows } from '@/ui/kit/tables/arriving-rows';
import { RowLink } from '@/ui/kit/tables/row-link';
import { ScrollRegion } from '@/ui/kit/tables/scroll-region';
import { walkRows } from '@/ui/kit/tables/walk-rows';
import { FigureLink } from '@/ui/kit/text-link';

export type StatementLine =
  | { readonly kind: 'heading'; readonly id: string; readonly title: string }
  | {
      readonly kind: 'account';
      readonly id: string;
      readonly code: string;
      readonly title: string;
      readonly amount: string;
      readonly href: string | null;
    }
  | {
      readonly kind: 'total' | 'result';
      readonly id: string;
      readonly title: string;
      readonly amount: string;
    };

const CELL = 'h-row px-cell';

/** A financial statement: sections, their accounts, ruled totals. Every figure links to the account's activity. */
export function StatementTable({
  label,
  currency,
  lines,
  isStale,
}: {
  readonly label: string;
  readonly currency: string;
  readonly lines: readonly StatementLine[];
  readonly isStale: boolean;
}) {
  const shown = useArrivingRows(lines);
  return (
    <ScrollRegion label={label}>
      <table
        className="w-full border-separate border-spacing-0"
        aria-label={label}
        aria-busy={shown.length < lines.length || undefined}
      >
        <thead>
          <tr className="text-ink-mute text-small">
            <th scope="col" className="h-8 border-line border-b bg-sunken px-cell text-left font-medium">
              Account
            </th>
            <th scope="col" className="h-8 border-line border-b bg-sunken px-cell text-right font-medium">
              Amount ({currency})
            </th>
          </tr>
        </thead>
        <tbody onKeyDown={walkRows} className={cx(isStale && 'opacity-55')}>
          {shown.map((line) => (
            <Line key={line.id} line={line} currency={currency} />
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}

function Line({ line, currency }: { readonly line: StatementLine; readonly currency: string }) {
  if (line.kind === 'heading') {
    return (
      <tr>
        <th scope="rowgroup" colSpan={2} className={cx(CELL, 'pt-3 text-left font-semibold')}>
          {line.title}
        </th>
      </tr>
    );
  }
  if (line.kind === 'account') {
    const amount = <Money value={line.amount} currency={currency} />;
    return (
      <tr className="hover:bg-hover has-[[data-row-link]:focus-visible]:bg-accent-soft">
        <td className={CELL}>
          <span className="flex pl-4">
            <span className="figures w-14 shrink-0 text-ink-mute">{line.code}</span>
            {line.href ? (
              <RowLink href={line.href} className="font-normal">
                {line.title}
              </RowLink>
            ) : (
              line.title
            )}
          </span>
        </td>
        <td className={cx(CELL, 'text-right')}>
          {line.href ? (
            <FigureLink href={line.href} tabIndex={-1}>
              {amount}
            </FigureLink>
          ) : (
            amount
          )}
        </td>
      </tr>
    );
  }
  const rule =
    line.kind === 'total'
      ? 'border-line-strong border-t'
      : 'border-ink-mute border-t bg-sunken font-semibold';
  return (
    <tr>
      <th scope="row" className={cx(CELL, rule, 'text-left', line.kind === 'total' && 'pl-8 font-medium')}>
        {line.title}
      </th>
      <td className={cx(CELL, rule, 'text-right', line.kind === 'total' && 'font-medium')}>
        <Money value={line.amount} currency={currency} zero="digits" />
      </td>
    </tr>
  );
}
