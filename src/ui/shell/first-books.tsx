import { TRPCError } from '@trpc/server';
import { notFound, redirect } from 'next/navigation';
import { serverCaller } from '@/surfaces/trpc/server';
import { booksPath } from './session-path';

/** `/books`: redirects to the user's first organization. */
export async function FirstBooks(): Promise<never> {
  const caller = await serverCaller();
  const me = await caller.session.me().catch((error: unknown) => {
    if (error instanceof TRPCError && error.code === 'UNAUTHORIZED') redirect('/login');
    throw error;
  });
  const [first] = me.organizations;
  if (first === undefined) notFound();
  redirect(booksPath(first.organizationSlug));
}
