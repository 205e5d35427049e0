'use client';

import { useState } from 'react';
import { isPermission } from '@/core/roles';
import { trpc } from '@/surfaces/trpc/react';
import { Button } from '@/ui/kit/button';
import { Dialog, DialogActions } from '@/ui/kit/dialogs/dialog';
import { Checkbox } from '@/ui/kit/input/checkbox';
import { TextField } from '@/ui/kit/input/text-field';
import { Notice } from '@/ui/kit/notice';
import { notifyDone } from '@/ui/kit/notify';
import { fieldIssuesOf, refusalOf, sentenceOf } from '@/ui/shell/refusal';
import { useBooks } from '@/ui/shell/session';
import { PERMISSION_AREAS, permissionWords, verbWords } from './permission-words';
import type { OwnRole } from './role-names';

/** A role of the organization's own: its name and its permissions. Those the person lacks cannot be chosen. */
export function RoleDialog({ role, onClose }: { readonly role?: OwnRole; readonly onClose: () => void }) {
  const books = useBooks();
  const create = trpc.roles.create.useMutation();
  const update = trpc.roles.update.useMutation();
  const saving = role === undefined ? create : update;
  const [name, setName] = useState(role?.name ?? '');
  const [description, setDescription] = useState(role?.description ?? '');
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set(role?.permissions ?? []));
  const problem = (field: string) =>
    fieldIssuesOf(saving.error).find((issue) => issue.field === field)?.message;
  const toggle = (permission: string) => {
    const next = new Set(chosen);
    if (!next.delete(permission)) next.add(permission);
    setChosen(next);
  };
  const save = () => {
    const data = {
      name: name.trim(),
      description: description.trim() === '' ? null : description.trim(),
      permissions: [...chosen].filter(isPermission),
    };
    const onSuccess = () => {
      notifyDone('Saved.');
      onClose();
    };
    if (role === undefined) create.mutate(data, { onSuccess });
    else update.mutate({ id: role.id, ...data, $call: { expectedVersion: role.version } }, { onSuccess });
  };
  return (
    <Dialog
      title={role === undefined ? 'New role' : `Role ${role.name}`}
      isOpen
      onClose={onClose}
      isDismissable={false}
    >
      <form
        noValidate
        className="flex flex-col gap-3.5"
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        {saving.error && problem('name') === undefined ? (
          <Notice tone="danger" role="alert">
            {sentenceOf(saving.error)}
            {refusalOf(saving.error)?.code === 'STALE_VERSION' ? ' Cancel and open it again.' : null}
          </Notice>
        ) : null}
        <div className="grid gap-3.5 sm:grid-cols-2">
          <TextField
            label="Name"
            required
            error={problem('name')}
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
          <TextField
            label="What it is for"
            value={description}
            onChange={(event) => setDescription(event.target.value)}
          />
        </div>
        <fieldset className="min-w-0">
          <legend className="mb-1.5 font-medium text-ink-soft text-small">Permissions</legend>
          <div className="max-h-96 divide-y divide-line overflow-y-auto rounded-card border border-line">
            {PERMISSION_AREAS.map(({ area, words, permissions }) => (
              <div key={area} className="grid gap-x-4 gap-y-1 px-3 py-2 sm:grid-cols-[12rem_1fr]">
                <span className="text-ink-mute">{words}</span>
                <span className="flex flex-wrap gap-x-4 gap-y-1">
                  {permissions.map((permission) => (
                    <Checkbox
                      key={permission}
                      label={verbWords(permission)}
                      aria-label={permissionWords(permission)}
                      checked={chosen.has(permission)}
                      disabled={!books.may(permission)}
                      onChange={() => toggle(permission)}
                    />
                  ))}
                </span>
              </div>
            ))}
          </div>
        </fieldset>
        <DialogActions>
          <Button onPress={onClose}>Cancel</Button>
          <Button type="submit" tone="primary" isPending={saving.isPending}>
            Save role
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
