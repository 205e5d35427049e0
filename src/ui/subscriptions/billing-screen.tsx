'use client';

import { useState } from 'react';
import { type RouterOutputs, trpc } from '@/surfaces/trpc/react';
import { Button } from '@/ui/kit/button';
import { formatDate } from '@/ui/kit/figures/date-format';
import { Money } from '@/ui/kit/figures/money';
import { Pill } from '@/ui/kit/figures/pill';
import { EmptyState } from '@/ui/kit/layout/empty-state';
import { Page } from '@/ui/kit/layout/page';
import { PageHeader } from '@/ui/kit/layout/page-header';
import { Notice } from '@/ui/kit/notice';
import { notifyDone, notifyProblem } from '@/ui/kit/notify';
import { type Column, DataTable } from '@/ui/kit/tables/data-table';
import { ButtonLink, TextLink } from '@/ui/kit/text-link';
import { actsColumn } from '@/ui/records/row-acts';
import { QueryView } from '@/ui/shell/query-view';
import { sentenceOf } from '@/ui/shell/refusal';
import { useBooks } from '@/ui/shell/session';
import { BillingSchedulePanel } from './billing-schedule-panel';
import { draftedWords } from './drafted-words';
import { useBillingRun } from './use-billing-run';

type Plan = RouterOutputs['subscriptions']['plan']['rows'][number];

const WHY: Readonly<Record<NonNullable<Plan['why']>, string>> = {
  DRAFT: 'It is a draft',
  PAUSED: 'It is paused',
  CANCELLED: 'It is canceled',
  EXPIRED: 'It has expired',
  ENDED: 'Its term is billed to the end',
  NO_ITEMS: 'It has no items in that period',
};

/** What billing will do next with each subscription, when, or why nothing; and the run itself. */
export function BillingScreen() {
  const books = useBooks();
  const mayWrite = books.may('billing.write');
  const [after, setAfter] = useState<readonly string[]>([]);
  const last = after.at(-1);
  const query = trpc.subscriptions.plan.useQuery(last === undefined ? {} : { after: last });
  const schedule = trpc.subscriptions.showSchedule.useQuery({});
  const bill = trpc.subscriptions.bill.useMutation({
    onError: (error) => notifyProblem(sentenceOf(error)),
    onSuccess: (invoice) => notifyDone(draftedWords([invoice, ...invoice.besides])),
  });
  const run = useBillingRun();
  const columns: Column<Plan>[] = [
    {
      id: 'number',
      header: 'Subscription',
      narrow: 'title',
      cell: (row) => (
        <>
          <TextLink href={books.path(`subscriptions/${row.id}`)}>{row.subscriptionNumber}</TextLink>{' '}
          <span className="text-ink-mute">{row.name}</span>
        </>
      ),
    },
    {
      id: 'billed',
      header: 'Billed so far',
      className: 'max-md:hidden',
      cell: (row) => (row.billedFrom === null ? 'Nothing' : `Period from ${formatDate(row.billedFrom)}`),
    },
    {
      id: 'next',
      header: 'Next period',
      cell: (row) =>
        row.next === null ? '–' : `${formatDate(row.next.start)} to ${formatDate(row.next.end)}`,
    },
    {
      id: 'when',
      header: 'When',
      cell: (row) => {
        if (row.why !== null) return <span className="text-ink-mute">{WHY[row.why]}</span>;
        if (row.due === 0) return row.next === null ? null : `On ${formatDate(row.next.start)}`;
        return <Pill tone="caution">{row.due === 1 ? 'Due' : `${row.due} periods due`}</Pill>;
      },
    },
    { id: 'currency', header: 'Currency', cell: (row) => row.currencyCode },
    {
      id: 'amount',
      header: 'Before tax',
      align: 'end',
      narrow: 'figure',
      cell: (row) => <Money value={row.amount} currency={row.currencyCode} />,
    },
    ...(mayWrite
      ? [
          actsColumn<Plan>((row) =>
            row.next === null || row.why !== null
              ? []
              : [
                  {
                    words: 'Bill',
                    label: `Bill ${row.subscriptionNumber} for the period from ${row.next.start}`,
                    isPending: bill.isPending && bill.variables.id === row.id,
                    onPress: () => bill.mutate({ id: row.id, onDay: row.next?.start ?? books.today }),
                  },
                ],
          ),
        ]
      : []),
  ];
  return (
    <Page>
      <PageHeader
        title="Billing"
        description="Each period of a subscription is billed once, on its first day. Invoices are drafted; posting them is a separate step."
        trail={[{ label: 'Subscriptions', href: books.path('subscriptions') }]}
        actions={
          mayWrite ? (
            <Button tone="primary" isPending={run.isRunning} onPress={() => void run.start()}>
              Bill what is due
            </Button>
          ) : null
        }
      />
      <div aria-live="polite">
        {run.result === null ? null : (
          <Notice tone={run.result.refused.length > 0 ? 'caution' : 'accent'}>
            <p>
              {run.isRunning ? 'Billing… ' : ''}
              {run.result.billed.length === 0
                ? 'No invoices drafted.'
                : run.result.billed.length === 1
                  ? '1 invoice drafted.'
                  : `${run.result.billed.length} invoices drafted.`}{' '}
              {run.result.billed.length > 0 ? (
                <ButtonLink href={books.path('invoices?status=DRAFT')}>See the drafts</ButtonLink>
              ) : null}
            </p>
            {run.result.refused.length > 0 ? (
              <ul className="mt-2 list-disc pl-5">
                {run.result.refused.map(({ subscriptionNumber, message }) => (
                  <li key={subscriptionNumber}>
                    {subscriptionNumber}: {message}
                  </li>
                ))}
              </ul>
            ) : null}
          </Notice>
        )}
      </div>
      <QueryView query={schedule}>{(shown) => <BillingSchedulePanel shown={shown} />}</QueryView>
      <QueryView query={query}>
        {(page) => (
          <>
            <DataTable
              label="Billing plan"
              columns={columns}
              rows={page.rows}
              rowId={(row) => row.id}
              empty={
                <EmptyState title="No subscriptions to bill">
                  Only active subscriptions are billed. Draft one, add the items it bills, and activate it.
                </EmptyState>
              }
            />
            {after.length > 0 || page.nextAfter !== null ? (
              <div className="flex justify-end gap-2">
                <Button isDisabled={after.length === 0} onPress={() => setAfter(after.slice(0, -1))}>
                  Previous
                </Button>
                <Button
                  isDisabled={page.nextAfter === null}
                  onPress={() => (page.nextAfter === null ? undefined : setAfter([...after, page.nextAfter]))}
                >
                  Next
                </Button>
              </div>
            ) : null}
          </>
        )}
      </QueryView>
    </Page>
  );
}
