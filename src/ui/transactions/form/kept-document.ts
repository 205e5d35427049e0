import type { GridLine } from '@/ui/kit/grid/grid-state';

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

/** How much of a document was kept; nothing when it has no lines yet. */
export function linesKept({ lines }: KeptDocument): string | undefined {
  const count = lines.filter(({ cells }) => Object.values(cells).some((text) => text !== '')).length;
  return count === 0 ? undefined : `${count} ${count === 1 ? 'line' : 'lines'}`;
}
