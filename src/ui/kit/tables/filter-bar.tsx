'use client';

import { Search, X } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Button } from '../button';
import { cx } from '../class-names';
import { controlLook } from '../input/field';

/** A row of filters whose values live in the URL. "Clear" appears once one is set. */
export function FilterBar({
  children,
  isFiltered,
  onClear,
}: {
  readonly children: ReactNode;
  readonly isFiltered: boolean;
  readonly onClear: () => void;
}) {
  return (
    <search className="flex flex-wrap items-end gap-2" data-print="hide">
      {children}
      {isFiltered ? (
        <Button tone="quiet" onPress={onClear}>
          <X aria-hidden="true" />
          Clear filters
        </Button>
      ) : null}
    </search>
  );
}

/** Searches while typing, a quarter of a second after the last key. `/` focuses it from anywhere on the page. */
export function SearchBox({
  label,
  value,
  onValue,
  className,
}: {
  readonly label: string;
  readonly value: string;
  readonly onValue: (value: string) => void;
  readonly className?: string;
}) {
  const [typed, setTyped] = useState(value);
  const latest = useRef(onValue);
  latest.current = onValue;
  useEffect(() => setTyped(value), [value]);
  useEffect(() => {
    if (typed === value) return;
    const timer = setTimeout(() => latest.current(typed), 250);
    return () => clearTimeout(timer);
  }, [typed, value]);
  return (
    <label className={cx('relative flex w-56 items-center', className)}>
      <span className="sr-only">{label}</span>
      <Search aria-hidden="true" className="absolute left-2.5 size-3.5 text-ink-mute" />
      <input
        type="search"
        data-page-search=""
        value={typed}
        placeholder={label}
        onChange={(event) => setTyped(event.target.value)}
        className={cx(controlLook, 'pl-8')}
      />
    </label>
  );
}

/** A native select without a visible label, for filter bars; its empty option names the filter. */
export function FilterSelect({
  label,
  value,
  choices,
  onValue,
  className,
}: {
  readonly label: string;
  readonly value: string;
  readonly choices: readonly { readonly value: string; readonly label: string }[];
  readonly onValue: (value: string) => void;
  readonly className?: string;
}) {
  return (
    <select
      aria-label={label}
      value={value}
      onChange={(event) => onValue(event.target.value)}
      className={cx(
        controlLook,
        'w-auto max-w-52 pr-7',
        value !== '' && 'border-accent bg-accent-soft',
        className,
      )}
    >
      <option value="">{label}: all</option>
      {choices.map((choice) => (
        <option key={choice.value} value={choice.value}>
          {choice.label}
        </option>
      ))}
    </select>
  );
}
