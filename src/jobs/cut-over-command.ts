import { appendFileSync, createReadStream, existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { CUT_OVER_SHEETS, type CutOverSheet } from '@/core/cut-over/sheets';
import { packedKind, wideEncoding } from '@/core/imports/file-table';
import type { ImportNoun } from '@/core/imports/import-noun';
import { MOST_ROWS } from '@/core/imports/importable';
import { RefusalError } from '@/core/refusals';
import { csvOf } from '@/lib/csv';
import { createCutOver } from '@/usecases/cut-over/create-cut-over';
import { openCutOver } from '@/usecases/cut-over/open-cut-over';
import { type CutOverProof, showProof } from '@/usecases/cut-over/show-proof';
import { checkImport } from '@/usecases/imports/check-import';
import { getImport } from '@/usecases/imports/get-import';
import { listRowsOfImport } from '@/usecases/imports/list-import-rows';
import { rowsOfCsvStream } from '@/usecases/imports/reading/read-stream';
import { storeUpload } from '@/usecases/imports/reading/store-upload';
import { removeStoredImport } from '@/usecases/imports/remove-import';
import { runImport } from '@/usecases/imports/run-import';
import type { Call } from '@/usecases/kit/define';
import { runForOutput } from '@/usecases/kit/run';
import { isWorkbook, readTableFile, rowsOfWorkbook } from './read-table-file';

/** Why a folder cannot be taken over as it is, in sentences for the terminal. */
export class CutOverRefused extends Error {}

export interface FolderOptions {
  readonly folder: string;
  readonly cutOverDate: string;
  /** Only checks the first file that is not imported yet; nothing is added to the books. */
  readonly checkOnly?: boolean;
  /** Receives a line for each step. */
  readonly say: (line: string) => void;
}

/** The files of a folder by their sheets, in the order of the cut-over; those that are not there are left out. */
export function filesIn(folder: string): { readonly sheet: CutOverSheet; readonly file: string }[] {
  return CUT_OVER_SHEETS.flatMap((sheet) => {
    const found = ['.csv', '.xlsx']
      .map((ending) => path.join(folder, `${sheet.file}${ending}`))
      .find(existsSync);
    return found === undefined ? [] : [{ sheet, file: found }];
  });
}

/**
 * Takes over a folder of files with the same verbs as the screen: imports each, makes the opening entry, and returns the proof. Called again
 * it continues: a file that was imported is skipped. Throws CutOverRefused when a file has errors, which are written
 * beside it with a column that says why.
 */
export async function takeFolder(call: Call, options: FolderOptions): Promise<CutOverProof> {
  const { folder, cutOverDate, say } = options;
  const files = filesIn(folder);
  if (files.length === 0) {
    const names = CUT_OVER_SHEETS.map(({ file }) => `${file}.csv`).join(', ');
    throw new CutOverRefused(`${folder} has none of the files of a cut-over: ${names}.`);
  }
  const cutOver = await runForOutput(createCutOver, call, { cutOverDate });
  for (const { sheet, file } of files) {
    const isNew = await takeFile(call, cutOver.id, { sheet, file, ...options });
    if (isNew && options.checkOnly === true) break;
  }
  const before = await runForOutput(showProof, call, { id: cutOver.id });
  if (options.checkOnly !== true && before.cutOver.openingTransactionId === null) {
    await runForOutput(openCutOver, call, { id: cutOver.id });
    say('The opening entry is posted.');
  }
  return runForOutput(showProof, call, { id: cutOver.id });
}

/** Imports one file, or skips it when the same table was imported before. True when it was new. */
async function takeFile(
  call: Call,
  cutOverId: string,
  { sheet, file, checkOnly, say }: FolderOptions & { readonly sheet: CutOverSheet; readonly file: string },
): Promise<boolean> {
  const name = path.basename(file);
  const upload = { noun: sheet.noun, fileName: name, cutOverId };
  const { id, counts: stored } = await storeUpload(call, upload, rowsOf(file, sheet.noun)).catch(
    (error: unknown) => {
      const isTheFile = error instanceof RefusalError && error.refusal.code === 'INVALID_INPUT';
      throw isTheFile ? new CutOverRefused(`${file}: ${error.message}`) : error;
    },
  );
  try {
    const { counts } = await runForOutput(checkImport, call, { id });
    if (counts.failed > 0) throw await errorsOf(call, { id, file, failed: counts.failed });
  } catch (error) {
    if (error instanceof RefusalError && error.refusal.code === 'DUPLICATE') {
      await runForOutput(removeStoredImport, call, { id });
      say(`${name}: already imported.`);
      return false;
    }
    throw error;
  }
  if (checkOnly === true) {
    say(`${name}: ${stored.total} rows can be imported.`);
    return true;
  }
  const { counts } = await runForOutput(runImport, call, { id });
  if (counts.failed > 0) throw await errorsOf(call, { id, file, failed: counts.failed });
  say(`${name}: ${counts.imported} rows imported.`);
  return true;
}

/** The rows of a file: delimited text in UTF-8 and a workbook as they are read, text in another encoding at once. */
async function* rowsOf(file: string, noun: ImportNoun): AsyncGenerator<readonly (readonly string[])[], void> {
  if (isWorkbook(file)) {
    yield* rowsOfWorkbook(file);
    return;
  }
  if (await isUtf8(file)) {
    yield* rowsOfCsvStream(createReadStream(file));
    return;
  }
  const { columns, rows } = await readTableFile(file, noun);
  yield [columns, ...rows];
}

async function isUtf8(file: string): Promise<boolean> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let isFirst = true;
  try {
    for await (const piece of createReadStream(file)) {
      const bytes = piece as Buffer;
      if (isFirst && (packedKind(bytes) ?? wideEncoding(bytes)) !== null) return false;
      isFirst = false;
      decoder.decode(bytes, { stream: true });
    }
    decoder.decode();
    return true;
  } catch (error) {
    if (error instanceof TypeError) return false;
    throw error;
  }
}

