import type { ReactNode } from 'react';
import { Page } from '../layout/page';
import { PageHeader } from '../layout/page-header';

/** A list of records to work through: saved views and acts above, filters kept in the address, then the table and its pager. */
export function WorklistPage({
  title,
  description,
  views,
  actions,
  filters,
  children,
}: {
  readonly title: ReactNode;
  readonly description?: ReactNode;
  /** The views a reader saved under a name. */
  readonly views?: ReactNode;
  /** The button that creates a record, at the right end, after actions on the whole list. */
  readonly actions?: ReactNode;
  /** A `FilterBar`. */
  readonly filters?: ReactNode;
  /** The table with its empty state, and what opens over it. */
  readonly children: ReactNode;
}) {
  const all =
    views || actions ? (
      <>
        {views}
        {actions}
      </>
    ) : null;
  return (
    <Page>
      <PageHeader title={title} description={description} actions={all} />
      {filters}
      {children}
    </Page>
  );
}
