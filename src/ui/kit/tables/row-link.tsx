import Link from 'next/link';
import type { ComponentProps } from 'react';
import { cx } from '../class-names';

/** The link that identifies a row; arrow keys move from one to the next, see DataTable. */
export function RowLink({ className, ...rest }: ComponentProps<typeof Link>) {
  return (
    <Link
      prefetch={false}
      {...rest}
      data-row-link=""
      className={cx(
        'rounded-xs font-medium text-ink underline-offset-2 hover:text-accent hover:underline',
        className,
      )}
    />
  );
}
