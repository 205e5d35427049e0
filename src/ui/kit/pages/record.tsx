import type { ReactNode } from 'react';
import type { Crumb } from '../layout/breadcrumbs';
import { Page } from '../layout/page';
import { PageHeader } from '../layout/page-header';

/**
 * One record as its reader knows it, with a rail to its right: figures, related records, people, and its history in words.
 * The rail follows below where the window is narrow.
 */
export function RecordPage({
  title,
  trail,
  status,
  description,
  actions,
  notices,
  figures,
  rail,
  children,
}: {
  readonly title: ReactNode;
  /** The list it was opened from. */
  readonly trail: readonly Crumb[];
  /** Its state, and what kind of record it is. */
  readonly status?: ReactNode;
  readonly description?: ReactNode;
  /** The acts its state allows, the next one first. */
  readonly actions?: ReactNode;
  /** What a reader must know before anything else: reversed, canceled, changed by someone else. */
  readonly notices?: ReactNode;
  /** `StatCard`s. */
  readonly figures?: ReactNode;
  readonly rail: ReactNode;
  readonly children: ReactNode;
}) {
  return (
    <Page className="max-w-[96rem]">
      <PageHeader title={title} trail={trail} status={status} description={description} actions={actions} />
      {notices}
      {figures ? <div className="grid gap-3 sm:grid-cols-2 lg:grid-cols-4">{figures}</div> : null}
      <div className="grid items-start gap-4 2xl:grid-cols-[1fr_20rem]">
        <div className="flex min-w-0 flex-col gap-4">{children}</div>
        <aside aria-label="About this record" className="flex min-w-0 flex-col gap-4">
          {rail}
        </aside>
      </div>
    </Page>
  );
}
