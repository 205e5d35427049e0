'use client';

import { useState } from 'react';
import { trpc } from '@/surfaces/trpc/react';
import { Button } from '@/ui/kit/button';
import { Dialog, DialogActions } from '@/ui/kit/dialogs/dialog';
import { Notice } from '@/ui/kit/notice';
import { notifyDone } from '@/ui/kit/notify';
import { refusalOf, sentenceOf } from '@/ui/shell/refusal';
import { type Rights, RightsFields } from './rights-fields';
import { knownRoles, type Member } from './role-names';

/** Changes a member's roles and subsidiaries, at the version that was shown. */
export function ChangeDialog({ member, onClose }: { readonly member: Member; readonly onClose: () => void }) {
  const change = trpc.members.change.useMutation();
  const { roles, customRoleIds, subsidiaryIds } = member;
  const [rights, setRights] = useState<Rights>({ roles, customRoleIds, subsidiaryIds });
  return (
    <Dialog title={`Roles of ${member.name}`} isOpen onClose={onClose} isDismissable={false}>
      <div className="flex flex-col gap-3.5">
        {change.error ? (
          <Notice tone="danger" role="alert">
            {sentenceOf(change.error)}
            {refusalOf(change.error)?.code === 'STALE_VERSION' ? ' Cancel and open it again.' : null}
          </Notice>
        ) : null}
        <RightsFields rights={rights} onChange={setRights} />
        <p className="text-ink-mute text-small">A change takes effect within two seconds.</p>
      </div>
      <DialogActions>
        <Button onPress={onClose}>Cancel</Button>
        <Button
          tone="primary"
          isPending={change.isPending}
          onPress={() =>
            change.mutate(
              {
                id: member.id,
                roles: knownRoles(rights.roles),
                customRoleIds: [...rights.customRoleIds],
                subsidiaryIds: [...rights.subsidiaryIds],
                $call: { expectedVersion: member.version },
              },
              {
                onSuccess: () => {
                  notifyDone('Saved.');
                  onClose();
                },
              },
            )
          }
        >
          Save
        </Button>
      </DialogActions>
    </Dialog>
  );
}
