'use client';

import { useRouter } from 'next/navigation';
import { trpc } from '@/surfaces/trpc/react';
import { Dialog } from '@/ui/kit/dialogs/dialog';
import { notifyDone } from '@/ui/kit/notify';
import { useBooks } from '@/ui/shell/session';
import { EMPTY_PROSPECT, ProspectForm, type ProspectValues, writtenProspect } from './prospect-form';

/** The quick form for adding a prospect, above the board. */
export function NewProspect({ onClose }: { readonly onClose: () => void }) {
  const books = useBooks();
  const router = useRouter();
  const create = trpc.prospects.create.useMutation();
  function save(values: ProspectValues) {
    create.mutate(writtenProspect(values), {
      onSuccess: (prospect) => {
        notifyDone(`${prospect.name} is in the pipeline.`, {
          label: 'Open',
          onClick: () => router.push(books.path(`prospects/${prospect.id}`)),
        });
        onClose();
      },
    });
  }
  return (
    <Dialog title="New prospect" isOpen onClose={onClose} isDismissable={false}>
      <ProspectForm
        initial={EMPTY_PROSPECT}
        saveLabel="Add prospect"
        isSaving={create.isPending}
        error={create.error}
        onSave={save}
        onCancel={onClose}
      />
    </Dialog>
  );
}
