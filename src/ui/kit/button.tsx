'use client';

import type { ComponentProps } from 'react';
import { type ButtonSize, type ButtonTone, buttonLook } from './button-look';
import { cx } from './class-names';

export type ButtonProps = Omit<ComponentProps<'button'>, 'onClick' | 'disabled'> & {
  readonly tone?: ButtonTone;
  readonly size?: ButtonSize;
  readonly onPress?: () => void;
  readonly isDisabled?: boolean;
  /** An action is in progress: presses are ignored, the label stays readable and focus does not move. */
  readonly isPending?: boolean;
};

/** The button of the kit: the browser's native one, which works on every device and needs no script. */
export function Button({
  tone,
  size,
  className,
  onPress,
  isDisabled = false,
  isPending = false,
  type = 'button',
  ...rest
}: ButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      disabled={isDisabled}
      aria-disabled={isPending ? true : undefined}
      onClick={(event) => {
        if (isPending) event.preventDefault();
        else onPress?.();
      }}
      className={buttonLook(tone, size, cx(isPending && 'cursor-progress opacity-60', className))}
    />
  );
}

/** A square button that shows only an icon; `label` is read by screen readers. */
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
