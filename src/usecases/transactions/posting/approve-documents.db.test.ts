import { afterAll, describe, expect, test } from 'vitest';
import { insertRows } from '@/db/bulk';
import { closeConnections } from '@/db/client';
import { readStoredDocuments } from '@/db/stores/documents/approvals';
import {
  impactOfTransactions,
  linesOfTransactions,
  lockTransactions,
} from '@/db/stores/documents/transactions';
import { sql, withTenantSql, withTenantStatement } from '@/db/tenancy';
import { newId } from '@/lib/ids';
import { approvedDocument, createDocument, journalLines, postedDocument } from '@/testing/documents';
import { type Query, rowsLeft } from '@/testing/left/rows-left';
import { foundTestOrganization, type TestOrganization } from '@/testing/organization';
import { withOwner } from '@/testing/owner';
import { subscribe } from '@/testing/subscriber';
import type { BatchItem, BatchResult } from '../../kit/define';
import { runForOutput } from '../../kit/run';
import { updateOrganization } from '../../organizations/organization-records';
import { getTransaction } from '../get-transaction';
import type { ApprovedDocument } from './approve-documents';
import { approveTransaction } from './approve-transaction';
import { submitTransaction } from './submit-transaction';

// Proves the law documents/approve-transactions of prisma/sql.

type Item = BatchItem<ReturnType<typeof approveTransaction.input.parse>>;
type Answers = readonly (BatchResult<ApprovedDocument> | null)[];
type Way = (org: TestOrganization, items: readonly Item[]) => Promise<Answers>;

const claimOf = (org: TestOrganization) => ({
  organizationId: org.principals.admin.organizationId,
  userId: null,
});

const inOneStatement: Way = (org, items) =>
  withTenantStatement(
    claimOf(org),
    (tenant) => approveTransaction.runInOneStatement?.(tenant, items) ?? missing(),
  );

const inATransaction: Way = (org, items) =>
  withTenantSql(claimOf(org), (tenant) => approveTransaction.runTogether?.(tenant, items) ?? missing());

/** Each by itself, as a dry run or the recording of a payment approves it. */
const oneByOne: Way = async (org, items) => {
  const { runTogether: _batch, runInOneStatement: _statement, ...alone } = approveTransaction;
  const answers: BatchResult<ApprovedDocument>[] = [];
  for (const { input, call } of items) {
    const answer = await runForOutput(alone, { ...org.callAs('admin'), ...call }, input).then(
      (output) => ({ ok: true as const, output }),
      (error: Error) => ({ ok: false as const, error }),
    );
    answers.push(answer);
  }
  return answers;
};

function missing(): never {
  throw new Error('documents are approved in a transaction and in one statement');
}

const ask = (org: TestOrganization, id: string, more: object = {}, call: object = {}): Item => ({
  input: approveTransaction.input.parse({ id, ...more }),
  call: org.callAs('controller', { requestId: 'the request', ...call }),
});

const asOwnerOf = <T>(org: TestOrganization, work: (query: Query) => Promise<T>): Promise<T> =>
  withOwner(async (client) => {
    await client.query(`select set_config('app.organization_id', $1, false)`, [org.organizationId]);
    return work(async (text, values = []) => (await client.query(text, [...values])).rows);
  });

const changeReceivable = (org: TestOrganization, code: string) =>
  asOwnerOf(org, (query) =>
    query('update customers set receivable_account_id = $1 where organization_id = $2 and id = $3', [
      org.account(code),
      org.organizationId,
      org.ids.customer,
    ]),
  );

