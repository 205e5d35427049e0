import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { closeConnections } from '@/db/client';
import { newId } from '@/lib/ids';
import { foundTestOrganization, type TestOrganization } from '@/testing/organization';
import { COLUMNS, invoice, orderDesk, refusalOf } from '@/testing/outside/order-desk';
import { checkImport } from '../imports/check-import';
import { listRowsOfImport } from '../imports/list-import-rows';
import { listAllImports } from '../imports/list-imports';
import { rowsOfCsvStream } from '../imports/reading/read-stream';
import { storeUpload } from '../imports/reading/store-upload';
import { orderSourceVerbs } from './source-records';

let org: TestOrganization;
beforeAll(async () => {
  org = await foundTestOrganization({ today: '2026-02-10' });
});
afterAll(closeConnections);
const { ask, newSource } = orderDesk(() => org);

const fileOf = (lines: number) =>
  [COLUMNS, ...Array.from({ length: lines }, () => invoice())].map((cells) => cells.join(',')).join('\n');

/** Sends a file of a source as bytes; `cut` breaks the connection after that many characters. */
async function send(
  text: string,
  sourceId: string,
  { continues, cut = text.length }: { continues?: string; cut?: number } = {},
) {
  async function* bytes(): AsyncGenerator<Uint8Array> {
    for (let at = 0; at < cut; at += 60_000) {
      yield new TextEncoder().encode(text.slice(at, Math.min(at + 60_000, cut)));
    }
    if (cut < text.length) throw new Error('the sender is gone');
  }
  const upload = { noun: 'orders', fileName: 'invoices.csv', sourceId, continues } as const;
  return storeUpload(org.callAs('admin'), upload, rowsOfCsvStream(bytes()));
}
const imports = async () => (await ask(listAllImports, {})).total;

describe('a file of orders that is uploaded as a stream', () => {
  test('is stored in parts with its source, every row once, and read by the columns the source names', async () => {
    const { id: sourceId } = await newSource();
    const one = await send(fileOf(11_000), sourceId);
    expect(one).toMatchObject({
      noun: 'orders',
      sourceId,
      importStatus: 'UPLOADED',
      counts: { total: 11_000, pending: 11_000 },
    });
    const { rows } = await ask(listRowsOfImport, { id: one.id, page: 3, limit: 5_000 });
    expect(rows).toHaveLength(1_000);
    const small = await send(fileOf(20), sourceId);
    expect((await ask(checkImport, { id: small.id })).counts).toMatchObject({ ready: 20, failed: 0 });
  });

  test('that breaks off cannot be checked, and is continued by the same file', async () => {
    const { id: sourceId } = await newSource();
    const text = fileOf(11_000);
    await expect(send(text, sourceId, { cut: text.length - 80_000 })).rejects.toThrow('the sender is gone');
    const [left] = (await ask(listAllImports, { limit: 1 })).rows;
    const id = left?.id ?? '';
    expect(left).toMatchObject({ importStatus: 'ARRIVING', sourceId });
    expect(await refusalOf(ask(checkImport, { id }))).toBe('INVALID_STATUS_TRANSITION');
    expect(await send(text, sourceId, { continues: id })).toMatchObject({
      id,
      importStatus: 'UPLOADED',
      counts: { total: 11_000 },
    });
  });

  test('of a source that is unknown or inactive is refused and stores nothing', async () => {
    const { id: sourceId } = await newSource();
    await ask(orderSourceVerbs.update, { id: sourceId, data: { recordStatus: 'inactive' } });
    const before = await imports();
    expect(await refusalOf(send(fileOf(3), newId()))).toBe('NOT_FOUND');
    expect(await refusalOf(send(fileOf(3), sourceId))).toBe('INVALID_INPUT');
    expect(await imports()).toBe(before);
  });
});
