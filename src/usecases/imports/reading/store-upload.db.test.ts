import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RefusalError } from '@/core/refusals';
import { closeConnections } from '@/db/client';
import { IS_LONG } from '@/testing/long-run';
import { foundTestOrganization, type TestOrganization } from '@/testing/organization';
import { withOwner } from '@/testing/owner';
import type { UseCase } from '../../kit/define';
import { runForOutput } from '../../kit/run';
import { checkImport } from '../check-import';
import { getImport } from '../get-import';
import { listRowsOfImport } from '../list-import-rows';
import { listAllImports } from '../list-imports';
import { runImport } from '../run-import';
import { rowsOfCsvStream } from './read-stream';
import { storeUpload, type Upload } from './store-upload';

let org: TestOrganization;
beforeAll(async () => {
  org = await foundTestOrganization({ today: '2026-11-21' });
});
afterAll(closeConnections);

const ask = <Input, Output>(useCase: UseCase<Input, Output>, input: unknown) =>
  runForOutput(useCase, org.callAs('admin'), input);
const refusalOf = (work: Promise<unknown>) =>
  work.then(
    () => 'allowed',
    (error: RefusalError) => error.refusal?.message ?? String(error),
  );

/** Sends a text as bytes; `cut` breaks the connection after that many characters. */
async function send(text: string, more: Partial<Upload> = {}, cut = text.length) {
  async function* bytes(): AsyncGenerator<Uint8Array> {
    for (let at = 0; at < cut; at += 60_000) {
      yield new TextEncoder().encode(text.slice(at, Math.min(at + 60_000, cut)));
    }
    if (cut < text.length) throw new Error('the sender is gone');
  }
  const upload: Upload = { noun: 'vendors', fileName: 'vendors.csv', ...more };
  return storeUpload(org.callAs('admin'), upload, rowsOfCsvStream(bytes()));
}

/** A file of several pieces: the parser takes a quarter of a million characters at a time. */
const vendors = (count: number, mark = '') =>
  [
    'Name,Code,Description',
    ...Array.from({ length: count }, (_, at) => `"Vendor, ${mark}${at}",${mark}UP-${at},${'x'.repeat(60)}`),
  ].join('\n');
const imports = async () => (await ask(listAllImports, {})).total;
/** The rows of an import by state, counted by the database. */
const counted = (id: string) =>
  withOwner(async (client) => {
    await client.query(`select set_config('app.organization_id', $1, false)`, [org.organizationId]);
    const { rows } = await client.query<{ state: string; n: number }>(
      'select row_state as state, count(*)::int as n from import_rows where import_id = $1 group by 1',
      [id],
    );
    return Object.fromEntries(rows.map(({ state, n }) => [state, n]));
  });

