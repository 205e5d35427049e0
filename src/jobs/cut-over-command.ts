import { existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { CUT_OVER_SHEETS, type CutOverSheet } from '@/core/cut-over/sheets';
import { type FileTable, partsOf } from '@/core/imports/file-table';
import { MOST_ROWS } from '@/core/imports/importable';
import { RefusalError } from '@/core/refusals';
import { csvOf } from '@/lib/csv';
import { createCutOver } from '@/usecases/cut-over/create-cut-over';
import { openCutOver } from '@/usecases/cut-over/open-cut-over';
import { type CutOverProof, showProof } from '@/usecases/cut-over/show-proof';
import { appendRows } from '@/usecases/imports/append-rows';
import { checkImport } from '@/usecases/imports/check-import';
import { createImport } from '@/usecases/imports/create-import';
import { listRowsOfImport } from '@/usecases/imports/list-import-rows';
import { removeStoredImport } from '@/usecases/imports/remove-import';
import { runImport } from '@/usecases/imports/run-import';
import type { Call } from '@/usecases/kit/define';
import { runForOutput } from '@/usecases/kit/run';
import { readTableFile } from './read-table-file';

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
 * Takes a folder of files over, by the same verbs as the screen: imports each, makes the opening entry, and returns the proof. Called again
 * it goes on: a file that was imported is left alone. Throws CutOverRefused when a file has errors, which are written
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

/** Imports one file, or leaves it alone when the same table was imported before. True when it was new. */
async function takeFile(
  call: Call,
  cutOverId: string,
  { sheet, file, checkOnly, say }: FolderOptions & { readonly sheet: CutOverSheet; readonly file: string },
): Promise<boolean> {
  const name = path.basename(file);
  const table = await readTableFile(file);
  const id = await upload(call, cutOverId, { sheet, name, table });
  try {
    const { counts } = await runForOutput(checkImport, call, { id });
    if (counts.failed > 0) throw await errorsOf(call, { id, file, table, failed: counts.failed });
  } catch (error) {
    if (error instanceof RefusalError && error.refusal.code === 'DUPLICATE') {
      await runForOutput(removeStoredImport, call, { id });
      say(`${name}: already imported.`);
      return false;
    }
    throw error;
  }
  if (checkOnly === true) {
    say(`${name}: ${table.rows.length} rows can be imported.`);
    return true;
  }
  const { counts } = await runForOutput(runImport, call, { id });
  if (counts.failed > 0) throw await errorsOf(call, { id, file, table, failed: counts.failed });
  say(`${name}: ${counts.imported} rows imported.`);
  return true;
}

async function upload(
  call: Call,
  cutOverId: string,
  { sheet, name, table }: { readonly sheet: CutOverSheet; readonly name: string; readonly table: FileTable },
): Promise<string> {
  const [first = [], ...others] = partsOf(table.rows);
  const { id } = await runForOutput(createImport, call, {
    noun: sheet.noun,
    fileName: name,
    columns: table.columns,
    rows: first,
    cutOverId,
  });
  let from = first.length;
  for (const rows of others) {
    await runForOutput(appendRows, call, { id, from, rows });
    from += rows.length;
  }
  return id;
}

/** Writes the rows with errors beside the file, each with its reason, and says so. */
async function errorsOf(
  call: Call,
  of: { readonly id: string; readonly file: string; readonly table: FileTable; readonly failed: number },
): Promise<CutOverRefused> {
  const { rows } = await runForOutput(listRowsOfImport, call, {
    id: of.id,
    state: 'FAILED',
    limit: MOST_ROWS,
  });
  const target = of.file.replace(/\.\w+$/, '-errors.csv');
  writeFileSync(
    target,
    csvOf([
      [...of.table.columns, 'Row', 'Why it failed'],
      ...rows.map(({ cells, rowNumber, errorMessage }) => [
        ...of.table.columns.map((_, at) => cells[at] ?? ''),
        String(rowNumber),
        errorMessage ?? '',
      ]),
    ]),
  );
  const [first] = rows;
  return new CutOverRefused(
    `${path.basename(of.file)}: ${of.failed} rows have errors, the first in row ${first?.rowNumber ?? ''}: ${first?.errorMessage ?? ''} All of them are in ${target}.`,
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
