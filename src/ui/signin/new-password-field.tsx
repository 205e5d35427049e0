'use client';

import { useState } from 'react';
import { Checkbox } from '@/ui/kit/input/checkbox';
import { TextField } from '@/ui/kit/input/text-field';

/** A password to be chosen. It can be shown, so that it need not be typed twice (NIST SP 800-63B-4, section 3.1.1.2). */
export function NewPasswordField({
  label = 'Password',
  value,
  error,
  onChange,
}: {
  readonly label?: string;
  readonly value: string;
  readonly error?: string | undefined;
  readonly onChange: (value: string) => void;
}) {
  const [isShown, setShown] = useState(false);
  return (
    <div className="flex flex-col gap-2">
      <TextField
        label={label}
        name="new-password"
        type={isShown ? 'text' : 'password'}
        autoComplete="new-password"
        required
        hint="A few unrelated words are easy to remember and hard to guess."
        error={error}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
      <Checkbox label="Show password" checked={isShown} onChange={() => setShown(!isShown)} />
    </div>
  );
}
