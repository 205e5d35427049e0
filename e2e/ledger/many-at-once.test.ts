import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RefusalError } from '@/core/refusals';
import { closeConnections } from '@/db/client';
import { reverseTransactions } from '@/db/stores/documents/postings';
import { sql, type Tenant, withTenantSql } from '@/db/tenancy';
import { withSavepoint } from '@/db/transaction';
import { newId } from '@/lib/ids';
import {
  approvedDocument,
  createDocument,
  documentBody,
  journalLines,
  postedDocument,
} from '@/testing/documents';
import { type Query, rowsLeft } from '@/testing/left/rows-left';
import { foundTestOrganization, type TestOrganization } from '@/testing/organization';
import type { Change, Context } from '@/usecases/kit/define';
import { runForOutput } from '@/usecases/kit/run';
import { updateOrganization } from '@/usecases/organizations/organization-records';
import { listPeriods } from '@/usecases/periods/list-periods';
import { createTransaction } from '@/usecases/transactions/create-transaction';
import { applyPayment } from '@/usecases/transactions/payments/apply-payment';
import { approveDocuments } from '@/usecases/transactions/posting/approve-documents';
import { approveTransaction } from '@/usecases/transactions/posting/approve-transaction';
import { cancelTransaction } from '@/usecases/transactions/posting/cancel-transaction';
import { reverseDocuments } from '@/usecases/transactions/posting/reverse-documents';
import { reverseTransaction } from '@/usecases/transactions/posting/reverse-transaction';
import { submitTransaction } from '@/usecases/transactions/posting/submit-transaction';
import { batchesOf, holds } from '../support/hold';

// Proves the laws documents/reverse-transactions, documents/judge-reversals and documents/reversal of prisma/sql: doing it to many at once
// is doing it to one after the other.

afterAll(closeConnections);

class TakeBack extends Error {}

interface Tried {
  readonly outcomes: readonly unknown[];
  readonly changes: readonly string[];
  readonly left: Readonly<Record<string, readonly string[]>>;
}

/** What some work returns, records and leaves behind; the books are then restored. */
async function tried(
  org: TestOrganization,
  tenant: Tenant,
  work: (context: Context) => Promise<readonly unknown[]>,
): Promise<Tried> {
  const changes: Change[] = [];
  const context: Context = {
    ...org.callAs('controller'),
    tenant,
    expectedVersion: undefined,
    dryRun: false,
    record: (change) => changes.push(change),
  };
  let result: Tried | undefined;
  await withSavepoint(tenant, async () => {
    const outcomes = await work(context);
    const query: Query = (text, values = []) => sql(tenant, text, values);
    const people = Object.entries(org.users).map(([role, { id }]) => [id, role] as const);
    const { rows, stable } = await rowsLeft(query, new Map(people));
    result = {
      outcomes: outcomes.map(stable),
      changes: changes.map(stable).sort(),
      left: {
        documents: await rows('business_transactions', [
          'id',
          'approved_at',
          'submitted_at',
          'posted_at',
          'transaction_number',
        ]),
        lines: await rows('business_transaction_lines'),
        impact: await rows('transaction_impact_lines'),
        entries: await rows('ledger_entries', ['id', 'entry_number']),
        ledger: await rows('ledger_lines'),
        unposted: await rows('unposted_documents'),
      },
    };
    throw new TakeBack();
  }).catch((error) => {
    if (!(error instanceof TakeBack)) throw error;
  });
  if (result === undefined) throw new Error('nothing was tried');
  return result;
}

/** One after the other, each refusal undone alone, as separate requests would be. */
async function oneByOne<T>(
  context: Context,
  asked: readonly T[],
  work: (own: Context, one: T) => Promise<unknown>,
): Promise<unknown[]> {
  const outcomes: unknown[] = [];
  for (const one of asked) {
    const own: Change[] = [];
    try {
      outcomes.push(
        await withSavepoint(context.tenant, () =>
          work({ ...context, record: (change) => own.push(change) }, one),
        ),
      );
      for (const change of own) context.record(change);
    } catch (error) {
      if (!(error instanceof RefusalError)) throw error;
      outcomes.push(error.refusal);
    }
  }
  return outcomes;
}

const claimOf = (org: TestOrganization) => ({
  organizationId: org.principals.admin.organizationId,
  userId: null,
});

