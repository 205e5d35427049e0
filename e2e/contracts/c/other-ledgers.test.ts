import { createHash } from 'node:crypto';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { closeConnections } from '@/db/client';
import { rowsOfCsv } from '@/lib/csv';
import { surfaceC } from '@/surfaces/c/surface';
import { postedDocument } from '@/testing/documents';
import { doorFor } from '@/testing/door';
import { foundTestOrganization, type TestOrganization } from '@/testing/organization';
import { runForOutput } from '@/usecases/kit/run';
import { deliverWebhooks, type SendWebhook } from '@/usecases/webhooks/deliver-webhooks';
import { publishEvents } from '@/usecases/webhooks/dispatch-events';
import { createWebhookEndpoint } from '@/usecases/webhooks/endpoint-records';

let org: TestOrganization;
beforeEach(async () => {
  org = await foundTestOrganization();
});
afterAll(closeConnections);

const PATH = '/api/v1/gl/other-ledgers';
const send = (method: 'GET' | 'POST' | 'PUT', path: string, body?: object) =>
  doorFor(surfaceC, org.principals.controller).send(method, path, body === undefined ? {} : { body });
const read = async (method: 'GET' | 'POST' | 'PUT', path: string, body?: object) =>
  (await send(method, path, body)).json as Record<string, never> & { readonly [field: string]: unknown };

/** What a receiver of batch events alone is sent, in order. */
async function delivered(): Promise<{ readonly type: string; readonly data: Record<string, unknown> }[]> {
  const bodies: string[] = [];
  const send: SendWebhook = async ({ body }) => {
    bodies.push(body);
    return 204;
  };
  await publishEvents(org.principals.admin);
  while ((await deliverWebhooks(org.principals.admin, send, new Date())) > 0);
  return bodies.map((body) => JSON.parse(body));
}

describe('another ledger over REST', () => {
  test('notifies webhooks of a batch that is sealed, sent and read back, and of nothing else', async () => {
    await runForOutput(createWebhookEndpoint, org.callAs('admin'), {
      url: 'https://ledger.example.com/',
      eventTypes: ['ledgerBatches.*'],
    });
    await postedDocument(org);
    const made = await send('POST', PATH, {
      ...{ code: 'HK', name: 'Told', format: 'CSV', summary: 'ENTRY', startsOn: '2000-01-01' },
    });
    const { id } = (made.json as { ledger: { id: string } }).ledger;
    const { data } = (await read('GET', `${PATH}/${id}/codes`)) as unknown as {
      data: { kind: string; recordId: string; ownCode: string }[];
    };
    await send('PUT', `${PATH}/${id}/codes`, {
      codes: data.map(({ kind, recordId, ownCode }) => ({ kind, recordId, code: ownCode })),
    });
    const asOf = org.clock.today();
    const sealed = await send('POST', `${PATH}/${id}/batches`, { throughDate: asOf });
    const { batch } = sealed.json as { batch: { id: string; contentHash: string } };
    await send('POST', `/api/v1/gl/ledger-batches/${batch.id}/sent`);
    // A second person who marks it as sent is refused, so that no webhook is sent twice.
    expect((await send('POST', `/api/v1/gl/ledger-batches/${batch.id}/sent`)).status).toBe(400);
    await send('POST', `${PATH}/${id}/read-backs`, { asOf, rows: [{ code: '1', debit: '1', credit: '0' }] });
    const told = await delivered();
    expect(told.map(({ type }) => type).sort()).toEqual([
      'ledgerBatches.readBack',
      'ledgerBatches.sealed',
      'ledgerBatches.sent',
    ]);
    const of = (type: string) => told.find((one) => one.type === `ledgerBatches.${type}`)?.data;
    expect(JSON.stringify(of('sealed'))).toContain(batch.contentHash);
    expect(JSON.stringify(of('sent'))).toContain(batch.id);
    expect(JSON.stringify(of('readBack'))).toContain(id);
    expect(await delivered()).toEqual([]);
  });

  test('gets its entries as a sealed file, is marked sent, and its trial balance is read back and agrees', async () => {
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
