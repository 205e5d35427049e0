'use client';

import { useState } from 'react';
import type { ViewScreen } from '@/core/views/saved-view';
import { trpc } from '@/surfaces/trpc/react';
import { Button } from '@/ui/kit/button';
import { Dialog, DialogActions } from '@/ui/kit/dialogs/dialog';
import { notifyDone, notifyProblem } from '@/ui/kit/notify';
import { RecordDialog } from '@/ui/records/form/record-dialog';
import { sentenceOf } from '@/ui/shell/refusal';
import { useReaders } from './save-view';
import { notesOf } from './saved-views-menu';
import type { ShownView } from './use-saved-views';

/** Manages the views of a list: rename, share, replace filters, remove, or make one the default. */
export function ManageViews({
  screen,
  views,
  query,
  onClose,
}: {
  readonly screen: ViewScreen;
  readonly views: readonly ShownView[];
  /** The current filters. */
  readonly query: string;
  readonly onClose: () => void;
}) {
  const [edited, setEdited] = useState<ShownView | null>(null);
  const onError = (error: unknown) => notifyProblem(sentenceOf(error));
  const setDefault = trpc.savedViews.setDefault.useMutation({ onError });
  const save = trpc.savedViews.save.useMutation({ onError });
  const remove = trpc.savedViews.remove.useMutation({
    onError,
    onSuccess: ({ name, query: filters, isShared }, { id }) => {
      const isMine = views.some((view) => view.id === id && view.isMine);
      const undo = () => save.mutate({ screen, name, query: filters, isShared });
      // A restored view belongs to the person who restores it, so only its creator can undo a removal.
      notifyDone(`"${name}" is removed.`, isMine ? { label: 'Undo', onClick: undo } : undefined);
    },
  });
  if (edited) return <EditView view={edited} query={query} onClose={() => setEdited(null)} />;
  return (
    <Dialog title="Views of this list" isOpen onClose={onClose}>
      {views.length === 0 ? <p className="text-ink-mute">None left.</p> : null}
      <ul className="divide-y divide-line">
        {views.map((view) => (
          <li key={view.id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2">
            <span className="min-w-0">
              <span className="block truncate font-medium">{view.name}</span>
              <span className="block text-ink-mute text-small">{notesOf(view, null) || 'only you'}</span>
            </span>
            <span className="ml-auto flex flex-wrap gap-1">
              <Button
                tone="quiet"
                size="small"
                aria-label={
                  view.isDefault ? `Do not open by default: ${view.name}` : `Open by default: ${view.name}`
                }
                onPress={() => setDefault.mutate({ screen, viewId: view.isDefault ? null : view.id })}
              >
                {view.isDefault ? 'Do not open by default' : 'Open by default'}
              </Button>
              {view.mayChange ? (
                <>
                  <Button
                    tone="quiet"
                    size="small"
                    aria-label={`Change… ${view.name}`}
                    onPress={() => setEdited(view)}
                  >
                    Change…
                  </Button>
                  <Button
                    tone="quiet"
                    size="small"
                    aria-label={`Remove ${view.name}`}
                    onPress={() => remove.mutate({ id: view.id })}
                  >
                    Remove
                  </Button>
                </>
              ) : null}
            </span>
          </li>
        ))}
      </ul>
      <DialogActions>
        <Button onPress={onClose}>Done</Button>
      </DialogActions>
    </Dialog>
  );
}

function EditView({
  view,
  query,
  onClose,
}: {
  readonly view: ShownView;
  readonly query: string;
  readonly onClose: () => void;
}) {
  const readers = useReaders();
  const update = trpc.savedViews.update.useMutation({ onSuccess: onClose });
  return (
    <RecordDialog
      title={`Change "${view.name}"`}
      saveLabel="Save the view"
      fields={[
        { name: 'name', label: 'Name', kind: 'text', required: true, wide: true },
        { name: 'readers', label: 'Who sees it', kind: 'select', choices: readers, wide: true },
        {
          name: 'filters',
          label: 'Filters',
          kind: 'select',
          wide: true,
          choices: [
            { value: 'kept', label: 'As saved' },
            ...(query === view.query ? [] : [{ value: 'shown', label: 'Filters in use now' }]),
          ],
        },
      ]}
      initial={{ name: view.name, readers: view.isShared ? 'all' : 'me', filters: 'kept' }}
      isSaving={update.isPending}
      error={update.error}
      onSave={({ name = '', readers: chosen, filters }) =>
        update.mutate({
          id: view.id,
          name,
          isShared: chosen === 'all',
          ...(filters === 'shown' ? { query } : {}),
        })
      }
      onClose={onClose}
    />
  );
}