/** The same set in several orders: a refusal must not depend on the neighboring documents. */
const ordersOf = <T>(items: readonly T[]): T[][] => [
  [...items],
  [...items].reverse(),
  items.map((_, at) => items[(at * 7) % items.length] as T),
];

/** Requests of a random set, some of them for the same document. */
const REQUESTS = 16;
/** Random sets in each of the four ways to approve, and of reversals. */
const [APPROVALS, REVERSALS] = [batchesOf(4 * REQUESTS, 8), batchesOf(REQUESTS, 32)];
const setOf = <T>(request: fc.Arbitrary<T>) =>
  fc.array(request, { minLength: REQUESTS, maxLength: REQUESTS });

describe('approving many at once', () => {
  let org: TestOrganization;
  let ids: string[];
  const journal = (amounts: readonly [string, string][], fields: object = {}) =>
    createDocument(org, { kind: 'JOURNAL', lines: journalLines(org, amounts), ...fields });

  beforeAll(async () => {
    org = await foundTestOrganization();
    const pending = await journal([
      ['6210', '20.00'],
      ['1110', '-20.00'],
    ]);
    await runForOutput(submitTransaction, org.callAs('accountant'), { id: pending.id });
    const cancelled = await createDocument(org);
    await runForOutput(cancelTransaction, org.callAs('controller'), {
      id: cancelled.id,
      reason: 'Entered twice',
    });
    const documents = [
      await createDocument(org),
      pending,
      cancelled,
      await journal([
        ['6210', '10.00'],
        ['1110', '-9.00'],
      ]),
      // The approver's own work.
      await runForOutput(createTransaction, org.callAs('controller'), documentBody(org)),
      await createDocument(org, { currencyCode: 'EUR', exchangeRate: '1.1' }),
      await approvedDocument(org),
      await postedDocument(org),
    ];
    ids = [...documents.map(({ id }) => id), documents[0]?.id ?? '', newId()];
  });

  for (const enforces of [false, true]) {
    for (const demandPostable of [false, true]) {
      it(`answers, records and stores what approving each alone does; four eyes ${enforces ? 'required' : 'not required'}, ${
        demandPostable ? 'entries that can be posted' : 'entries of any sort'
      }`, async () => {
        await runForOutput(updateOrganization, org.callAs('admin'), {
          id: org.organizationId,
          data: { segregationOfDuties: enforces ? 'enforce' : 'off' },
        });
        await withTenantSql(claimOf(org), async (tenant) => {
          const compare = async (asked: readonly { id: string; expectedVersion: number | undefined }[]) => {
            const how = { approvalComment: 'Seen', demandPostable };
            const together = await tried(org, tenant, async (context) => {
              const approved = await approveDocuments(context, asked, how);
              for (const { changes } of approved) for (const change of changes) context.record(change);
              return approved.map((one) => (one.ok ? one.output : (one.error as RefusalError).refusal));
            });
            const alone = await tried(org, tenant, (context) =>
              oneByOne(context, asked, (own, { id, expectedVersion }) =>
                approveTransaction.run({ ...own, expectedVersion }, { id, ...how }),
              ),
            );
            expect(together.outcomes).toEqual(alone.outcomes);
            expect(together.left).toEqual(alone.left);
            expect(together.changes).toEqual(alone.changes);
          };
          for (const order of ordersOf(ids)) {
            await compare(order.map((id, at) => ({ id, expectedVersion: at === 4 ? 99 : undefined })));
          }
          const request = fc.record({
            id: fc.constantFrom(...ids),
            expectedVersion: fc.constantFrom(undefined, undefined, undefined, 1, 2, 99),
          });
          await holds(fc.asyncProperty(setOf(request), compare), APPROVALS);
        });
      });
    }
  }
});

it('at least five hundred random requests of each are compared', () => {
  expect(4 * APPROVALS * REQUESTS).toBeGreaterThanOrEqual(500);
  expect(REVERSALS * REQUESTS).toBeGreaterThanOrEqual(500);
});

