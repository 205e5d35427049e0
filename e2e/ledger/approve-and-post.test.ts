import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { closeConnections } from '@/db/client';
import { sql, withTenantSql } from '@/db/tenancy';
import { contend, holdRow, valuesOf } from '@/testing/contenders';
import {
  approvedDocument,
  createDocument,
  documentBody,
  journalLines,
  postedDocument,
} from '@/testing/documents';
import { foundTestOrganization, type TestOrganization } from '@/testing/organization';
import { runForOutput } from '@/usecases/kit/run';
import { createTransaction } from '@/usecases/transactions/create-transaction';
import { getTransaction } from '@/usecases/transactions/get-transaction';
import { approveAndPostTransactions } from '@/usecases/transactions/posting/approve-and-post';
import { approveTransaction } from '@/usecases/transactions/posting/approve-transaction';
import { cancelTransaction } from '@/usecases/transactions/posting/cancel-transaction';
import { fingerprint } from '../support/fingerprint';

let org: TestOrganization;
beforeAll(async () => {
  org = await foundTestOrganization();
});
afterAll(closeConnections);

const controller = () => org.callAs('controller', { surface: 'trpc' });
const act = (input: object) => runForOutput(approveAndPostTransactions, controller(), input);
const statusOf = async (id: string) =>
  (await runForOutput(getTransaction, org.callAs('viewer'), { id })).status;
const journal = (second = '-100.00', code = '4300') =>
  createDocument(org, {
    kind: 'JOURNAL',
    lines: journalLines(org, [
      ['1110', '100.00'],
      [code, second],
    ]),
  });
const refusalsOf = (results: Awaited<ReturnType<typeof act>>) =>
  results.map((result) => (result.ok ? null : result.refusal.code));

describe('approving and posting as one act', () => {
  test('posts a draft with an audit row for each step', async () => {
    const { id } = await journal();
    const [result] = await act({ items: [{ id }] });
    expect(result).toMatchObject({ ok: true, output: { id, status: 'POSTED' } });
    expect(await statusOf(id)).toBe('POSTED');
    const rows = await withTenantSql(
      { organizationId: org.principals.admin.organizationId, userId: null },
      (tenant) =>
        sql<{ action: string }>(
          tenant,
          `select action from audit_log where organization_id = $1::uuid and record_id = $2::uuid order by occurred_at, id`,
          [tenant.organizationId, id],
        ),
    );
    expect(rows.map(({ action }) => action).sort()).toEqual(
      [
        'gl.transaction.create',
        'gl.transaction.submit',
        'gl.transaction.approve',
        'gl.transaction.post',
      ].sort(),
    );
  });

  test('of a document that cannot be posted approves nothing and says why', async () => {
    const { id } = await journal('-90.00');
    const before = await fingerprint(org.organizationId);
    await expect(act({ items: [{ id }] })).rejects.toMatchObject({ refusal: { code: 'NOT_BALANCED' } });
    const far = await createDocument(org, { transactionDate: '2077-01-01' });
    const state = await fingerprint(org.organizationId);
    await expect(act({ items: [{ id: far.id }] })).rejects.toMatchObject({
      refusal: { code: 'PERIOD_NOT_OPEN' },
    });
    expect(await fingerprint(org.organizationId)).toEqual(state);
    expect(await statusOf(id)).toBe('DRAFT');
    expect(before).not.toEqual(state);
  });

  test('in bulk does what can be done and gives the reason for every refusal', async () => {
    const good = [await journal(), await journal()];
    const crooked = await journal('-90.00');
    const far = await createDocument(org, { transactionDate: '2077-01-01' });
    const done = await postedDocument(org);
    const items = [good[0], crooked, far, done, good[1]].map((document) => ({ id: document?.id }));
    const results = await act({ items, mode: 'each' });
    expect(refusalsOf(results)).toEqual([
      null,
      'NOT_BALANCED',
      'PERIOD_NOT_OPEN',
      'INVALID_STATUS_TRANSITION',
      null,
    ]);
    for (const { id } of good) expect(await statusOf(id)).toBe('POSTED');
    for (const { id } of [crooked, far]) expect(await statusOf(id)).toBe('DRAFT');
  });

  test('all or nothing stores nothing when one of them is refused', async () => {
    const [good, crooked] = [await journal(), await journal('-90.00')];
    const before = await fingerprint(org.organizationId);
    await expect(act({ items: [{ id: good.id }, { id: crooked.id }], mode: 'all' })).rejects.toMatchObject({
      refusal: { code: 'NOT_BALANCED', data: { itemIndex: 1 } },
    });
    expect(await fingerprint(org.organizationId)).toEqual(before);
  });

  test('by two at once posts the document once', async () => {
    const { id } = await journal();
    const both = valuesOf(
      await contend(
        holdRow('business_transactions', org.organizationId, id),
        [1, 2].map(() => () => act({ items: [{ id }], mode: 'each' })),
      ),
    );
    const codes = both.flatMap(refusalsOf);
    expect(codes.filter((code) => code === null)).toHaveLength(1);
    expect(codes.filter((code) => code !== null)).toHaveLength(1);
  });

  test('needs both permissions, and the version that was read', async () => {
    const { id, version } = await journal();
    await expect(
      runForOutput(approveAndPostTransactions, org.callAs('viewer'), { items: [{ id }] }),
    ).rejects.toMatchObject({ refusal: { code: 'FORBIDDEN' } });
    const approver = org.callAs('approver');
    const without = new Set(
      [...approver.principal.permissions].filter((one) => one !== 'gl.transaction.post'),
    );
    await expect(
      runForOutput(
        approveAndPostTransactions,
        { ...approver, principal: { ...approver.principal, permissions: without } },
        { items: [{ id }] },
      ),
    ).rejects.toMatchObject({ refusal: { code: 'FORBIDDEN', data: { permission: 'gl.transaction.post' } } });
    await expect(act({ items: [{ id, version: version + 1 }] })).rejects.toMatchObject({
      refusal: { code: 'STALE_VERSION' },
    });
    expect(await statusOf(id)).toBe('DRAFT');
  });
});

