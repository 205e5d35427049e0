'use client';

import { type FocusEvent, useState } from 'react';
import { cx } from '../class-names';
import { formatAmount } from '../figures/amount-format';
import { readAmount } from './amount-input';
import { controlLook, FieldFrame, type FieldProps, useFieldIds } from './field';

/**
 * An amount kept as a decimal string. Accepts arithmetic and any separators, and shows the formatted amount on blur.
 */
export function AmountField({
  label,
  hint,
  error,
  hideLabel,
  className,
  value,
  onValue,
  currency,
  ...input
}: FieldProps & {
  readonly value: string;
  readonly onValue: (value: string) => void;
  readonly currency: string;
  readonly name?: string;
  readonly required?: boolean;
  readonly disabled?: boolean;
}) {
  const [typed, setTyped] = useState<string | null>(null);
  const unreadable = typed !== null && typed.trim() !== '' && readAmount(typed) === null;
  const problem = error ?? (unreadable ? 'Enter an amount such as 1,234.50 or 1200/12' : undefined);
  const { id, control } = useFieldIds({ hint, error: problem });

  /** A readable value takes effect immediately, so that a button that depends on it is enabled when it is pressed. */
  function type(text: string) {
    setTyped(text);
    const amount = text.trim() === '' ? '' : readAmount(text);
    if (amount !== null) onValue(amount);
  }

  function leave(_event: FocusEvent) {
    if (typed === null) return;
    const amount = readAmount(typed);
    if (typed.trim() === '') onValue('');
    else if (amount !== null) onValue(amount);
    if (typed.trim() === '' || amount !== null) setTyped(null);
  }

  return (
    <FieldFrame {...{ id, label, hint, error: problem, hideLabel, className, required: input.required }}>
      <input
        {...input}
        {...control}
        inputMode="decimal"
        autoComplete="off"
        className={cx(controlLook, 'text-right')}
        value={
          typed ?? (value === '' ? '' : formatAmount(value, currency, { zero: 'digits', negative: 'minus' }))
        }
        onFocus={() => setTyped(value)}
        onChange={(event) => type(event.target.value)}
        onBlur={leave}
      />
    </FieldFrame>
  );
}
