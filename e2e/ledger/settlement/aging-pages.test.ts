import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sum, toFixedString } from '@/core/money/decimal';
import { closeConnections } from '@/db/client';
import { createDocument, postedDocument } from '@/testing/documents';
import { cases } from '@/testing/long-run';
import { foundTestOrganization, type TestOrganization } from '@/testing/organization';
import { withOwner } from '@/testing/owner';
import { customerVerbs } from '@/usecases/customers/customer-records';
import type { Call } from '@/usecases/kit/define';
import { runForOutput } from '@/usecases/kit/run';
import { type OpenItem, openItems, wholeOpenItems } from '@/usecases/reports/list-open-items';
import { aging, wholeAging } from '@/usecases/reports/show-aging';
import { createSubsidiary } from '@/usecases/subsidiaries/create-subsidiary';
import { applyPayment } from '@/usecases/transactions/payments/apply-payment';
import { approveTransaction } from '@/usecases/transactions/posting/approve-transaction';
import { postTransaction } from '@/usecases/transactions/posting/post-transaction';
import { ageItems } from '../oracle/aging';
import { itemsOf, pagesOf, rowsOf } from './aging-pages';
import { compareWays } from './earlier-ways';

afterAll(closeConnections);

/** Number of random histories; a long run sets DAYBOOK_HISTORIES. */
const HISTORIES = cases(3, 10, 200);
const DAYS = ['2026-01-05', '2026-01-20', '2026-02-10', '2026-03-15'];
/** Names that are the same, that begin alike, that differ in case, and that LIKE would read as a pattern. */
const NAMES = ['Acme', 'Acme', 'Acme 100%', 'acme', 'Zebra', 'Élan', '_under'];
const SEARCHES = ['acme', '100%', '_', 'zeb', 'nothing so called'];

let org: TestOrganization;
let branch = '';
let customers: string[] = [];

beforeAll(async () => {
  org = await foundTestOrganization({ today: '2026-03-31' });
  const admin = org.callAs('admin');
  branch = (await runForOutput(createSubsidiary, admin, { name: 'Branch', code: 'B' })).id;
  const made = NAMES.map((companyName) => () => runForOutput(customerVerbs.create, admin, { companyName }));
  for (const create of made) customers = [...customers, (await create()).id];
});

const day = fc.constantFrom(...DAYS);
const invoice = fc.record({
  customer: fc.nat({ max: NAMES.length }),
  ofBranch: fc.boolean(),
  inEuro: fc.nat({ max: 3 }).map((one) => one === 0),
  day,
  cents: fc.integer({ min: 1, max: 90_000 }),
  paidOn: fc.option(day),
  paid: fc.constantFrom('whole', 'half'),
});
type Invoice = typeof invoice extends fc.Arbitrary<infer T> ? T : never;

async function posted(document: object, on: string): Promise<string> {
  const { id } = await createDocument(org, { transactionDate: on, ...document });
  await runForOutput(approveTransaction, org.callAs('approver'), { id });
  await runForOutput(postTransaction, org.callAs('accountant'), {
    id,
    postingDate: on,
    overrideChecks: true,
  });
  return id;
}

/** Posts the invoice and what is paid of it, if anything. */
async function tell(one: Invoice): Promise<void> {
  const customer = customers[one.customer];
  const common = {
    subsidiaryId: one.ofBranch ? branch : org.ids.rootSubsidiary,
    currencyCode: one.inEuro ? 'EUR' : 'USD',
    ...(one.inEuro ? { exchangeRate: '1.25' } : {}),
    ...(customer === undefined ? { entityType: null, entityId: null } : { entityId: customer }),
  };
  const amount = (one.cents / 100).toFixed(2);
  const dueDate = one.cents % 3 === 0 ? one.day : DAYS.find((later) => later > one.day);
  const id = await posted(
    { ...common, ...(dueDate === undefined ? {} : { dueDate }), lines: [{ unitPrice: amount }] },
    one.day,
  );
  // A payment on account of no one settles nothing.
  if (customer === undefined || one.paidOn === null || one.paidOn < one.day) return;
  const paid = one.paid === 'whole' ? amount : (Math.ceil(one.cents / 2) / 100).toFixed(2);
  const payment = await posted(
    { ...common, kind: 'CUSTOMER_PAYMENT', lines: [{ unitPrice: amount }] },
    one.paidOn,
  );
  await runForOutput(applyPayment, org.callAs('accountant'), {
    paymentId: payment,
    appliedOn: one.paidOn,
    applications: [{ documentId: id, amount: paid }],
  });
}

