'use client';

import { keepPreviousData } from '@tanstack/react-query';
import { KIND_FACTS, TRANSACTION_KINDS } from '@/core/transactions/kinds';
import { type RouterInputs, trpc } from '@/surfaces/trpc/react';
import { DateText } from '@/ui/kit/figures/date-text';
import { Money } from '@/ui/kit/figures/money';
import { statusWords } from '@/ui/kit/figures/status-pill';
import { EmptyState } from '@/ui/kit/layout/empty-state';
import { DataTable } from '@/ui/kit/tables/data-table';
import { Pager } from '@/ui/kit/tables/pager';
import { RowLink } from '@/ui/kit/tables/row-link';
import { TextLink } from '@/ui/kit/text-link';
import { QueryView } from '@/ui/shell/query-view';
import { useBooks } from '@/ui/shell/session';
import { AGING_ROWS } from './statement-questions';

/** The documents and contract receivables behind one line of the aging. */
export function OpenItems({
  question,
  who,
  onPage,
}: {
  readonly question: RouterInputs['reports']['openItems'];
  /** The path of the counterparty's page. */
  readonly who: string;
  readonly onPage: (page: number) => void;
}) {
  const books = useBooks();
  const query = trpc.reports.openItems.useQuery(question, { placeholderData: keepPreviousData });
  return (
    <section aria-label="Open documents" className="flex flex-col gap-2">
      <h2 className="font-semibold">
        Open documents{' '}
        {question.entityId ? (
          <TextLink className="font-normal" href={books.path(`${who}/${question.entityId}`)}>
            of {query.data?.items[0]?.entityName ?? 'this counterparty'}
          </TextLink>
        ) : null}
      </h2>
      <QueryView query={query}>
        {(data) => (
          <>
            <DataTable
              label="Open documents"
              rows={data.items}
              rowId={(item) => item.id}
              isStale={query.isPlaceholderData}
              empty={<EmptyState title="Nothing is open" />}
              columns={[
                {
                  id: 'number',
                  header: 'Document',
                  cell: (item) => (
                    <RowLink
                      href={books.path(
                        item.contractId === null ? `transactions/${item.id}` : `revenue/${item.contractId}`,
                      )}
                    >
                      {item.transactionNumber}
                    </RowLink>
                  ),
                },
                {
                  id: 'kind',
                  header: 'Type',
                  cell: (item) => {
                    const kind = TRANSACTION_KINDS.find((known) => known === item.kind);
                    return kind ? KIND_FACTS[kind].label : statusWords(item.kind);
                  },
                },
                { id: 'date', header: 'Date', cell: (item) => <DateText value={item.transactionDate} /> },
                {
                  id: 'due',
                  header: 'Due',
                  narrowLabel: true,
                  cell: (item) => <DateText value={item.dueDate} />,
                },
                { id: 'bucket', header: 'Past due', cell: (item) => bucketWords(item.bucket) },
                {
                  id: 'total',
                  header: 'Total',
                  align: 'end',
                  cell: (item) => (
                    <Money value={item.totalAmount} currency={item.currencyCode} showCurrency />
                  ),
                },
                {
                  id: 'open',
                  header: 'Open',
                  align: 'end',
                  cell: (item) => <Money value={item.openAmount} currency={item.currencyCode} />,
                },
              ]}
            />
            {data.total > AGING_ROWS ? (
              <Pager page={question.page ?? 1} limit={AGING_ROWS} total={data.total} onPage={onPage} />
            ) : null}
          </>
        )}
      </QueryView>
    </section>
  );
}

function bucketWords(bucket: string): string {
  if (bucket === 'CURRENT') return 'Not due';
  if (bucket === 'OVER_90') return 'Over 90 days';
  return `${bucket.replace('DAYS_', '').replace('_', '–')} days`;
}
