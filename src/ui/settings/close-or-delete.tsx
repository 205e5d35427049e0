'use client';

import { useState } from 'react';
import { type RouterOutputs, trpc } from '@/surfaces/trpc/react';
import { Button } from '@/ui/kit/button';
import { ConfirmDialog } from '@/ui/kit/dialogs/confirm-dialog';
import { TextField } from '@/ui/kit/input/text-field';
import { Panel } from '@/ui/kit/layout/panel';
import { notifyProblem } from '@/ui/kit/notify';
import { sentenceOf } from '@/ui/shell/refusal';
import { useBooks } from '@/ui/shell/session';

type Organization = RouterOutputs['organizations']['get'];

/** Closing the books, reopening them, and deleting an organization that never posted. */
export function CloseOrDelete({ organization }: { readonly organization: Organization }) {
  const books = useBooks();
  const [asks, setAsks] = useState<'close' | 'delete' | null>(null);
  const [typed, setTyped] = useState('');
  const call = { id: organization.id, $call: { expectedVersion: organization.version } };
  // The rights of everyone change with it: the whole console is loaded again.
  const reload = () => window.location.assign(books.path('settings'));
  const close = trpc.organizations.close.useMutation({ onSuccess: reload });
  const reopen = trpc.organizations.reopen.useMutation({
    onSuccess: reload,
    onError: (error) => notifyProblem(sentenceOf(error)),
  });
  const remove = trpc.organizations.remove.useMutation({ onSuccess: () => window.location.assign('/books') });
  if (!books.may('org.organization.write')) return null;
  if (organization.closedAt !== null) {
    return (
      <Panel title="These books are closed">
        <div className="flex flex-wrap items-center justify-between gap-4">
          <p className="max-w-3xl text-ink-soft">
            Everything can be read, reported and exported; nothing can be written, by no one and no program,
            until they are reopened.
          </p>
          <Button isPending={reopen.isPending} onPress={() => reopen.mutate(call)}>
            Reopen the books
          </Button>
        </div>
      </Panel>
    );
  }
  return (
    <Panel title="Close or delete">
      <div className="flex flex-col gap-4">
        <div className="flex flex-wrap items-center justify-between gap-4">
          <p className="max-w-3xl text-ink-soft">
            Closing makes the books read-only for everyone, programs included. They can be reopened at any
            time.
          </p>
          <Button onPress={() => setAsks('close')}>Close the books…</Button>
        </div>
        <div className="flex flex-wrap items-center justify-between gap-4">
          <p className="max-w-3xl text-ink-soft">
            An organization that never posted can be deleted with everything in it. One that has posted keeps
            its books.
          </p>
          <Button tone="danger" onPress={() => setAsks('delete')}>
            Delete the organization…
          </Button>
        </div>
      </div>
      <ConfirmDialog
        title={`Close the books of ${organization.name}`}
        isOpen={asks === 'close'}
        onClose={() => setAsks(null)}
        onConfirm={() => close.mutate(call)}
        confirmLabel="Close the books"
        isPending={close.isPending}
        error={close.error ? sentenceOf(close.error) : undefined}
      >
        <p>
          Within two seconds no one can write to them anymore: no document, no import, no posting, not over
          any interface. An administrator can reopen them here.
        </p>
      </ConfirmDialog>
      <ConfirmDialog
        title={`Delete ${organization.name}`}
        isOpen={asks === 'delete'}
        onClose={() => setAsks(null)}
        onConfirm={() => remove.mutate(call)}
        confirmLabel="Delete the organization"
        tone="danger"
        isDisabled={typed.trim() !== organization.name}
        isPending={remove.isPending}
        error={remove.error ? sentenceOf(remove.error) : undefined}
      >
        <p>
          Its records, members and keys are gone for good. Its audit trail is kept as evidence. This works
          only while nothing was ever posted.
        </p>
        <TextField
          label={`Type ${organization.name} to confirm`}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
      </ConfirmDialog>
    </Panel>
  );
}
