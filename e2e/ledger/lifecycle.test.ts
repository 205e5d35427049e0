import { afterAll, describe, expect, it } from 'vitest';
import { insertRows } from '@/db/bulk';
import { closeConnections } from '@/db/client';
import { sql, withTenantReport, withTenantSql } from '@/db/tenancy';
import { newId } from '@/lib/ids';
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
import { listTransactions } from '@/usecases/transactions/list-transactions';
import { cancelTransaction } from '@/usecases/transactions/posting/cancel-transaction';
import { postTransaction } from '@/usecases/transactions/posting/post-transaction';
import { reverseTransaction } from '@/usecases/transactions/posting/reverse-transaction';
import { submitTransaction } from '@/usecases/transactions/posting/submit-transaction';
import { removeTransaction } from '@/usecases/transactions/remove-transaction';
import { updateTransaction } from '@/usecases/transactions/update-transaction';

// Proves the laws documents/insert-transactions, documents/insert-transaction-parts,
// documents/replace-transaction-parts, documents/reverse-transactions, documents/store-reversals, documents/verdict of prisma/sql.

afterAll(closeConnections);

const entryOf = (organization: TestOrganization, entryId: string) =>
  withTenantReport({ organizationId: organization.principals.admin.organizationId, userId: null }, (tenant) =>
    sql<{ code: string; debit: string; credit: string }>(
      tenant,
      `select a.code, l.debit::text, l.credit::text from ledger_lines l join accounts a using (organization_id)
       where a.id = l.account_id and l.entry_id = $1 order by l.line_number`,
      [entryId],
    ),
  );

