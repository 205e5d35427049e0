import type { Metadata } from 'next';
import { TrpcProvider } from '@/surfaces/trpc/react';
import { serverCaller } from '@/surfaces/trpc/server';
import { Notice } from '@/ui/kit/notice';
import { EntryFrame } from './entry-frame';
import { organizationOf, returnPath } from './return-to';
import { SignInForm } from './sign-in-form';

export const signInMetadata: Metadata = { title: 'Sign in' };

/** `/login`. `returnTo` is followed only inside this site. */
export async function SignInPage({
  searchParams,
}: {
  readonly searchParams: Promise<{ returnTo?: string | string[]; error?: string | string[] }>;
}) {
  const { returnTo, error } = await searchParams;
  const caller = await serverCaller();
  const asked = returnPath(returnTo);
  const slug = organizationOf(asked);
  const [demo, singleSignOn, own, isAwaited] = await Promise.all([
    caller.session.demoLogins(),
    caller.session.singleSignOn(),
    slug === null ? [] : caller.session.providersOf({ slug }),
    caller.welcome.isAwaited(),
  ]);
  return (
    <EntryFrame title="Sign in">
      {isAwaited ? (
        <Notice tone="accent">
          No one has an account here yet. The terminal in which Daybook was started shows a link to create the
          first one.
        </Notice>
      ) : null}
      <TrpcProvider organization={null}>
        <SignInForm
          demo={demo}
          returnTo={asked}
          providers={[...(singleSignOn === null ? [] : [{ signInId: 'oidc', name: singleSignOn }]), ...own]}
          error={typeof error === 'string' ? error : null}
        />
      </TrpcProvider>
    </EntryFrame>
  );
}