describe('a table that is uploaded as a stream', () => {
  test('is stored in parts, every row once and in its order, cells as they were', async () => {
    const one = await send(vendors(7_000));
    expect(one).toMatchObject({ importStatus: 'UPLOADED', counts: { total: 7_000, pending: 7_000 } });
    const { rows } = await ask(listRowsOfImport, { id: one.id, page: 2, limit: 5_000 });
    expect(rows).toHaveLength(2_000);
    expect(rows.every(({ rowNumber, cells }) => cells[0] === `Vendor, ${rowNumber - 1}`)).toBe(true);
    expect(await counted(one.id)).toEqual({ PENDING: 7_000 });
  });

  test('that breaks off keeps what arrived, cannot be checked, and is continued by the same file without a row twice', async () => {
    const text = vendors(9_000, 'C');
    const before = await imports();
    await expect(send(text, {}, text.length - 50_000)).rejects.toThrow('the sender is gone');
    expect(await imports()).toBe(before + 1);
    const [left] = (await ask(listAllImports, { limit: 1 })).rows;
    const id = left?.id ?? '';
    expect(left).toMatchObject({ importStatus: 'ARRIVING' });
    expect(left?.counts.total).toBeGreaterThan(0);
    expect(left?.counts.total).toBeLessThan(9_000);
    expect(await refusalOf(ask(checkImport, { id }))).toContain('still arriving');
    const whole = await send(text, { continues: id });
    expect(whole).toMatchObject({ id, importStatus: 'UPLOADED', counts: { total: 9_000 } });
    expect(await counted(id)).toEqual({ PENDING: 9_000 });
    const { rows } = await ask(listRowsOfImport, { id, page: 2, limit: 5_000 });
    expect(rows.at(-1)?.cells.slice(0, 2)).toEqual(['Vendor, C8999', 'CUP-8999']);
    expect(await refusalOf(send(text, { continues: id }))).toBe('All rows of this upload have arrived.');
  });

  test('is not continued by another file, and stays as it was', async () => {
    const text = vendors(9_000, 'D');
    await expect(send(text, {}, text.length - 50_000)).rejects.toThrow('the sender is gone');
    const [left] = (await ask(listAllImports, { limit: 1 })).rows;
    const id = left?.id ?? '';
    for (const other of [vendors(9_000, 'E'), `x${text}`]) {
      expect(await refusalOf(send(other, { continues: id }))).toContain('This is not the file');
    }
    expect(await ask(getImport, { id })).toMatchObject({ importStatus: 'ARRIVING', counts: left?.counts });
  });

  test('that turns out not to be a table is refused in words and removed, however much of it was stored', async () => {
    const before = await imports();
    expect(await refusalOf(send('\n\n'))).toContain('The file is empty.');
    expect(await refusalOf(send('Name,Code\n'))).toContain('no rows below the header');
    expect(await refusalOf(send(`${vendors(7_000, 'F')}\na,b,c,d`))).toContain('Row 7001 has more cells');
    expect(await refusalOf(send(`${vendors(7_000, 'G')}\na,"b`))).toContain('opening quotation mark');
    expect(await imports()).toBe(before);
  });
});

describe('a large import', () => {
  test('finds the twin of a row and the parent of a record anywhere in the file, as in a small one', async () => {
    // Three portions and more of records that are made one at a time.
    const count = IS_LONG ? 700 : 170;
    const lines = Array.from(
      { length: count },
      (_, at) => `Vendor L${at},L-${at},${at === count - 50 ? 'L-3' : ''}`,
    );
    const last = `L-${count - 1}`;
    lines[count - 10] = 'Twin,L-2,';
    lines[count - 9] = `Orphan,L-${count - 9},${last}`;
    const { id } = await send(['Name,Code,Parent', ...lines].join('\n'));
    const checked = await ask(checkImport, { id });
    expect(checked.counts).toMatchObject({ ready: count - 2, failed: 2, left: 0 });
    const failed = await ask(listRowsOfImport, { id, state: 'FAILED', limit: 10 });
    expect(failed.total).toBe(2);
    expect(failed.rows.map(({ rowNumber, errorMessage }) => [rowNumber, errorMessage])).toEqual([
      [count - 9, 'Code: row 3 also has L-2.'],
      [count - 8, `Parent vendor: no vendor has the code or name ${last}.`],
    ]);
    const done = await ask(runImport, { id });
    expect(done.counts).toMatchObject({ imported: count - 2, failed: 2, ready: 0, pending: 0, left: 0 });
    expect(await counted(id)).toEqual({ IMPORTED: count - 2, FAILED: 2 });
  });

  test('brings the rows of a document together that lie far apart, and its progress equals its rows', async () => {
    const documents = 900;
    const side = (debit: string, credit: string) =>
      Array.from(
        { length: documents },
        (_, at) => `FAR-${at},2026-11-05,${debit === '' ? '1110' : '6210'},${debit},${credit}`,
      );
    const { id } = await send(
      ['Document,Date,Account,Debit,Credit', ...side('10.00', ''), ...side('', '10.00')].join('\n'),
      { noun: 'journals' },
    );
    const done = await ask(runImport, { id });
    expect(done).toMatchObject({ importStatus: 'DONE', counts: { imported: 1_800, failed: 0, left: 0 } });
    const { rows } = await ask(listRowsOfImport, { id, limit: 5_000 });
    expect(new Set(rows.map(({ recordId }) => recordId)).size).toBe(documents);
    expect(
      rows.every(({ recordId }, at) => recordId === rows[(at + documents) % (2 * documents)]?.recordId),
    ).toBe(true);
    expect(await counted(id)).toEqual({ IMPORTED: 1_800 });
  });
});
