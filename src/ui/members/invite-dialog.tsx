'use client';

import { useState } from 'react';
import { trpc } from '@/surfaces/trpc/react';
import { ShownSecret } from '@/ui/developers/shown-secret';
import { Button } from '@/ui/kit/button';
import { Dialog, DialogActions } from '@/ui/kit/dialogs/dialog';
import { Checkbox } from '@/ui/kit/input/checkbox';
import { TextField } from '@/ui/kit/input/text-field';
import { Notice } from '@/ui/kit/notice';
import { fieldIssuesOf, sentenceOf } from '@/ui/shell/refusal';
import { type Rights, RightsFields } from './rights-fields';
import { knownRoles } from './role-names';

/** A form for whom to invite with which rights; then it shows the link, once. */
export function InviteDialog({ onClose }: { readonly onClose: () => void }) {
  const invite = trpc.members.invite.useMutation();
  const [who, setWho] = useState({ name: '', email: '' });
  const [isMailed, setMailed] = useState(true);
  const [rights, setRights] = useState<Rights>({ roles: ['viewer'], customRoleIds: [], subsidiaryIds: [] });
  if (invite.data) return <InvitationLink sent={invite.data} onClose={onClose} />;
  const problem = (field: string) =>
    fieldIssuesOf(invite.error).find((issue) => issue.field === field)?.message;
  return (
    <Dialog title="Invite someone" isOpen onClose={onClose} isDismissable={false}>
      <form
        noValidate
        className="flex flex-col gap-3.5"
        onSubmit={(event) => {
          event.preventDefault();
          invite.mutate({
            name: who.name.trim(),
            email: who.email.trim(),
            roles: knownRoles(rights.roles),
            customRoleIds: [...rights.customRoleIds],
            subsidiaryIds: [...rights.subsidiaryIds],
            sendMail: isMailed,
          });
        }}
      >
        {invite.error && problem('name') === undefined && problem('email') === undefined ? (
          <Notice tone="danger" role="alert">
            {sentenceOf(invite.error)}
          </Notice>
        ) : null}
        <div className="grid gap-3.5 sm:grid-cols-2">
          <TextField
            label="Name"
            required
            error={problem('name')}
            value={who.name}
            onChange={(event) => setWho({ ...who, name: event.target.value })}
          />
          <TextField
            label="Email"
            type="email"
            required
            error={problem('email')}
            value={who.email}
            onChange={(event) => setWho({ ...who, email: event.target.value })}
          />
        </div>
        <RightsFields rights={rights} onChange={setRights} />
        <Checkbox
          label="Send the link by email; it is also shown here to copy"
          checked={isMailed}
          onChange={() => setMailed(!isMailed)}
        />
        <DialogActions>
          <Button onPress={onClose}>Cancel</Button>
          <Button type="submit" tone="primary" isPending={invite.isPending}>
            Invite
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

/** The link of an invitation, shown once. */
export function InvitationLink({
  sent,
  onClose,
}: {
  readonly sent: { readonly link: string; readonly invitation: { readonly email: string } };
  readonly onClose: () => void;
}) {
  return (
    <ShownSecret
      title={`Invitation for ${sent.invitation.email}`}
      words="The link works once, for a week, and only for this address."
      text={sent.link}
      onClose={onClose}
    />
  );
}
