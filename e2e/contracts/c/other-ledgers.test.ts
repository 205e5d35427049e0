import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { closeConnections } from '@/db/client';
import { rowsOfCsv } from '@/lib/csv';
import { surfaceC } from '@/surfaces/c/surface';
import { postedDocument } from '@/testing/documents';
import { doorFor } from '@/testing/door';
import { foundTestOrganization, type TestOrganization } from '@/testing/organization';

let org: TestOrganization;
beforeAll(async () => {
  org = await foundTestOrganization();
});
afterAll(closeConnections);

const PATH = '/api/v1/gl/other-ledgers';
const send = (method: 'GET' | 'POST' | 'PUT', path: string, body?: object) =>
  doorFor(surfaceC, org.principals.controller).send(method, path, body === undefined ? {} : { body });
const read = async (method: 'GET' | 'POST' | 'PUT', path: string, body?: object) =>
  (await send(method, path, body)).json as Record<string, never> & { readonly [field: string]: unknown };

describe('another ledger over REST', () => {
  test('gets its entries as a sealed file, is marked sent, and its trial balance is read back equal', async () => {
    await postedDocument(org);
    const today = org.clock.today();
    const made = await send('POST', PATH, {
      code: 'NS',
      name: 'NetSuite',
      format: 'NETSUITE',
      summary: 'ENTRY',
      startsOn: '2000-01-01',
    });
    expect(made.status).toBe(201);
    const { id } = (made.json as { ledger: { id: string } }).ledger;
    const { data } = (await read('GET', `${PATH}/${id}/codes`)) as unknown as {
      data: { kind: string; recordId: string; ownCode: string; code: null }[];
    };
    const refused = await send('POST', `${PATH}/${id}/batches`, { throughDate: today });
    expect([refused.status, (refused.json as { code: string }).code]).toEqual([409, 'CODES_MISSING']);
    const codes = data.map(({ kind, recordId, ownCode }) => ({ kind, recordId, code: `X${ownCode}` }));
    expect((await send('PUT', `${PATH}/${id}/codes`, { codes })).status).toBe(200);
    const sealed = await send('POST', `${PATH}/${id}/batches`, { throughDate: today });
    expect(sealed.status).toBe(201);
    const { batch } = sealed.json as { batch: { id: string; contentHash: string; lines: number } };
    const file = await send('GET', `/api/v1/gl/ledger-batches/${batch.id}/file`);
    expect(file.headers.get('content-type')).toContain('text/csv');
    const text = file.text;
    expect(createHash('sha256').update(text).digest('hex')).toBe(batch.contentHash);
    const rows = (rowsOfCsv(text) ?? []).slice(1);
    expect(rows).toHaveLength(batch.lines);
    expect((await send('POST', `/api/v1/gl/ledger-batches/${batch.id}/sent`)).json).toMatchObject({
      batch: { status: 'SENT', sentBy: org.users.controller.name },
    });
    const undo = await send('POST', `/api/v1/gl/ledger-batches/${batch.id}/undo`, { reason: 'Too late' });
    expect(undo.status).toBe(400);
    const back = await send('POST', `${PATH}/${id}/read-backs`, {
      asOf: today,
      rows: rows.map((row) => ({ code: row[5], debit: row[6] || '0', credit: row[7] || '0' })),
    });
    expect(back.json).toMatchObject({
      readBack: { differing: 0, lines: [{ state: 'EQUAL' }, { state: 'EQUAL' }] },
    });
    const listed = (await read('GET', `${PATH}/${id}/batches`)) as unknown as { total: number };
    expect(listed.total).toBe(1);
  });
});
