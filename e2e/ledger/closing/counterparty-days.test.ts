import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TRANSACTION_STATUSES } from '@/core/transactions/status';
import { closeConnections } from '@/db/client';
import { hasKeptCounts, pageOfCounted } from '@/db/reports/documents/counterparty-days';
import type { DocumentFilter } from '@/db/reports/documents/document-filter';
import { readDocumentPage } from '@/db/reports/documents/document-list';
import { sql, withTenantReport, withTenantSql } from '@/db/tenancy';
import { createDocument, documentBody, journalLines, postedDocument } from '@/testing/documents';
import { foundTestOrganization, type TestOrganization } from '@/testing/organization';
import { customerVerbs } from '@/usecases/customers/customer-records';
import { runForOutput } from '@/usecases/kit/run';
import { createSubsidiary } from '@/usecases/subsidiaries/create-subsidiary';
import { createTransactionBatch } from '@/usecases/transactions/create-batch';
import { applyPayment } from '@/usecases/transactions/payments/apply-payment';
import { approveTransaction } from '@/usecases/transactions/posting/approve-transaction';
import { cancelTransaction } from '@/usecases/transactions/posting/cancel-transaction';
import { postTransactionBatch } from '@/usecases/transactions/posting/post-batch';
import { postTransaction } from '@/usecases/transactions/posting/post-transaction';
import { reverseTransaction } from '@/usecases/transactions/posting/reverse-transaction';
import { removeTransaction } from '@/usecases/transactions/remove-transaction';
import { updateTransaction } from '@/usecases/transactions/update-transaction';
import { randomFrom } from '../../support/sample';

// Proves the laws documents/note-documents, documents/fold-documents and documents/count-counterparties of prisma/sql.

/** Counts are kept of counterparties with so many documents; of few, so that some are kept from early on and others begin to be on the way. */
const CROWD = 4;
const DAYS = ['2026-02-10', '2026-03-05', '2026-03-31', '2026-04-02'];
const FIRST = '2026-02-10';

interface Row {
  readonly id: string;
  readonly entityId: string | null;
  readonly day: string;
  readonly kind: string;
  readonly transactionTypeId: string;
  readonly subsidiaryId: string;
  readonly status: string;
}

let org: TestOrganization;
let branch: string;
let parties: string[];
beforeAll(async () => {
  org = await foundTestOrganization({ today: '2026-06-30' });
  branch = (await runForOutput(createSubsidiary, org.callAs('admin'), { name: 'Branch', code: 'B' })).id;
  const other = (await runForOutput(customerVerbs.create, org.callAs('admin'), {
    companyName: 'Another',
  })) as { id: string };
  parties = [org.ids.customer, other.id, org.ids.vendor];
});
afterAll(closeConnections);

const claim = (subsidiaryIds: readonly string[] | null = null) => ({
  organizationId: org.principals.admin.organizationId,
  userId: null,
  subsidiaryIds,
});
const query = <Found>(text: string, values: readonly unknown[] = []) =>
  withTenantSql(claim(), (tenant) => sql<Found>(tenant, text, values));
const fold = (limit: number, crowd = CROWD) =>
  query('select daybook_fold_documents($1::int, $2::int)', [limit, crowd]);

const ALL_ROWS = `select id, entity_id as "entityId", transaction_date as day, kind, transaction_type_id as "transactionTypeId", subsidiary_id as "subsidiaryId",
    transaction_status as status from business_transactions order by transaction_date desc, transaction_number desc`;

const isAsked = (row: Row, asked: DocumentFilter) =>
  (['entityId', 'kind', 'transactionTypeId', 'subsidiaryId', 'status'] as const).every(
    (name) => asked[name] === undefined || row[name] === asked[name],
  ) &&
  (asked.dateFrom === undefined || row.day >= asked.dateFrom) &&
  (asked.dateTo === undefined || row.day <= asked.dateTo);

type Pick = <T>(list: readonly T[]) => T;

