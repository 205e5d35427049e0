import type { ComponentProps } from 'react';
import { cx } from '../class-names';
import { controlLook, FieldFrame, type FieldProps, useFieldIds } from './field';

/** One line of text. Spread react-hook-form's `register(...)` into it. */
export function TextField({
  label,
  hint,
  error,
  hideLabel,
  className,
  ...input
}: FieldProps & Omit<ComponentProps<'input'>, 'className'>) {
  const { id, control } = useFieldIds({ hint, error });
  return (
    <FieldFrame {...{ id, label, hint, error, hideLabel, className, required: input.required }}>
      <input {...input} {...control} className={controlLook} />
    </FieldFrame>
  );
}

/** Several lines of text. */
export function TextAreaField({
  label,
  hint,
  error,
  hideLabel,
  className,
  ...input
}: FieldProps & Omit<ComponentProps<'textarea'>, 'className'>) {
  const { id, control } = useFieldIds({ hint, error });
  return (
    <FieldFrame {...{ id, label, hint, error, hideLabel, className, required: input.required }}>
      <textarea rows={3} {...input} {...control} className={cx(controlLook, 'h-auto min-h-16 py-1.5')} />
    </FieldFrame>
  );
}