/** What an aging of these items has to say: rows by name, counterparty and currency, and a total per currency. */
function agedItems(items: readonly OpenItem[], asOf: string) {
  const keyOf = (item: OpenItem) => [item.entityName, item.entityId ?? '~', item.currencyCode].join('\u0000');
  const aged = (of: readonly OpenItem[], currencyCode: string) => ({
    currencyCode,
    ...ageItems(
      of.map(({ dueDate, openAmount }) => ({ dueDate, open: openAmount })),
      asOf,
      currencyCode,
    ),
    base: toFixedString(sum(of.map(({ openBase }) => openBase)), 2),
  });
  const keys = [...new Set(items.map(keyOf))].sort((one, other) =>
    Buffer.compare(Buffer.from(one), Buffer.from(other)),
  );
  const rows = keys.map((key) => {
    const of = items.filter((item) => keyOf(item) === key);
    const [first] = of;
    return {
      origin: 'OWED',
      entityId: first?.entityId ?? null,
      entityName: first?.entityName ?? '',
      ...aged(of, first?.currencyCode ?? ''),
    };
  });
  const currencies = [...new Set(items.map(({ currencyCode }) => currencyCode))].sort();
  return {
    rows,
    totals: currencies.map((code) =>
      aged(
        items.filter(({ currencyCode }) => currencyCode === code),
        code,
      ),
    ),
  };
}