/** A question about one counterparty: mostly one or two filters. */
function question(pick: Pick) {
  const some = <T>(values: readonly T[]) => pick([undefined, undefined, undefined, pick(values)]);
  const filter: DocumentFilter & { entityId: string } = {
    entityId: pick(parties),
    status: pick([undefined, pick(TRANSACTION_STATUSES)]),
    kind: some(['INVOICE', 'CUSTOMER_PAYMENT', 'VENDOR_BILL']),
    transactionTypeId: some([org.ids.types.INVOICE, org.ids.types.CUSTOMER_PAYMENT]),
    subsidiaryId: some([org.ids.rootSubsidiary, branch]),
    dateFrom: some(DAYS),
    dateTo: some(DAYS),
  };
  return { filter, offset: pick([0, 0, 1, 2, 5, 9, 40]), limit: pick([1, 2, 3, 20]) };
}

/**
 * In one snapshot, pages of random questions are those of sorting and counting the rows. Returns how many were answered from the counts that are kept, and how
 * many of these had documents, whose statuses are added to `seen`.
 */
async function compared(
  at: string,
  pick: Pick,
  seen: Set<string>,
  questions = 6,
): Promise<{ kept: number; full: number }> {
  const reach = pick([null, null, null, [branch], [org.ids.rootSubsidiary]]);
  return withTenantReport(claim(reach), async (tenant) => {
    const rows = await sql<Row>(tenant, ALL_ROWS);
    let [kept, full] = [0, 0];
    for (let n = 0; n < questions; n += 1) {
      const { filter, offset, limit } = question(pick);
      const asked = { ...filter, offset, limit, isBounded: pick([true, false]) };
      const matching = rows.filter((row) => isAsked(row, filter));
      const expected = {
        ids: matching.slice(offset, offset + limit).map(({ id }) => id),
        total: matching.length,
        isCounted: true,
        searchedFrom: null,
      };
      const page = await readDocumentPage(tenant, asked);
      expect({ at, asked, ...page }).toEqual({ at, asked, ...expected });
      if (!(await hasKeptCounts(tenant, filter.entityId))) continue;
      // Also of a status that the list finds elsewhere while few have it.
      expect({ at, asked, ...(await pageOfCounted(tenant, asked)) }).toEqual({ at, asked, ...expected });
      kept += 1;
      for (const { status } of matching) seen.add(status);
      if (matching.length > 0) full += 1;
    }
    return { kept, full };
  });
}

/** Added up completely, what is kept is what counting the documents says: the same rows, and none of zero. */
async function keptAsCounted(): Promise<void> {
  await fold(100_000);
  expect(
    await query(
      `select * from (
         select c.entity_id, d.transaction_date, d.subsidiary_id, d.transaction_type_id, d.kind, d.transaction_status, d.document_count
         from counted_counterparties c join counterparty_days d using (organization_id, entity_id)) k
       full join (
         select t.entity_id, t.transaction_date, t.subsidiary_id, t.transaction_type_id, t.kind, t.transaction_status, count(*) as n
         from business_transactions t where t.entity_id in (select c.entity_id from counted_counterparties c) group by 1, 2, 3, 4, 5, 6) r
       using (entity_id, transaction_date, subsidiary_id, transaction_type_id, kind, transaction_status)
       where k.document_count is distinct from r.n`,
    ),
  ).toEqual([]);
}

