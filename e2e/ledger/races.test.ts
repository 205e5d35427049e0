import type pg from 'pg';
import { afterAll, describe, expect, it } from 'vitest';
import { closeConnections } from '@/db/client';
import { sql, withTenantReport } from '@/db/tenancy';
import { newId } from '@/lib/ids';
import { contend, holdPeriods, holdRow, wordsOf } from '@/testing/contenders';
import { approvedDocument, createDocument, documentBody, postedDocument } from '@/testing/documents';
import { foundTestOrganization, type TestOrganization } from '@/testing/organization';
import { subscribe } from '@/testing/subscriber';
import type { Call, UseCase } from '@/usecases/kit/define';
import { run, runForOutput } from '@/usecases/kit/run';
import { createTransaction } from '@/usecases/transactions/create-transaction';
import { approveTransaction } from '@/usecases/transactions/posting/approve-transaction';
import { postTransactionBatch } from '@/usecases/transactions/posting/post-batch';
import { postTransaction } from '@/usecases/transactions/posting/post-transaction';
import { reverseTransaction } from '@/usecases/transactions/posting/reverse-transaction';

// Proves the laws documents/post-transactions, documents/approve-transactions and platform/claim-keys of prisma/sql.

afterAll(closeConnections);

const CALLERS = 200;

interface Tally {
  readonly won: number;
  readonly replayed: number;
  readonly refused: Readonly<Record<string, number>>;
}

/**
 * The same verb from many simultaneous callers, through the runner as the doors call it. `held` locks a resource they all need until the
 * given number of their transactions is seen waiting for it (two batches, where calls are gathered), which proves that they overlapped.
 */
async function storm<Input, Output>(
  useCase: UseCase<Input, Output>,
  input: unknown,
  callOf: (index: number) => Call,
  held: Parameters<typeof contend>[0],
  waiting = 2,
): Promise<Tally> {
  const callers = Array.from(
    { length: CALLERS },
    (_, index) => () =>
      run(useCase, callOf(index), input, () => ({ status: 200, body: 'once', headers: {} })).then(
        (outcome) => (outcome.replayed ? 'replayed' : 'won'),
        (error: { refusal?: { code: string } }) => error.refusal?.code ?? String(error),
      ),
  );
  const settled = await contend(held, callers, { waiting });
  const outcomes = settled.map((one) => (one.status === 'fulfilled' ? one.value : String(one.reason)));
  const count = (word: string) => outcomes.filter((outcome) => outcome === word).length;
  const refused = outcomes.filter((outcome) => outcome !== 'won' && outcome !== 'replayed');
  return {
    won: count('won'),
    replayed: count('replayed'),
    refused: Object.fromEntries([...new Set(refused)].map((word) => [word, count(word)])),
  };
}

const documentOf = (org: TestOrganization, id: string) =>
  holdRow('business_transactions', org.organizationId, id);

/** Locks the series that numbers new documents. */
const holdNumbers = (org: TestOrganization) => async (client: pg.ClientBase) => {
  await client.query(`select set_config('app.organization_id', $1, true)`, [org.organizationId]);
  await client.query(
    `insert into number_counters as c (organization_id, series, fiscal_year, next_value) values ($1, 'INV', 2026, 1)
     on conflict (organization_id, series, fiscal_year) do update set next_value = c.next_value`,
    [org.organizationId],
  );
};

async function ledgerOf(org: TestOrganization) {
  const claim = { organizationId: org.principals.admin.organizationId, userId: null };
  return withTenantReport(claim, async (tenant) => {
    const [counts] = await sql<{ entries: number; audits: number; events: number; documents: number }>(
      tenant,
      `select (select count(*)::int from ledger_entries) as entries,
         (select count(*)::int from audit_log where action = 'gl.transaction.post') as audits,
         (select count(*)::int from outbox_events where event_type = 'gl.transaction.posted') as events,
         (select count(*)::int from business_transactions) as documents`,
    );
    const [verified] = await sql<{ o_unbalanced: string; o_balance_breaches: string; o_difference: string }>(
      tenant,
      'select * from daybook_verify_ledger()',
    );
    return {
      ...counts,
      unbalanced: Number(verified?.o_unbalanced),
      breaches: Number(verified?.o_balance_breaches),
    };
  });
}

