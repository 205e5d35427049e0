'use client';

import type { ReactNode } from 'react';
import { Button as AriaButton, type ButtonProps as AriaButtonProps } from 'react-aria-components/Button';
import { type ButtonSize, type ButtonTone, buttonLook } from './button-look';
import { cx } from './class-names';

export type ButtonProps = Omit<AriaButtonProps, 'className' | 'children' | 'style'> & {
  readonly tone?: ButtonTone;
  readonly size?: ButtonSize;
  readonly className?: string;
  readonly children: ReactNode;
};

/** The one button. While `isPending`, presses are ignored and the label stays readable. */
export function Button({ tone, size, className, ...rest }: ButtonProps) {
  return <AriaButton {...rest} className={buttonLook(tone, size, cx('pending:opacity-60', className))} />;
}

/** A square button that shows only an icon; `label` is what screen readers say. */
export function IconButton({ label, className, ...rest }: ButtonProps & { readonly label: string }) {
  return (
    <Button
      tone="quiet"
      {...rest}
      aria-label={label}
      className={cx('w-field px-0 text-ink-mute', className)}
    />
  );
}