/** Documents of every sort that can be asked for, and each request for one, refused or not. */
async function asked(org: TestOrganization): Promise<Item[]> {
  const journal = (second: string) => ({
    kind: 'JOURNAL' as const,
    lines: journalLines(org, [
      ['6210', '10.00'],
      ['1110', second],
    ]),
  });
  const named = async (name: string, fields: object = {}) =>
    (await createDocument(org, { referenceNumber: name, ...fields })).id;
  const draft = await named('draft');
  const waiting = await named('waiting', journal('-10.00'));
  await runForOutput(submitTransaction, org.callAs('accountant'), { id: waiting });
  const unbalanced = await named('unbalanced', journal('-9.00'));
  const foreign = await named('foreign', { currencyCode: 'EUR', exchangeRate: '1.1' });
  const done = (await approvedDocument(org, { referenceNumber: 'done' })).id;
  // Whose entry changes afterward.
  await changeReceivable(org, '1240');
  return [
    ask(org, draft, { approvalComment: 'Seen' }),
    ask(org, waiting, {}, { principal: org.principals.approver, surface: 'trpc' }),
    ask(org, done),
    ask(org, draft),
    ask(org, newId()),
    ask(org, unbalanced, { demandPostable: true }),
    ask(org, unbalanced, {}, { expectedVersion: 9 }),
    ask(org, unbalanced, { approvalComment: '' }, { expectedVersion: 1 }),
    ask(org, unbalanced, {}, { expectedVersion: 1 }),
    ask(org, foreign, { demandPostable: true }, { expectedVersion: 1 }),
  ];
}

/** What was answered and what is left, with names in place of ids and without moments. */
function left(org: TestOrganization, answers: Answers) {
  return asOwnerOf(org, async (query) => {
    const people = Object.entries(org.users).map(([role, { id }]) => [id, role] as const);
    const { rows, stable } = await rowsLeft(query, new Map(people));
    const kept = async (table: string, without: readonly string[], where: string) =>
      (
        await query(
          `select to_jsonb(x) - $1::text[] as row from ${table} x where x.organization_id = daybook_organization() and ${where} order by x.id`,
          [
            [
              'organization_id',
              'id',
              'occurred_at',
              'inserted_in_transaction',
              'created_at',
              'published_at',
              ...without,
            ],
          ],
        )
      ).map(({ row }) => stable(row));
    return {
      answers: answers.map((one) =>
        one === null
          ? 'needs a transaction'
          : stable(one.ok ? one.output : (one.error as { refusal?: unknown }).refusal),
      ),
      documents: await rows('business_transactions', ['id']),
      lines: await rows('business_transaction_lines'),
      impact: await rows('transaction_impact_lines'),
      days: await query(
        `select transaction_date, kind, transaction_status, sum(document_count) as documents, sum(base_total) as total
         from document_day_changes where organization_id = daybook_organization() group by 1, 2, 3 order by 1, 2, 3`,
      ),
      // In their order, which is that of their ids.
      audit: await kept('audit_log', [], `noun = 'transaction' and action <> 'gl.transaction.create'`),
      events: await kept(
        'outbox_events',
        [],
        `event_type like 'gl.%' and event_type <> 'gl.transaction.created'`,
      ),
    };
  });
}

afterAll(closeConnections);

describe('documents approved in one statement', () => {
  for (const enforces of [false, true]) {
    test(`answer and leave what those approved in a transaction and one by one do, each refusal in its place; four eyes ${
      enforces ? 'required' : 'not required'
    }`, async () => {
      const found = [];
      for (const way of [inOneStatement, inATransaction, oneByOne]) {
        const org = await foundTestOrganization();
        // Without a subscriber there are no events to compare.
        await subscribe(org);
        const items = await asked(org);
        if (enforces) {
          await asOwnerOf(org, (query) =>
            query(
              `update business_transactions set created_by = $1 where organization_id = $2 and reference_number = 'foreign'`,
              [org.users.controller.id, org.organizationId],
            ),
          );
        }
        await runForOutput(updateOrganization, org.callAs('admin'), {
          id: org.organizationId,
          data: { segregationOfDuties: enforces ? 'enforce' : 'off' },
        });
        // The update above changed the version of one.
        const versioned = items.map((one) =>
          enforces && one === items.at(-1) ? { ...one, call: { ...one.call, expectedVersion: 2 } } : one,
        );
        found.push(await left(org, await way(org, versioned)));
      }
      const [quick, thorough, single] = found;
      expect(quick).toEqual(thorough);
      expect(quick).toEqual(single);
      expect(quick?.answers.filter((answer) => answer.includes('"status":"APPROVED"'))).toHaveLength(
        enforces ? 3 : 4,
      );
      expect(quick?.answers.filter((answer) => answer.includes('"code"'))).toHaveLength(enforces ? 7 : 6);
    });
  }

  test('show what is stored: the answer is the document as it is read again', async () => {
    const org = await foundTestOrganization();
    const draft = await createDocument(org, { memo: 'As it is' });
    const waiting = await createDocument(org);
    await runForOutput(submitTransaction, org.callAs('accountant'), { id: waiting.id });
    for (const { id } of [draft, waiting]) {
      const [answer] = await inOneStatement(org, [ask(org, id, { approvalComment: 'Seen' })]);
      if (answer?.ok !== true) return missing();
      expect(answer.output).toEqual({
        ...(await runForOutput(getTransaction, org.callAs('admin'), { id })),
        unbalanced: null,
      });
    }
  });
});

