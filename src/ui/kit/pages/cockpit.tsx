import type { ReactNode } from 'react';
import { Page } from '../layout/page';
import { PageHeader } from '../layout/page-header';

/**
 * A page that answers what changed, what waits and what is at risk: a row of three to five figures, each a link, then what to act
 * on, with its context to the right. Home, and one such page for each role or process.
 */
export function CockpitPage({
  title,
  description,
  actions,
  notice,
  figures,
  aside,
  children,
}: {
  readonly title: ReactNode;
  readonly description?: ReactNode;
  readonly actions?: ReactNode;
  /** What must be finished before the figures are meaningful. */
  readonly notice?: ReactNode;
  /** `StatCard`s; absent for a reader who may not see figures. */
  readonly figures?: ReactNode;
  readonly aside?: ReactNode;
  /** The chart and the queue. */
  readonly children: ReactNode;
}) {
  return (
    <Page>
      <PageHeader title={title} description={description} actions={actions} />
      {notice}
      {figures ? (
        <section aria-label="Figures" className="grid gap-3 sm:grid-cols-2 xl:grid-cols-4">
          {figures}
        </section>
      ) : null}
      <div className="grid items-start gap-4 xl:grid-cols-[1fr_22rem]">
        <div className="flex min-w-0 flex-col gap-4">{children}</div>
        {aside ? <div className="flex min-w-0 flex-col gap-4">{aside}</div> : null}
      </div>
    </Page>
  );
}
