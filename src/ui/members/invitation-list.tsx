'use client';

import { type RouterOutputs, trpc } from '@/surfaces/trpc/react';
import { InstantText } from '@/ui/kit/figures/date-text';
import { StatusPill } from '@/ui/kit/figures/status-pill';
import { notifyDone, notifyProblem } from '@/ui/kit/notify';
import type { Column } from '@/ui/kit/tables/data-table';
import { EditableList } from '@/ui/records/editable-list';
import type { RowAct } from '@/ui/records/row-acts';
import { sentenceOf } from '@/ui/shell/refusal';
import { useBooks } from '@/ui/shell/session';
import { InvitationLink, InviteDialog } from './invite-dialog';
import { useRoleNames } from './role-names';

type Invitation = RouterOutputs['members']['invitations'][number];

/** Who was invited, by whom, and the result. */
export function InvitationList() {
  const books = useBooks();
  const query = trpc.members.invitations.useQuery({});
  const rolesOf = useRoleNames();
  const onError = (error: unknown) => notifyProblem(sentenceOf(error));
  const resend = trpc.members.resend.useMutation({ onError });
  const withdraw = trpc.members.withdraw.useMutation({
    onError,
    onSuccess: ({ email }) => notifyDone(`The invitation for ${email} is withdrawn.`),
  });
  const mayWrite = books.may('org.member.write');
  const columns: Column<Invitation>[] = [
    { id: 'email', header: 'Email', cell: (row) => <span className="font-medium">{row.email}</span> },
    { id: 'name', header: 'Name', className: 'max-md:hidden', cell: (row) => row.name },
    { id: 'roles', header: 'Roles', cell: rolesOf },
    {
      id: 'by',
      header: 'Invited by',
      className: 'max-lg:hidden',
      narrowLabel: true,
      cell: (row) => row.invitedBy ?? 'Daybook',
    },
    {
      id: 'expires',
      header: 'Until',
      narrowLabel: true,
      className: 'max-md:hidden',
      cell: (row) => <InstantText value={row.expiresAt} />,
    },
    { id: 'status', header: 'Status', cell: (row) => <StatusPill status={row.status} /> },
  ];
  const acts = (row: Invitation): RowAct[] =>
    row.status === 'PENDING' || row.status === 'EXPIRED'
      ? [
          {
            words: 'Send again',
            label: `Send the invitation for ${row.email} again`,
            onPress: () => resend.mutate({ id: row.id }),
          },
          {
            words: 'Withdraw',
            label: `Withdraw the invitation for ${row.email}`,
            onPress: () => withdraw.mutate({ id: row.id }),
          },
        ]
      : [];
  return (
    <>
      <EditableList
        label="Invitations"
        query={query}
        columns={columns}
        emptyTitle="No invitations yet"
        emptyWords="An invitation is a link that works once and makes someone a member."
        newLabel={mayWrite ? 'Invite someone' : undefined}
        newDialog={(close) => <InviteDialog onClose={close} />}
        acts={mayWrite ? acts : undefined}
      />
      {resend.data ? <InvitationLink sent={resend.data} onClose={() => resend.reset()} /> : null}
    </>
  );
}
