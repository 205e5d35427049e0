'use client';

import { Plus, Trash2 } from 'lucide-react';
import dynamic from 'next/dynamic';
import {
  type ClipboardEvent,
  type KeyboardEvent,
  memo,
  type ReactNode,
  useCallback,
  useRef,
  useState,
} from 'react';
import { Button } from '../button';
import { cx } from '../class-names';
import type { ComboChoice, MoreChoices } from '../input/combo-choice';
import { ChoiceCell } from './choice-cell';
import type { GridAction, GridLine } from './grid-state';
import type { PasteColumn } from './paste-table';
import { readTsv } from './tsv';

// Only a paste of several columns asks for it.
const PasteDialog = dynamic(() => import('./paste-dialog').then((part) => part.PasteDialog), { ssr: false });

export type GridColumn = {
  readonly id: string;
  readonly label: string;
  readonly width: string;
  /** Other names under which pasted tables have the column. */
  readonly aliases?: readonly string[];
} & (
  | { readonly kind: 'text' }
  | { readonly kind: 'amount' }
  | {
      readonly kind: 'choice';
      readonly choices: readonly ComboChoice[];
      readonly more?: MoreChoices | undefined;
      readonly recent?: readonly string[];
    }
  | { readonly kind: 'computed'; readonly show: (line: GridLine) => ReactNode }
);

let made = 0;
/** A key for a line that a person adds, unique on this page; never for lines that the server also renders. */
export function newLineKey(): string {
  made += 1;
  return `line-${made}`;
}

const CELL = cx(
  'h-row w-full min-w-0 bg-transparent px-2 outline-none placeholder:text-transparent',
  'focus:bg-accent-soft focus:ring-2 focus:ring-accent focus:ring-inset',
  'aria-invalid:bg-danger-soft aria-invalid:text-danger aria-invalid:ring-1 aria-invalid:ring-danger aria-invalid:ring-inset',
);

/**
 * A table of real inputs with a spreadsheet's keys (console.md, "The journal grid"). The caller owns the lines and the
 * rules; this component handles movement and pasting and reports actions.
 */
