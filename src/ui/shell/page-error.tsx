'use client';

import { Button } from '@/ui/kit/button';
import { FullPageMessage } from '@/ui/kit/full-page-message';

/** A screen failed while rendering: what to do, and the reference that the server's log carries. */
export function PageError({
  error,
  reset,
}: {
  readonly error: Error & { digest?: string };
  readonly reset: () => void;
}) {
  return (
    <FullPageMessage
      title="This page could not be shown"
      action={
        <Button tone="primary" onPress={reset}>
          Try again
        </Button>
      }
    >
      Nothing was changed.{' '}
      {error.digest ? `Reference ${error.digest}.` : 'If it keeps happening, tell your administrator.'}
    </FullPageMessage>
  );
}
