'use client';

import { Check, Undo2 } from 'lucide-react';
import { parseAsString, useQueryState } from 'nuqs';
import { useRef, useState } from 'react';
import { KIND_FACTS } from '@/core/transactions/kinds';
import { trpc } from '@/surfaces/trpc/react';
import { ProposedOpenings } from '@/ui/cut-over/proposed-opening';
import { Button } from '@/ui/kit/button';
import { cx } from '@/ui/kit/class-names';
import { DateText } from '@/ui/kit/figures/date-text';
import { Money } from '@/ui/kit/figures/money';
import { TextAreaField } from '@/ui/kit/input/text-field';
import { EmptyState } from '@/ui/kit/layout/empty-state';
import { Panel } from '@/ui/kit/layout/panel';
import { Skeleton } from '@/ui/kit/layout/skeleton';
import { notifyDone, notifyProblem } from '@/ui/kit/notify';
import { DeskPage } from '@/ui/kit/pages/desk';
import { useChosen } from '@/ui/kit/tables/use-chosen';
import { TextLink } from '@/ui/kit/text-link';
import { useSingleKey } from '@/ui/kit/use-keys';
import { QueryView } from '@/ui/shell/query-view';
import { sentenceOf } from '@/ui/shell/refusal';
import { useBooks } from '@/ui/shell/session';
import type { TransactionRow } from '@/ui/transactions/document';
import { useDocumentPeople } from '@/ui/transactions/form/use-document-people';
import { ImpactView, needsAnotherPerson } from '@/ui/transactions/impact-view';
import { ChosenSum, useShownTotals } from '@/ui/transactions/shown-totals';
import { BulkPost } from './bulk-post';
import { QUEUE_QUESTION } from './queue-question';
import { RevenueQueue } from './revenue-queue';

/** The approval queue: pending documents with the entries they will post, to approve or send back one after another. */
export function ApprovalsScreen() {
  const query = trpc.transactions.list.useQuery(QUEUE_QUESTION);
  const books = useBooks();
  const [at, setAt] = useQueryState('at', parseAsString.withDefault(''));
  const rows = query.data?.rows ?? [];
  const index = Math.max(
    0,
    rows.findIndex((row) => row.id === at),
  );
  const current = rows[index];
  const next = rows[index + 1] ?? rows[index - 1];
  const walk = (step: number) => {
    const to = rows[index + step];
    if (to) void setAt(to.id);
  };
  useSingleKey('j', () => walk(1));
  useSingleKey('k', () => walk(-1));
  const people = useDocumentPeople(rows.map(({ id }) => id));
  const preparedBy = (id: string) => people.get(id)?.preparedBy ?? 'Daybook';
  return (
    <DeskPage
      title="Approvals"
      description={
        query.data
          ? `${query.data.total} ${query.data.total === 1 ? 'document is waiting' : 'documents are waiting'}`
          : undefined
      }
      above={
        <>
          {books.may('gl.setup.read') ? <ProposedOpenings /> : null}
          {books.may('revenue.read') ? <RevenueQueue /> : null}
        </>
      }
      side={
        current ? (
          <Queue
            rows={rows}
            currentId={current.id}
            preparedBy={preparedBy}
            onChoose={(id) => void setAt(id)}
          />
        ) : null
      }
    >
      <QueryView query={query}>
        {() =>
          current ? (
            <Decision
              key={current.id}
              row={current}
              preparedBy={preparedBy(current.id)}
              onDone={() => void setAt(next?.id ?? null)}
            />
          ) : (
            <Panel>
              <EmptyState title="No documents are waiting for you">
                Submitted documents will appear here.
              </EmptyState>
            </Panel>
          )
        }
      </QueryView>
    </DeskPage>
  );
}

