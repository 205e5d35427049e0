import type { Metadata } from 'next';
import { TrpcProvider } from '@/surfaces/trpc/react';
import { EntryFrame } from './entry-frame';
import { PasswordForm } from './password-form';

export const passwordMetadata: Metadata = { title: 'Choose a password', referrer: 'no-referrer' };

/** `/password#<secret>`: a person chooses a password at a link that works once. */
export function PasswordPage() {
  return (
    <TrpcProvider organization={null}>
      <EntryFrame title="Choose a password">
        <PasswordForm />
      </EntryFrame>
    </TrpcProvider>
  );
}
