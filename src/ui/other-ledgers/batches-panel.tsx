'use client';

import { useState } from 'react';
import { isWords } from '@/core/ledger/words';
import { type RouterOutputs, trpc } from '@/surfaces/trpc/react';
import { Button } from '@/ui/kit/button';
import { ConfirmDialog } from '@/ui/kit/dialogs/confirm-dialog';
import { monthEnd, monthStart } from '@/ui/kit/figures/date-format';
import { DateText, InstantText } from '@/ui/kit/figures/date-text';
import { StatusPill } from '@/ui/kit/figures/status-pill';
import { DateField } from '@/ui/kit/input/date-field';
import { TextAreaField } from '@/ui/kit/input/text-field';
import { EmptyState } from '@/ui/kit/layout/empty-state';
import { Notice } from '@/ui/kit/notice';
import { notifyDone, notifyProblem } from '@/ui/kit/notify';
import { type Column, DataTable } from '@/ui/kit/tables/data-table';
import { TextLink } from '@/ui/kit/text-link';
import { startDownload } from '@/ui/records/start-download';
import { QueryView } from '@/ui/shell/query-view';
import { refusalOf, sentenceOf } from '@/ui/shell/refusal';
import { useBooks } from '@/ui/shell/session';

type Batch = RouterOutputs['otherLedgers']['batches']['rows'][number];

/** `1 entry`, `1,250 entries`. */
const entriesWords = (count: number) =>
  count === 1 ? '1 entry' : `${count.toLocaleString('en-US')} entries`;

/** The batches of a ledger, and the next one. */
export function BatchesPanel({ ledgerId }: { readonly ledgerId: string }) {
  const books = useBooks();
  const query = trpc.otherLedgers.batches.useQuery({ ledgerId });
  const [undone, setUndone] = useState<Batch | null>(null);
  const [sent, setSent] = useState<Batch | null>(null);
  const mayPost = books.may('gl.transaction.post');
  const download = useDownload();
  const columns: Column<Batch>[] = [
    {
      id: 'number',
      header: 'Batch',
      narrow: 'title',
      cell: (row) => (
        <span className="font-medium">
          <span className="@max-lg:inline hidden">Batch </span>
          {row.batchNumber}
        </span>
      ),
    },
    {
      id: 'through',
      header: 'Entries through',
      narrowLabel: true,
      cell: (row) => <DateText value={row.throughDate} />,
    },
    { id: 'entries', header: 'Entries', align: 'end', cell: (row) => row.entryCount },
    { id: 'lines', header: 'Lines', narrowLabel: true, align: 'end', cell: (row) => row.lineCount },
    {
      id: 'sealed',
      header: 'Sealed',
      narrowLabel: true,
      cell: (row) => (
        <span title={`SHA-256 ${row.contentHash ?? ''}`}>
          {row.sealedByName}, <InstantText value={row.sealedAt} />
        </span>
      ),
    },
    {
      id: 'moved',
      header: 'Sent or undone',
      narrowLabel: true,
      cell: (row) =>
        row.sentAt !== null ? (
          <>
            {row.sentByName}, <InstantText value={row.sentAt} />
          </>
        ) : row.undoneAt !== null ? (
          <>
            {row.undoneByName}: {row.undoReason}
          </>
        ) : null,
    },
    { id: 'status', header: 'Status', cell: (row) => <StatusPill status={row.batchStatus} /> },
    {
      id: 'acts',
      header: <span className="sr-only">Actions</span>,
      align: 'end',
      cell: (row) => (
        <span className="flex flex-wrap justify-end gap-1.5">
          {row.partStarts.map((_start, index) => (
            <Button
              // biome-ignore lint/suspicious/noArrayIndexKey: a part is its number
              key={index}
              size="small"
              aria-label={`Download batch ${row.batchNumber}, part ${index + 1}`}
              onPress={() => void download(row.id, index + 1)}
            >
              {row.partStarts.length === 1 ? 'Download' : `Part ${index + 1}`}
            </Button>
          ))}
          {mayPost && row.batchStatus === 'SEALED' ? (
            <>
              <Button size="small" onPress={() => setSent(row)}>
                Mark as sent…
              </Button>
              <Button size="small" onPress={() => setUndone(row)}>
                Undo…
              </Button>
            </>
          ) : null}
        </span>
      ),
    },
  ];
  return (
    <div className="flex flex-col gap-4">
      {mayPost ? <NextBatch ledgerId={ledgerId} /> : null}
      <QueryView query={query}>
        {({ rows }) => (
          <DataTable
            label="Batches"
            columns={columns}
            rows={rows}
            rowId={(row) => row.id}
            empty={
              <EmptyState title="No batches yet">
                The first one holds every entry since the ledger’s first day.
              </EmptyState>
            }
          />
        )}
      </QueryView>
      {sent ? <SentDialog batch={sent} onClose={() => setSent(null)} /> : null}
      {undone ? <UndoDialog batch={undone} onClose={() => setUndone(null)} /> : null}
    </div>
  );
}

