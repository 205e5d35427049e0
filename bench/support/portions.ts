import { withOwner } from '@/testing/owner';
import { rowsOfCsvStream } from '@/usecases/imports/reading/read-stream';
import { storeUpload, type Upload } from '@/usecases/imports/reading/store-upload';
import { stepOfImport } from '@/usecases/imports/run-import';
import { startImport } from '@/usecases/imports/start-import';
import type { Call } from '@/usecases/kit/define';
import { runForOutput } from '@/usecases/kit/run';
import { processorTime } from './processor-time';
import { median } from './ratio';

/** An upload and its import, portion by portion. */
export interface Imported {
  readonly uploadSeconds: number;
  readonly runSeconds: number;
  /** Milliseconds of processor time. */
  readonly node: number;
  readonly database: number;
  /** Median milliseconds of the portions of the first tenth of the file, and of the last: the same unless a portion's cost grows. */
  readonly firstPortion: number;
  readonly lastPortion: number;
  /** Resident memory in megabytes, before and at its peak. */
  readonly memory: { readonly before: number; readonly most: number };
}

/** Uploads a file and runs its import. Throws when a row is refused. */
export async function importInPortions(
  call: Call,
  upload: Upload,
  file: AsyncIterable<Uint8Array>,
): Promise<Imported> {
  const memory = () => process.memoryUsage().rss / 1024 / 1024;
  const known = [memory()];
  const watch = setInterval(() => known.push(memory()), 250);
  const before = await processorTime();
  const started = performance.now();
  const { id, counts } = await storeUpload(call, upload, rowsOfCsvStream(file));
  const arrived = performance.now();
  await runForOutput(startImport, call, { id, doing: 'RUNNING' });
  const portions: number[] = [];
  for (let isDone = false; !isDone; ) {
    const began = performance.now();
    ({ isDone } = await stepOfImport(call, id, 'RUNNING'));
    if (!isDone) portions.push(performance.now() - began);
  }
  const ended = performance.now();
  clearInterval(watch);
  const after = await processorTime();
  await demandAllImported(id, counts.total);
  const tenth = Math.max(1, Math.floor(portions.length / 10));
  return {
    uploadSeconds: (arrived - started) / 1000,
    runSeconds: (ended - arrived) / 1000,
    node: after.node - before.node,
    database: after.database - before.database,
    firstPortion: median(portions.slice(0, tenth)),
    lastPortion: median(portions.slice(-tenth)),
    memory: { before: known[0] ?? 0, most: Math.max(...known) },
  };
}

async function demandAllImported(id: string, total: number): Promise<void> {
  const failed = await withOwner((client) =>
    client.query<{ why: string | null }>(
      `select r.error_message as why from import_rows r where r.import_id = $1 and r.row_state <> 'IMPORTED' limit 1`,
      [id],
    ),
  );
  if (failed.rows.length > 0) {
    throw new Error(`not all of ${total} rows were imported: ${failed.rows[0]?.why ?? 'no reason'}`);
  }
}

/** A description of what an import of this many records took. */
export const resultLine = (what: string, count: number, one: Imported): string =>
  `reached  ${what}: ${count} uploaded in ${one.uploadSeconds.toFixed(1)} s, made in ${one.runSeconds.toFixed(1)} s ` +
  `(${Math.round(count / one.runSeconds)}/s); processor time of each ${((one.node * 1000) / count).toFixed(0)} µs of Node and ` +
  `${((one.database * 1000) / count).toFixed(0)} µs of the database; a portion ${one.firstPortion.toFixed(0)} ms in the first tenth and ` +
  `${one.lastPortion.toFixed(0)} ms in the last; ${Math.round(one.memory.before)} MB resident before and ${Math.round(one.memory.most)} at most`;
