'use client';

import { ChevronRight } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { isRole } from '@/core/permissions';
import { ROLE_PURPOSES } from '@/core/roles';
import { Button } from '@/ui/kit/button';
import { statusWords } from '@/ui/kit/figures/status-pill';
import { TextField } from '@/ui/kit/input/text-field';
import { Notice } from '@/ui/kit/notice';
import { TextLink } from '@/ui/kit/text-link';
import { PasskeyButton, usePasskeyAnswer } from './passkey-button';

export type DemoLogin = {
  readonly email: string;
  readonly password: string;
  readonly role: string;
  readonly organization: string;
  readonly organizationName: string;
};

/** Needed only for signing in, so it is not loaded with the page. */
const client = () => import('next-auth/react');

/** Email and password; the OpenID providers; in a demo also one button per role. */
export function SignInForm({
  demo,
  returnTo,
  providers,
  error,
}: {
  readonly demo: readonly DemoLogin[];
  readonly returnTo: string | null;
  /** The OpenID providers of the server and of the organization whose page someone wanted to open. */
  readonly providers: readonly { readonly signInId: string; readonly name: string }[];
  /** Why a sign-in returned to this page. */
  readonly error: string | null;
}) {
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [code, setCode] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(error === null ? null : sentenceFor(error));
  const [busy, setBusy] = useState<string | null>(null);
  const passkeyAnswer = usePasskeyAnswer();

  async function enterByPasskey() {
    setBusy('passkey');
    setProblem(null);
    const response = await passkeyAnswer().catch(() => null);
    const { signIn } = await client();
    const answer = response === null ? null : await signIn('passkey', { response, redirect: false });
    if (answer?.ok && !answer.error) {
      window.location.assign(returnTo ?? '/books');
      return;
    }
    setBusy(null);
    setProblem('The passkey was not accepted, or none was chosen. Try again, or sign in with your password.');
  }

  async function enter(
    login: { email: string; password: string; code?: string; organization?: string },
    who: string,
  ) {
    setBusy(who);
    setProblem(null);
    const { signIn } = await client();
    const answer = await signIn('credentials', { ...login, redirect: false });
    if (answer?.ok && !answer.error) {
      window.location.assign(returnTo ?? (login.organization ? `/books/${login.organization}` : '/books'));
      return;
    }
    setBusy(null);
    if (answer?.error === 'SecondFactorNeeded') setCode('');
    else setProblem(sentenceFor(answer?.error ?? null));
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    void enter(code === null ? { email, password } : { email, password, code }, 'form');
  }

  return (
    <div className="flex flex-col gap-6">
      {/* Submitting before the page is hydrated must not put the password into the URL. */}
      <form method="post" onSubmit={submit} className="flex flex-col gap-3.5">
        {problem ? (
          <Notice tone="danger" role="alert">
            {problem}
          </Notice>
        ) : null}
        <TextField
          label="Email"
          name="email"
          type="email"
          autoComplete="username"
          required
          value={email}
          onChange={(event) => setEmail(event.target.value)}
        />
        <TextField
          label="Password"
          name="password"
          type="password"
          autoComplete="current-password"
          required
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
        {code === null ? null : (
          <TextField
            label="Code from your authenticator app"
            name="code"
            inputMode="numeric"
            autoComplete="one-time-code"
            autoFocus
            required
            hint="Or one of your recovery codes."
            value={code}
            onChange={(event) => setCode(event.target.value)}
          />
        )}
        <Button tone="primary" type="submit" isPending={busy === 'form'} className="mt-1 h-9">
          Sign in
        </Button>
        <TextLink href="/password">Forgot your password?</TextLink>
      </form>
      <PasskeyButton isBusy={busy === 'passkey'} onPress={() => void enterByPasskey()} />
      {providers.map(({ signInId, name }) => (
        <Button
          key={signInId}
          className="h-9"
          isPending={busy === signInId}
          onPress={() => {
            setBusy(signInId);
            void client().then(({ signIn }) => signIn(signInId, { callbackUrl: returnTo ?? '/books' }));
          }}
        >
          {name}
        </Button>
      ))}
      {demo.length > 0 ? <DemoLogins logins={demo} busy={busy} onEnter={enter} /> : null}
    </div>
  );
}

function DemoLogins({
  logins,
  busy,
  onEnter,
}: {
  readonly logins: readonly DemoLogin[];
  readonly busy: string | null;
  readonly onEnter: (login: DemoLogin, who: string) => Promise<void>;
}) {
  const companies = [...new Set(logins.map((login) => login.organizationName))];
  return (
    <section aria-labelledby="demo-heading" className="flex flex-col gap-4 border-line border-t pt-5">
      <h2 id="demo-heading" className="text-ink-mute">
        This is a demo. Sign in as
      </h2>
      {companies.map((company) => (
        <div key={company} className="flex flex-col gap-1.5">
          <h3 className="font-medium text-small">{company}</h3>
          <ul className="overflow-hidden rounded-card border border-line">
            {logins
              .filter((login) => login.organizationName === company)
              .map((login) => (
                <li key={login.email} className="border-line border-b last:border-0">
                  <Button
                    tone="quiet"
                    className="h-auto w-full justify-start rounded-none px-3 py-2"
                    isPending={busy === login.email}
                    onPress={() => void onEnter(login, login.email)}
                  >
                    <span className="w-24 text-left text-ink">{statusWords(login.role)}</span>
                    <span className="flex-1 truncate text-left font-normal text-ink-mute">
                      {isRole(login.role) ? ROLE_PURPOSES[login.role] : ''}
                    </span>
                    <ChevronRight aria-hidden="true" className="text-ink-mute" />
                  </Button>
                </li>
              ))}
          </ul>
        </div>
      ))}
    </section>
  );
}

function sentenceFor(error: string | null): string {
  if (error === 'CredentialsSignin') return 'Email and password do not match. Check both and try again.';
  if (error === 'SecondFactorWrong')
    return 'This code is wrong or was already used. Type the one the app shows now.';
  if (error === 'AccessDenied')
    return 'Your provider signed you in, but there is no account here for your verified address. Ask an administrator.';
  if (error === 'ProviderAway')
    return 'The provider did not answer as an OpenID provider should. Try again, or ask an administrator.';
  if (error !== null && /lock|many|later/i.test(error))
    return 'Too many attempts. Wait a few minutes and try again.';
  return 'Signing in did not work. Try again in a moment.';
}
