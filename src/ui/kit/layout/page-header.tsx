import type { ReactNode } from 'react';
import { Breadcrumbs, type Crumb } from './breadcrumbs';

/** The top of every screen: breadcrumbs, title, status and actions. */
export function PageHeader({
  title,
  trail,
  status,
  description,
  actions,
}: {
  readonly title: ReactNode;
  readonly trail?: readonly Crumb[];
  readonly status?: ReactNode;
  readonly description?: ReactNode;
  readonly actions?: ReactNode;
}) {
  return (
    <header className="flex flex-col gap-1">
      {trail ? <Breadcrumbs trail={trail} /> : null}
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
          <h1 className="font-semibold text-title">{title}</h1>
          {status}
        </div>
        {actions ? (
          <div className="flex flex-wrap items-center gap-2" data-print="hide">
            {actions}
          </div>
        ) : null}
      </div>
      {description ? <p className="max-w-3xl text-ink-mute">{description}</p> : null}
    </header>
  );
}
