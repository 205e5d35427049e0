import { afterAll, describe, expect, it } from 'vitest';
import { KIND_FACTS } from '@/core/transactions/kinds';
import { closeConnections } from '@/db/client';
import { createDocument, postedDocument } from '@/testing/documents';
import { foundTestOrganization, type TestOrganization } from '@/testing/organization';
import { withOwner } from '@/testing/owner';
import { runForOutput } from '@/usecases/kit/run';
import { listTransactions } from '@/usecases/transactions/list-transactions';
import { applyPayment } from '@/usecases/transactions/payments/apply-payment';
import { unapplyPayment } from '@/usecases/transactions/payments/unapply-payment';
import { reverseTransaction } from '@/usecases/transactions/posting/reverse-transaction';

afterAll(closeConnections);

type Asked = {
  kind?: 'CUSTOMER_PAYMENT' | 'VENDOR_PAYMENT' | 'CREDIT_MEMO' | 'INVOICE';
  search?: string;
} & Record<string, unknown>;
const list = (org: TestOrganization, asked: Asked = {}) =>
  runForOutput(listTransactions, org.callAs('accountant'), { limit: 100, ...asked });
const unapplied = (org: TestOrganization, asked: Asked = {}) => list(org, { unapplied: true, ...asked });
const pay = (org: TestOrganization, unitPrice: string, fields: object = {}) =>
  postedDocument(org, { kind: 'CUSTOMER_PAYMENT', lines: [{ unitPrice }], ...fields });
const apply = (org: TestOrganization, paymentId: string, documentId: string, amount: string) =>
  runForOutput(applyPayment, org.callAs('accountant'), { paymentId, applications: [{ documentId, amount }] });

/** Invoices, payments and credits in every state that matters. */
async function furnished() {
  const org = await foundTestOrganization();
  const invoice = await postedDocument(org, { lines: [{ unitPrice: '1000.00' }] });
  const whole = await pay(org, '50.00', { memo: 'whole' });
  const partly = await pay(org, '60.00', { memo: 'part 50%' });
  const settled = await pay(org, '70.00', { memo: 'settled' });
  const reversed = await pay(org, '80.00', { memo: 'reversed' });
  const cleared = await pay(org, '', {
    lines: [{ unitPrice: '100.00' }, { lineType: 'DISCOUNT', unitPrice: '3.00' }],
  });
  const draft = await createDocument(org, { kind: 'CUSTOMER_PAYMENT', lines: [{ unitPrice: '90.00' }] });
  const credit = await postedDocument(org, { kind: 'CREDIT_MEMO', lines: [{ unitPrice: '20.00' }] });
  const paid = await postedDocument(org, { kind: 'VENDOR_PAYMENT', lines: [{ unitPrice: '30.00' }] });
  await apply(org, partly.id, invoice.id, '10.00');
  await apply(org, settled.id, invoice.id, '70.00');
  await runForOutput(reverseTransaction, org.callAs('accountant'), {
    id: reversed.id,
    reversalReason: 'Twice',
  });
  return { org, invoice, whole, partly, settled, reversed, cleared, draft, credit, paid };
}

