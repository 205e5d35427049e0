import { type ComponentProps, useId } from 'react';
import { cx } from '../class-names';

/** A checkbox with its label. */
export function Checkbox({
  label,
  className,
  ...input
}: { readonly label: string; readonly className?: string } & Omit<
  ComponentProps<'input'>,
  'className' | 'type'
>) {
  const id = useId();
  return (
    <span className={cx('inline-flex items-center gap-2', className)}>
      <input id={id} type="checkbox" {...input} className="size-4 shrink-0 accent-accent-solid" />
      <label htmlFor={id}>{label}</label>
    </span>
  );
}
