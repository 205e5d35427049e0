import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { closeConnections } from '@/db/client';
import { surfaceC } from '@/surfaces/c/surface';
import { doorFor } from '@/testing/door';
import { sampleFile } from '@/testing/files/order-files';
import { foundTestOrganization, type TestOrganization } from '@/testing/organization';

let org: TestOrganization;
beforeAll(async () => {
  org = await foundTestOrganization({ today: '2026-02-10' });
});
afterAll(closeConnections);

const PATH = '/api/v1/revenue';
const send = (method: 'GET' | 'POST' | 'PUT', path: string, body?: object) =>
  doorFor(surfaceC, org.principals.admin).send(method, `${PATH}${path}`, body === undefined ? {} : { body });

interface Read {
  readonly id: string;
  readonly state: string;
  readonly outcome: string | null;
  readonly waits: { readonly code: string; readonly line: string } | null;
  readonly contractId: string | null;
}
const rows = async (path: string) => ((await send('GET', path)).json as { data: Read[] }).data;

describe('orders and bills over REST', () => {
  test('are checked, imported and, where one waits, answered; the same file again changes nothing', async () => {
    const made = await send('POST', '/order-sources', {
      code: 'STRIPE',
      name: 'Stripe',
      kind: 'STRIPE_INVOICES',
      subsidiaryId: org.ids.rootSubsidiary,
      rules: [
        {
          name: 'Plans',
          when: [{ field: 'description', ask: 'CONTAINS', value: 'plan' }],
          outcome: { kind: 'OBLIGATION', pattern: 'OVER_PERIOD' },
        },
        {
          name: 'Workshops',
          when: [{ field: 'description', ask: 'CONTAINS', value: 'workshop' }],
          outcome: { kind: 'OBLIGATION', pattern: 'ON_DATE' },
        },
      ],
    });
    expect(made.status).toBe(201);
    const { id: sourceId } = (made.json as { source: { id: string } }).source;
    const upload = async () => {
      const file = { fileName: 'invoices.csv', ...sampleFile('stripe-invoices') };
      const sent = await send('POST', `/order-sources/${sourceId}/files`, file);
      expect(sent.status).toBe(201);
      return (sent.json as { file: { id: string } }).file.id;
    };
    const first = await upload();
    expect((await send('POST', `/order-files/${first}/check`)).status).toBe(200);
    expect(await rows(`/order-sources/${sourceId}/orders`)).toEqual([]);
    const checked = await rows(`/order-files/${first}/rows`);
    expect(checked[0]).toMatchObject({
      state: 'READY',
      outcome: expect.stringContaining('Contract NW-0001'),
    });
    expect((await send('POST', `/order-files/${first}/run`)).json).toMatchObject({
      file: { status: 'DONE', counts: { imported: 6, failed: 0 } },
    });
    const [waiting] = await rows(`/order-sources/${sourceId}/orders?state=WAITING`);
    expect(waiting).toMatchObject({ waits: { code: 'NO_RULE', line: 'line 1' }, contractId: null });
    const answer = { answer: 'LINE', line: 'line 1', outcome: { kind: 'OBLIGATION', pattern: 'ON_DATE' } };
    const answered = await send('POST', `/source-orders/${waiting?.id}/answer`, answer);
    expect(answered.json).toMatchObject({ order: { state: 'MADE', waits: null } });
    const again = await upload();
    await send('POST', `/order-files/${again}/run`);
    const outcomes = (await rows(`/order-files/${again}/rows`)).map(({ outcome }) => outcome);
    expect(new Set(outcomes)).toEqual(new Set(['Nothing changed']));
    expect((await send('POST', `/order-sources/${sourceId}/take-up`)).json).toEqual({ tried: 0 });
  });

  test('refuse a rule for a field that orders do not have, and a kind that changes, and nothing changes', async () => {
    const body = { code: 'T', name: 'Table', subsidiaryId: org.ids.rootSubsidiary };
    const wrong = {
      name: 'x',
      when: [{ field: 'color', ask: 'IS', value: 'red' }],
      outcome: { kind: 'NOTHING' },
    };
    expect((await send('POST', '/order-sources', { ...body, rules: [wrong] })).status).toBe(400);
    expect((await send('POST', '/order-sources', { code: 'T', name: 'Table' })).status).toBe(400);
    const made = await send('POST', '/order-sources', body);
    const { id } = (made.json as { source: { id: string } }).source;
    expect((await send('PUT', `/order-sources/${id}`, { kind: 'SHOPIFY_ORDERS' })).status).toBe(400);
    const { data } = (await send('GET', '/order-sources')).json as { data: { id: string; kind: string }[] };
    expect(data.filter((one) => one.id === id)).toMatchObject([{ kind: 'TABLE' }]);
  });
});
