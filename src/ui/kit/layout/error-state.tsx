'use client';

import { Button } from '../button';

/** A failed load: the message and a retry button. */
export function ErrorState({
  title = 'This could not be loaded',
  message,
  reference,
  onRetry,
}: {
  readonly title?: string;
  readonly message: string;
  readonly reference?: string | undefined;
  readonly onRetry?: (() => void) | undefined;
}) {
  return (
    <div
      role="alert"
      className="flex flex-col items-start gap-2 rounded-card border border-danger/30 bg-danger-soft p-4"
    >
      <p className="font-medium text-danger">{title}</p>
      <p className="text-ink-soft">{message}</p>
      {reference ? <p className="text-ink-mute text-small">Reference {reference}</p> : null}
      {onRetry ? (
        <Button size="small" onPress={onRetry} className="mt-1">
          Try again
        </Button>
      ) : null}
    </div>
  );
}