describe(`${CALLERS} simultaneous callers`, () => {
  it('posting one document: one succeeds, the others are answered that it is posted; one entry, one audit row, one event', async () => {
    const org = await foundTestOrganization();
    await subscribe(org);
    const { id } = await approvedDocument(org);
    const tally = await storm(postTransaction, { id }, () => org.callAs('accountant'), documentOf(org, id));
    expect(tally).toEqual({ won: 1, replayed: 0, refused: { ALREADY_POSTED: CALLERS - 1 } });
    expect(await ledgerOf(org)).toMatchObject({
      entries: 1,
      audits: 1,
      events: 1,
      unbalanced: 0,
      breaches: 0,
    });
  });

  it('posting one document alone and in a batch: both wait for the document, one posts it, the other finds it posted', async () => {
    const org = await foundTestOrganization();
    await subscribe(org);
    const { id } = await approvedDocument(org);
    const call = org.callAs('accountant');
    const outcomes = await contend<unknown>(documentOf(org, id), [
      () => runForOutput(postTransaction, call, { id }),
      () => runForOutput(postTransactionBatch, call, { ids: [id], mode: 'all' }),
    ]);
    expect(wordsOf(outcomes).sort()).toEqual(['ALREADY_POSTED', 'won']);
    expect(await ledgerOf(org)).toMatchObject({
      entries: 1,
      audits: 1,
      events: 1,
      unbalanced: 0,
      breaches: 0,
    });
  });

  it('reversing one document: one succeeds, the others are answered with the status', async () => {
    const org = await foundTestOrganization();
    const { id } = await postedDocument(org);
    const input = { id, reversalReason: 'Race' };
    const tally = await storm(reverseTransaction, input, () => org.callAs('accountant'), documentOf(org, id));
    expect(tally).toEqual({ won: 1, replayed: 0, refused: { INVALID_STATUS_TRANSITION: CALLERS - 1 } });
    expect(await ledgerOf(org)).toMatchObject({
      entries: 2,
      documents: 2,
      audits: 2,
      unbalanced: 0,
      breaches: 0,
    });
  });

  it('approving one document: one succeeds', async () => {
    const org = await foundTestOrganization();
    const { id } = await createDocument(org);
    const tally = await storm(approveTransaction, { id }, () => org.callAs('approver'), documentOf(org, id));
    expect(tally).toEqual({ won: 1, replayed: 0, refused: { INVALID_STATUS_TRANSITION: CALLERS - 1 } });
  });

  it('posting with one Idempotency-Key: one effect; every other call replays it or is answered that it is running', async () => {
    const org = await foundTestOrganization();
    const { id } = await approvedDocument(org);
    const idempotency = { key: newId(), route: 'POST /post', requestHash: 'same' };
    const tally = await storm(
      postTransaction,
      { id },
      () => org.callAs('accountant', { idempotency }),
      documentOf(org, id),
      // The others are answered that the key is in use and do not wait.
      1,
    );
    expect(tally.won).toBe(1);
    expect(Object.keys(tally.refused).filter((word) => word !== 'IDEMPOTENCY_RUNNING')).toEqual([]);
    expect(tally.replayed + (tally.refused.IDEMPOTENCY_RUNNING ?? 0)).toBe(CALLERS - 1);
    expect(await ledgerOf(org)).toMatchObject({ entries: 1, audits: 1 });
  });

  it('creating with ten Idempotency-Keys: ten documents', async () => {
    const org = await foundTestOrganization();
    const keys = Array.from({ length: 10 }, () => newId());
    const tally = await storm(
      createTransaction,
      documentBody(org),
      (index) =>
        org.callAs('accountant', {
          idempotency: { key: keys[index % 10] ?? '', route: 'POST /transactions', requestHash: 'same' },
        }),
      holdNumbers(org),
      // One batch may claim all ten keys; the other then has nothing to write and does not wait.
      1,
    );
    expect(tally.won).toBe(10);
    expect((await ledgerOf(org)).documents).toBe(10);
  });

  it('posting two hundred documents: all succeed, entry numbers run without a gap', async () => {
    const org = await foundTestOrganization();
    const made = await Promise.all(
      Array.from({ length: CALLERS }, () =>
        run(createTransaction, org.callAs('admin'), documentBody(org, { status: 'APPROVED' })),
      ),
    );
    const posted = await contend(
      holdPeriods(org.organizationId, 'closing'),
      made.map((one) => () => {
        if (one.replayed) throw new Error('replayed');
        return runForOutput(postTransaction, org.callAs('admin'), { id: one.output.id });
      }),
      { waiting: 2 },
    );
    const numbers = posted.map((one) => (one.status === 'fulfilled' ? one.value.entryNumber : one)).sort();
    expect(numbers).toEqual(
      Array.from({ length: CALLERS }, (_, index) => `GL-2026-${String(index + 1).padStart(6, '0')}`),
    );
    expect(await ledgerOf(org)).toMatchObject({
      entries: CALLERS,
      audits: CALLERS,
      unbalanced: 0,
      breaches: 0,
    });
  });
});
