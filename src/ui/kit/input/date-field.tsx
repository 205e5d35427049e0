'use client';

import { CalendarDays } from 'lucide-react';
import { type KeyboardEvent, useRef, useState } from 'react';
import { cx } from '../class-names';
import { DATE_KEYS, readDate } from './date-input';
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

  /** The date before `+` or `-` and that sign: digits that follow at once say how many days were meant. */
  const stepped = useRef<{ readonly from: string; readonly sign: string } | null>(null);

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    const { key, currentTarget: input } = event;
    const step = stepped.current;
    stepped.current = null;
    if (key === 'Enter') settle();
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const isWhole = typed === null || typed === value;
    if (!isWhole) return;
    if (/^\d$/.test(key)) {
      // Digits after the end of a whole date would only garble it: they begin a new one.
      const isAtEnd = input.selectionStart === value.length;
      if (value === '' || (step === null && !isAtEnd)) return;
      event.preventDefault();
      if (step !== null) onValue(step.from);
      setTyped(`${step?.sign ?? ''}${key}`);
      return;
    }
    if (!DATE_KEYS.test(key)) return;
    event.preventDefault();
    const date = readDate(key, value, todayHere());
    setTyped(null);
    setUnreadable(false);
    if (date === null) return;
    if (key === '+' || key === '-') stepped.current = { from: value, sign: key };
    onValue(date);
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
