import Link from 'next/link';
import type { ComponentProps } from 'react';
import { type ButtonSize, type ButtonTone, buttonLook } from './button-look';
import { cx } from './class-names';

type LinkProps = ComponentProps<typeof Link>;

/** A link in running text or a table cell. */
export function TextLink({ className, prefetch = false, ...rest }: LinkProps) {
  return (
    <Link
      prefetch={prefetch}
      {...rest}
      className={cx(
        'rounded-xs text-accent decoration-from-font underline-offset-2 hover:underline',
        className,
      )}
    />
  );
}

/** A figure that links to its source: looks like plain text and is underlined on hover. */
export function FigureLink({ className, prefetch = false, ...rest }: LinkProps) {
  return (
    <Link
      prefetch={prefetch}
      {...rest}
      className={cx(
        'rounded-xs text-inherit underline-offset-2 hover:text-accent hover:underline',
        className,
      )}
    />
  );
}

/** A link that looks like a button: for navigation, never for actions. */
export function ButtonLink({
  tone,
  size,
  className,
  ...rest
}: LinkProps & { readonly tone?: ButtonTone; readonly size?: ButtonSize }) {
  return <Link {...rest} className={buttonLook(tone, size, className)} />;
}
