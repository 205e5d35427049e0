import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { closeConnections } from '@/db/client';
import { foundTestOrganization, type TestOrganization } from '@/testing/organization';
import type { Call } from '@/usecases/kit/define';
import { runForOutput } from '@/usecases/kit/run';
import { createTransaction } from '@/usecases/transactions/create-transaction';
import { postTransaction } from '@/usecases/transactions/posting/post-transaction';
import { customerPage } from './customer-page';
import { customerVerbs } from './customer-records';

let organization: TestOrganization;
let call: Call;

beforeAll(async () => {
  organization = await foundTestOrganization({ today: '2026-11-21' });
  call = organization.callAs('admin');
});
afterAll(closeConnections);

const invoice = async (entityId: string, dueDate: string, unitPrice: string, post: boolean) => {
  const { id } = await runForOutput(createTransaction, call, {
    transaction: {
      transactionTypeId: organization.ids.types.INVOICE,
      subsidiaryId: organization.ids.rootSubsidiary,
      entityId,
      entityType: 'CUSTOMER',
      transactionDate: '2026-11-01',
      dueDate,
      currencyCode: 'USD',
      status: 'APPROVED',
    },
    lines: [{ lineNumber: 1, lineType: 'ITEM', description: 'Seats', quantity: '1', unitPrice }],
  });
  if (post) await runForOutput(postTransaction, call, { id });
};

describe('a page of customers', () => {
  test('carries what each customer owes on posted invoices per currency, and how much of it is overdue', async () => {
    const [owing, clean] = await Promise.all(
      ['Owing Ltd', 'Clean Ltd'].map((companyName) =>
        runForOutput(customerVerbs.create, call, { companyName }),
      ),
    );
    const id = owing?.id ?? '';
    await invoice(id, '2026-11-20', '100.50', true);
    await invoice(id, '2026-12-20', '50', true);
    await invoice(id, '2026-11-20', '7', false);
    const { rows, total } = await runForOutput(customerPage, call, {
      search: 'LTD',
      sortField: 'companyName',
    });
    expect(total).toBe(2);
    expect(rows.map((row) => [row.companyName, row.openBalances])).toEqual([
      [clean?.companyName, []],
      [
        'Owing Ltd',
        [
          {
            customerId: id,
            currencyCode: 'USD',
            openAmount: '150.50',
            overdueAmount: '100.50',
            documents: 2,
          },
        ],
      ],
    ]);
  });
});
