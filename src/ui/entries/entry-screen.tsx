'use client';

import { sum, toPlainString } from '@/core/money/decimal';
import { type RouterOutputs, trpc } from '@/surfaces/trpc/react';
import { useNamesIn } from '@/ui/audit/use-named-timeline';
import { useFinanceLink } from '@/ui/finance/use-finance';
import { DateText, InstantText } from '@/ui/kit/figures/date-text';
import { Facts } from '@/ui/kit/figures/facts';
import { Money, Quantity } from '@/ui/kit/figures/money';
import { Pill } from '@/ui/kit/figures/pill';
import { statusWords } from '@/ui/kit/figures/status-pill';
import { Page } from '@/ui/kit/layout/page';
import { PageHeader } from '@/ui/kit/layout/page-header';
import { Panel } from '@/ui/kit/layout/panel';
import { PageSkeleton } from '@/ui/kit/layout/skeleton';
import { Notice } from '@/ui/kit/notice';
import { type Column, DataTable } from '@/ui/kit/tables/data-table';
import { RowLink } from '@/ui/kit/tables/row-link';
import { TextLink } from '@/ui/kit/text-link';
import { QueryView } from '@/ui/shell/query-view';

type Entry = RouterOutputs['reports']['entry'];
type Line = Entry['lines'][number];

/** One posted entry: it can be reversed, never changed. */
export function EntryScreen({ id }: { readonly id: string }) {
  const query = trpc.reports.entry.useQuery({ id });
  return (
    <QueryView query={query} skeleton={<PageSkeleton />}>
      {(entry) => <EntryView entry={entry} />}
    </QueryView>
  );
}

function EntryView({ entry }: { readonly entry: Entry }) {
  const link = useFinanceLink();
  const names = useNamesIn([entry.reversalOfId, entry.reversedById]);
  return (
    <Page>
      <PageHeader
        title={entry.entryNumber}
        trail={[{ label: 'Ledger entries', href: link('entries') }]}
        status={
          <Pill tone={entry.reversedById ? 'plum' : 'positive'}>
            {entry.reversedById ? 'Reversed' : 'Posted'}
          </Pill>
        }
        description={entry.memo ?? undefined}
      />
      {entry.reversalOfId ? (
        <Notice>
          Reverses{' '}
          <TextLink href={link(`entries/${entry.reversalOfId}`)}>
            {names.get(entry.reversalOfId) ?? 'an earlier entry'}
          </TextLink>
          .
        </Notice>
      ) : null}
      {entry.reversedById ? (
        <Notice>
          Reversed by{' '}
          <TextLink href={link(`entries/${entry.reversedById}`)}>
            {names.get(entry.reversedById) ?? 'a later entry'}
          </TextLink>
          .
        </Notice>
      ) : null}
      <Panel>
        <Facts
          facts={[
            { label: 'Posting date', value: <DateText value={entry.postingDate} /> },
            { label: 'Period', value: entry.periodLabel },
            { label: 'Subsidiary', value: entry.subsidiaryName },
            {
              label: 'Document',
              value: entry.transactionId ? (
                <TextLink href={link(`transactions/${entry.transactionId}`)}>
                  {entry.transactionNumber}
                </TextLink>
              ) : (
                statusWords(entry.sourceKind)
              ),
            },
            {
              label: 'Currency',
              value:
                entry.currencyCode === entry.baseCurrencyCode ? (
                  entry.currencyCode
                ) : (
                  <>
                    {entry.currencyCode} at <Quantity value={entry.exchangeRate} /> {entry.baseCurrencyCode}
                  </>
                ),
            },
            { label: 'Written', value: <InstantText value={entry.createdAt} /> },
          ]}
        />
      </Panel>
      <EntryLines entry={entry} />
    </Page>
  );
}

function EntryLines({ entry }: { readonly entry: Entry }) {
  const link = useFinanceLink();
  const isForeign = entry.currencyCode !== entry.baseCurrencyCode;
  const total = (figures: readonly string[]) => toPlainString(sum(figures));
  const figure = (
    id: 'debit' | 'credit' | 'baseDebit' | 'baseCredit',
    header: string,
    currency: string,
  ): Column<Line> => ({
    id,
    header,
    align: 'end',
    narrow: 'detail',
    cell: (line) => <Money value={line[id]} currency={currency} />,
    total: <Money value={total(entry.lines.map((line) => line[id]))} currency={currency} />,
  });
  const columns: Column<Line>[] = [
    {
      id: 'number',
      header: '#',
      narrow: 'hide',
      cell: (line) => <span className="text-ink-mute">{line.lineNumber}</span>,
      className: 'w-10',
    },
    {
      id: 'account',
      header: 'Account',
      narrow: 'title',
      cell: (line) => (
        <RowLink href={link(`accounts/${line.accountId}`)} className="font-normal">
          <span className="figures mr-2 text-ink-mute">{line.accountCode}</span>
          {line.accountName}
        </RowLink>
      ),
      total: 'Total',
    },
    { id: 'memo', header: 'Description', cell: (line) => line.memo },
    { id: 'entity', header: 'Name', cell: (line) => line.entityName },
    {
      id: 'dimensions',
      header: 'Dimensions',
      cell: (line) => (
        <span className="text-ink-mute">
          {[line.departmentName, line.className, line.locationName, line.projectName]
            .filter(Boolean)
            .join(' · ')}
        </span>
      ),
    },
    figure('debit', `Debit (${entry.currencyCode})`, entry.currencyCode),
    figure('credit', 'Credit', entry.currencyCode),
    ...(isForeign
      ? [
          figure('baseDebit', `Debit (${entry.baseCurrencyCode})`, entry.baseCurrencyCode),
          figure('baseCredit', 'Credit', entry.baseCurrencyCode),
        ]
      : []),
  ];
  return (
    <DataTable
      label="Entry lines"
      columns={columns}
      rows={entry.lines}
      rowId={(line) => String(line.lineNumber)}
    />
  );
}
