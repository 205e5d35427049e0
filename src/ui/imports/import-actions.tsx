'use client';

import { CheckCheck, Download, Trash2, Undo2 } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { trpc } from '@/surfaces/trpc/react';
import { Button } from '@/ui/kit/button';
import { ConfirmDialog } from '@/ui/kit/dialogs/confirm-dialog';
import { FileButton } from '@/ui/kit/input/file-button';
import { notifyDone, notifyProblem } from '@/ui/kit/notify';
import { startDownload } from '@/ui/records/start-download';
import { sentenceOf } from '@/ui/shell/refusal';
import { useBooks } from '@/ui/shell/session';
import { rowsWords, type StoredImport, titleOf } from './import-words';
import { sendTable } from './send-table';

/** The failed rows as uploaded, each with its error, to be corrected and imported again, however many they are. */
export function FailedButton({ one }: { readonly one: StoredImport }) {
  const { organization } = useBooks();
  const [isPending, setPending] = useState(false);
  const save = async () => {
    setPending(true);
    try {
      await startDownload({
        organization: organization.slug,
        sheet: 'failed-rows',
        format: 'csv',
        input: { id: one.id },
      });
    } catch (error) {
      notifyProblem(sentenceOf(error));
    } finally {
      setPending(false);
    }
  };
  return (
    <Button isPending={isPending} onPress={() => void save()}>
      <Download aria-hidden="true" />
      Download the rows that failed
    </Button>
  );
}

/** Approves and posts the documents of an import that wait for a second person, as one act. */
export function ApproveButton({ one }: { readonly one: StoredImport }) {
  const utils = trpc.useUtils();
  const [asks, setAsks] = useState(false);
  const start = trpc.jobs.start.useMutation({
    onSuccess: () => setAsks(false),
    onSettled: () => Promise.all([utils.imports.invalidate(), utils.cutOver.invalidate()]),
  });
  const { waiting } = one.counts;
  const documents = waiting === 1 ? '1 document' : `${waiting.toLocaleString('en-US')} documents`;
  return (
    <>
      <Button tone="primary" onPress={() => setAsks(true)}>
        <CheckCheck aria-hidden="true" />
        Approve and post
      </Button>
      <ConfirmDialog
        title={`Approve and post ${documents}`}
        isOpen={asks}
        onClose={() => setAsks(false)}
        onConfirm={() => start.mutate({ kind: 'imports.approve', recordId: one.id })}
        confirmLabel="Approve and post"
        isPending={start.isPending}
        error={start.error ? sentenceOf(start.error) : undefined}
      >
        <p className="text-ink-soft">
          {one.createdByName ?? 'Someone'} imported {titleOf(one)}. With your approval its {documents} are
          posted.
        </p>
      </ConfirmDialog>
    </>
  );
}

/** Sends the rest of a file whose upload was interrupted. */
export function ContinueButton({ one }: { readonly one: StoredImport }) {
  const books = useBooks();
  const utils = trpc.useUtils();
  const [isSending, setSending] = useState(false);
  const send = async (file: File) => {
    setSending(true);
    try {
      await sendTable({ organization: books.organization.slug, noun: one.noun, file, continues: one.id });
    } catch (error) {
      notifyProblem(sentenceOf(error));
    } finally {
      setSending(false);
      await utils.imports.invalidate();
    }
  };
  return (
    <FileButton
      label={isSending ? 'Sending…' : 'Continue with the same file'}
      accept=".csv,.tsv,.txt,.xlsx,text/csv,text/tab-separated-values,text/plain"
      isDisabled={isSending}
      onFile={(file) => void send(file)}
    />
  );
}

/** Deletes the upload after stating what stays in the books, and goes back to where it was begun. */
export function RemoveButton({ one, backTo }: { readonly one: StoredImport; readonly backTo: string }) {
  const router = useRouter();
  const [asks, setAsks] = useState(false);
  const utils = trpc.useUtils();
  const remove = trpc.imports.remove.useMutation({
    onSuccess: async () => {
      router.push(backTo);
      await Promise.all([utils.imports.list.invalidate(), utils.cutOver.invalidate()]);
    },
  });
  const { imported } = one.counts;
  return (
    <>
      <Button tone="quiet" onPress={() => setAsks(true)}>
        <Trash2 aria-hidden="true" />
        Delete
      </Button>
      <ConfirmDialog
        title={`Delete ${titleOf(one)}`}
        isOpen={asks}
        onClose={() => setAsks(false)}
        onConfirm={() => remove.mutate({ id: one.id })}
        confirmLabel="Delete upload"
        tone="danger"
        isPending={remove.isPending}
        error={remove.error ? sentenceOf(remove.error) : undefined}
      >
        <p className="text-ink-soft">
          The uploaded rows and their errors are deleted.
          {imported === 0 ? '' : ` The records created from ${rowsWords(imported)} stay in the books.`}
        </p>
      </ConfirmDialog>
    </>
  );
}

/** Above so many rows an import is undone in the background, in portions. */
const AT_ONCE = 1_000;

/** Removes every record of the import, as long as nothing was built on them. */
export function UndoButton({ one }: { readonly one: StoredImport }) {
  const utils = trpc.useUtils();
  const [asks, setAsks] = useState(false);
  const onSettled = () => Promise.all([utils.imports.invalidate(), utils.cutOver.invalidate()]);
  const undoAtOnce = trpc.imports.undo.useMutation({
    onSuccess: ({ undone }) => {
      setAsks(false);
      notifyDone(`${rowsWords(undone)} undone.`);
    },
    onSettled,
  });
  const start = trpc.jobs.start.useMutation({ onSuccess: () => setAsks(false), onSettled });
  const isLarge = one.importStatus === 'UNDOING' || one.counts.imported > AT_ONCE;
  const { isPending, error } = isLarge ? start : undoAtOnce;
  return (
    <>
      <Button tone="quiet" onPress={() => setAsks(true)}>
        <Undo2 aria-hidden="true" />
        Undo import
      </Button>
      <ConfirmDialog
        title={`Undo ${titleOf(one)}`}
        isOpen={asks}
        onClose={() => setAsks(false)}
        onConfirm={() =>
          isLarge
            ? start.mutate({ kind: 'imports.undo', recordId: one.id })
            : undoAtOnce.mutate({ id: one.id })
        }
        confirmLabel="Undo import"
        tone="danger"
        isPending={isPending}
        error={error ? sentenceOf(error) : undefined}
      >
        <p className="text-ink-soft">
          Records created from {rowsWords(one.counts.imported)} are removed; posted documents are reversed on
          their own day. If something was built on one of them, nothing is undone
          {isLarge ? ' from that one on' : ''}.
        </p>
      </ConfirmDialog>
    </>
  );
}
