'use client';

import { type KeyboardEvent, useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { cx } from '../class-names';
import {
  type ComboChoice,
  choiceNamed,
  choiceText,
  isAnswered,
  type MoreChoices,
} from '../input/combo-choice';
import { matchChoices } from '../input/match-choices';

/**
 * A cell that chooses from a long list by code or words. An ordinary input until it is typed into; only the open cell
 * has a list, so two hundred lines stay light. Tab and Enter take the highlighted choice; while choices still come for what was typed, only one that
 * it names completely or that was pointed at.
 */
export function ChoiceCell({
  label,
  line,
  column,
  text,
  problem,
  choices,
  more,
  recent,
  onText,
  onLeave,
  className,
}: {
  readonly label: string;
  readonly line: string;
  readonly column: string;
  /** The text of the cell: the chosen option, otherwise the typed text. */
  readonly text: string;
  readonly problem: string | undefined;
  readonly choices: readonly ComboChoice[];
  readonly more?: MoreChoices | undefined;
  /** Recently chosen ids, offered first while nothing is typed. */
  readonly recent: readonly string[];
  readonly onText: (text: string) => void;
  readonly onLeave: () => void;
  readonly className: string;
}) {
  const [query, setQuery] = useState<string | null>(null);
  const [at, setAt] = useState(0);
  const input = useRef<HTMLInputElement>(null);
  const list = useId();
  const isOpen = query !== null;
  const offered = useMemo(
    () =>
      query === null ? [] : query === '' ? recentFirst(choices, recent) : matchChoices(choices, query, 40),
    [choices, query, recent],
  );

  const ask = more?.ask;
  useEffect(() => {
    if (query !== null) ask?.(query);
  }, [ask, query]);
  const isWaiting = query !== null && !isAnswered(more, query);

  function take(choice: ComboChoice | undefined) {
    if (choice !== undefined) onText(choiceText(choice));
    setQuery(null);
  }

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    if (!isOpen) {
      if ((event.altKey && event.key === 'ArrowDown') || event.key === 'F2') {
        event.preventDefault();
        event.stopPropagation();
        setQuery('');
      }
      return;
    }
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      event.stopPropagation();
      const step = event.key === 'ArrowDown' ? 1 : -1;
      setAt((at + step + offered.length) % Math.max(1, offered.length));
    } else if (event.key === 'Escape') {
      event.stopPropagation();
      setQuery(null);
    } else if ((event.key === 'Enter' && !event.ctrlKey && !event.metaKey) || event.key === 'Tab') {
      // The key also moves the focus: the table handles it next.
      if (isWaiting && at === 0) take(choiceNamed(choices, query ?? '') ?? undefined);
      else if (query !== '' || at > 0) take(offered[at]);
      else setQuery(null);
    }
  }

  return (
    <>
      <input
        ref={input}
        data-line={line}
        data-column={column}
        role="combobox"
        aria-label={label}
        aria-expanded={isOpen}
        aria-controls={isOpen ? list : undefined}
        aria-autocomplete="list"
        aria-activedescendant={isOpen && offered[at] ? `${list}-${at}` : undefined}
        aria-invalid={problem ? true : undefined}
        title={problem}
        autoComplete="off"
        spellCheck={false}
        className={className}
        value={text}
        onChange={(event) => {
          onText(event.target.value);
          setQuery(event.target.value);
          setAt(0);
        }}
        onKeyDown={onKeyDown}
        onClick={() => {
          if (text === '') setQuery('');
        }}
        onBlur={() => {
          setQuery(null);
          onLeave();
        }}
      />
      {isOpen && input.current ? (
        <Suggestions
          id={list}
          anchor={input.current}
          choices={offered}
          isWaiting={isWaiting}
          at={at}
          onTake={take}
        />
      ) : null}
    </>
  );
}

function Suggestions({
  id,
  anchor,
  choices,
  isWaiting,
  at,
  onTake,
}: {
  readonly id: string;
  readonly anchor: HTMLElement;
  readonly choices: readonly ComboChoice[];
  readonly isWaiting: boolean;
  readonly at: number;
  readonly onTake: (choice: ComboChoice) => void;
}) {
  const box = useRef<HTMLDivElement>(null);
  const frame = anchor.getBoundingClientRect();
  const below = window.innerHeight - frame.bottom;
  const up = below < 240 && frame.top > below;
  useLayoutEffect(() => {
    box.current?.querySelector(`#${CSS.escape(`${id}-${at}`)}`)?.scrollIntoView({ block: 'nearest' });
  }, [id, at]);
  return createPortal(
    <div
      ref={box}
      id={id}
      role="listbox"
      aria-label="Suggestions"
      className="fixed z-50 max-h-60 overflow-auto rounded-card border border-line bg-raised py-1 shadow-overlay"
      style={{
        left: frame.left,
        width: Math.max(frame.width, 320),
        ...(up ? { bottom: window.innerHeight - frame.top + 2 } : { top: frame.bottom + 2 }),
      }}
    >
      {choices.length === 0 ? (
        <p className="px-3 py-1.5 text-ink-mute">{isWaiting ? 'Searching…' : 'No matches'}</p>
      ) : null}
      {choices.map((choice, index) => (
        // biome-ignore lint/a11y/useFocusableInteractive: focus stays in the input (aria-activedescendant)
        // biome-ignore lint/a11y/useKeyWithClickEvents: the input takes the keys
        <div
          key={choice.id}
          id={`${id}-${index}`}
          role="option"
          aria-selected={index === at}
          className={cx(
            'flex cursor-pointer items-baseline gap-2 px-3 py-1',
            index === at && 'bg-accent-soft',
          )}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onTake(choice)}
        >
          {choice.code ? <span className="figures w-14 shrink-0 text-ink-mute">{choice.code}</span> : null}
          <span className="min-w-0 flex-1 truncate">{choice.label}</span>
          {choice.note ? <span className="text-ink-mute text-small">{choice.note}</span> : null}
        </div>
      ))}
    </div>,
    document.body,
  );
}

function recentFirst(choices: readonly ComboChoice[], recent: readonly string[]): ComboChoice[] {
  const first = recent.flatMap((id) => choices.find((choice) => choice.id === id) ?? []);
  return [...first, ...choices.filter((choice) => !recent.includes(choice.id))].slice(0, 60);
}