describe('the life of a document', () => {
  it('is created with computed amounts and a number, approved, posted, and reversed by a mirrored journal', async () => {
    const org = await foundTestOrganization();
    const invoice = await createDocument(org, {
      lines: [
        { quantity: '12', unitPrice: '500.00', taxCodeId: org.ids.taxCode },
        { lineType: 'DISCOUNT', unitPrice: '15.00' },
      ],
    });
    expect(invoice).toMatchObject({
      transactionNumber: 'INV-2026-000001',
      status: 'DRAFT',
      subtotalAmount: '6000.00',
      taxAmount: '495.00',
      discountAmount: '15.00',
      totalAmount: '6480.00',
      baseTotalAmount: '6480.00',
      exchangeRate: '1',
    });
    const posted = await postedDocument(org, { lines: [{ taxCodeId: org.ids.taxCode }] });
    expect(posted.transactionNumber).toBe('INV-2026-000002');
    expect(posted.posted.entryNumber).toBe('GL-2026-000001');
    expect(await entryOf(org, posted.posted.glTransactionId)).toEqual([
      { code: '1210', debit: '108.2500', credit: '0.0000' },
      { code: '4300', debit: '0.0000', credit: '100.0000' },
      { code: '2210', debit: '0.0000', credit: '8.2500' },
    ]);
    const reversed = await runForOutput(reverseTransaction, org.callAs('accountant'), {
      id: posted.id,
      reversalReason: 'Wrong customer',
    });
    expect(await entryOf(org, reversed.glTransactionId)).toEqual([
      { code: '1210', debit: '0.0000', credit: '108.2500' },
      { code: '4300', debit: '100.0000', credit: '0.0000' },
      { code: '2210', debit: '8.2500', credit: '0.0000' },
    ]);
    const after = await runForOutput(getTransaction, org.callAs('viewer'), { id: posted.id });
    expect(after).toMatchObject({
      status: 'REVERSED',
      reversalTransactionId: reversed.reversalTransactionId,
    });
    const listed = await runForOutput(listTransactions, org.callAs('viewer'), {});
    expect(listed.rows.map((row) => row.transactionNumber)).toEqual([
      'JE-2026-000001',
      'INV-2026-000002',
      'INV-2026-000001',
    ]);
  });

  it('is stored as it was entered, and posted in both currencies under the dimensions of its lines', async () => {
    const org = await foundTestOrganization();
    const claim = { organizationId: org.principals.admin.organizationId, userId: null };
    const departmentId = newId();
    await withTenantSql(claim, (tenant) =>
      insertRows(tenant, 'departments', [{ id: departmentId, code: 'D', name: 'D' }]),
    );
    const { id, posted } = await postedDocument(org, {
      currencyCode: 'EUR',
      exchangeRate: '1.25',
      lines: [{ quantity: '2', departmentId }],
    });
    const stored = await runForOutput(getTransaction, org.callAs('viewer'), { id });
    expect(stored.lines).toMatchObject([
      { description: 'Line 1', quantity: '2', unitPrice: '100.00', lineAmount: '200.00', departmentId },
    ]);
    const entry = await withTenantReport(claim, (tenant) =>
      sql(
        tenant,
        `select e.currency_code as currency, e.base_currency_code as base, a.code, (l.debit - l.credit)::text as amount,
           (l.base_debit - l.base_credit)::text as "baseAmount", l.department_id as "departmentId"
         from ledger_entries e join ledger_lines l on l.organization_id = e.organization_id and l.entry_id = e.id
         join accounts a on a.organization_id = l.organization_id and a.id = l.account_id where e.id = $1 order by l.line_number`,
        [posted.glTransactionId],
      ),
    );
    const currencies = { currency: 'EUR', base: 'USD' };
    expect(entry).toMatchObject([
      { ...currencies, code: '1210', amount: '200.0000', baseAmount: '250.0000' },
      { ...currencies, code: '4300', amount: '-200.0000', baseAmount: '-250.0000', departmentId },
    ]);
  });

  it('refuses to post what is not approved, twice, or unbalanced', async () => {
    const org = await foundTestOrganization();
    const draft = await createDocument(org);
    const post = (id: string) => runForOutput(postTransaction, org.callAs('accountant'), { id });
    await expect(post(draft.id)).rejects.toMatchObject({ refusal: { code: 'INVALID_STATUS_TRANSITION' } });
    const posted = await postedDocument(org);
    await expect(post(posted.id)).rejects.toMatchObject({
      refusal: { code: 'ALREADY_POSTED', data: { glTransactionId: posted.posted.glTransactionId } },
    });
    const journal = await approvedDocument(org, {
      kind: 'JOURNAL',
      lines: journalLines(org, [
        ['1110', '10.00'],
        ['4100', '-9.00'],
      ]),
    });
    await expect(post(journal.id)).rejects.toMatchObject({
      refusal: { code: 'NOT_BALANCED', data: { debits: '10.00', credits: '9.00', difference: '1.00' } },
    });
  });

  it('is edited, submitted, cancelled and deleted only where its status allows', async () => {
    const org = await foundTestOrganization();
    const as = org.callAs('accountant');
    const draft = await createDocument(org);
    const edited = await runForOutput(updateTransaction, as, {
      id: draft.id,
      transaction: { memo: 'Better', dueDate: '2026-12-21' },
      lines: [{ lineNumber: 1, lineType: 'ITEM', description: 'Thing', quantity: 3, unitPrice: '0.333333' }],
    });
    expect(edited).toMatchObject({ memo: 'Better', totalAmount: '1.00', version: 2 });
    expect(edited.lines[0]).toMatchObject({ unitPrice: '0.333333', lineAmount: '1.00' });
    await runForOutput(submitTransaction, as, { id: draft.id });
    await expect(runForOutput(removeTransaction, as, { id: draft.id })).rejects.toMatchObject({
      refusal: { code: 'INVALID_STATUS_TRANSITION' },
    });
    await runForOutput(cancelTransaction, as, { id: draft.id });
    const other = await createDocument(org);
    expect(other.transactionNumber).toBe('INV-2026-000002');
    await runForOutput(removeTransaction, as, { id: other.id });
    expect((await createDocument(org)).transactionNumber).toBe('INV-2026-000002');
  });

  it('a dry run of creating answers as if it had been done, and stores nothing, not even a number', async () => {
    const org = await foundTestOrganization();
    const dry = await runForOutput(
      createTransaction,
      org.callAs('accountant', { dryRun: true }),
      documentBody(org),
    );
    expect(dry.transactionNumber).toBe('INV-2026-000001');
    await expect(runForOutput(getTransaction, org.callAs('viewer'), { id: dry.id })).rejects.toMatchObject({
      refusal: { code: 'NOT_FOUND' },
    });
    expect((await createDocument(org)).transactionNumber).toBe('INV-2026-000001');
  });
});