export function LineGrid({
  label,
  columns,
  lines,
  dispatch,
  onBalance,
  footer,
}: {
  readonly label: string;
  readonly columns: readonly GridColumn[];
  readonly lines: readonly GridLine[];
  readonly dispatch: (action: GridAction) => void;
  /** `=` or `+` in an empty amount: the text that balances the entry, or null. */
  readonly onBalance?: (line: string, column: string) => string | null;
  readonly footer?: ReactNode;
}) {
  const body = useRef<HTMLTableSectionElement>(null);
  const typable = columns.filter((column) => column.kind !== 'computed');
  const [pasting, setPasting] = useState<Pasting | null>(null);

  const focusCell = useCallback((key: string, column: string) => {
    // The line may be rendered a moment later.
    requestAnimationFrame(() => {
      const cell = body.current?.querySelector<HTMLInputElement>(
        `[data-line="${CSS.escape(key)}"][data-column="${CSS.escape(column)}"]`,
      );
      cell?.focus();
      cell?.select();
    });
  }, []);

  function insertAfter(key: string | null, column: string) {
    const made = newLineKey();
    dispatch({ do: 'insert', after: key, key: made });
    focusCell(made, column);
  }

  function onKeyDown(event: KeyboardEvent<HTMLTableSectionElement>) {
    const cell = cellOf(event.target);
    if (cell === null) return;
    const { key, column, input } = cell;
    const index = lines.findIndex((line) => line.key === key);
    const firstColumn = typable[0]?.id ?? column;
    const control = event.ctrlKey || event.metaKey;
    const step = (to: number, at = column) => {
      const line = lines[to];
      if (line) focusCell(line.key, at);
    };
    const acts: [boolean, () => void][] = [
      [event.key === 'Enter' && event.altKey, () => insertAfter(key, firstColumn)],
      [
        event.key === 'Enter' && !control && !event.shiftKey,
        () => (index === lines.length - 1 ? insertAfter(key, firstColumn) : step(index + 1)),
      ],
      [event.key === 'Enter' && event.shiftKey && !control, () => step(index - 1)],
      [event.key === 'ArrowDown' && !control, () => step(index + 1)],
      [event.key === 'ArrowUp' && !control, () => step(index - 1)],
      [
        control && event.shiftKey && event.key.toLowerCase() === 'd',
        () => {
          const newKey = newLineKey();
          dispatch({ do: 'duplicate', key, newKey });
          focusCell(newKey, column);
        },
      ],
      [control && event.key.toLowerCase() === 'd', () => dispatch({ do: 'copyAbove', key, column })],
      [
        control && event.key === 'Backspace',
        () => {
          const near = lines[index + 1] ?? lines[index - 1];
          const blankKey = newLineKey();
          dispatch({ do: 'remove', key, blankKey });
          focusCell(near?.key ?? blankKey, column);
        },
      ],
      [control && event.key.toLowerCase() === 'z', () => dispatch({ do: 'undo' })],
      [event.key === 'Escape', () => input.blur()],
      [
        (event.key === '=' || event.key === '+') && input.value.trim() === '' && isAmount(columns, column),
        () => {
          const text = onBalance?.(key, column) ?? null;
          if (text === null) return;
          dispatch({ do: 'type', key, column, text });
          dispatch({ do: 'settle', key, column });
        },
      ],
    ];
    const act = acts.find(([applies]) => applies);
    if (act === undefined) return;
    event.preventDefault();
    act[1]();
  }

  function onPaste(event: ClipboardEvent<HTMLTableSectionElement>) {
    const cell = cellOf(event.target);
    const text = event.clipboardData.getData('text/plain');
    if (cell === null || !/[\t\n]/.test(text.trim())) return;
    event.preventDefault();
    const { key, column } = cell;
    void readTsv(text).then((rows) => {
      // One column goes where it was pasted; a table is shown first as it is understood.
      if (rows.every((row) => row.length < 2)) {
        dispatch({ do: 'paste', key, column, rows, newKeys: rows.map(newLineKey) });
      } else setPasting({ key, column, rows: rows.filter((row) => row.some((text) => text.trim() !== '')) });
    });
  }

  return (
    <div className="rounded-card border border-line bg-surface shadow-raised">
      <div className="relative overflow-x-auto">
        <table className="w-full min-w-280 table-fixed border-separate border-spacing-0" aria-label={label}>
          <colgroup>
            <col className="w-10" />
            {columns.map((column) => (
              <col key={column.id} className={column.width} />
            ))}
            <col className="w-10" />
          </colgroup>
          <thead>
            <tr>
              <th
                scope="col"
                className="h-8 border-line border-b bg-sunken text-right font-medium text-ink-mute text-small"
              >
                #
              </th>
              {columns.map((column) => (
                <th
                  key={column.id}
                  scope="col"
                  className={cx(
                    'h-8 border-line border-b bg-sunken px-2 text-left font-medium text-ink-mute text-small',
                    isFigure(column) && 'text-right',
                  )}
                >
                  {column.label}
                </th>
              ))}
              <th scope="col" className="border-line border-b bg-sunken">
                <span className="sr-only">Remove</span>
              </th>
            </tr>
          </thead>
          <tbody ref={body} onKeyDown={onKeyDown} onPaste={onPaste}>
            {lines.map((line, index) => (
              <Row key={line.key} line={line} number={index + 1} columns={columns} dispatch={dispatch} />
            ))}
          </tbody>
        </table>
      </div>
      <div className="flex items-center border-line border-t px-2 py-1.5">
        <Button tone="quiet" size="small" onPress={() => insertAfter(null, typable[0]?.id ?? '')}>
          <Plus aria-hidden="true" />
          Add line
        </Button>
      </div>
      {footer}
      {pasting ? (
        <PasteDialog
          rows={pasting.rows}
          columns={typable as readonly PasteColumn[]}
          from={pasting.column}
          onClose={() => setPasting(null)}
          onPaste={(rows, targets) => {
            const { key, column } = pasting;
            dispatch({ do: 'paste', key, column, rows, targets, newKeys: rows.map(newLineKey) });
            setPasting(null);
          }}
        />
      ) : null}
    </div>
  );
}