describe('reversing many at once', () => {
  let org: TestOrganization;
  let asked: { id: string; date: string }[];
  let sound: { id: string; date: string }[];

  beforeAll(async () => {
    org = await foundTestOrganization();
    const journal = (amount: string, fields: object = {}) =>
      postedDocument(org, {
        kind: 'JOURNAL',
        lines: journalLines(org, [
          ['1110', amount],
          ['4100', `-${amount}`],
        ]),
        ...fields,
      });
    const [first, second, third] = [await journal('1.00'), await journal('12345.67'), await journal('3.00')];
    const foreign = await postedDocument(org, { currencyCode: 'EUR', exchangeRate: '1.0837' });
    const paid = await postedDocument(org, { lines: [{ unitPrice: '50.00' }] });
    const payment = await postedDocument(org, { kind: 'CUSTOMER_PAYMENT', lines: [{ unitPrice: '50.00' }] });
    await runForOutput(applyPayment, org.callAs('accountant'), {
      paymentId: payment.id,
      applications: [{ documentId: paid.id, amount: '50.00' }],
    });
    const gone = await journal('5.00');
    const back = await runForOutput(reverseTransaction, org.callAs('controller'), {
      id: gone.id,
      reversalReason: 'Entered twice',
    });
    const [period] = await runForOutput(listPeriods, org.callAs('viewer'), { fiscalYear: 2027 });
    const next = period?.startDate ?? '';
    const last = await journal('7.00');
    const date = last.posted.postingDate;
    sound = [first, foreign, second, third].map(({ id }, at) => ({ id, date: at === 2 ? next : date }));
    asked = [
      ...sound,
      { id: paid.id, date },
      { id: payment.id, date },
      { id: gone.id, date },
      { id: back.reversalTransactionId, date },
      { id: (await createDocument(org)).id, date },
      { id: newId(), date },
      // The same document again, after a day on which it cannot be reversed, and after one on which it can.
      { id: last.id, date: '2020-01-01' },
      { id: last.id, date: '2099-01-01' },
      { id: last.id, date },
      { id: last.id, date: next },
      { id: first.id, date },
    ];
  });

  it('gives each the verdict it would have alone, and writes the mirrors of those that are reversed, each once', async () => {
    await withTenantSql(claimOf(org), async (tenant) => {
      const how = { reason: 'Chance', actorId: null };
      const requests = (some: readonly { id: string; date: string }[]) =>
        some.map(({ id, date }) => ({ transactionId: id, date }));
      const compare = async (order: readonly { id: string; date: string }[]) => {
        const together = await tried(org, tenant, async () =>
          (await reverseTransactions(tenant, requests(order), how)).map(({ refusal, detail }) => ({
            refusal,
            detail,
          })),
        );
        const alone = await tried(org, tenant, (context) =>
          oneByOne(context, order, async (_own, one) => {
            const [made] = await reverseTransactions(tenant, requests([one]), how);
            return { refusal: made?.refusal, detail: made?.detail };
          }),
        );
        expect(together.outcomes).toEqual(alone.outcomes);
        expect(together.left).toEqual(alone.left);
      };
      for (const order of ordersOf(asked)) await compare(order);
      const request = fc.record({
        id: fc.constantFrom(...new Set(asked.map(({ id }) => id))),
        date: fc.constantFrom(...new Set(asked.map((one) => one.date))),
      });
      await holds(fc.asyncProperty(setOf(request), compare), REVERSALS);
    });
  });

  it('answers and records what reversing each alone does', async () => {
    await withTenantSql(claimOf(org), async (tenant) => {
      const together = await tried(org, tenant, (context) =>
        reverseDocuments(context, sound, 'Entered twice'),
      );
      const alone = await tried(org, tenant, (context) =>
        oneByOne(context, sound, (own, { id, date: reversalDate }) =>
          reverseTransaction.run(own, { id, reversalReason: 'Entered twice', reversalDate }),
        ),
      );
      expect(together.outcomes).toEqual(alone.outcomes);
      expect(together.changes).toEqual(alone.changes);
      expect(together.left).toEqual(alone.left);
      expect(together.outcomes).toHaveLength(sound.length);
    });
  });

  it('reverses none when one of them cannot be reversed', async () => {
    const work = withTenantSql(claimOf(org), (tenant) =>
      tried(org, tenant, (context) => reverseDocuments(context, asked.slice(0, 6), 'Entered twice')),
    );
    await expect(work).rejects.toMatchObject({ refusal: { code: 'INVALID_STATUS_TRANSITION' } });
    const statuses = await withTenantSql(claimOf(org), (tenant) =>
      sql<{ s: string }>(
        tenant,
        'select distinct transaction_status as s from business_transactions where organization_id = daybook_organization() and id = any ($1::uuid[])',
        [sound.map(({ id }) => id)],
      ),
    );
    expect(statuses).toEqual([{ s: 'POSTED' }]);
  });
});
