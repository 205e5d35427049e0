import type { ReactNode } from 'react';
import { cx } from '../class-names';

/** A screen's content column. `wide` for tables that use the whole window. */
export function Page({
  children,
  className,
  wide = true,
}: {
  readonly children: ReactNode;
  readonly className?: string;
  readonly wide?: boolean;
}) {
  return (
    <div
      className={cx(
        'flex flex-col gap-4 px-4 py-5 sm:px-6',
        wide ? 'max-w-[110rem]' : 'max-w-5xl',
        className,
      )}
    >
      {children}
    </div>
  );
}
