'use client';

import { trpc } from '@/surfaces/trpc/react';
import { ConfirmDialog } from '@/ui/kit/dialogs/confirm-dialog';
import { notifyDone } from '@/ui/kit/notify';
import { sentenceOf } from '@/ui/shell/refusal';
import { useBooks } from '@/ui/shell/session';
import type { Member } from './role-names';

/** Asks before a membership ends: another person's, or one's own. */
export function EndDialog({ member, onClose }: { readonly member: Member; readonly onClose: () => void }) {
  const books = useBooks();
  const isOwn = member.email === books.user.email;
  const remove = trpc.members.remove.useMutation({
    onSuccess: () => {
      notifyDone(`${member.name} is deactivated.`);
      onClose();
    },
  });
  const leave = trpc.members.leave.useMutation({ onSuccess: () => window.location.assign('/login') });
  const error = remove.error ?? leave.error;
  return (
    <ConfirmDialog
      title={isOwn ? `Leave ${books.organization.name}` : `Deactivate ${member.name}`}
      isOpen
      onClose={onClose}
      tone="danger"
      confirmLabel={isOwn ? 'Leave' : 'Deactivate'}
      isPending={remove.isPending || leave.isPending || leave.isSuccess}
      error={error ? sentenceOf(error) : undefined}
      onConfirm={() => (isOwn ? leave.mutate({}) : remove.mutate({ id: member.id }))}
    >
      <p className="text-ink-soft">
        {isOwn ? 'Your' : `${member.name}’s`} sessions and tokens end within seconds, and invitations{' '}
        {isOwn ? 'you' : 'they'} sent stop working. Everything {isOwn ? 'you' : 'they'} recorded stays, with{' '}
        {isOwn ? 'your' : 'their'} name.
      </p>
    </ConfirmDialog>
  );
}
