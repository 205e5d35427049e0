'use client';

import { type ReactNode, useMemo } from 'react';
import { KIND_FACTS } from '@/core/transactions/kinds';
import { Drawer } from '@/ui/kit/dialogs/dialog';
import { DateText } from '@/ui/kit/figures/date-text';
import { Money } from '@/ui/kit/figures/money';
import { StatusPill } from '@/ui/kit/figures/status-pill';
import { TextLink } from '@/ui/kit/text-link';
import { useEntityNames } from '@/ui/records/use-names';
import { useBooks } from '@/ui/shell/session';
import type { TransactionRow } from './document';
import { DocumentImpact } from './impact-drawer';
import { useShownTotals } from './shown-totals';

/** A document of a list, beside it: what it is and its entry. Escape leads back to its row. */
export function BesideList({ row, onClose }: { readonly row: TransactionRow; readonly onClose: () => void }) {
  const books = useBooks();
  const names = useEntityNames(useMemo(() => [row.entityId], [row.entityId]));
  const totalOf = useShownTotals(useMemo(() => [row], [row]));
  const facts: readonly (readonly [string, ReactNode])[] = [
    ['Status', <StatusPill key="status" status={row.status} />],
    ['Date', <DateText key="date" value={row.transactionDate} />],
    ['Name', row.entityId ? names.get(row.entityId) : null],
    ['Memo', row.memo],
    ['Reference', row.referenceNumber],
    ['Total', <Money key="total" value={totalOf(row)} currency={row.currencyCode} showCurrency />],
  ];
  return (
    <Drawer title={`${KIND_FACTS[row.kind].label} ${row.transactionNumber}`} isOpen onClose={onClose}>
      <div className="flex flex-col gap-5">
        <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-1.5">
          {facts.map(([name, value]) =>
            value === null || value === undefined || value === '' ? null : (
              <div key={name} className="contents">
                <dt className="text-ink-mute">{name}</dt>
                <dd>{value}</dd>
              </div>
            ),
          )}
        </dl>
        <DocumentImpact document={row} />
        <p>
          <TextLink href={books.path(`transactions/${row.id}`)}>{`Open ${row.transactionNumber}`}</TextLink>
        </p>
      </div>
    </Drawer>
  );
}