describe('the pages of the aging', () => {
  it('add up to its totals on any day, for any subsidiary and any confinement, whatever their length and however they are turned', async () => {
    const confinedTo = (subsidiaryIds: readonly string[]): Call => {
      const call = org.callAs('auditor');
      return { ...call, principal: { ...call.principal, subsidiaryScope: subsidiaryIds } };
    };
    const all = org.callAs('auditor');
    const callers: readonly (readonly [string, Call, object])[] = [
      ['everything', all, {}],
      ['the branch', all, { subsidiaryId: branch }],
      ['the parent', all, { subsidiaryId: org.ids.rootSubsidiary }],
      ['confined to the branch', confinedTo([branch]), {}],
      ['confined to nothing', confinedTo([]), {}],
      ['a customer', all, { entityId: customers[0] }],
    ];
    await fc.assert(
      fc.asyncProperty(
        fc.array(invoice, { minLength: 3, maxLength: 6 }),
        fc.integer({ min: 2, max: 6 }),
        fc.constantFrom('number' as const, 'key' as const),
        async (history, limit, by) => {
          for (const one of history) await tell(one);
          for (const asOf of ['2026-01-20', '2026-02-28', '2026-03-31']) {
            // Read by going through the names, whatever was open then.
            const claim = { organizationId: org.principals.admin.organizationId, userId: null };
            for (const subsidiaryIds of [
              [org.ids.rootSubsidiary, branch],
              [org.ids.rootSubsidiary],
              [branch],
            ])
              await compareWays(claim, { side: 'RECEIVABLE', asOf, subsidiaryIds, limit });
            for (const [who, call, place] of callers) {
              const asked = { side: 'RECEIVABLE', asOf, ...place };
              const { items } = await runForOutput(wholeOpenItems, call, asked);
              const expected = agedItems(items, asOf);
              const whole = await runForOutput(wholeAging, call, asked);
              expect([who, asOf, whole.rows, whole.totals]).toEqual([
                who,
                asOf,
                expected.rows,
                expected.totals,
              ]);
              const paged = await rowsOf(call, { ...asked, limit }, by);
              expect([who, asOf, by, paged]).toEqual([who, asOf, by, whole.rows]);
              expect([who, asOf, limit, await itemsOf(call, asked, limit)]).toEqual([
                who,
                asOf,
                limit,
                items,
              ]);
            }
          }
        },
      ),
      { numRuns: HISTORIES },
    );
  });

  it('of a search are the rows whose name contains the text, with the totals of all', async () => {
    const call = org.callAs('auditor');
    for (const [n, customer] of customers.entries())
      await posted({ entityId: customer, lines: [{ unitPrice: `${n + 1}.00` }] }, '2026-03-20');
    const whole = await runForOutput(wholeAging, call, { side: 'RECEIVABLE' });
    const namesOf = (rows: readonly { entityName: string }[]) => rows.map(({ entityName }) => entityName);
    for (const search of SEARCHES) {
      const found = await runForOutput(aging, call, { side: 'RECEIVABLE', search });
      const wanted = whole.rows.filter((row) => row.entityName.toLowerCase().includes(search));
      expect([search, namesOf(found.rows), found.rowCount]).toEqual([search, namesOf(wanted), wanted.length]);
      expect(found.rows).toEqual(wanted);
      expect([found.totals, found.base, found.control]).toEqual([whole.totals, whole.base, whole.control]);
      expect(await rowsOf(call, { side: 'RECEIVABLE', search, limit: 1 }, 'key')).toEqual(wanted);
    }
    expect(new Set(namesOf(whole.rows)).size).toBeGreaterThan(4);
  });

  it('of thousands of customers, and of some who are none, are the same rows in the same order as the whole', async () => {
    const many = await foundTestOrganization({ today: '2026-03-31' });
    const call = many.callAs('auditor');
    const { id } = await postedDocument(many, { transactionDate: '2026-03-01', dueDate: '2026-03-15' });
    const elsewhere = await runForOutput(createSubsidiary, many.callAs('admin'), {
      name: 'Branch',
      code: 'B',
    });
    // The same invoice for 2,100 more customers, whose names do not follow their ids, and are the names of two for some; every hundredth owes
    // without being named, and forty owe in another currency, too. Every fortieth is a customer of the branch alone.
    await withOwner(async (client) => {
      await client.query('begin');
      await client.query(`select set_config('app.organization_id', $1, true)`, [many.organizationId]);
      await client.query('set local session_replication_role = replica');
      await client.query(
        `insert into customers (organization_id, id, company_name, subsidiary_id)
         select $1::uuid, lpad(to_hex(n), 32, '0')::uuid, 'Company ' || (n * 7919) % 1700, case when n % 40 = 1 then $2::uuid end
         from generate_series(1, 2100) n`,
        [many.organizationId, elsewhere.id],
      );
      const { rows } = await client.query<{ columns: string }>(
        `select string_agg(quote_ident(column_name), ', ') as columns from information_schema.columns
         where table_name = 'business_transactions' and is_generated = 'NEVER'
           and column_name not in ('id', 'transaction_number', 'entity_type', 'entity_id')`,
      );
      const columns = rows[0]?.columns ?? '';
      await client.query(
        `insert into business_transactions (id, transaction_number, entity_type, entity_id, ${columns})
         select gen_random_uuid(), 'COPY-' || n, case when n % 100 <> 0 then 'CUSTOMER' end,
           case when n % 100 <> 0 then lpad(to_hex(n), 32, '0')::uuid end, ${columns}
         from business_transactions t cross join generate_series(1, 2100) n where t.organization_id = $1::uuid and t.id = $2::uuid`,
        [many.organizationId, id],
      );
      await client.query(
        `insert into business_transactions (id, transaction_number, entity_type, entity_id, currency_code, ${columns.replace('currency_code, ', '')})
         select gen_random_uuid(), 'ALSO-' || n, 'CUSTOMER', lpad(to_hex(n * 51), 32, '0')::uuid, 'EUR', ${columns.replace('currency_code, ', '')}
         from business_transactions t cross join generate_series(1, 40) n where t.organization_id = $1::uuid and t.id = $2::uuid`,
        [many.organizationId, id],
      );
      await client.query('commit');
    });
    const { rows, totals } = await runForOutput(wholeAging, call, { side: 'RECEIVABLE' });
    expect([rows.length, totals.map(({ total }) => total)]).toEqual([2_121, ['4000.00', '210100.00']]);
    expect(await rowsOf(call, { side: 'RECEIVABLE', limit: 707 }, 'key')).toEqual(rows);
    let from = 0;
    for await (const page of pagesOf(call, { side: 'RECEIVABLE', limit: 20 }, 'key')) {
      expect(page.rows).toEqual(rows.slice(from, from + 20));
      from += 20;
      if (from === 200) break;
    }
    for (const [page, limit] of [
      [1, 100],
      [2, 100],
      [7, 3],
      [2, 1_000],
      [3, 1_000],
    ] as const) {
      const shown = await runForOutput(aging, call, { side: 'RECEIVABLE', page, limit });
      expect([shown.rowCount, shown.totals]).toEqual([rows.length, totals]);
      expect(shown.rows).toEqual(rows.slice((page - 1) * limit, page * limit));
    }
    const principal = { ...call.principal, subsidiaryScope: [many.ids.rootSubsidiary] };
    // 53 customers of the branch, one of them in two currencies, and who has no name at all.
    const confined = { ...call, principal };
    const seen = await runForOutput(wholeAging, confined, { side: 'RECEIVABLE' });
    expect([seen.rows.length, seen.rows.filter(({ entityName }) => entityName === '').length]).toEqual([
      2_121, 55,
    ]);
    const first = await runForOutput(aging, confined, { side: 'RECEIVABLE', limit: 100 });
    expect([first.rowCount, first.rows]).toEqual([2_121, seen.rows.slice(0, 100)]);
    for (const who of [call, confined]) {
      const { items } = await runForOutput(wholeOpenItems, who, { side: 'RECEIVABLE' });
      expect(items.length).toBe(2_141);
      expect(await itemsOf(who, { side: 'RECEIVABLE' }, 700)).toEqual(items);
      const few = await runForOutput(openItems, who, { side: 'RECEIVABLE', limit: 7, page: 200 });
      expect(few.items).toEqual(items.slice(7 * 199, 7 * 200));
    }
  });

  it('continue where a cursor says, though what is before it has been settled since', async () => {
    const call = org.callAs('auditor');
    const asked = { side: 'RECEIVABLE', asOf: '2026-03-31', limit: 5 };
    const first = await runForOutput(aging, call, asked);
    const gone = first.rows.find(({ entityId }) => entityId !== null)?.entityId;
    const { items } = await runForOutput(openItems, call, { ...asked, limit: 1000, entityId: gone });
    const before = await runForOutput(aging, call, { ...asked, after: first.nextCursor });
    for (const item of items.filter(({ openAmount }) => !openAmount.startsWith('-'))) {
      const place = {
        subsidiaryId: item.subsidiaryId,
        currencyCode: item.currencyCode,
        entityId: item.entityId,
        ...(item.currencyCode === 'EUR' ? { exchangeRate: '1.25' } : {}),
      };
      const payment = await posted(
        { ...place, kind: 'CUSTOMER_PAYMENT', lines: [{ unitPrice: item.openAmount }] },
        '2026-03-31',
      );
      await runForOutput(applyPayment, org.callAs('accountant'), {
        paymentId: payment,
        appliedOn: '2026-03-31',
        applications: [{ documentId: item.id, amount: item.openAmount }],
      });
    }
    expect((await runForOutput(aging, call, asked)).rows).not.toEqual(first.rows);
    const again = await runForOutput(aging, call, { ...asked, after: first.nextCursor });
    expect(again.rows).toEqual(before.rows);
    await expect(runForOutput(aging, call, { ...asked, after: 'not a cursor' })).rejects.toMatchObject({
      refusal: { code: 'INVALID_INPUT' },
    });
  });

  it('of open items are all of them in order, each once', async () => {
    const call = org.callAs('auditor');
    const asked = { side: 'RECEIVABLE', asOf: '2026-02-10' };
    const whole = await runForOutput(wholeOpenItems, call, asked);
    expect(whole.items.length).toBeGreaterThan(3);
    expect(await itemsOf(call, asked, 3)).toEqual(whole.items);
    const beyond = await runForOutput(openItems, call, { ...asked, limit: 3, page: 1_000 });
    expect([beyond.items, beyond.total]).toEqual([[], whole.items.length]);
  });
});