/** A table from the clipboard that is not written yet. */
type Pasting = {
  readonly key: string;
  readonly column: string;
  readonly rows: readonly (readonly string[])[];
};

const Row = memo(function Row({
  line,
  number,
  columns,
  dispatch,
}: {
  readonly line: GridLine;
  readonly number: number;
  readonly columns: readonly GridColumn[];
  readonly dispatch: (action: GridAction) => void;
}) {
  return (
    <tr className="group/row">
      <td className="border-line border-b pr-2 text-right text-ink-mute text-small">{number}</td>
      {columns.map((column) => (
        <td
          key={column.id}
          className={cx('border-line border-b border-l p-0', isFigure(column) && 'text-right')}
        >
          <Cell line={line} number={number} column={column} dispatch={dispatch} />
        </td>
      ))}
      <td className="border-line border-b border-l p-0 text-center">
        <button
          type="button"
          tabIndex={-1}
          aria-label={`Remove line ${number}`}
          className="grid h-row w-full place-items-center text-ink-mute opacity-0 hover:text-danger focus:opacity-100 group-hover/row:opacity-100"
          onClick={() => dispatch({ do: 'remove', key: line.key, blankKey: newLineKey() })}
        >
          <Trash2 aria-hidden="true" className="size-3.5" />
        </button>
      </td>
    </tr>
  );
});

function Cell({
  line,
  number,
  column,
  dispatch,
}: {
  readonly line: GridLine;
  readonly number: number;
  readonly column: GridColumn;
  readonly dispatch: (action: GridAction) => void;
}) {
  if (column.kind === 'computed') return <span className="figures px-2">{column.show(line)}</span>;
  const text = line.cells[column.id] ?? '';
  const problem = line.problems[column.id];
  const label = `Line ${number} ${column.label.toLowerCase()}`;
  const onText = (value: string) => dispatch({ do: 'type', key: line.key, column: column.id, text: value });
  const onLeave = () => dispatch({ do: 'settle', key: line.key, column: column.id });
  if (column.kind === 'choice') {
    return (
      <ChoiceCell
        label={label}
        line={line.key}
        column={column.id}
        text={text}
        problem={problem}
        choices={column.choices}
        more={column.more}
        recent={column.recent ?? NONE}
        onText={onText}
        onLeave={onLeave}
        className={CELL}
      />
    );
  }
  return (
    <input
      data-line={line.key}
      data-column={column.id}
      aria-label={label}
      aria-invalid={problem ? true : undefined}
      title={problem}
      autoComplete="off"
      {...(column.kind === 'amount' ? { inputMode: 'decimal' as const } : {})}
      className={cx(CELL, column.kind === 'amount' && 'text-right')}
      value={text}
      onChange={(event) => onText(event.target.value)}
      onBlur={onLeave}
    />
  );
}

const NONE: readonly string[] = [];

function isFigure(column: GridColumn): boolean {
  return column.kind === 'amount' || column.kind === 'computed';
}

function isAmount(columns: readonly GridColumn[], id: string): boolean {
  return columns.some((column) => column.id === id && column.kind === 'amount');
}

function cellOf(target: EventTarget): { key: string; column: string; input: HTMLInputElement } | null {
  if (!(target instanceof HTMLInputElement)) return null;
  const { line, column } = target.dataset;
  return line === undefined || column === undefined ? null : { key: line, column, input: target };
}
