import { type ReactNode, useId } from 'react';
import { cx } from '../class-names';

/** A bordered section of a page with its heading. */
export function Panel({
  title,
  actions,
  children,
  className,
  flush = false,
}: {
  readonly title?: ReactNode;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
  readonly className?: string;
  /** Content touches the border: tables and lists. */
  readonly flush?: boolean;
}) {
  const heading = useId();
  return (
    <section
      aria-labelledby={title ? heading : undefined}
      className={cx(
        'min-w-0 overflow-hidden rounded-card border border-line bg-surface shadow-raised',
        className,
      )}
    >
      {title ? (
        <div className="flex min-h-10 items-center justify-between gap-3 border-line border-b px-4 py-1.5">
          <h2 id={heading} className="font-semibold text-body">
            {title}
          </h2>
          {actions ? <div className="flex flex-wrap items-center justify-end gap-2">{actions}</div> : null}
        </div>
      ) : null}
      <div className={flush ? '' : 'p-4'}>{children}</div>
    </section>
  );
}
