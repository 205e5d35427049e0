'use client';

import { useState } from 'react';
import { trpc } from '@/surfaces/trpc/react';
import { StatusPill } from '@/ui/kit/figures/status-pill';
import { notifyDone, notifyProblem } from '@/ui/kit/notify';
import type { Column } from '@/ui/kit/tables/data-table';
import { EditableList } from '@/ui/records/editable-list';
import type { RowAct } from '@/ui/records/row-acts';
import { useSubsidiaries } from '@/ui/records/use-names';
import { sentenceOf } from '@/ui/shell/refusal';
import { useBooks } from '@/ui/shell/session';
import { ChangeDialog } from './change-dialog';
import { EndDialog } from './end-dialog';
import { InviteDialog } from './invite-dialog';
import { PermissionsDrawer } from './permissions-drawer';
import { type Member, useRoleNames } from './role-names';

type Opened = 'permissions' | 'change' | 'end';
const DIALOGS = { permissions: PermissionsDrawer, change: ChangeDialog, end: EndDialog } as const;

/** Everyone who belongs to these books, with what they may do. */
export function MemberList() {
  const books = useBooks();
  const query = trpc.members.list.useQuery({});
  const rolesOf = useRoleNames();
  const { nameOf } = useSubsidiaries();
  const [opened, setOpened] = useState<Opened>('permissions');
  const restore = trpc.members.restore.useMutation({
    onSuccess: ({ name }) => notifyDone(`${name} is a member again.`),
    onError: (error) => notifyProblem(sentenceOf(error)),
  });
  const mayWrite = books.may('org.member.write');
  const columns: Column<Member>[] = [
    { id: 'name', header: 'Name', cell: (row) => <span className="font-medium">{row.name}</span> },
    { id: 'email', header: 'Email', className: 'text-ink-mute max-md:hidden', cell: (row) => row.email },
    { id: 'roles', header: 'Roles', cell: rolesOf },
    {
      id: 'scope',
      header: 'Subsidiaries',
      className: 'max-lg:hidden',
      cell: (row) =>
        row.subsidiaryIds.length === 0 ? 'All' : row.subsidiaryIds.map((id) => nameOf(id) ?? '').join(', '),
    },
    {
      id: 'status',
      header: 'Status',
      cell: (row) => <StatusPill status={row.isDisabled ? 'inactive' : row.recordStatus} />,
    },
  ];
  const acts = (row: Member, open: () => void): RowAct[] => {
    const act = (kind: Opened, words: string): RowAct => ({
      words,
      label: `${words} ${row.name}`,
      onPress: () => {
        setOpened(kind);
        open();
      },
    });
    const isOwn = row.email === books.user.email;
    const shown = act('permissions', 'Permissions');
    if (row.recordStatus !== 'active') {
      if (!mayWrite) return [shown];
      const onPress = () => restore.mutate({ id: row.id });
      return [shown, { words: 'Reactivate', label: `Reactivate ${row.name}`, onPress }];
    }
    return [
      shown,
      ...(mayWrite ? [act('change', 'Change')] : []),
      ...(mayWrite || isOwn ? [act('end', isOwn ? 'Leave' : 'Deactivate')] : []),
    ];
  };
  const Opened = DIALOGS[opened];
  return (
    <EditableList
      label="Members"
      query={query}
      columns={columns}
      emptyTitle="No members yet"
      newLabel={mayWrite ? 'Invite someone' : undefined}
      newDialog={(close) => <InviteDialog onClose={close} />}
      acts={acts}
      rowDialog={(member, close) => <Opened member={member} onClose={close} />}
    />
  );
}
