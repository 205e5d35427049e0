'use client';

import Link from 'next/link';
import { Facts } from '@/ui/kit/figures/facts';
import { Panel } from '@/ui/kit/layout/panel';
import { Notice } from '@/ui/kit/notice';
import { TextLink } from '@/ui/kit/text-link';
import { Wordmark } from '@/ui/landing/wordmark';
import { booksPath } from '@/ui/shell/session-path';
import { ConfirmPasskey } from './confirm-passkey';
import { PasskeysPanel } from './passkeys-panel';
import { PasswordPanel } from './password-panel';
import { SecondFactorPanel } from './second-factor-panel';
import { SessionsPanel } from './sessions-panel';

/** The person, their password, second factor and sessions, and the way back to their books. */
export function AccountScreen({
  user,
  books,
  isConfined,
  needsSecondFactor,
}: {
  readonly user: { readonly name: string; readonly email: string };
  readonly books: readonly { readonly slug: string; readonly name: string }[];
  /** They signed in with the provider of one organization, which does not give access to their account. */
  readonly isConfined: boolean;
  /** They were sent here because an organization requires a second factor. */
  readonly needsSecondFactor: boolean;
}) {
  return (
    <main className="mx-auto flex w-full max-w-3xl flex-col gap-5 px-4 py-8 sm:px-6">
      <Link href="/books" className="w-fit rounded">
        <Wordmark />
      </Link>
      <h1 className="font-semibold text-title">Your account</h1>
      {needsSecondFactor ? (
        <Notice tone="caution" role="status">
          Your organization requires two-factor sign-in. Set it up here, or sign in again with your code or a
          passkey.
          {isConfined ? null : <ConfirmPasskey />}
        </Notice>
      ) : null}
      <Panel title={user.name}>
        <Facts
          facts={[
            { label: 'Email', value: user.email },
            {
              label: 'Books',
              value: (
                <span className="flex flex-wrap gap-x-4">
                  {books.map(({ slug, name }) => (
                    <TextLink key={slug} href={booksPath(slug)}>
                      {name}
                    </TextLink>
                  ))}
                </span>
              ),
            },
          ]}
        />
      </Panel>
      {isConfined ? (
        <Notice tone="accent" role="status">
          You are signed in by your organization’s provider, which opens its books only. To change your
          password, second factor or sessions, sign in with your password. If you have none yet, ask for one
          under <TextLink href="/password">Forgot your password?</TextLink>
        </Notice>
      ) : (
        <>
          <PasskeysPanel />
          <SecondFactorPanel />
          <PasswordPanel email={user.email} />
          <SessionsPanel />
        </>
      )}
    </main>
  );
}
