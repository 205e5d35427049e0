import type { ReactNode } from 'react';
import { Page } from '../layout/page';
import { PageHeader } from '../layout/page-header';

/**
 * A report: whose figures and as of when in one sentence, the bar that changes this, then rows whose figures open what they are
 * made of, and the line that proves them.
 */
export function StatementPage({
  title,
  description,
  actions,
  scope,
  options,
  children,
}: {
  readonly title: ReactNode;
  /** Whose, as of when, in which currency. It is printed. */
  readonly description?: ReactNode;
  /** Print and export of what is seen. */
  readonly actions?: ReactNode;
  /** The bar of period, subsidiary and dimensions. */
  readonly scope: ReactNode;
  /** What the rows include. */
  readonly options?: ReactNode;
  readonly children: ReactNode;
}) {
  return (
    <Page className="max-w-6xl">
      <PageHeader title={title} description={description} actions={actions} />
      <div className="flex flex-wrap items-center justify-between gap-3">
        {scope}
        {options}
      </div>
      {children}
    </Page>
  );
}
