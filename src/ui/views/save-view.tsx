'use client';

import type { ViewScreen } from '@/core/views/saved-view';
import { trpc } from '@/surfaces/trpc/react';
import { notifyDone } from '@/ui/kit/notify';
import { RecordDialog } from '@/ui/records/form/record-dialog';
import { useBooks } from '@/ui/shell/session';

/** The visibility options of a view. */
export function useReaders() {
  const books = useBooks();
  return [
    { value: 'me', label: 'Only me' },
    { value: 'all', label: `Everyone in ${books.organization.name}` },
  ];
}

/** Saves the current filters under a name. */
export function SaveView({
  screen,
  query,
  onClose,
}: {
  readonly screen: ViewScreen;
  readonly query: string;
  readonly onClose: () => void;
}) {
  const readers = useReaders();
  const save = trpc.savedViews.save.useMutation({
    onSuccess: ({ name }) => {
      notifyDone(`The filters are saved as "${name}".`);
      onClose();
    },
  });
  return (
    <RecordDialog
      title="Save these filters"
      saveLabel="Save the view"
      fields={[
        { name: 'name', label: 'Name', kind: 'text', required: true, wide: true },
        { name: 'readers', label: 'Who sees it', kind: 'select', choices: readers, wide: true },
      ]}
      initial={{ readers: 'me' }}
      isSaving={save.isPending}
      error={save.error}
      onSave={({ name = '', readers: chosen }) =>
        save.mutate({ screen, query, name, isShared: chosen === 'all' })
      }
      onClose={onClose}
    />
  );
}
