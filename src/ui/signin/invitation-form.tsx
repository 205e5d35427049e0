'use client';

import { useState } from 'react';
import { trpc } from '@/surfaces/trpc/react';
import { Button } from '@/ui/kit/button';
import { TextField } from '@/ui/kit/input/text-field';
import { Notice } from '@/ui/kit/notice';
import { fieldIssuesOf, sentenceOf } from '@/ui/shell/refusal';
import { booksPath } from '@/ui/shell/session-path';
import { enter } from './enter';
import { Linked } from './linked';
import { NewPasswordField } from './new-password-field';

/** Who invites whom to what; then a name and a password for someone new, or the account the address has. */
export function InvitationForm({ signedInAs }: { readonly signedInAs: string | null }) {
  const { client } = trpc.useUtils();
  const [isUsed, setUsed] = useState(false);
  return (
    <Linked
      look={(secret) => client.invitations.look.mutate({ secret })}
      isUsed={isUsed}
      whenUseless="Ask the person who invited you to send it again."
    >
      {(secret, offer) => (
        <div className="flex flex-col gap-5">
          <p className="text-ink-soft">
            {offer.invitedBy ?? 'Daybook'} invites <span className="font-medium text-ink">{offer.email}</span>{' '}
            to the books of <span className="font-medium text-ink">{offer.organizationName}</span>.
          </p>
          {offer.hasAccount ? (
            <WithAccount {...{ secret, signedInAs }} email={offer.email} onUsed={() => setUsed(true)} />
          ) : (
            <NewAccount
              secret={secret}
              email={offer.email}
              suggested={offer.name}
              onUsed={() => setUsed(true)}
            />
          )}
        </div>
      )}
    </Linked>
  );
}

function NewAccount({
  secret,
  email,
  suggested,
  onUsed,
}: {
  readonly secret: string;
  readonly email: string;
  readonly suggested: string;
  readonly onUsed: () => void;
}) {
  const join = trpc.invitations.join.useMutation();
  const [name, setName] = useState(suggested);
  const [password, setPassword] = useState('');
  const problem = (field: string) =>
    fieldIssuesOf(join.error).find((issue) => issue.field === field)?.message;
  return (
    <form
      method="post"
      className="flex flex-col gap-3.5"
      onSubmit={(event) => {
        event.preventDefault();
        join.mutate(
          { secret, name: name.trim(), password },
          {
            onSuccess: ({ slug }) => {
              onUsed();
              void enter(email, password, booksPath(slug)).then((isIn) => {
                if (!isIn) window.location.replace('/login');
              });
            },
          },
        );
      }}
    >
      {join.error && !problem('name') && !problem('password') ? (
        <Notice tone="danger" role="alert">
          {sentenceOf(join.error)}
        </Notice>
      ) : null}
      <TextField
        label="Your name"
        autoComplete="name"
        required
        error={problem('name')}
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
      <NewPasswordField value={password} error={problem('password')} onChange={setPassword} />
      <Button type="submit" tone="primary" className="mt-1 h-9" isPending={join.isPending || join.isSuccess}>
        Create account and join
      </Button>
    </form>
  );
}

function WithAccount({
  secret,
  email,
  signedInAs,
  onUsed,
}: {
  readonly secret: string;
  readonly email: string;
  readonly signedInAs: string | null;
  readonly onUsed: () => void;
}) {
  const accept = trpc.invitations.accept.useMutation();
  const [password, setPassword] = useState('');
  const [isEntering, setEntering] = useState(false);
  const [isWrong, setWrong] = useState(false);
  if (signedInAs === email) {
    return (
      <>
        {accept.error ? (
          <Notice tone="danger" role="alert">
            {sentenceOf(accept.error)}
          </Notice>
        ) : null}
        <Button
          tone="primary"
          className="h-9"
          isPending={accept.isPending || accept.isSuccess}
          onPress={() =>
            accept.mutate(
              { secret },
              {
                onSuccess: ({ slug }) => {
                  onUsed();
                  window.location.replace(booksPath(slug));
                },
              },
            )
          }
        >
          Join
        </Button>
      </>
    );
  }
  return (
    <form
      method="post"
      className="flex flex-col gap-3.5"
      onSubmit={(event) => {
        event.preventDefault();
        setEntering(true);
        setWrong(false);
        // The page is loaded again, signed in; the fragment with the secret stays with it.
        void enter(email, password, `/invitation?as=${Date.now()}#${secret}`).then((isIn) => {
          setEntering(isIn);
          setWrong(!isIn);
        });
      }}
    >
      <p className="text-ink-soft">
        This address has an account. Sign in to join
        {signedInAs === null ? '.' : `; you are signed in as ${signedInAs}.`}
      </p>
      <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
      <TextField
        label="Password"
        type="password"
        autoComplete="current-password"
        required
        error={
          isWrong
            ? 'This did not work. If your account needs a code, sign in first, then open the link again.'
            : undefined
        }
        value={password}
        onChange={(event) => setPassword(event.target.value)}
      />
      <Button type="submit" tone="primary" className="mt-1 h-9" isPending={isEntering}>
        Sign in
      </Button>
    </form>
  );
}
