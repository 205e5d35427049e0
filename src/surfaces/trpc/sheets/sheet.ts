import type { z } from 'zod';
import { dateWords } from '@/core/sheets/date-words';
import type { SheetLine } from '@/core/sheets/sheet';
import type { SheetHead, StreamedSheet } from '@/core/sheets/streamed-sheet';
import { describeExport } from '@/usecases/directory/describe-export';
import type { Call } from '@/usecases/kit/define';
import { runForOutput } from '@/usecases/kit/run';
import { demandStream, type StreamUseCase, stream } from '@/usecases/kit/stream';

/** A table that can be downloaded: its rows, and what its file says. */
export interface DownloadSheet {
  /** The schema of its input. */
  readonly input: z.ZodType;
  /** Refuses what `open` would refuse without reading: an invalid input, a permission that is missing. */
  demand(call: Call, raw: unknown): void;
  open(call: Call, raw: unknown): Promise<StreamedSheet>;
}

/** Declares a table by its rows, its head and the line of each row; a row may have several lines. */
export function defineSheet<Input, Row, Raw>(sheet: {
  readonly rows: StreamUseCase<Input, Row, Raw>;
  head(call: Call, input: Input): Promise<SheetHead>;
  lines(row: Row, input: Input): readonly SheetLine[];
}): DownloadSheet {
  return {
    input: sheet.rows.input,
    demand: (call, raw) => void demandStream(sheet.rows, call, raw),
    async open(call, raw) {
      const input = demandStream(sheet.rows, call, raw);
      const head = await sheet.head(call, input);
      // Last, because from here on a snapshot is open.
      const rows = await stream(sheet.rows, call, raw);
      return { ...head, lines: linesOf(rows, (row) => sheet.lines(row, input)) };
    },
  };
}

async function* linesOf<Row>(
  rows: AsyncIterable<Row[]>,
  lines: (row: Row) => readonly SheetLine[],
): AsyncGenerator<readonly SheetLine[], void, undefined> {
  for await (const some of rows) yield some.flatMap(lines);
}

/** The lines above a table: organization, dates, subsidiary, currency and further filters. */
export async function factsOf(
  call: Call,
  {
    period,
    subsidiaryId,
    entityId,
    currency,
    filters = () => [],
  }: {
    readonly period?: string | undefined;
    /** Undefined: all subsidiaries together. */
    readonly subsidiaryId?: string | undefined;
    readonly entityId?: string | undefined;
    readonly currency?: string;
    readonly filters?: (entity: string | null) => readonly string[];
  },
): Promise<SheetHead['facts']> {
  const names = await runForOutput(describeExport, call, { subsidiaryId, entityId });
  const described = filters(names.entity);
  return [
    ['Organization', names.organization],
    ['Period', period ?? 'All dates'],
    // A person who may not read the structure sees the subsidiary's ID, as in the URL.
    ['Subsidiary', subsidiaryId === undefined ? 'All subsidiaries' : (names.subsidiary ?? subsidiaryId)],
    ...(currency === undefined ? [] : [['Currency', currency] as const]),
    ...(described.length > 0 ? [['Filters', described.join('; ')] as const] : []),
  ];
}

/** The dates of a filter in words; undefined for all dates. */
export function periodWords(from: string | undefined, to: string | undefined): string | undefined {
  if (from && to) return `${dateWords(from)} to ${dateWords(to)}`;
  if (from) return `From ${dateWords(from)}`;
  return to ? `To ${dateWords(to)}` : undefined;
}