function NextBatch({ ledgerId }: { readonly ledgerId: string }) {
  const books = useBooks();
  const [throughDate, setThrough] = useState(() => monthEnd(monthStart(books.today, -1)));
  const seal = trpc.otherLedgers.seal.useMutation();
  const refused = refusalOf(seal.error);
  return (
    <section aria-label="Next batch" className="flex flex-col gap-3">
      <div className="flex flex-wrap items-end gap-3">
        <DateField label="Entries through" className="w-44" value={throughDate} onValue={setThrough} />
        <Button
          tone="primary"
          isPending={seal.isPending}
          isDisabled={throughDate === ''}
          onPress={() =>
            seal.mutate(
              { ledgerId, throughDate },
              {
                onSuccess: ({ batchNumber, entryCount }) =>
                  notifyDone(`Batch ${batchNumber} is sealed with ${entriesWords(entryCount)}.`),
              },
            )
          }
        >
          Make the next batch
        </Button>
      </div>
      {seal.error ? (
        <Notice tone="danger" role="alert">
          {sentenceOf(seal.error)}
          {refused?.code === 'CODES_MISSING' ? (
            <span className="ml-2">
              <TextLink href={books.path(`other-ledgers/${ledgerId}?tab=codes`)}>Enter the codes</TextLink>
            </span>
          ) : null}
        </Notice>
      ) : null}
    </section>
  );
}

/** Lets the browser save a part of a batch's file. */
function useDownload() {
  const { organization } = useBooks();
  return async (id: string, part: number) => {
    try {
      await startDownload({
        organization: organization.slug,
        sheet: 'ledger-batch',
        format: 'csv',
        input: { id, part },
      });
    } catch (error) {
      notifyProblem(sentenceOf(error));
    }
  };
}

function SentDialog({ batch, onClose }: { readonly batch: Batch; readonly onClose: () => void }) {
  const send = trpc.otherLedgers.markSent.useMutation();
  return (
    <ConfirmDialog
      title={`Mark batch ${batch.batchNumber} as sent`}
      isOpen
      onClose={onClose}
      confirmLabel="Mark as sent"
      isPending={send.isPending}
      error={send.error ? sentenceOf(send.error) : undefined}
      onConfirm={() =>
        send.mutate(
          { id: batch.id, $call: { expectedVersion: batch.version } },
          {
            onSuccess: () => {
              notifyDone(`Batch ${batch.batchNumber} is marked as sent.`);
              onClose();
            },
          },
        )
      }
    >
      <p className="text-ink-soft">
        What it holds, {entriesWords(batch.entryCount)}, is in the other ledger. From then on the batch cannot
        be undone; a correction goes into a later batch.
      </p>
    </ConfirmDialog>
  );
}

function UndoDialog({ batch, onClose }: { readonly batch: Batch; readonly onClose: () => void }) {
  const [reason, setReason] = useState('');
  const undo = trpc.otherLedgers.undo.useMutation();
  return (
    <ConfirmDialog
      title={`Undo batch ${batch.batchNumber}`}
      isOpen
      onClose={onClose}
      tone="danger"
      confirmLabel="Undo the batch"
      isPending={undo.isPending}
      isDisabled={!isWords(reason)}
      error={undo.error ? sentenceOf(undo.error) : undefined}
      onConfirm={() =>
        undo.mutate(
          { id: batch.id, reason: reason.trim(), $call: { expectedVersion: batch.version } },
          {
            onSuccess: () => {
              notifyDone(`Batch ${batch.batchNumber} is undone.`);
              onClose();
            },
          },
        )
      }
    >
      <p className="text-ink-soft">
        Only while it was not sent. Its number stays, and what it holds, {entriesWords(batch.entryCount)},
        goes into the next batch.
      </p>
      <TextAreaField
        label="Reason"
        required
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
    </ConfirmDialog>
  );
}
