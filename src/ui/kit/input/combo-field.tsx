'use client';

import { ChevronsUpDown } from 'lucide-react';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import { cx } from '../class-names';
import { type ComboProps, choiceText } from './combo-choice';
import { controlLook, FieldFrame, useFieldIds } from './field';

type Box = typeof import('./combo-box').ComboBoxField;

let box: Box | null = null;
const waiting = new Set<() => void>();

/** Loads the component once for all fields, after the page has rendered. */
async function fetchBox() {
  const part = await import('./combo-box');
  box = part.ComboBoxField;
  for (const tell of waiting) tell();
}

function onBox(tell: () => void) {
  waiting.add(tell);
  return () => waiting.delete(tell);
}

/**
 * A long list to search by code or words. `value` is the chosen id, or ''. The combo box is a large component that is
 * not needed for reading, so the field first shows its value and becomes a combo box a moment later, keeping the focus.
 */
export function ComboField(props: ComboProps) {
  const Ready = useSyncExternalStore(
    onBox,
    () => box,
    () => null,
  );
  const isInside = useRef(false);
  useEffect(() => {
    if (box === null) void fetchBox();
  }, []);
  if (Ready !== null) return <Ready {...props} autoFocus={isInside.current} />;
  return <Waiting {...props} onInside={(inside) => (isInside.current = inside)} />;
}

function Waiting({
  label,
  hint,
  error,
  hideLabel,
  className,
  choices,
  value,
  required,
  disabled,
  placeholder = '',
  onInside,
}: ComboProps & { readonly onInside: (inside: boolean) => void }) {
  const { id, control } = useFieldIds({ hint, error });
  const chosen = choices.find((choice) => choice.id === value);
  return (
    <FieldFrame {...{ id, label, hint, error, hideLabel, className, required }}>
      <span className="relative flex">
        <input
          {...control}
          readOnly
          aria-busy="true"
          disabled={disabled}
          placeholder={placeholder}
          className={cx(controlLook, 'pr-8')}
          value={chosen ? choiceText(chosen) : ''}
          onFocus={() => onInside(true)}
          onBlur={() => onInside(false)}
        />
        <ChevronsUpDown
          aria-hidden="true"
          className="absolute inset-y-0 right-2.5 my-auto size-3.5 text-ink-mute"
        />
      </span>
    </FieldFrame>
  );
}
