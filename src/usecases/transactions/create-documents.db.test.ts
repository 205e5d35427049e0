import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { insertRows } from '@/db/bulk';
import { closeConnections } from '@/db/client';
import { withTenantSql, withTenantStatement } from '@/db/tenancy';
import { newId } from '@/lib/ids';
import { documentBody, journalLines } from '@/testing/documents';
import { type Query, rowsLeft } from '@/testing/left/rows-left';
import { foundTestOrganization, type TestOrganization } from '@/testing/organization';
import { withOwner } from '@/testing/owner';
import { subscribe } from '@/testing/subscriber';
import type { BatchItem, BatchResult } from '../kit/define';
import { createTransaction } from './create-transaction';
import type { DocumentView } from './document-view';

// Proves the laws documents/create-transactions and documents/recorded-document of prisma/sql.

const TODAY = '2026-11-21';
type Item = BatchItem<ReturnType<typeof createTransaction.input.parse>>;
type Way = (org: TestOrganization, items: readonly Item[]) => Promise<(BatchResult<DocumentView> | null)[]>;

const claimOf = (org: TestOrganization) => ({
  organizationId: org.principals.admin.organizationId,
  userId: null,
});

const inOneStatement: Way = (org, items) =>
  withTenantStatement(
    claimOf(org),
    (tenant) => createTransaction.runInOneStatement?.(tenant, items) ?? missing(),
  );

const inATransaction: Way = (org, items) =>
  withTenantSql(claimOf(org), (tenant) => createTransaction.runTogether?.(tenant, items) ?? missing());

function missing(): never {
  throw new Error('documents are created in a transaction and in one statement');
}

async function books(): Promise<TestOrganization> {
  const org = await foundTestOrganization({ today: TODAY });
  await withTenantSql(claimOf(org), async (tenant) => {
    await insertRows(tenant, 'exchange_rates', [
      { id: newId(), fromCurrency: 'EUR', toCurrency: 'USD', rateDate: '2026-11-01', rate: '1.1' },
    ]);
    await insertRows(tenant, 'departments', [{ id: newId(), code: 'HR', name: 'People' }]);
  });
  return org;
}

/** One of each sort: kinds, statuses, currencies, terms, a rate that jumps, and some that are refused in between. */
function asked(org: TestOrganization): Item[] {
  const call = org.callAs('admin', { requestId: 'the request' });
  const journal = journalLines(org, [
    ['6210', '100.10'],
    ['6300', '49.90'],
    ['1110', '-150'],
  ]);
  const wishes = [
    { kind: 'JOURNAL', lines: journal, status: 'APPROVED', memo: 'Pay “roll”\n漢字' },
    { kind: 'JOURNAL', lines: journal, status: 'DRAFT', transactionDate: '2025-12-31', isAdjustment: true },
    { kind: 'JOURNAL', lines: journal.slice(1), status: 'APPROVED' },
    { kind: 'INVOICE', status: 'PENDING_APPROVAL', paymentTerms: 'NET30', billingAddress: { city: 'Bern' } },
    { kind: 'INVOICE', lines: [{ accountId: newId() }] },
    { kind: 'INVOICE', status: 'APPROVED', lines: [{ quantity: '3', unitPrice: '0.333333' }] },
    {
      kind: 'VENDOR_BILL',
      status: 'APPROVED',
      currencyCode: 'EUR',
      exchangeRate: '2.5',
      lines: [{ accountId: org.account('6100'), taxCodeId: org.ids.taxCode }],
    },
    { kind: 'CUSTOMER_PAYMENT', status: 'APPROVED', paymentMethod: 'WIRE' },
    { kind: 'VENDOR_BILL', currencyCode: 'CHF', lines: [{ accountId: org.account('6100') }] },
  ] as const;
  return wishes.map(({ ...wish }, at) => ({
    input: createTransaction.input.parse(documentBody(org, { referenceNumber: `R-${at}`, ...wish })),
    call,
  }));
}

const asOwnerOf = <T>(org: TestOrganization, work: (query: Query) => Promise<T>): Promise<T> =>
  withOwner(async (client) => {
    await client.query(`select set_config('app.organization_id', $1, false)`, [org.organizationId]);
    return work(async (text, values = []) => (await client.query(text, [...values])).rows);
  });

