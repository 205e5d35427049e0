import { afterAll, describe, expect, it } from 'vitest';
import { closeConnections } from '@/db/client';
import { sql, withTenantReport } from '@/db/tenancy';
import { newId } from '@/lib/ids';
import { approvedDocument, createDocument, documentBody, postedDocument } from '@/testing/documents';
import { foundTestOrganization, type TestOrganization } from '@/testing/organization';
import type { Call, UseCase } from '@/usecases/kit/define';
import { run } from '@/usecases/kit/run';
import { approveTransaction } from '@/usecases/transactions/approve-transaction';
import { createTransaction } from '@/usecases/transactions/create-transaction';
import { postTransaction } from '@/usecases/transactions/post-transaction';
import { reverseTransaction } from '@/usecases/transactions/reverse-transaction';

// Proves the law documents/post-transactions of prisma/sql.

afterAll(closeConnections);

const CALLERS = 200;

interface Tally {
  readonly won: number;
  readonly replayed: number;
  readonly refused: Readonly<Record<string, number>>;
}

/** The same verb from many callers at once, through the runner as the doors call it. */
async function storm<Input, Output>(
  useCase: UseCase<Input, Output>,
  input: unknown,
  callOf: (index: number) => Call,
): Promise<Tally> {
  const outcomes = await Promise.all(
    Array.from({ length: CALLERS }, (_, index) =>
      run(useCase, callOf(index), input, () => ({ status: 200, body: 'once', headers: {} })).then(
        (outcome) => (outcome.replayed ? 'replayed' : 'won'),
        (error: { refusal?: { code: string } }) => error.refusal?.code ?? String(error),
      ),
    ),
  );
  const count = (word: string) => outcomes.filter((outcome) => outcome === word).length;
  const refused = outcomes.filter((outcome) => outcome !== 'won' && outcome !== 'replayed');
  return {
    won: count('won'),
    replayed: count('replayed'),
    refused: Object.fromEntries([...new Set(refused)].map((word) => [word, count(word)])),
  };
}

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

describe(`${CALLERS} callers at once`, () => {
  it('posting one document: one wins, the others are told it is posted; one entry, one audit row, one event', async () => {
    const org = await foundTestOrganization();
    const { id } = await approvedDocument(org);
    const tally = await storm(postTransaction, { id }, () => org.callAs('accountant'));
    expect(tally).toEqual({ won: 1, replayed: 0, refused: { ALREADY_POSTED: CALLERS - 1 } });
    expect(await ledgerOf(org)).toMatchObject({
      entries: 1,
      audits: 1,
      events: 1,
      unbalanced: 0,
      breaches: 0,
    });
  });

  it('reversing one document: one wins, the others are told the status', async () => {
    const org = await foundTestOrganization();
    const { id } = await postedDocument(org);
    const tally = await storm(reverseTransaction, { id, reversalReason: 'Race' }, () =>
      org.callAs('accountant'),
    );
    expect(tally).toEqual({ won: 1, replayed: 0, refused: { INVALID_STATUS_TRANSITION: CALLERS - 1 } });
    expect(await ledgerOf(org)).toMatchObject({
      entries: 2,
      documents: 2,
      audits: 2,
      unbalanced: 0,
      breaches: 0,
    });
  });

  it('approving one document: one wins', async () => {
    const org = await foundTestOrganization();
    const { id } = await createDocument(org);
    const tally = await storm(approveTransaction, { id }, () => org.callAs('approver'));
    expect(tally).toEqual({ won: 1, replayed: 0, refused: { INVALID_STATUS_TRANSITION: CALLERS - 1 } });
  });

  it('posting with one Idempotency-Key: one effect; every other call replays it or hears that it is running', async () => {
    const org = await foundTestOrganization();
    const { id } = await approvedDocument(org);
    const idempotency = { key: newId(), route: 'POST /post', requestHash: 'same' };
    const tally = await storm(postTransaction, { id }, () => org.callAs('accountant', { idempotency }));
    expect(tally.won).toBe(1);
    expect(Object.keys(tally.refused).filter((word) => word !== 'IDEMPOTENCY_RUNNING')).toEqual([]);
    expect(tally.replayed + (tally.refused.IDEMPOTENCY_RUNNING ?? 0)).toBe(CALLERS - 1);
    expect(await ledgerOf(org)).toMatchObject({ entries: 1, audits: 1 });
  });

  it('creating with ten Idempotency-Keys: ten documents', async () => {
    const org = await foundTestOrganization();
    const keys = Array.from({ length: 10 }, () => newId());
    const tally = await storm(createTransaction, documentBody(org), (index) =>
      org.callAs('accountant', {
        idempotency: { key: keys[index % 10] ?? '', route: 'POST /transactions', requestHash: 'same' },
      }),
    );
    expect(tally.won).toBe(10);
    expect((await ledgerOf(org)).documents).toBe(10);
  });

  it('posting two hundred documents at once: all win, entry numbers run without a hole', async () => {
    const org = await foundTestOrganization();
    const made = await Promise.all(
      Array.from({ length: CALLERS }, () =>
        run(createTransaction, org.callAs('admin'), documentBody(org, { status: 'APPROVED' })),
      ),
    );
    const posted = await Promise.all(
      made.map((one) =>
        one.replayed
          ? Promise.reject(new Error('replayed'))
          : run(postTransaction, org.callAs('admin'), { id: one.output.id }),
      ),
    );
    const numbers = posted.map((one) => (one.replayed ? '' : one.output.entryNumber)).sort();
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
