import type { Metadata } from 'next';
import { TrpcProvider } from '@/surfaces/trpc/react';
import { serverCaller } from '@/surfaces/trpc/server';
import { EntryFrame } from '@/ui/signin/entry-frame';
import { WelcomeForm } from './welcome-form';

export const welcomeMetadata: Metadata = { title: 'Welcome', referrer: 'no-referrer' };

/** `/welcome#<secret>`: the first owner of an empty database, at the link that the start prints. */
export async function WelcomePage() {
  const { countries, currencies } = await (await serverCaller()).welcome.choices();
  return (
    <TrpcProvider organization={null}>
      <EntryFrame title="Set up your books">
        <WelcomeForm countries={countries} currencies={currencies} />
      </EntryFrame>
    </TrpcProvider>
  );
}
