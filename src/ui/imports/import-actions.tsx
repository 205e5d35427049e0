'use client';

import { Download, Trash2, Undo2 } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { MOST_ROWS } from '@/core/imports/importable';
import { trpc } from '@/surfaces/trpc/react';
import { Button } from '@/ui/kit/button';
import { ConfirmDialog } from '@/ui/kit/confirm-dialog';
import { downloadCsv } from '@/ui/kit/download-csv';
import { notifyDone, notifyProblem } from '@/ui/kit/notify';
import { sentenceOf } from '@/ui/shell/refusal';
import { useBooks } from '@/ui/shell/session';
import { rowsWords, type StoredImport, titleOf } from './import-words';

/** The failed rows as uploaded, each with its error, to be corrected and imported again. */
export function FailedButton({ one }: { readonly one: StoredImport }) {
  const utils = trpc.useUtils();
  const [isPending, setPending] = useState(false);
  const save = async () => {
    setPending(true);
    try {
      const { rows } = await utils.client.imports.rows.query({
        id: one.id,
        state: 'FAILED',
        limit: MOST_ROWS,
      });
      const name = titleOf(one).replace(/\.\w+$/, '');
      await downloadCsv(`${name} failed rows`, [
        [...one.columns, 'Why it failed'],
        ...rows.map(({ cells, errorMessage }) => [
          ...one.columns.map((_, at) => cells[at] ?? ''),
          errorMessage ?? '',
        ]),
      ]);
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

/** Deletes the upload after stating what stays in the books. */
export function RemoveButton({ one }: { readonly one: StoredImport }) {
  const books = useBooks();
  const router = useRouter();
  const [asks, setAsks] = useState(false);
  const utils = trpc.useUtils();
  const remove = trpc.imports.remove.useMutation({
    onSuccess: async () => {
      router.push(books.path('imports'));
      await utils.imports.list.invalidate();
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

/** Takes every record of the import out again, while nothing was built on them. */
export function UndoButton({ one }: { readonly one: StoredImport }) {
  const utils = trpc.useUtils();
  const [asks, setAsks] = useState(false);
  const undo = trpc.imports.undo.useMutation({
    onSuccess: ({ undone }) => {
      setAsks(false);
      notifyDone(`${rowsWords(undone)} undone.`);
    },
    onSettled: () => Promise.all([utils.imports.invalidate(), utils.cutOver.invalidate()]),
  });
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
        onConfirm={() => undo.mutate({ id: one.id })}
        confirmLabel="Undo import"
        tone="danger"
        isPending={undo.isPending}
        error={undo.error ? sentenceOf(undo.error) : undefined}
      >
        <p className="text-ink-soft">
          Records created from {rowsWords(one.counts.imported)} are removed; posted documents are reversed on
          their own day. If something was built on one of them, nothing is undone.
        </p>
      </ConfirmDialog>
    </>
  );
}
