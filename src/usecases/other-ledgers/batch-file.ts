import { FORMAT_FACTS, type LedgerFormat } from '@/core/other-ledgers/formats';
import { batchLines, type LedgerBatchRecord } from '@/db/stores/documents/ledger-batches';
import type { Tenant } from '@/db/tenancy';
import { csvOf } from '@/lib/csv';

/** Lines read at a time, so that a batch of a million lines is never held in memory. */
const AT_ONCE = 5_000;

type Sealed = Pick<
  LedgerBatchRecord,
  'id' | 'batchNumber' | 'format' | 'journalCode' | 'taxRate' | 'lineCount' | 'partStarts'
>;

/** A stretch of a batch's files. */
export interface FileStretch {
  readonly text: string;
  /** The last line in it: what the next stretch begins after. */
  readonly lastLine: number;
}

/** The first line of a part, and the last one; parts count from 1. */
export function partBounds(
  { partStarts, lineCount }: Pick<Sealed, 'partStarts' | 'lineCount'>,
  part: number,
) {
  const first = partStarts[part - 1] ?? 1;
  const next = partStarts[part];
  return { first, last: next === undefined ? lineCount : next - 1 };
}

/** The next stretch of a part's file, with its header at the beginning; null when the part is at its end. */
export async function nextStretch(
  tenant: Tenant,
  batch: Sealed,
  part: number,
  after: number | null,
): Promise<FileStretch | null> {
  const { first, last } = partBounds(batch, part);
  const begin = after ?? first - 1;
  if (begin >= last && after !== null) return null;
  const facts = FORMAT_FACTS[batch.format as LedgerFormat];
  const lines = await batchLines(tenant, batch.id, { after: begin, to: last, limit: AT_ONCE });
  const rows = lines.map((line) => [...facts.row(line, line, batch)]);
  const header = after === null ? [[...facts.header]] : [];
  return { text: csvOf([...header, ...rows]), lastLine: lines.at(-1)?.lineNumber ?? last };
}

/** Every stretch of every part, in order. */
export async function* allStretches(tenant: Tenant, batch: Sealed): AsyncGenerator<string> {
  for (const [index] of batch.partStarts.entries()) yield* stretchesOf(tenant, batch, index + 1);
}

/** Every stretch of a part, in order. */
export async function* stretchesOf(tenant: Tenant, batch: Sealed, part: number): AsyncGenerator<string> {
  let after: number | null = null;
  for (;;) {
    const stretch: FileStretch | null = await nextStretch(tenant, batch, part, after);
    if (stretch === null) return;
    yield stretch.text;
    after = stretch.lastLine;
  }
}
