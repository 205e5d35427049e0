import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { closeConnections } from '@/db/client';
import { newId } from '@/lib/ids';
import { contend, holdRow, valuesOf } from '@/testing/contenders';
import { foundTestOrganization, type TestOrganization } from '@/testing/organization';
import { withOwner } from '@/testing/owner';
import { type Conversation, converse, matches, PATH, rejects, shown } from './conversation';

let org: TestOrganization;
let c: Conversation;

beforeAll(async () => {
  org = await foundTestOrganization();
  c = converse(org);
});
afterAll(closeConnections);

const TODAY = '2026-11-21';

/** Changes rows as the tables' owner, for states that no verb produces: organization settings, an inactive account. */
const _asOwner = (organization: TestOrganization, text: string, values: unknown[]) =>
  withOwner(async (client) => {
    await client.query(`select set_config('app.organization_id', $1, false)`, [organization.organizationId]);
    await client.query(text, values);
  });

describe('4.5 reverse', () => {
  test('returns id, status, reversalTransactionId, reversalReason, reversalDate, message; the date defaults to today', async () => {
    const posted = await c.posted({ transactionDate: '2026-11-10', lines: [{ taxCodeId: org.ids.taxCode }] });
    const sent = await c.act(posted.id, 'reverse', { reversalReason: 'Billed twice' });
    expect(sent.status, sent.text).toBe(200);
    matches('C.transactions.reverse', sent);
    expect(sent.json).toMatchObject({
      id: posted.id,
      status: 'REVERSED',
      reversalReason: 'Billed twice',
      reversalDate: TODAY,
    });
    const { reversalTransactionId } = sent.json as { reversalTransactionId: string };
    expect(await c.get(reversalTransactionId)).toMatchObject({ status: 'POSTED', transactionDate: TODAY });
    expect((await c.get(posted.id)).status).toBe('REVERSED');
  });

  test('Reversal: mirrored entry, same accounts, dimensions, currencies and original rates', async () => {
    const posted = await c.posted({
      currencyCode: 'EUR',
      exchangeRate: '1.1234',
      lines: [{ unitPrice: '33.33' }],
    });
    const sent = await c.act(posted.id, 'reverse', { reversalReason: 'Mirror' });
    const { reversalTransactionId } = sent.json as { reversalTransactionId: string };
    const entryOf = async (id: string) =>
      (await c.door('viewer').send('GET', `${PATH}/${id}/gl-impact`)).json as {
        exchangeRate: string;
        currencyCode: string;
        lines: Record<string, string>[];
      };
    const [made, mirrored] = [await entryOf(posted.id), await entryOf(reversalTransactionId)];
    expect(mirrored).toMatchObject({ currencyCode: 'EUR', exchangeRate: '1.1234' });
    expect(mirrored.lines).toEqual(
      made.lines.map((line) => ({
        ...line,
        debit: line.credit,
        credit: line.debit,
        baseDebit: line.baseCredit,
        baseCredit: line.baseDebit,
      })),
    );
  });

  test('only POSTED, never twice, never a reversal: 400 INVALID_STATUS_TRANSITION', async () => {
    const approved = await c.approved();
    rejects(await c.act(approved.id, 'reverse', { reversalReason: 'x' }), 400, 'INVALID_STATUS_TRANSITION');
    const posted = await c.posted();
    const sent = await c.act(posted.id, 'reverse', { reversalReason: 'x' });
    rejects(await c.act(posted.id, 'reverse', { reversalReason: 'x' }), 400, 'INVALID_STATUS_TRANSITION');
    const { reversalTransactionId } = sent.json as { reversalTransactionId: string };
    rejects(
      await c.act(reversalTransactionId, 'reverse', { reversalReason: 'x' }),
      400,
      'INVALID_STATUS_TRANSITION',
    );
    rejects(await c.act(newId(), 'reverse', { reversalReason: 'x' }), 404, 'TRANSACTION_NOT_FOUND');
  });

  test('8 of many simultaneous reversals exactly one succeeds', async () => {
    const posted = await c.posted();
    const sent = valuesOf(
      await contend(
        holdRow('business_transactions', org.organizationId, posted.id),
        Array.from({ length: 20 }, () => () => c.act(posted.id, 'reverse', { reversalReason: 'Race' })),
        { waiting: 10 },
      ),
    );
    expect(sent.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const lost of sent.filter(({ status }) => status !== 200)) {
      rejects(lost, 400, 'INVALID_STATUS_TRANSITION');
    }
  });

  test('reversalReason is required; reversalDate not before the posting date and in an open period', async () => {
    const posted = await c.posted({ transactionDate: '2026-11-10' });
    for (const body of [{}, { reversalReason: '' }, { reversalReason: '  ' }, { reversalReason: 7 }]) {
      rejects(await c.act(posted.id, 'reverse', body), 400, 'VALIDATION_ERROR');
    }
    const before = await c.act(posted.id, 'reverse', { reversalReason: 'x', reversalDate: '2026-11-09' });
    expect(rejects(before, 400, 'VALIDATION_ERROR').details).toMatchObject({
      reason: 'REVERSAL_BEFORE_POSTING',
    });
    const never = await c.act(posted.id, 'reverse', { reversalReason: 'x', reversalDate: '2031-01-01' });
    expect(rejects(never, 400, 'VALIDATION_ERROR').details).toMatchObject({ reason: 'PERIOD_NOT_OPEN' });
    expect((await c.get(posted.id)).status).toBe('POSTED');
    rejects(
      await c.act(posted.id, 'reverse', { reversalReason: 'x' }, 'approver'),
      403,
      'INSUFFICIENT_PERMISSIONS',
    );
  });

  test('the largest amounts a document can hold can be reversed', async () => {
    const posted = await c.posted({
      kind: 'JOURNAL',
      lines: [
        { quantity: '100', unitPrice: '99999999999999', accountId: org.account('1110') },
        { quantity: '100', unitPrice: '-99999999999999', accountId: org.account('3100') },
      ],
    });
    expect((await c.act(posted.id, 'reverse', { reversalReason: 'Too much' })).status).toBe(200);
  });
});

describe('isolation', () => {
  test("another organization's transaction gets exactly the answer of one that does not exist, for every verb", async () => {
    const posted = await c.posted();
    const other = converse(await foundTestOrganization()).door('admin');
    const unknown = `${posted.id.slice(0, -1)}${posted.id.endsWith('0') ? '1' : '0'}`;
    for (const [method, path, body] of [
      ['GET', '', undefined],
      ['PUT', '', { memo: 'Mine' }],
      ['DELETE', '', undefined],
      ['GET', '/gl-impact', undefined],
      ['POST', '/post', {}],
      ['POST', '/approve', {}],
      ['POST', '/submit', undefined],
      ['POST', '/cancel', {}],
      ['POST', '/reverse', { reversalReason: 'Mine' }],
    ] as const) {
      const ask = (id: string) =>
        other.send(method, `${PATH}/${id}${path}`, body === undefined ? {} : { body });
      const foreign = await ask(posted.id);
      rejects(foreign, 404, 'TRANSACTION_NOT_FOUND');
      expect(foreign.text.replaceAll(posted.id, 'ID')).toBe(
        (await ask(unknown)).text.replaceAll(unknown, 'ID'),
      );
    }
    expect(await c.get(posted.id)).toEqual(posted);
    expect(shown(await c.door('viewer').send('GET', `${PATH}/${posted.id.toUpperCase()}`))).toEqual(posted);
  });
});