describe('the list of unapplied payments and credits', () => {
  it('has those in the ledger with an unapplied amount, and equals the result of reading every document', async () => {
    const { org, whole, partly, cleared, credit, paid } = await furnished();
    const found = await unapplied(org);
    expect(new Set(found.rows.map(({ id }) => id))).toEqual(
      new Set([whole, partly, cleared, credit, paid].map(({ id }) => id)),
    );
    expect(found.total).toBe(5);
    const all = await list(org);
    expect(found.rows).toEqual(
      all.rows.filter(
        ({ kind, status, openAmount }) =>
          KIND_FACTS[kind].openItemSign === -1 &&
          ['POSTED', 'CLOSED'].includes(status) &&
          /[1-9]/.test(openAmount),
      ),
    );
  });

  it('leaves out one that is fully applied, including a discount it clears, and has it again once it is unapplied', async () => {
    const { org, invoice, cleared, partly } = await furnished();
    const left = async () =>
      new Map(
        (await unapplied(org, { kind: 'CUSTOMER_PAYMENT' })).rows.map((row) => [row.id, row.openAmount]),
      );
    await apply(org, partly.id, invoice.id, '49.99');
    expect((await left()).get(partly.id)).toBe('0.01');
    await apply(org, partly.id, invoice.id, '0.01');
    expect((await left()).has(partly.id)).toBe(false);
    expect((await left()).get(cleared.id)).toBe('100.00');
    await apply(org, cleared.id, invoice.id, '97.00');
    expect((await left()).get(cleared.id)).toBe('3.00');
    const { applications } = await apply(org, cleared.id, invoice.id, '3.00');
    expect((await left()).has(cleared.id)).toBe(false);
    const applicationId = applications[0]?.id ?? '';
    await runForOutput(unapplyPayment, org.callAs('accountant'), { applicationId });
    expect((await left()).get(cleared.id)).toBe('3.00');
  });

  it('is filtered and paged like the list', async () => {
    const { org, whole, partly, credit } = await furnished();
    const ids = async (asked: Asked) => (await unapplied(org, asked)).rows.map(({ id }) => id);
    expect(await ids({ kind: 'CREDIT_MEMO' })).toEqual([credit.id]);
    expect(await ids({ kind: 'INVOICE' })).toEqual([]);
    expect(await ids({ search: 'WHOLE' })).toEqual([whole.id]);
    expect(await ids({ search: '50%' })).toEqual([partly.id]);
    expect(await ids({ search: '%' })).toEqual([partly.id]);
    expect(await ids({ status: 'CLOSED' })).toEqual([]);
    expect(await ids({ status: 'DRAFT' })).toEqual([]);
    expect(await ids({ dateTo: '2000-01-01' })).toEqual([]);
    expect(await ids({ dateFrom: org.clock.today(), dateTo: org.clock.today() })).toHaveLength(5);
    expect(await ids({ entityId: org.ids.vendor })).toHaveLength(1);
    expect(await ids({ subsidiaryId: org.ids.customer })).toEqual([]);
    const whole5 = await ids({});
    const pages = await Promise.all([1, 2, 3].map((page) => unapplied(org, { page, limit: 2 })));
    expect(pages.flatMap(({ rows }) => rows.map(({ id }) => id))).toEqual(whole5);
    expect(pages.map(({ total }) => total)).toEqual([5, 5, 5]);
  });

  it('shows none of another organization, and none to a caller confined to other subsidiaries', async () => {
    const { org } = await furnished();
    const other = await foundTestOrganization();
    expect(await unapplied(other)).toMatchObject({ rows: [], total: 0 });
    const confined = { ...org.principals.accountant, subsidiaryScope: [org.ids.customer] };
    const call = org.callAs('accountant', { principal: confined });
    expect(await runForOutput(listTransactions, call, { unapplied: true })).toMatchObject({
      rows: [],
      total: 0,
    });
  });

  it('has indexes that hold only unapplied documents', async () => {
    const { org } = await furnished();
    await withOwner(async (client) => {
      await client.query(`select set_config('app.organization_id', $1, false)`, [org.organizationId]);
      const { rows } = await client.query<{ 'QUERY PLAN': string }>(
        `explain select id from business_transactions where organization_id = '${org.organizationId}' and kind = 'CUSTOMER_PAYMENT'
           and kind in ('CREDIT_MEMO', 'CUSTOMER_PAYMENT', 'VENDOR_CREDIT', 'VENDOR_PAYMENT')
           and applied_amount <> total_amount + case when kind in ('CUSTOMER_PAYMENT', 'VENDOR_PAYMENT') then discount_amount else 0 end
           and reversal_date is null and cancelled_at is null
         order by transaction_date desc, transaction_number desc limit 50`,
      );
      expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toMatch(
        /business_transactions_unapplied_(of_entity_)?sql_idx/,
      );
    });
  });
});
