'use client';

import type { ReactNode } from 'react';
import type { Refusal } from '@/core/refusals';
import { ErrorState } from '@/ui/kit/layout/error-state';
import { FullPageMessage } from '@/ui/kit/layout/full-page-message';
import { TableSkeleton } from '@/ui/kit/layout/skeleton';
import { ButtonLink } from '@/ui/kit/text-link';
import { refusalOf, sentenceOf } from './refusal';
import { useBooks } from './session';

type Query<Data> = {
  readonly data: Data | undefined;
  readonly error: unknown;
  readonly refetch: () => unknown;
};

/** The three states of a query: loading, refused or failed, loaded. A record that does not exist gets its own page. */
export function QueryView<Data>({
  query,
  skeleton = <TableSkeleton />,
  children,
}: {
  readonly query: Query<Data>;
  readonly skeleton?: ReactNode;
  readonly children: (data: Data) => ReactNode;
}) {
  const books = useBooks();
  if (query.data !== undefined) return children(query.data);
  if (query.error === null) return skeleton;
  const refusal = refusalOf(query.error);
  if (refusal !== null && leadsNowhere(refusal)) {
    return (
      <FullPageMessage
        title="Record not found"
        action={<ButtonLink href={books.path()}>Go to the home page</ButtonLink>}
      >
        The record does not exist or was removed.
      </FullPageMessage>
    );
  }
  return (
    <ErrorState
      title={refusal?.code === 'FORBIDDEN' ? 'Not available to your role' : 'This could not be loaded'}
      message={sentenceOf(query.error)}
      onRetry={refusal === null ? () => void query.refetch() : undefined}
    />
  );
}

/** An address without a record: unknown or removed, or its id is none. */
function leadsNowhere(refusal: Refusal): boolean {
  if (refusal.code === 'NOT_FOUND') return true;
  return (
    refusal.code === 'INVALID_INPUT' &&
    refusal.data.issues.length > 0 &&
    refusal.data.issues.every(({ path }) => path.length === 1 && path[0] === 'id')
  );
}