/** Writes the rows with errors beside the file, each with its reason, and says so. */
async function errorsOf(
  call: Call,
  { id, file, failed }: { readonly id: string; readonly file: string; readonly failed: number },
): Promise<CutOverRefused> {
  const target = file.replace(/\.\w+$/, '-errors.csv');
  const { columns } = await runForOutput(getImport, call, { id });
  writeFileSync(target, csvOf([[...columns, 'Row', 'Why it failed']]));
  let first = '';
  for (let page = 1, written = 0; written < failed; page += 1) {
    const { rows } = await runForOutput(listRowsOfImport, call, {
      id,
      state: 'FAILED',
      page,
      limit: MOST_ROWS,
    });
    if (rows.length === 0) break;
    if (page === 1) first = `the first in row ${rows[0]?.rowNumber ?? ''}: ${rows[0]?.errorMessage ?? ''}`;
    appendFileSync(
      target,
      csvOf(
        rows.map(({ cells, rowNumber, errorMessage }) => [
          ...columns.map((_, at) => cells[at] ?? ''),
          String(rowNumber),
          errorMessage ?? '',
        ]),
      ),
    );
    written += rows.length;
  }
  return new CutOverRefused(
    `${path.basename(file)}: ${failed} rows have errors, ${first} All of them are in ${target}.`,
  );
}

/** The proof as lines for the terminal. */
export function proofLines(proof: CutOverProof): string[] {
  const { accounts, controls, contracts, missing } = proof;
  const differing = accounts.filter(({ difference }) => /[1-9]/.test(difference));
  return [
    `Accounts: ${accounts.length}, of which ${differing.length} differ.`,
    ...differing.map(
      (one) =>
        `  ${one.code} ${one.name}: trial balance ${one.stated}, Daybook ${one.balance}, difference ${one.difference}, assigned ${one.assigned}`,
    ),
    ...controls.map(
      (one) => `${one.control} ${one.currencyCode}: subledger ${one.subledger}, ledger ${one.ledger}`,
    ),
    `Contracts: ${contracts.length}, of which ${contracts.filter((one) => one.explanation !== null).length} differ.`,
    ...(missing.length === 0 ? ['The cut-over is proved.'] : missing),
  ];
}