describe('the documents of a counterparty whose counts by day are kept', () => {
  it('are as many, and the same on every page, as counting and sorting them says, in any order of what happens and while it happens', async () => {
    const seed = Number(process.env.DAYBOOK_SEED ?? 20261225);
    const random = randomFrom(seed);
    const pick: Pick = (list) => {
      const one = list[Math.floor(random() * list.length)];
      if (one === undefined && list.length === 0) throw new Error('nothing to pick from');
      return one as (typeof list)[number];
    };
    const some = async (statuses: readonly string[], most = 1): Promise<string[]> => {
      const rows = await query<{ id: string }>(
        `select id from business_transactions where transaction_status = any ($1) and reverses_transaction_id is null order by id`,
        [statuses],
      );
      return rows.length === 0 ? [] : Array.from({ length: most }, () => pick(rows).id);
    };
    const onOne = (statuses: readonly string[], work: (id: string) => Promise<unknown>) => async () => {
      const [id] = await some(statuses);
      if (id !== undefined) await work(id);
    };
    const wish = () => {
      const of = pick(parties);
      const isVendor = of === org.ids.vendor;
      const kind = isVendor
        ? ('VENDOR_BILL' as const)
        : pick(['INVOICE', 'INVOICE', 'CUSTOMER_PAYMENT'] as const);
      return {
        ...{ kind, entityId: of, subsidiaryId: pick([org.ids.rootSubsidiary, branch]) },
        transactionDate: pick(DAYS),
      };
    };
    const journal = () => ({
      kind: 'JOURNAL' as const,
      transactionDate: pick(DAYS),
      lines: journalLines(org, [
        ['1110', '5.00'],
        ['4100', '-5.00'],
      ]),
    });
    const steps: readonly (readonly [name: string, weight: number, step: () => Promise<unknown>])[] = [
      ['created', 4, () => createDocument(org, pick([wish(), wish(), wish(), journal()]))],
      ['posted', 5, () => postedDocument(org, wish())],
      [
        'created together',
        3,
        () =>
          runForOutput(createTransactionBatch, org.callAs('accountant'), {
            items: Array.from({ length: 5 }, () => documentBody(org, wish())),
          }),
      ],
      [
        'given to another',
        5,
        onOne(['DRAFT'], (id) =>
          runForOutput(updateTransaction, org.callAs('accountant'), {
            ...{ id, transaction: pick([{ entityId: pick(parties) }, { transactionDate: pick(DAYS) }]) },
          }),
        ),
      ],
      [
        'deleted',
        4,
        onOne(['DRAFT'], (id) => runForOutput(removeTransaction, org.callAs('accountant'), { id })),
      ],
      [
        'approved',
        4,
        onOne(['DRAFT'], (id) => runForOutput(approveTransaction, org.callAs('approver'), { id })),
      ],
      [
        'canceled',
        2,
        onOne(['DRAFT', 'APPROVED'], (id) =>
          runForOutput(cancelTransaction, org.callAs('accountant'), { id, reason: 'Wrong' }),
        ),
      ],
      [
        'an approved one posted',
        3,
        onOne(['APPROVED'], (id) =>
          runForOutput(postTransaction, org.callAs('accountant'), { id, postingDate: '2026-04-03' }),
        ),
      ],
      [
        'posted together',
        2,
        async () => {
          const ids = [...new Set(await some(['APPROVED'], 4))];
          if (ids.length > 0)
            await runForOutput(postTransactionBatch, org.callAs('accountant'), {
              ...{ ids, postingDate: '2026-04-03', mode: 'each' as const },
            });
        },
      ],
      [
        'reversed',
        3,
        onOne(['POSTED'], (id) =>
          runForOutput(reverseTransaction, org.callAs('accountant'), {
            ...{ id, reversalReason: 'Wrong', reversalDate: '2026-04-20' },
          }),
        ),
      ],
      [
        'paid',
        4,
        async () => {
          const [pair] = await query<{ paymentId: string; documentId: string }>(
            `select p.id as "paymentId", d.id as "documentId" from business_transactions p join business_transactions d using (entity_id, subsidiary_id)
             where p.kind = 'CUSTOMER_PAYMENT' and d.kind = 'INVOICE' and p.transaction_status = 'POSTED' and d.transaction_status = 'POSTED'
               and p.applied_amount = 0 and d.applied_amount = 0 and p.reversal_date is null and p.reverses_transaction_id is null and d.reverses_transaction_id is null
             order by p.id, d.id limit 1`,
          );
          if (pair === undefined) return;
          const { paymentId, documentId } = pair;
          await runForOutput(applyPayment, org.callAs('accountant'), {
            ...{ paymentId, applications: [{ documentId, amount: '100.00' }], appliedOn: '2026-04-20' },
          });
        },
      ],
      ['folded a little', 6, () => fold(pick([1, 2, 5]))],
      ['folded', 2, () => fold(1_000)],
    ];
    const bag = steps.flatMap((step) => Array.from({ length: step[1] }, () => step));
    // What is refused (a document that another step has just changed) is one more thing that may happen.
    const attempt = (step: () => Promise<unknown>) =>
      step().catch((error: unknown) => {
        if (!(error instanceof Error) || !('refusal' in error)) throw error;
      });
    let [kept, full] = [0, 0];
    const seen = new Set<string>();
    const history: string[] = [];
    while (kept < 600 || full < 300) {
      const chosen = Array.from({ length: pick([1, 2, 3]) }, () => pick(bag));
      history.push(chosen.map(([name]) => name).join(' and '));
      const at = `${seed}: ${history.slice(-12).join(', ')}`;
      // While the steps run at the same time, and when they have ended.
      const [during] = await Promise.all([
        compared(at, pick, seen, 3),
        ...chosen.map(([, , step]) => attempt(step)),
      ]);
      const then = await compared(at, pick, seen);
      kept += during.kept + then.kept;
      full += during.full + then.full;
    }
    expect(kept).toBeGreaterThanOrEqual(600);
    expect([...seen]).toEqual(
      expect.arrayContaining(['APPROVED', 'CANCELLED', 'DRAFT', 'PAID', 'POSTED', 'REVERSED']),
    );
    expect((await query('select from counted_counterparties')).length).toBe(parties.length);
    await keptAsCounted();
  });

  it('are counted from the moment their counts begin to be kept, whatever is being written at that moment', async () => {
    const { id: entityId } = (await runForOutput(customerVerbs.create, org.callAs('admin'), {
      companyName: 'Growing',
    })) as { id: string };
    const drafts: string[] = [];
    for (let n = 0; n < CROWD; n += 1)
      drafts.push((await createDocument(org, { entityId, transactionDate: FIRST })).id);
    const isKept = () => withTenantReport(claim(), (tenant) => hasKeptCounts(tenant, entityId));
    await fold(100_000, CROWD + 1);
    expect(await isKept()).toBe(false);
    drafts.push((await createDocument(org, { entityId, transactionDate: FIRST })).id);
    await withTenantSql(claim(), async (tenant) => {
      // Not committed yet: a draft given to another, one moved to another day, one deleted.
      const change = (set: string, id = '') =>
        sql(tenant, `update business_transactions set ${set} where id = $1::uuid`, [id]);
      await change(`entity_id = '${org.ids.customer}'`, drafts[0]);
      await change(`transaction_date = '2026-04-02'`, drafts[1]);
      await sql(tenant, 'delete from unposted_documents where transaction_id = $1::uuid', [drafts[2]]);
      await sql(tenant, 'delete from business_transaction_lines where transaction_id = $1::uuid', [
        drafts[2],
      ]);
      await sql(tenant, 'delete from transaction_impact_lines where transaction_id = $1::uuid', [drafts[2]]);
      await sql(tenant, 'delete from business_transactions where id = $1::uuid', [drafts[2]]);
      await fold(1, CROWD + 1);
      expect(await isKept()).toBe(true);
      expect(
        await withTenantReport(claim(), (other) =>
          pageOfCounted(other, { entityId, offset: 0, limit: 20 }).then(({ total }) => total),
        ),
      ).toBe(CROWD + 1);
    });
    const page = await withTenantReport(claim(), (tenant) =>
      pageOfCounted(tenant, { entityId, offset: 0, limit: 20 }),
    );
    expect({ ...page, ids: page.ids.toSorted() }).toEqual({
      ...{ isCounted: true, searchedFrom: null, total: CROWD - 1 },
      ids: [drafts[1], drafts[3], drafts[4]].toSorted(),
    });
    expect(page.ids[0]).toBe(drafts[1]);
    await keptAsCounted();
  });

  it('leave as many notes when they are stored or posted together as the documents of one', async () => {
    await fold(100_000);
    const body = (entityId: string) => documentBody(org, { entityId, transactionDate: FIRST });
    const [one, other] = parties as [string, string];
    const notes = async (entities: readonly string[]) => {
      const made = await runForOutput(createTransactionBatch, org.callAs('accountant'), {
        items: entities.map(body),
      });
      const created = (await query('select from document_day_changes')).length;
      for (const result of made)
        if (result.ok)
          await runForOutput(approveTransaction, org.callAs('approver'), { id: result.output.id });
      await fold(100_000);
      await runForOutput(postTransactionBatch, org.callAs('accountant'), {
        ids: made.flatMap((result) => (result.ok ? [result.output.id] : [])),
        postingDate: FIRST,
      });
      const posted = (await query('select from document_day_changes')).length;
      await fold(100_000);
      return { created, posted };
    };
    expect(await notes([one, one])).toEqual({ created: 1, posted: 2 });
    expect(await notes([one, other])).toEqual({ created: 1, posted: 2 });
  });
});
