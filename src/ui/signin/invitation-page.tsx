import type { Metadata } from 'next';
import { TrpcProvider } from '@/surfaces/trpc/react';
import { serverCaller } from '@/surfaces/trpc/server';
import { EntryFrame } from './entry-frame';
import { InvitationForm } from './invitation-form';

export const invitationMetadata: Metadata = { title: 'Invitation', referrer: 'no-referrer' };

/** `/invitation#<secret>`: someone invited joins, with a new account or the one they have. */
export async function InvitationPage() {
  const me = await (await serverCaller()).session.me().catch(() => null);
  return (
    <TrpcProvider organization={null}>
      <EntryFrame title="You are invited">
        <InvitationForm signedInAs={me?.user.email ?? null} />
      </EntryFrame>
    </TrpcProvider>
  );
}
