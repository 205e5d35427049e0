'use client';

import { useState } from 'react';
import { trpc } from '@/surfaces/trpc/react';
import { Button } from '@/ui/kit/button';
import { TextField } from '@/ui/kit/input/text-field';
import { Notice } from '@/ui/kit/notice';
import { fieldIssuesOf, sentenceOf } from '@/ui/shell/refusal';

/** Asks for a mail with a link to choose a password. It says the same whether the address has an account or not. */
export function AskForLink() {
  const ask = trpc.passwords.ask.useMutation();
  const [email, setEmail] = useState('');
  if (ask.isSuccess) {
    return (
      <Notice tone="accent" role="status">
        If {email.trim()} has an account here, an email with a link is on its way. The link works once, for an
        hour. Without a mail server, ask an administrator.
      </Notice>
    );
  }
  const issue = fieldIssuesOf(ask.error).find(({ field }) => field === 'email')?.message;
  return (
    <form
      method="post"
      className="flex flex-col gap-3.5"
      onSubmit={(event) => {
        event.preventDefault();
        ask.mutate({ email: email.trim() });
      }}
    >
      {ask.error && issue === undefined ? (
        <Notice tone="danger" role="alert">
          {sentenceOf(ask.error)}
        </Notice>
      ) : null}
      <TextField
        label="Email"
        type="email"
        autoComplete="username"
        required
        error={issue}
        value={email}
        onChange={(event) => setEmail(event.target.value)}
      />
      <Button type="submit" tone="primary" className="mt-1 h-9" isPending={ask.isPending}>
        Send me a link
      </Button>
    </form>
  );
}
