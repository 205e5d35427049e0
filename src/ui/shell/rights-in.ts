import { TRPCError } from '@trpc/server';
import { notFound, redirect } from 'next/navigation';
import { booksServer } from '@/surfaces/trpc/server';

/** What the reader may do in these books. Without a session: to the sign-in; of another organization: not found. */
export async function rightsIn(org: string) {
  const { caller } = await booksServer(org);
  return caller.session.rights().catch((error: unknown) => turnAway(org, error));
}

/** Pages and their frame are rendered side by side, so each turns a stranger away by itself. */
export function turnAway(org: string, error: unknown): never {
  if (error instanceof TRPCError && error.code === 'UNAUTHORIZED') redirect(`/login?returnTo=/books/${org}`);
  if (error instanceof TRPCError && error.code === 'FORBIDDEN') notFound();
  throw error;
}
