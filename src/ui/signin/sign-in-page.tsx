import type { Metadata } from 'next';
import Link from 'next/link';
import { serverCaller } from '@/surfaces/trpc/server';
import { Wordmark } from '@/ui/landing/wordmark';
import { returnPath } from './return-to';
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
  const [demo, singleSignOn] = await Promise.all([
    caller.session.demoLogins(),
    caller.session.singleSignOn(),
  ]);
  return (
    <main className="mx-auto flex min-h-dvh w-full max-w-md flex-col justify-center gap-6 px-6 py-12">
      <Link href="/" className="w-fit rounded">
        <Wordmark />
      </Link>
      <h1 className="font-semibold text-title">Sign in</h1>
      <SignInForm
        demo={demo}
        returnTo={returnPath(returnTo)}
        singleSignOn={singleSignOn}
        error={typeof error === 'string' ? error : null}
      />
    </main>
  );
}
