'use client';

import { Button } from '@/ui/kit/button';
import { InstantText } from '@/ui/kit/date-text';
import type { GridLine } from '@/ui/kit/grid/grid-state';
import { Notice } from '@/ui/kit/notice';
import type { KeptWork } from '@/ui/shell/kept-work';

/** A document as it was being entered: the header's fields by name, and the grid. */
export type KeptDocument = {
  readonly header: Readonly<Record<string, string | boolean>>;
  readonly lines: readonly GridLine[];
};

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isTexts = (value: unknown): value is Readonly<Record<string, string>> =>
  isRecord(value) && Object.values(value).every((text) => typeof text === 'string');
const isLine = (value: unknown): value is GridLine =>
  isRecord(value) && typeof value.key === 'string' && isTexts(value.cells) && isTexts(value.problems);

/** Reads what a browser kept, perhaps by an earlier version of the form; null when it is not a document. */
export function readDocument(value: unknown): KeptDocument | null {
  if (!isRecord(value) || !isRecord(value.header) || !Array.isArray(value.lines)) return null;
  const isField = (field: unknown) => typeof field === 'string' || typeof field === 'boolean';
  if (!Object.values(value.header).every(isField) || !value.lines.every(isLine)) return null;
  return { header: value.header as KeptDocument['header'], lines: value.lines };
}

/** Offers what an earlier visit left. */
export function KeptNotice({
  kept,
  onTake,
  onDrop,
}: {
  readonly kept: KeptWork<KeptDocument>;
  readonly onTake: () => void;
  readonly onDrop: () => void;
}) {
  const count = kept.value.lines.filter(({ cells }) =>
    Object.values(cells).some((text) => text !== ''),
  ).length;
  return (
    <Notice tone="caution" role="status">
      <p>
        What you entered here on <InstantText value={kept.at} /> was not saved
        {count === 0 ? '.' : `: ${count} ${count === 1 ? 'line' : 'lines'}.`}
      </p>
      <div className="mt-2 flex gap-2">
        <Button size="small" onPress={onTake}>
          Bring it back
        </Button>
        <Button size="small" onPress={onDrop}>
          Discard it
        </Button>
      </div>
    </Notice>
  );
}
