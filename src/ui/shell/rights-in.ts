import { TRPCError } from '@trpc/server';
import { notFound, redirect } from 'next/navigation';
import { booksServer } from '@/surfaces/trpc/server';

/**
 * The user's permissions in these books. Without a session it redirects to sign-in; for another organization it answers
 * not found.
 */
export async function rightsIn(org: string) {
  const { caller } = await booksServer(org);
  return caller.session.rights().catch((error: unknown) => turnAway(org, error));
}

/** Pages and their layout render in parallel, so each checks access on its own. */
export function turnAway(org: string, error: unknown): never {
  if (error instanceof TRPCError && error.code === 'UNAUTHORIZED') redirect(`/login?returnTo=/books/${org}`);
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
