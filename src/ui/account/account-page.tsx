import { TRPCError } from '@trpc/server';
import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { TrpcProvider } from '@/surfaces/trpc/react';
import { serverCaller } from '@/surfaces/trpc/server';
import { AccountScreen } from './account-screen';

export const accountMetadata: Metadata = { title: 'Your account' };

/** `/account`: the person's own account, whatever organization they work in. */
export async function AccountPage({
  searchParams,
}: {
  readonly searchParams: Promise<{ need?: string | string[] }>;
}) {
  const caller = await serverCaller();
  const me = await caller.session.me().catch((error: unknown) => {
    if (error instanceof TRPCError && error.code === 'UNAUTHORIZED') redirect('/login?returnTo=/account');
    throw error;
  });
  return (
    <TrpcProvider organization={null}>
      <AccountScreen
        user={me.user}
        books={me.organizations.map(({ organizationSlug, organizationName }) => ({
          slug: organizationSlug,
          name: organizationName,
        }))}
        isConfined={me.isConfined}
        needsSecondFactor={(await searchParams).need === 'second-factor'}
      />
    </TrpcProvider>
  );
}
