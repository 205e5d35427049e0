'use client';

import { useState } from 'react';
import { ConfirmDialog } from '../dialogs/confirm-dialog';
import { Checkbox } from '../input/checkbox';
import { Notice } from '../notice';
import { ScrollRegion } from '../tables/scroll-region';
import { type PasteColumn, understandTable } from './paste-table';

/** Rows of the pasted table that are shown. */
const SHOWN = 6;

/** Shows how a pasted table is understood, column by column, before anything is written; each column can be placed by hand. */
export function PasteDialog({
  rows,
  columns,
  from,
  onPaste,
  onClose,
}: {
  readonly rows: readonly (readonly string[])[];
  readonly columns: readonly PasteColumn[];
  /** The column that was pasted into. */
  readonly from: string;
  readonly onPaste: (rows: readonly (readonly string[])[], targets: readonly (string | null)[]) => void;
  readonly onClose: () => void;
}) {
  const [understood] = useState(() => understandTable(rows, columns, from));
  const [hasHeader, setHeader] = useState(understood.hasHeader);
  const [targets, setTargets] = useState(understood.targets);
  const lines = hasHeader ? rows.slice(1) : rows;
  const places = targets.map((target, at) => ({ target, at }));
  const shown = rows.slice(0, SHOWN).map((row, index) => ({ row, index }));
  const left = targets.filter((target) => target === null).length;
  const place = (at: number, id: string) =>
    setTargets((before) =>
      before.map((old, index) => (index === at ? id || null : old === id && id !== '' ? null : old)),
    );
  return (
    <ConfirmDialog
      title="Paste a table"
      isOpen
      onClose={onClose}
      confirmLabel={`Paste ${lines.length} ${lines.length === 1 ? 'line' : 'lines'}`}
      isDisabled={lines.length === 0 || left === targets.length}
      onConfirm={() => onPaste(lines, targets)}
    >
      <p className="text-ink-soft">
        {understood.hasHeader
          ? 'The columns were found by their names in the first row.'
          : 'The table has no column names. They were placed by position, as far as their cells fit.'}
      </p>
      {left > 0 ? (
        <Notice tone="caution" role="status">
          {left === 1 ? 'One column is left out.' : `${left} columns are left out.`} Choose where they belong,
          if anywhere.
        </Notice>
      ) : null}
      <Checkbox
        label="The first row names the columns"
        checked={hasHeader}
        onChange={(event) => setHeader(event.target.checked)}
      />
      <ScrollRegion label="What was pasted">
        <table className="border-separate border-spacing-0" aria-label="What was pasted">
          <thead>
            <tr>
              {places.map(({ target, at }) => (
                <th
                  key={at}
                  scope="col"
                  className="border-line border-b bg-sunken p-1.5 text-left font-normal"
                >
                  <select
                    aria-label={`Column ${at + 1}${hasHeader && rows[0]?.[at] ? `: ${rows[0][at]}` : ''}`}
                    className="h-field rounded border border-line bg-surface px-2"
                    value={target ?? ''}
                    onChange={(event) => place(at, event.target.value)}
                  >
                    <option value="">Leave out</option>
                    {columns.map(({ id, label }) => (
                      <option key={id} value={id}>
                        {label}
                      </option>
                    ))}
                  </select>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map(({ row, index }) => (
              <tr key={index} className={hasHeader && index === 0 ? 'text-ink-mute italic' : undefined}>
                {places.map(({ target, at }) => (
                  <td
                    key={at}
                    className={`max-w-48 truncate border-line border-b px-2.5 py-1 ${target === null ? 'text-ink-mute line-through' : ''}`}
                  >
                    {row[at]}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
      {rows.length > SHOWN ? (
        <p className="text-ink-mute text-small">{`and ${rows.length - SHOWN} more rows`}</p>
      ) : null}
    </ConfirmDialog>
  );
}
