import type { ReactNode } from 'react';
import { Button } from '../button';
import { EmptyState } from '../layout/empty-state';

/** An empty list: what to do first when nothing is recorded, a way to clear the filters when they match nothing. */
export function FilteredEmpty({
  isFiltered,
  onClear,
  title,
  children,
  action,
}: {
  readonly isFiltered: boolean;
  /** Clears the search and every filter of the list. */
  readonly onClear: () => void;
  /** The sentence when nothing is filtered, with `children` and `action`. */
  readonly title: string;
  readonly children?: ReactNode;
  readonly action?: ReactNode;
}) {
  if (!isFiltered) {
    return (
      <EmptyState title={title} action={action}>
        {children}
      </EmptyState>
    );
  }
  return (
    <EmptyState
      title="Nothing matches the filters"
      action={<Button onPress={onClear}>Clear the filters</Button>}
    />
  );
}
