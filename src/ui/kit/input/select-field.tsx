import type { ComponentProps } from 'react';
import { cx } from '../class-names';
import { controlLook, FieldFrame, type FieldProps, useFieldIds } from './field';

export type Choice = { readonly value: string; readonly label: string };

/** A select with a short list. The browser's native control works on every device and needs no script. */
export function SelectField({
  label,
  hint,
  error,
  hideLabel,
  className,
  choices,
  empty,
  ...select
}: FieldProps &
  Omit<ComponentProps<'select'>, 'className'> & {
    readonly choices: readonly Choice[];
    /** The text for "no choice"; without it one option is always selected. */
    readonly empty?: string;
  }) {
  const { id, control } = useFieldIds({ hint, error });
  return (
    <FieldFrame {...{ id, label, hint, error, hideLabel, className, required: select.required }}>
      <select {...select} {...control} className={cx(controlLook, 'truncate pr-7')}>
        {empty === undefined ? null : <option value="">{empty}</option>}
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.label}
          </option>
        ))}
      </select>
    </FieldFrame>
  );
}
