import { TRPCError } from '@trpc/server';
import { headers } from 'next/headers';
import { notFound, redirect } from 'next/navigation';
import { booksServer } from '@/surfaces/trpc/server';
import { PAGE_HEADER } from '@/surfaces/trpc/upload-path';
import { signInPath } from './session-path';

/**
 * The user's permissions in these books. Without a session it redirects to sign-in, and from there back to the page; for another
 * organization it answers not found.
 */
export async function rightsIn(org: string) {
  const { caller } = await booksServer(org);
  return caller.session.rights().catch((error: unknown) => turnAway(org, error));
}

/** Pages and their layout render in parallel, so each checks access on its own. */
export async function turnAway(org: string, error: unknown): Promise<never> {
  if (error instanceof TRPCError && error.code === 'UNAUTHORIZED') {
    redirect(signInPath(org, (await headers()).get(PAGE_HEADER)));
  }
  if (error instanceof TRPCError && error.code === 'FORBIDDEN') {
    if (reasonOf(error) === 'SECOND_FACTOR') redirect('/account?need=second-factor');
    notFound();
  }
  throw error;
}

/** Why a caller was refused, where the refusal says. */
function reasonOf({ cause }: TRPCError): string | undefined {
  return (cause as { refusal?: { data?: { reason?: string } } } | undefined)?.refusal?.data?.reason;
}
