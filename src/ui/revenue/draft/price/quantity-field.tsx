'use client';

import { useState } from 'react';
import { readAmount } from '@/ui/kit/input/amount-input';
import type { FieldProps } from '@/ui/kit/input/field';
import { TextField } from '@/ui/kit/input/text-field';

/**
 * A number with any number of decimal places: quantities, weights, percentages, unit prices. Kept as a decimal string.
 */
export function QuantityField({
  value,
  onValue,
  error,
  ...field
}: FieldProps & {
  readonly value: string;
  readonly onValue: (value: string) => void;
  readonly required?: boolean;
  readonly placeholder?: string;
}) {
  const [typed, setTyped] = useState<string | null>(null);
  const isUnreadable = typed !== null && typed.trim() !== '' && readAmount(typed) === null;
  return (
    <TextField
      {...field}
      error={error ?? (isUnreadable ? 'Enter a number such as 12 or 0.5' : undefined)}
      inputMode="decimal"
      autoComplete="off"
      value={typed ?? value}
      onChange={({ target }) => {
        setTyped(target.value);
        const number = target.value.trim() === '' ? '' : readAmount(target.value);
        if (number !== null) onValue(number);
      }}
      onBlur={() => {
        if (!isUnreadable) setTyped(null);
      }}
    />
  );
}