function Queue({
  rows,
  currentId,
  preparedBy,
  onChoose,
}: {
  readonly rows: readonly TransactionRow[];
  readonly currentId: string;
  readonly preparedBy: (id: string) => string;
  readonly onChoose: (id: string) => void;
}) {
  const totalOf = useShownTotals(rows);
  const books = useBooks();
  const mayBoth = books.may('gl.transaction.approve') && books.may('gl.transaction.post');
  const ticked = useChosen(rows.map(({ id }) => id));
  const chosen = rows.filter(({ id }) => ticked.ids.has(id));
  return (
    <div className="flex min-w-0 flex-col gap-3">
      {mayBoth ? <BulkPost rows={rows} chosen={chosen} onChoose={ticked.set} /> : null}
      <ChosenSum chosen={chosen} totalOf={totalOf} />
      <ul
        aria-label="Waiting"
        className="overflow-hidden rounded-card border border-line bg-surface shadow-raised"
      >
        {rows.map((row) => (
          <li key={row.id} className="flex border-line border-b last:border-0">
            {mayBoth ? (
              <input
                type="checkbox"
                aria-label={`Choose ${row.transactionNumber}`}
                className="mt-2.5 ml-2 size-6 shrink-0 accent-accent-solid"
                checked={ticked.ids.has(row.id)}
                onChange={ticked.change(row.id)}
              />
            ) : null}
            <button
              type="button"
              aria-current={row.id === currentId ? 'true' : undefined}
              onClick={() => onChoose(row.id)}
              className={cx(
                'grid w-full min-w-0 grid-cols-[1fr_auto] gap-x-3 px-4 py-2.5 text-left hover:bg-hover',
                row.id === currentId && 'bg-accent-soft hover:bg-accent-soft',
              )}
            >
              <span className="font-medium">{row.transactionNumber}</span>
              <Money value={totalOf(row)} currency={row.currencyCode} showCurrency />
              <span className="truncate text-ink-mute text-small">
                {row.memo || KIND_FACTS[row.kind].label}
              </span>
              <span className="text-right text-ink-mute text-small">
                <DateText value={row.transactionDate} />
              </span>
              <span className="col-span-2 text-ink-mute text-small">Prepared by {preparedBy(row.id)}</span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

function Decision({
  row,
  preparedBy,
  onDone,
}: {
  readonly row: TransactionRow;
  readonly preparedBy: string;
  readonly onDone: () => void;
}) {
  const books = useBooks();
  const [comment, setComment] = useState('');
  const impact = trpc.transactions.glImpact.useQuery({ id: row.id });
  const problem = { onError: (error: unknown) => notifyProblem(sentenceOf(error)) };
  const approve = trpc.transactions.approve.useMutation(problem);
  const reject = trpc.transactions.reject.useMutation(problem);
  const both = trpc.transactions.approveAndPost.useMutation(problem);
  const mayBoth = books.may('gl.transaction.approve') && books.may('gl.transaction.post');
  const call = { $call: { expectedVersion: row.version } };
  const said = comment.trim() || null;
  const commentBox = useRef<HTMLTextAreaElement>(null);
  const isBusy = approve.isPending || reject.isPending || both.isPending;
  const done = (words: string) => ({
    onSuccess: () => {
      notifyDone(`${row.transactionNumber} ${words}`);
      onDone();
    },
  });
  const sendBack = () =>
    reject.mutate({ id: row.id, reason: said, ...call }, done('was sent back to its author.'));
  const mayApprove = !needsAnotherPerson(impact.data);
  const approveIt = () =>
    approve.mutate({ id: row.id, approvalComment: said, ...call }, done('is approved.'));
  // A key that is held down must not decide one document after another.
  const onceAPress = (act: () => void) => (event: KeyboardEvent) => {
    if (!event.repeat) act();
  };
  useSingleKey('a', onceAPress(approveIt), impact.data !== undefined && mayApprove && !isBusy);
  // Its author wants to know why: without a comment the key leads to it first.
  const answerOrSendBack = () => (said === null ? commentBox.current?.focus() : sendBack());
  useSingleKey('r', onceAPress(answerOrSendBack), !isBusy);
  return (
    <Panel
      title={
        <>
          {row.transactionNumber}{' '}
          <span className="font-normal text-ink-mute">{KIND_FACTS[row.kind].label}</span>
        </>
      }
      actions={
        <TextLink href={books.path(`transactions/${row.id}`)}>{`Open ${row.transactionNumber}`}</TextLink>
      }
    >
      <div className="flex flex-col gap-5">
        <p className="text-ink-soft">
          Prepared by {preparedBy}. Once approved and posted, it would create this entry.
        </p>
        {impact.data ? (
          <ImpactView impact={impact.data} />
        ) : impact.error ? (
          <p className="text-danger">{sentenceOf(impact.error)}</p>
        ) : (
          <Skeleton className="h-40" />
        )}
        <TextAreaField
          ref={commentBox}
          label="Comment"
          value={comment}
          onChange={(event) => setComment(event.target.value)}
        />
        <div className="flex flex-wrap justify-end gap-2">
          <Button isPending={reject.isPending} aria-keyshortcuts="r" onPress={sendBack}>
            <Undo2 aria-hidden="true" />
            Send back
          </Button>
          <Button
            tone={mayBoth ? 'plain' : 'primary'}
            isPending={approve.isPending}
            isDisabled={!mayApprove}
            aria-keyshortcuts="a"
            onPress={approveIt}
          >
            <Check aria-hidden="true" />
            Approve
          </Button>
          {mayBoth ? (
            <Button
              tone="primary"
              isPending={both.isPending}
              isDisabled={impact.data === undefined || impact.data.blockedBy !== null}
              onPress={() =>
                both.mutate(
                  { items: [{ id: row.id, version: row.version }], approvalComment: said },
                  done('is approved and posted.'),
                )
              }
            >
              Approve and post
            </Button>
          ) : null}
        </div>
      </div>
    </Panel>
  );
}
