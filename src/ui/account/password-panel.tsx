'use client';

import { useState } from 'react';
import { trpc } from '@/surfaces/trpc/react';
import { Button } from '@/ui/kit/button';
import { TextField } from '@/ui/kit/input/text-field';
import { Panel } from '@/ui/kit/layout/panel';
import { Notice } from '@/ui/kit/notice';
import { notifyDone } from '@/ui/kit/notify';
import { fieldIssuesOf, sentenceOf } from '@/ui/shell/refusal';
import { NewPasswordField } from '@/ui/signin/new-password-field';

/** Changes the password. Every other session ends. */
export function PasswordPanel({ email }: { readonly email: string }) {
  const change = trpc.session.changePassword.useMutation();
  const [present, setPresent] = useState('');
  const [next, setNext] = useState('');
  const problem = (field: string) =>
    fieldIssuesOf(change.error).find((issue) => issue.field === field)?.message;
  return (
    <Panel title="Password">
      <form
        method="post"
        className="flex max-w-md flex-col gap-3.5"
        onSubmit={(event) => {
          event.preventDefault();
          change.mutate(
            { presentPassword: present, newPassword: next },
            {
              onSuccess: () => {
                notifyDone('The password is changed, and every other session has ended.');
                setPresent('');
                setNext('');
              },
            },
          );
        }}
      >
        {change.error && !problem('presentPassword') && !problem('newPassword') ? (
          <Notice tone="danger" role="alert">
            {sentenceOf(change.error)}
          </Notice>
        ) : null}
        <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
        <TextField
          label="Current password"
          type="password"
          autoComplete="current-password"
          required
          error={problem('presentPassword')}
          value={present}
          onChange={(event) => setPresent(event.target.value)}
        />
        <NewPasswordField
          label="New password"
          value={next}
          error={problem('newPassword')}
          onChange={setNext}
        />
        <Button type="submit" className="w-fit" isPending={change.isPending}>
          Change password
        </Button>
      </form>
    </Panel>
  );
}