describe('approving on a screen what can never be posted as it is', () => {
  const approve = (id: string) => runForOutput(approveTransaction, controller(), { id });

  test('is refused with the reason, and nothing changes', async () => {
    const { id } = await journal('-100.00', '1210');
    const crooked = await journal('-90.00');
    const before = await fingerprint(org.organizationId);
    await expect(approve(id)).rejects.toMatchObject({
      refusal: { code: 'ACCOUNT_NOT_POSTABLE', data: { accounts: [{ code: '1210', why: 'CONTROL' }] } },
    });
    await expect(approve(crooked.id)).rejects.toMatchObject({ refusal: { code: 'NOT_BALANCED' } });
    expect(await fingerprint(org.organizationId)).toEqual(before);
  });

  test('is refused for a document created as approved too', async () => {
    const lines = journalLines(org, [
      ['1110', '100.00'],
      ['1210', '-100.00'],
    ]);
    const body = documentBody(org, { kind: 'JOURNAL', lines, status: 'APPROVED' });
    const before = await fingerprint(org.organizationId);
    await expect(runForOutput(createTransaction, controller(), body)).rejects.toMatchObject({
      refusal: { code: 'ACCOUNT_NOT_POSTABLE' },
    });
    expect(await fingerprint(org.organizationId)).toEqual(before);
  });

  test('passes for a date whose period is not open, since the posting date is chosen later', async () => {
    const far = await createDocument(org, { transactionDate: '2077-01-01' });
    expect((await approve(far.id)).status).toBe('APPROVED');
    expect((await approvedDocument(org)).status).toBe('APPROVED');
  });
});

test('a document that was cancelled has no open amount', async () => {
  const { id, openAmount } = await createDocument(org);
  expect(openAmount).toBe('100.00');
  await runForOutput(cancelTransaction, controller(), { id, reason: 'Entered twice' });
  const cancelled = await runForOutput(getTransaction, org.callAs('viewer'), { id });
  expect(cancelled).toMatchObject({ status: 'CANCELLED', totalAmount: '100.00', openAmount: '0.00' });
});
