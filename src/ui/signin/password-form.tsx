'use client';

import { useState } from 'react';
import { trpc } from '@/surfaces/trpc/react';
import { Button } from '@/ui/kit/button';
import { Notice } from '@/ui/kit/notice';
import { TextLink } from '@/ui/kit/text-link';
import { fieldIssuesOf, sentenceOf } from '@/ui/shell/refusal';
import { AskForLink } from './ask-for-link';
import { enter } from './enter';
import { Linked } from './linked';
import { NewPasswordField } from './new-password-field';

/** Whose password it is, and the field for the new one. Afterward the person is signed in. */
export function PasswordForm() {
  const { client } = trpc.useUtils();
  const choose = trpc.passwords.choose.useMutation();
  const [password, setPassword] = useState('');

  const issue = fieldIssuesOf(choose.error).find(({ field }) => field === 'password');
  return (
    <Linked
      look={(secret) => client.passwords.look.mutate({ secret })}
      isUsed={choose.isSuccess}
      whenNone={<AskForLink />}
      whenUseless={<TextLink href="/password">Ask for another one.</TextLink>}
    >
      {(secret, { name, email }) => (
        <form
          method="post"
          className="flex flex-col gap-3.5"
          onSubmit={(event) => {
            event.preventDefault();
            choose.mutate(
              { secret, password },
              {
                onSuccess: () =>
                  void enter(email, password, '/books').then((isIn) => {
                    if (!isIn) window.location.replace('/login');
                  }),
              },
            );
          }}
        >
          <p className="text-ink-soft">
            For <span className="font-medium text-ink">{name}</span>, {email}. Every other session ends.
          </p>
          {choose.error && issue === undefined ? (
            <Notice tone="danger" role="alert">
              {sentenceOf(choose.error)}
            </Notice>
          ) : null}
          <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
          <NewPasswordField value={password} error={issue?.message} onChange={setPassword} />
          <Button
            type="submit"
            tone="primary"
            className="mt-1 h-9"
            isPending={choose.isPending || choose.isSuccess}
          >
            Save and sign in
          </Button>
        </form>
      )}
    </Linked>
  );
}