/** What was answered and what is left, with names in place of ids and without moments. */
function left(org: TestOrganization, answers: readonly unknown[]) {
  return asOwnerOf(org, async (query) => {
    const people = Object.entries(org.users).map(([role, { id }]) => [id, role] as const);
    const { rows, stable } = await rowsLeft(query, new Map(people));
    return {
      answers: answers.map((answer) =>
        answer instanceof Error ? { name: answer.name, message: stable(answer.message) } : stable(answer),
      ),
      documents: await rows('business_transactions', ['id']),
      lines: await rows('business_transaction_lines'),
      impact: await rows('transaction_impact_lines'),
      unposted: await rows('unposted_documents'),
      days: await query(
        `select transaction_date, kind, transaction_status, base_currency_code, sum(document_count) as documents, sum(base_total) as total
         from document_day_changes where organization_id = daybook_organization() group by 1, 2, 3, 4 order by 1, 2, 3, 4`,
      ),
      // In their order, which is that of their ids.
      audit: (
        await query(
          `select to_jsonb(a) - array['organization_id', 'id', 'occurred_at', 'inserted_in_transaction'] as row from audit_log a
           where a.organization_id = daybook_organization() and a.noun = 'transaction' order by a.id`,
        )
      ).map(({ row }) => stable(row)),
      events: (
        await query(
          `select to_jsonb(e) - array['organization_id', 'id', 'created_at', 'published_at'] as row from outbox_events e
           where e.organization_id = daybook_organization() and e.event_type like 'gl.%' order by e.id`,
        )
      ).map(({ row }) => stable(row)),
      numbers: await query(
        `select transaction_number from business_transactions where organization_id = daybook_organization() order by 1`,
      ),
    };
  });
}

const answersOf = (results: readonly (BatchResult<DocumentView> | null)[]) =>
  results.map((one) => (one === null ? 'needs a transaction' : one.ok ? one.output : one.error));

afterAll(closeConnections);

describe('documents created in one statement', () => {
  let [one, other]: TestOrganization[] = [];
  beforeAll(async () => {
    one = await books();
    other = await books();
    // Without a subscriber there are no events to compare.
    for (const org of [one, other]) await subscribe(org);
  });
  const both = () => [one ?? missing(), other ?? missing()] as const;

  test('leave and answer what documents created in a transaction do, each refusal in its place', async () => {
    const [fast, slow] = both();
    const quick = answersOf(await inOneStatement(fast, asked(fast)));
    const thorough = answersOf(await inATransaction(slow, asked(slow)));
    const made = await left(fast, quick);
    expect(made).toEqual(await left(slow, thorough));
    expect(quick.filter((answer) => answer instanceof Error)).toHaveLength(3);
    expect(made.documents).toHaveLength(6);
    expect(made.audit).toHaveLength(10);
    expect(made.audit.filter((row) => row.includes('rateJump'))).toHaveLength(1);
    expect(made.events).toHaveLength(10);
  });

  test('are recorded with the moments at which the answer says they were submitted and approved', async () => {
    const [fast] = both();
    const [first] = asked(fast);
    const [answer] = answersOf(await inOneStatement(fast, [first ?? missing()]));
    const document = answer as DocumentView;
    const [row] = await asOwnerOf(fast, (query) =>
      query(
        `select after from audit_log where organization_id = daybook_organization() and record_id = $1 and action = 'gl.transaction.create'`,
        [document.id],
      ),
    );
    const { submittedAt, approvedAt } = document;
    expect(row?.after).toMatchObject(JSON.parse(JSON.stringify({ submittedAt, approvedAt })));
    expect(submittedAt).not.toBeNull();
  });

  test('leave no events where no one subscribes, and events to be sent where someone does', async () => {
    const org = await books();
    const waiting = async () => {
      const [first] = asked(org);
      const [answer] = answersOf(await inOneStatement(org, [first ?? missing()]));
      const rows = await asOwnerOf(org, (query) =>
        query(
          `select published_at is null as waits from outbox_events where organization_id = daybook_organization() and record_id = $1`,
          [(answer as DocumentView).id],
        ),
      );
      return rows.map(({ waits }) => waits);
    };
    expect(await waiting()).toEqual([]);
    await subscribe(org);
    expect(await waiting()).toEqual([true, true]);
  });

  test('leave a document to a transaction whose rate someone confirms, and store nothing of it', async () => {
    const org = await books();
    const bill = documentBody(org, {
      kind: 'VENDOR_BILL',
      currencyCode: 'EUR',
      exchangeRate: '2.5',
      lines: [{ accountId: org.account('6100') }],
    });
    const input = createTransaction.input.parse({ ...bill, confirmedRate: 'Agreed with the bank.' });
    expect(await inOneStatement(org, [{ input, call: org.callAs('admin') }])).toEqual([null]);
    expect((await left(org, [])).documents).toEqual([]);
  });
});
