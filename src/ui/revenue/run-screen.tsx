'use client';

import { trpc } from '@/surfaces/trpc/react';
import { Button } from '@/ui/kit/button';
import { DataTable } from '@/ui/kit/data-table';
import { formatMonth } from '@/ui/kit/date-format';
import { DateText, InstantText } from '@/ui/kit/date-text';
import { EmptyState } from '@/ui/kit/empty-state';
import { Facts } from '@/ui/kit/facts';
import { Money } from '@/ui/kit/money';
import { notifyDone, notifyProblem } from '@/ui/kit/notify';
import { Page } from '@/ui/kit/page';
import { PageHeader } from '@/ui/kit/page-header';
import { Panel } from '@/ui/kit/panel';
import { RowLink } from '@/ui/kit/row-link';
import { PageSkeleton } from '@/ui/kit/skeleton';
import { StatusPill } from '@/ui/kit/status-pill';
import { TextLink } from '@/ui/kit/text-link';
import { useAccounts, useSubsidiaries } from '@/ui/records/use-names';
import { QueryView } from '@/ui/shell/query-view';
import { sentenceOf } from '@/ui/shell/refusal';
import { useBooks } from '@/ui/shell/session';

/** One run: how far it is, what it proposes by account, and the entries it made. */
export function RunScreen({ id }: { readonly id: string }) {
  const books = useBooks();
  const accounts = useAccounts();
  const subsidiaries = useSubsidiaries();
  const query = trpc.revenue.runs.get.useQuery({ id });
  const post = trpc.revenue.runs.post.useMutation({
    onError: (error) => notifyProblem(sentenceOf(error)),
    onSuccess: (run) =>
      notifyDone(`${run.runNumber}: ${run.progress.done} of ${run.progress.of} rows posted.`),
  });
  return (
    <QueryView query={query} skeleton={<PageSkeleton />}>
      {(run) => (
        <Page wide={false} className="max-w-6xl">
          <PageHeader
            title={`${run.runNumber}, ${formatMonth(run.period)}`}
            trail={[{ label: 'Recognition runs', href: books.path('revenue/runs') }]}
            status={<StatusPill status={run.runStatus} />}
            actions={
              books.may('revenue.run') && run.finishedAt === null ? (
                <Button tone="primary" isPending={post.isPending} onPress={() => post.mutate({ id })}>
                  Post
                </Button>
              ) : null
            }
          />
          <Panel title="Progress">
            <progress
              aria-label="Rows posted"
              className="mb-3 w-full accent-accent-solid"
              value={run.progress.done}
              max={Math.max(run.progress.of, 1)}
            />
            <Facts
              facts={[
                { label: 'Rows posted', value: `${run.progress.done} of ${run.progress.of}` },
                { label: 'Contracts', value: String(run.postedContracts) },
                { label: 'Subsidiary', value: subsidiaries.nameOf(run.subsidiaryId) },
                { label: 'Posting date', value: <DateText value={run.postingDate} /> },
                { label: 'Started', value: <InstantText value={run.startedAt} /> },
                { label: 'Finished', value: <InstantText value={run.finishedAt} /> },
              ]}
            />
          </Panel>
          <DataTable
            label="Revenue by account"
            rows={run.proposal.lines}
            rowId={(line) => `${line.revenueAccountId}/${line.currencyCode}`}
            empty={<EmptyState title="Nothing is due" />}
            columns={[
              {
                id: 'account',
                header: 'Account',
                cell: (line) => {
                  const account = accounts.byId.get(line.revenueAccountId);
                  return (
                    <RowLink href={books.path(`accounts/${line.revenueAccountId}`)}>
                      {account ? `${account.code} ${account.name}` : 'The account'}
                    </RowLink>
                  );
                },
              },
              { id: 'contracts', header: 'Contracts', align: 'end', cell: (line) => line.contracts },
              {
                id: 'catchUp',
                header: 'Of it catch-up',
                align: 'end',
                cell: (line) => <Money value={line.catchUp} currency={line.currencyCode} />,
              },
              {
                id: 'amount',
                header: 'Revenue',
                align: 'end',
                cell: (line) => <Money value={line.amount} currency={line.currencyCode} showCurrency />,
              },
            ]}
          />
          {run.entries.length > 0 ? (
            <Panel title="Entries">
              <ul className="flex flex-col gap-1">
                {run.entries.map((entry) => (
                  <li key={entry.id} className="flex gap-3">
                    <TextLink href={books.path(`entries/${entry.id}`)}>{entry.entryNumber}</TextLink>
                    <DateText value={entry.postingDate} />
                    <Money value={entry.debits} currency={entry.currencyCode} showCurrency />
                  </li>
                ))}
              </ul>
            </Panel>
          ) : null}
        </Page>
      )}
    </QueryView>
  );
}
