import { type ReactNode, useId } from 'react';
import { cx } from '../class-names';

/** What every labeled control shares. `error` is a sentence with the fix. */
export type FieldProps = {
  readonly label: string;
  readonly hint?: ReactNode;
  readonly error?: string | undefined;
  readonly hideLabel?: boolean | undefined;
  readonly className?: string | undefined;
};

/** The style of text and choice controls. */
export const controlLook = cx(
  'h-field w-full min-w-0 rounded border border-line-field bg-surface px-2.5 text-ink shadow-field',
  'hover:border-ink-mute focus:border-accent focus:outline-2 focus:outline-accent/35 focus:outline-offset-0',
  'disabled:cursor-not-allowed disabled:bg-sunken disabled:text-ink-mute aria-invalid:border-danger',
);

/** Ids that tie a control to its label, hint and error. */
export function useFieldIds(props: Pick<FieldProps, 'hint' | 'error'>) {
  const id = useId();
  const described = [props.hint ? `${id}-hint` : null, props.error ? `${id}-error` : null].filter(Boolean);
  return {
    id,
    control: {
      id,
      'aria-invalid': props.error ? true : undefined,
      'aria-describedby': described.length > 0 ? described.join(' ') : undefined,
    },
  };
}

/** Label above, control, then the hint or the error. */
export function FieldFrame({
  id,
  label,
  hint,
  error,
  hideLabel = false,
  className,
  required,
  children,
}: FieldProps & {
  readonly id: string;
  readonly required?: boolean | undefined;
  readonly children: ReactNode;
}) {
  return (
    <div className={cx('flex min-w-0 flex-col gap-1', className)}>
      <label htmlFor={id} className={hideLabel ? 'sr-only' : 'font-medium text-ink-soft text-small'}>
        {label}
        {required ? <span aria-hidden="true"> *</span> : null}
      </label>
      {children}
      {hint ? (
        <p id={`${id}-hint`} className="text-ink-mute text-small">
          {hint}
        </p>
      ) : null}
      {error ? (
        <p id={`${id}-error`} className="text-danger text-small">
          {error}
        </p>
      ) : null}
    </div>
  );
}
