import type { ReactNode } from 'react';
import type { Crumb } from '../layout/breadcrumbs';
import { Page } from '../layout/page';
import { PageHeader } from '../layout/page-header';

/**
 * A page where work is done step by step and can be left and resumed: on the left the list of work, on the right the current
 * item, with its effect before it is done. Approving, importing, founding, applying, reconciling.
 */
export function DeskPage({
  title,
  trail,
  status,
  description,
  actions,
  above,
  side,
  children,
}: {
  readonly title: ReactNode;
  readonly trail?: readonly Crumb[];
  readonly status?: ReactNode;
  /** How much is left. */
  readonly description?: ReactNode;
  readonly actions?: ReactNode;
  readonly above?: ReactNode;
  /** The list to choose from. Absent when nothing is left to do. */
  readonly side?: ReactNode;
  readonly children: ReactNode;
}) {
  return (
    <Page>
      <PageHeader
        title={title}
        {...(trail ? { trail } : {})}
        status={status}
        description={description}
        actions={actions}
      />
      {above}
      {side ? (
        <div className="grid items-start gap-4 lg:grid-cols-[22rem_1fr]">
          {side}
          <div className="flex min-w-0 flex-col gap-4">{children}</div>
        </div>
      ) : (
        children
      )}
    </Page>
  );
}
