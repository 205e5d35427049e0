'use client';

import { CalendarDays } from 'lucide-react';
import { type KeyboardEvent, useRef, useState } from 'react';
import { cx } from './class-names';
import { readDate } from './date-input';
import { controlLook, FieldFrame, type FieldProps, useFieldIds } from './field';

/** Today in the reader's calendar. */
export function todayHere(): string {
  const now = new Date();
  const pad = (part: number) => String(part).padStart(2, '0');
  return `${now.getFullYear()}-${pad(now.getMonth() + 1)}-${pad(now.getDate())}`;
}

/** A date as `YYYY-MM-DD`, typed with the short forms of `readDate` or picked from the browser's own calendar. */
export function DateField({
  label,
  hint,
  error,
  hideLabel,
  className,
  value,
  onValue,
  required,
  disabled,
  name,
}: FieldProps & {
  readonly value: string;
  readonly onValue: (value: string) => void;
  readonly required?: boolean;
  readonly disabled?: boolean;
  readonly name?: string;
}) {
  const [typed, setTyped] = useState<string | null>(null);
  const [unreadable, setUnreadable] = useState(false);
  const picker = useRef<HTMLInputElement>(null);
  const problem = error ?? (unreadable ? 'Enter a date such as 2026-03-15, 15, t or +' : undefined);
  const { id, control } = useFieldIds({ hint, error: problem });

  function settle() {
    if (typed === null) return;
    const date = typed.trim() === '' ? '' : readDate(typed, value, todayHere());
    setUnreadable(date === null);
    if (date === null) return;
    setTyped(null);
    onValue(date);
  }

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    if (event.key === 'Enter') settle();
    const whole = typed === null || typed === value;
    if (!whole || event.ctrlKey || event.metaKey || event.altKey || !/^[-+tmh]$/i.test(event.key)) return;
    event.preventDefault();
    const date = readDate(event.key, value, todayHere());
    setTyped(null);
    setUnreadable(false);
    if (date !== null) onValue(date);
  }

  return (
    <FieldFrame {...{ id, label, hint, error: problem, hideLabel, className, required }}>
      <span className="relative flex">
        <input
          {...control}
          name={name}
          required={required}
          disabled={disabled}
          autoComplete="off"
          placeholder="YYYY-MM-DD"
          className={cx(controlLook, 'pr-8')}
          value={typed ?? value}
          onChange={(event) => setTyped(event.target.value)}
          onKeyDown={onKeyDown}
          onBlur={settle}
        />
        <input
          ref={picker}
          type="date"
          tabIndex={-1}
          aria-hidden="true"
          className="pointer-events-none absolute right-0 bottom-0 size-px opacity-0"
          value={value}
          onChange={(event) => onValue(event.target.value)}
        />
        <button
          type="button"
          tabIndex={-1}
          aria-label={`Pick ${label.toLowerCase()} from a calendar`}
          disabled={disabled}
          className="absolute inset-y-0 right-0 grid w-8 place-items-center text-ink-mute hover:text-ink"
          onClick={() => picker.current?.showPicker()}
        >
          <CalendarDays className="size-3.5" aria-hidden="true" />
        </button>
      </span>
    </FieldFrame>
  );
}
