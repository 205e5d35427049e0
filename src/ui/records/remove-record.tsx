'use client';

import { Trash2 } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { Button } from '@/ui/kit/button';
import { ConfirmDialog } from '@/ui/kit/dialogs/confirm-dialog';
import { notifyDone } from '@/ui/kit/notify';
import { sentenceOf } from '@/ui/shell/refusal';

type Removed = { readonly id: string; readonly version: number };
type Removal = {
  readonly mutate: (
    input: { id: string; $call: { expectedVersion: number } },
    asking: { readonly onSuccess: () => void },
  ) => void;
  readonly isPending: boolean;
  readonly error: unknown;
};

export type RemoveDialogProps = {
  readonly record: Removed;
  readonly name: string;
  readonly removal: Removal;
  readonly words?: string;
  readonly onRemoved?: () => void;
  readonly onClose: () => void;
};

/** Asks before a record is deleted. The server refuses to delete what other records refer to, and the dialog says so. */
export function RemoveDialog({
  record,
  name,
  removal,
  words = 'A record that others refer to cannot be deleted; make it inactive instead. The audit trail keeps the deletion.',
  onRemoved,
  onClose,
}: RemoveDialogProps) {
  return (
    <ConfirmDialog
      title={`Delete ${name}?`}
      isOpen
      onClose={onClose}
      confirmLabel="Delete"
      tone="danger"
      isPending={removal.isPending}
      error={removal.error ? sentenceOf(removal.error) : undefined}
      onConfirm={() =>
        removal.mutate(
          { id: record.id, $call: { expectedVersion: record.version } },
          {
            onSuccess: () => {
              notifyDone(`${name} is deleted.`);
              onClose();
              onRemoved?.();
            },
          },
        )
      }
    >
      <p>{words}</p>
    </ConfirmDialog>
  );
}

/** "Delete" on a record's own page; afterward the page shows the list the record was in. */
export function RemoveRecord({
  backTo,
  ...dialog
}: {
  readonly record: Removed;
  readonly name: string;
  readonly removal: Removal;
  readonly words?: string;
  /** The URL of the list. */
  readonly backTo: string;
}) {
  const router = useRouter();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button onPress={() => setOpen(true)}>
        <Trash2 aria-hidden="true" />
        Delete
      </Button>
      {isOpen ? (
        <RemoveDialog {...dialog} onRemoved={() => router.push(backTo)} onClose={() => setOpen(false)} />
      ) : null}
    </>
  );
}
