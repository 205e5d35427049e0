'use client';

import { useState } from 'react';
import { trpc } from '@/surfaces/trpc/react';
import { Button } from '@/ui/kit/button';
import { ConfirmDialog } from '@/ui/kit/dialogs/confirm-dialog';
import { Dialog, DialogActions } from '@/ui/kit/dialogs/dialog';
import { TextField } from '@/ui/kit/input/text-field';
import { Notice } from '@/ui/kit/notice';
import { notifyDone } from '@/ui/kit/notify';
import type { Column } from '@/ui/kit/tables/data-table';
import { EditableList } from '@/ui/records/editable-list';
import type { RowAct } from '@/ui/records/row-acts';
import { fieldIssuesOf, refusalOf, sentenceOf } from '@/ui/shell/refusal';
import { RightsFields } from './rights-fields';
import { type DirectoryGroup, knownRoles, useRoleNames } from './role-names';

/** The groups of the directory, and the roles each gives the people in it. */
export function DirectoryGroups({ mayWrite }: { readonly mayWrite: boolean }) {
  const query = trpc.provisioning.groups.useQuery({});
  const rolesOf = useRoleNames();
  const [removed, setRemoved] = useState<DirectoryGroup | null>(null);
  const columns: Column<DirectoryGroup>[] = [
    { id: 'name', header: 'Group', cell: (row) => <span className="font-medium">{row.displayName}</span> },
    {
      id: 'roles',
      header: 'Gives',
      cell: (row) => rolesOf(row) || <span className="text-ink-mute">Nothing yet</span>,
    },
    { id: 'people', header: 'People', align: 'end', cell: (row) => row.people },
  ];
  const acts = (row: DirectoryGroup, open: () => void): RowAct[] => [
    { words: 'Roles', label: `Roles of ${row.displayName}`, onPress: open },
    { words: 'Delete', label: `Delete ${row.displayName}`, onPress: () => setRemoved(row) },
  ];
  return (
    <>
      <EditableList
        label="Directory groups"
        query={query}
        columns={columns}
        emptyTitle="No groups yet"
        emptyWords="Groups appear when your directory sends them. A group grants nothing until you choose its roles; you can also prepare one by name."
        newLabel={mayWrite ? 'Prepare a group' : undefined}
        newDialog={(close) => <GroupDialog onClose={close} />}
        acts={mayWrite ? acts : undefined}
        rowDialog={(group, close) => <GroupDialog group={group} onClose={close} />}
      />
      {removed ? <RemoveGroup group={removed} onClose={() => setRemoved(null)} /> : null}
    </>
  );
}

function GroupDialog({ group, onClose }: { readonly group?: DirectoryGroup; readonly onClose: () => void }) {
  const prepare = trpc.provisioning.prepareGroup.useMutation();
  const map = trpc.provisioning.mapGroup.useMutation();
  const saving = group === undefined ? prepare : map;
  const [displayName, setName] = useState(group?.displayName ?? '');
  const [rights, setRights] = useState({
    roles: group?.roles ?? [],
    customRoleIds: group?.customRoleIds ?? [],
  });
  const problem = fieldIssuesOf(saving.error).find((issue) => issue.field === 'displayName')?.message;
  const save = () => {
    const wish = { roles: knownRoles(rights.roles), customRoleIds: [...rights.customRoleIds] };
    const onSuccess = () => {
      notifyDone('Saved.');
      onClose();
    };
    if (group === undefined) prepare.mutate({ displayName: displayName.trim(), ...wish }, { onSuccess });
    else map.mutate({ id: group.id, ...wish, $call: { expectedVersion: group.version } }, { onSuccess });
  };
  return (
    <Dialog
      title={group === undefined ? 'Prepare a group' : `Roles of ${group.displayName}`}
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
        {saving.error && problem === undefined ? (
          <Notice tone="danger" role="alert">
            {sentenceOf(saving.error)}
            {refusalOf(saving.error)?.code === 'STALE_VERSION' ? ' Cancel and open it again.' : null}
          </Notice>
        ) : null}
        {group === undefined ? (
          <TextField
            label="Name"
            hint="Its name in your directory."
            required
            error={problem}
            value={displayName}
            onChange={(event) => setName(event.target.value)}
          />
        ) : (
          <p className="text-ink-soft">
            {group.people === 1 ? 'The one person' : `The ${group.people} people`} in this group get these
            roles at once. Roles that someone has from a screen stay.
          </p>
        )}
        <RightsFields
          rolesOnly
          rights={{ ...rights, subsidiaryIds: [] }}
          onChange={({ roles, customRoleIds }) =>
            setRights({ roles: [...roles], customRoleIds: [...customRoleIds] })
          }
        />
        <DialogActions>
          <Button onPress={onClose}>Cancel</Button>
          <Button type="submit" tone="primary" isPending={saving.isPending}>
            {group === undefined ? 'Prepare group' : 'Save roles'}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

function RemoveGroup({ group, onClose }: { readonly group: DirectoryGroup; readonly onClose: () => void }) {
  const remove = trpc.provisioning.deleteGroup.useMutation({
    onSuccess: ({ displayName }) => {
      notifyDone(`${displayName} is deleted.`);
      onClose();
    },
  });
  return (
    <ConfirmDialog
      title={`Delete ${group.displayName}`}
      isOpen
      onClose={onClose}
      tone="danger"
      confirmLabel="Delete group"
      isPending={remove.isPending}
      error={remove.error ? sentenceOf(remove.error) : undefined}
      onConfirm={() => remove.mutate({ id: group.id })}
    >
      <p className="text-ink-soft">
        The people in it lose the roles that only this group gave them. If your directory sends it again, it
        grants nothing until you choose its roles.
      </p>
    </ConfirmDialog>
  );
}