test('approvals leave no events where no one subscribes, and events to be sent where someone does', async () => {
  const org = await foundTestOrganization();
  const waiting = async (way: Way) => {
    const { id } = await createDocument(org);
    await way(org, [ask(org, id)]);
    const rows = await asOwnerOf(org, (query) =>
      query(
        `select published_at is null as waits from outbox_events where organization_id = daybook_organization() and record_id = $1
           and event_type <> 'gl.transaction.created' order by id`,
        [id],
      ),
    );
    return rows.map(({ waits }) => waits);
  };
  for (const way of [inOneStatement, inATransaction, oneByOne]) expect(await waiting(way)).toEqual([]);
  await subscribe(org);
  for (const way of [inOneStatement, inATransaction, oneByOne])
    expect(await waiting(way)).toEqual([true, true]);
});

test('a document whose counterparty may be a sister subsidiary is left to a transaction, and nothing is written', async () => {
  const org = await foundTestOrganization();
  const { id } = await createDocument(org);
  const sister = newId();
  await withTenantSql(claimOf(org), async (tenant) => {
    await insertRows(tenant, 'subsidiaries', [
      { id: sister, code: 'SIS', name: 'Sister', baseCurrency: 'USD', parentId: org.ids.rootSubsidiary },
    ]);
    await insertRows(tenant, 'intercompany_parties', [
      { subsidiaryId: sister, customerId: org.ids.customer, vendorId: null },
    ]);
  });
  const before = await left(org, []);
  expect(await inOneStatement(org, [ask(org, id)])).toEqual([null]);
  expect(await left(org, [])).toEqual(before);
  expect(await inATransaction(org, [ask(org, id)])).toMatchObject([
    { ok: true, output: { status: 'APPROVED' } },
  ]);
});

test('a document is read with its lines and its entry as each of them is read alone', async () => {
  const org = await foundTestOrganization();
  const department = newId();
  await withTenantSql(claimOf(org), (tenant) =>
    insertRows(tenant, 'departments', [{ id: department, code: 'HR', name: 'People' }]),
  );
  const made = [
    await createDocument(org, {
      billingAddress: { city: 'Bern' },
      lines: [
        {
          lineNumber: 7,
          taxCodeId: org.ids.taxCode,
          departmentId: department,
          unitPrice: '12345678901234.123456',
        },
        { lineNumber: 2, description: 'A “quoted” line\n漢字', quantity: '0.0000000001' },
      ],
    }),
    await approvedDocument(org, { currencyCode: 'EUR', exchangeRate: '1.0837' }),
    await postedDocument(org),
    await createDocument(org, {
      kind: 'JOURNAL',
      lines: journalLines(org, [
        ['6210', '1.00'],
        ['1110', '-1.00'],
      ]),
    }),
  ];
  await withTenantSql(claimOf(org), async (tenant) => {
    const ids = made.map(({ id }) => id).sort();
    const read = (await readStoredDocuments(tenant, ids)).sort((a, b) =>
      a.record.id < b.record.id ? -1 : 1,
    );
    const whole = { organizationId: org.organizationId };
    expect(read.map(({ record }) => record)).toEqual(await lockTransactions(tenant, ids));
    expect(read.flatMap(({ lines }) => lines.map((line) => ({ ...whole, ...line })))).toEqual(
      await linesOfTransactions(tenant, ids),
    );
    expect(read.flatMap(({ impact }) => impact.map((line) => ({ ...whole, ...line })))).toEqual(
      await impactOfTransactions(tenant, ids),
    );
    expect(await sql(tenant, 'select 1 as one')).toEqual([{ one: 1 }]);
  });
});
