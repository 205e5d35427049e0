'use client';

import { Button } from '@/ui/kit/button';
import { FullPageMessage } from '@/ui/kit/layout/full-page-message';

/** Shown when a screen failed to render: what to do, and the reference in the server's log. */
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
