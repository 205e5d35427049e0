'use client';

import { dec, sum, toPlainString } from '@/core/money/decimal';
import { formatQuantity } from '@/ui/kit/figures/amount-format';
import { Money } from '@/ui/kit/figures/money';
import { statusWords } from '@/ui/kit/figures/status-pill';
import { EmptyState } from '@/ui/kit/layout/empty-state';
import { type Column, DataTable } from '@/ui/kit/tables/data-table';
import { TextLink } from '@/ui/kit/text-link';
import { billedText } from '@/ui/revenue/contracts/billed-text';
import { useBooks } from '@/ui/shell/session';
import { type Document, type DocumentLine, useDirectory } from './document';

/** The document's lines and totals: debits and credits for a journal, amounts for others. */
export function DocumentLines({ document }: { readonly document: Document }) {
  const isJournal = document.kind === 'JOURNAL';
  const columns = useLineColumns(document);
  return (
    <div className="flex flex-col gap-3">
      <DataTable
        label="Lines"
        columns={columns}
        rows={document.lines}
        rowId={(line) => String(line.lineNumber)}
        empty={<EmptyState title="No lines yet" />}
      />
      {isJournal ? null : <Totals document={document} />}
    </div>
  );
}

function useLineColumns(document: Document): Column<DocumentLine>[] {
  const books = useBooks();
  const directory = useDirectory(document.id);
  const currency = document.currencyCode;
  const account: Column<DocumentLine> = {
    id: 'account',
    header: 'Account',
    cell: (line) => {
      const found = directory.account(line.accountId);
      return line.accountId && found ? (
        <TextLink href={books.path(`accounts/${line.accountId}`)} className="text-ink">
          <span className="figures mr-2 text-ink-mute">{found.code}</span>
          {found.name}
        </TextLink>
      ) : (
        <span className="text-ink-mute">From the posting rule</span>
      );
    },
  };
  const dimensions: Column<DocumentLine> = {
    id: 'dimensions',
    header: 'Dimensions',
    className: 'text-ink-mute',
    cell: (line) => directory.dimensions(line.departmentId, line.classId, line.locationId, line.projectId),
  };
  const number: Column<DocumentLine> = {
    id: 'number',
    header: '#',
    narrow: 'hide',
    className: 'w-10 text-ink-mute',
    cell: (line) => line.lineNumber,
  };
  const description: Column<DocumentLine> = {
    id: 'description',
    header: 'Description',
    narrow: document.kind === 'JOURNAL' ? 'detail' : 'title',
    cell: (line) => line.description,
  };
  const hasDimensions = document.lines.some(
    (line) => line.departmentId ?? line.classId ?? line.locationId ?? line.projectId,
  );
  const shownDimensions = hasDimensions ? [dimensions] : [];
  const billed: Column<DocumentLine> = {
    id: 'billed',
    header: 'For',
    cell: ({ obligationKey: key, commitmentFrom: from }) => (key === null ? '' : billedText({ key, from })),
  };
  const shownBilled = document.lines.some((line) => line.obligationKey !== null) ? [billed] : [];
  if (document.kind === 'JOURNAL') {
    const side = (
      id: string,
      header: string,
      isMine: (line: DocumentLine) => boolean,
    ): Column<DocumentLine> => ({
      id,
      header,
      align: 'end',
      narrow: 'figure',
      narrowLabel: true,
      cell: (line) =>
        isMine(line) ? <Money value={toPlainString(dec(line.lineAmount).abs())} currency={currency} /> : null,
      total: (
        <Money
          value={toPlainString(sum(document.lines.filter(isMine).map((line) => line.lineAmount)).abs())}
          currency={currency}
        />
      ),
    });
    return [
      number,
      { ...account, narrow: 'title', total: 'Total' },
      description,
      ...shownDimensions,
      side('debit', `Debit (${currency})`, (line) => !line.lineAmount.startsWith('-')),
      side('credit', 'Credit', (line) => line.lineAmount.startsWith('-')),
    ];
  }
  return [
    number,
    {
      ...description,
      cell: (line) => (
        <>
          {line.description}
          {line.lineType === 'ITEM' ? null : (
            <span className="ml-2 text-ink-mute text-small">{statusWords(line.lineType)}</span>
          )}
        </>
      ),
    },
    account,
    ...shownDimensions,
    ...shownBilled,
    {
      id: 'quantity',
      header: 'Quantity',
      align: 'end',
      cell: (line) => <span className="figures">{formatQuantity(line.quantity)}</span>,
    },
    {
      id: 'price',
      header: 'Price',
      align: 'end',
      cell: (line) => <span className="figures">{formatQuantity(line.unitPrice, 2)}</span>,
    },
    {
      id: 'tax',
      header: 'Tax',
      align: 'end',
      className: 'whitespace-nowrap',
      cell: (line) => directory.taxCode(line.taxCodeId),
    },
    {
      id: 'amount',
      header: `Amount (${currency})`,
      align: 'end',
      cell: (line) => (
        <Money
          value={
            line.lineType === 'DISCOUNT'
              ? toPlainString(dec(line.lineAmount).abs().negated())
              : line.lineAmount
          }
          currency={currency}
        />
      ),
    },
  ];
}

function Totals({ document }: { readonly document: Document }) {
  const { currencyCode: currency, baseCurrencyCode: base } = document;
  const rows: [string, string, string][] = [
    ['Subtotal', document.subtotalAmount, currency],
    ['Discount', toPlainString(dec(document.discountAmount).negated()), currency],
    ['Tax', document.taxAmount, currency],
  ];
  return (
    <dl className="ml-auto grid w-72 grid-cols-[1fr_auto] gap-y-1 px-cell">
      {rows.map(([label, value]) => (
        <div key={label} className="contents">
          <dt className="text-ink-mute">{label}</dt>
          <dd className="text-right">
            <Money value={value} currency={currency} />
          </dd>
        </div>
      ))}
      <dt className="border-ink-mute border-t pt-1 font-semibold">Total</dt>
      <dd className="border-ink-mute border-t pt-1 text-right font-semibold">
        <Money value={document.totalAmount} currency={currency} showCurrency zero="digits" />
      </dd>
      {currency === base ? null : (
        <>
          <dt className="text-ink-mute">In {base}</dt>
          <dd className="text-right text-ink-mute">
            <Money value={document.baseTotalAmount} currency={base} showCurrency />
          </dd>
        </>
      )}
      {dec(document.appliedAmount).isZero() ? null : (
        <>
          <dt className="text-ink-mute">Open</dt>
          <dd className="text-right">
            <Money value={document.openAmount} currency={currency} zero="digits" />
          </dd>
        </>
      )}
    </dl>
  );
}
