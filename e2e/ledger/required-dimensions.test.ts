import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { closeConnections } from '@/db/client';
import {
  approvedDocument,
  createDocument,
  postedDocument,
  type TestDocument,
  type TestLine,
} from '@/testing/documents';
import { foundTestOrganization, type TestOrganization } from '@/testing/organization';
import { accountVerbs } from '@/usecases/accounts/account-records';
import { departmentVerbs } from '@/usecases/departments/department-records';
import { listDocumentChoices } from '@/usecases/directory/list-document-choices';
import { runForOutput } from '@/usecases/kit/run';
import { trialBalanceReport } from '@/usecases/reports/show-trial-balance';
import { approveAndPostTransactions } from '@/usecases/transactions/posting/approve-and-post';
import { approveTransaction } from '@/usecases/transactions/posting/approve-transaction';
import { transactionGlImpact } from '@/usecases/transactions/posting/gl-impact';
import { postTransaction } from '@/usecases/transactions/posting/post-transaction';
import { reverseTransaction } from '@/usecases/transactions/posting/reverse-transaction';
import { updateTransaction } from '@/usecases/transactions/update-transaction';
import { fingerprint } from '../support/fingerprint';

/** An account, documents on it that lack a department, and only then the rule that it requires one. */
let org: TestOrganization;
let departmentId: string;
const before = {} as Record<'draft' | 'approved' | 'posted' | 'mended', { id: string }>;

const bill = (own: TestOrganization, line: Partial<TestLine> = {}): TestDocument => ({
  kind: 'VENDOR_BILL',
  lines: [
    { unitPrice: '40.00', accountId: own.account('6100'), ...line },
    { unitPrice: '60.00', accountId: own.account('6100'), departmentId, ...line },
  ],
});
const SENTENCE = 'The accounts require dimensions that are missing: line 1 department.';
const REFUSAL = {
  refusal: {
    code: 'INCOMPLETE_DOCUMENT',
    message: expect.stringContaining(SENTENCE),
    data: { missing: ['line 1 department'] },
  },
};
const screen = () => org.callAs('controller', { surface: 'trpc' });

beforeAll(async () => {
  org = await foundTestOrganization();
  const made = await runForOutput(departmentVerbs.create, org.callAs('admin'), {
    code: 'ENG',
    name: 'Engineering',
  });
  departmentId = (made as { id: string }).id;
  before.draft = await createDocument(org, bill(org));
  before.mended = await createDocument(org, bill(org));
  before.approved = await approvedDocument(org, bill(org));
  before.posted = await postedDocument(org, bill(org));
  await runForOutput(accountVerbs.update, org.callAs('admin'), {
    id: org.account('6100'),
    data: { requiredDimensions: ['department'] },
  });
});
afterAll(closeConnections);

describe('a dimension that an account starts to require', () => {
  test('reaches a form with its choices of accounts, and the preview of an old draft says what prevents posting', async () => {
    const { accounts } = await runForOutput(listDocumentChoices, org.callAs('accountant'), {});
    expect(
      accounts.filter(({ requires }) => requires.length > 0).map(({ code, requires }) => [code, requires]),
    ).toEqual([['6100', ['department']]]);
    for (const { id } of [before.draft, before.approved]) {
      const { blockedBy } = await runForOutput(transactionGlImpact, org.callAs('accountant'), { id });
      expect(blockedBy).toMatchObject({ code: 'INCOMPLETE_DOCUMENT', message: SENTENCE });
    }
  });

  test('refuses to post what was approved before, naming the line, whatever is overridden, and nothing changes', async () => {
    const state = await fingerprint(org.organizationId);
    const { id } = before.approved;
    for (const surface of ['trpc', 'C', 'B'] as const) {
      for (const overrideChecks of [false, true]) {
        const call = org.callAs('controller', { surface });
        await expect(runForOutput(postTransaction, call, { id, overrideChecks })).rejects.toMatchObject(
          REFUSAL,
        );
      }
    }
    expect(await fingerprint(org.organizationId)).toEqual(state);
  });

  test('refuses to approve an old draft in the console, alone and together with posting, and nothing changes', async () => {
    const state = await fingerprint(org.organizationId);
    const { id } = before.draft;
    await expect(
      runForOutput(approveTransaction, screen(), { id, demandPostable: true }),
    ).rejects.toMatchObject(REFUSAL);
    await expect(
      runForOutput(approveAndPostTransactions, screen(), { items: [{ id }] }),
    ).rejects.toMatchObject(REFUSAL);
    expect(await fingerprint(org.organizationId)).toEqual(state);
  });

  test('an old draft is posted once its lines have it', async () => {
    const { id } = before.mended;
    const { lines } = bill(org, { departmentId });
    const written = lines?.map((line, at) => ({
      lineNumber: at + 1,
      lineType: 'SERVICE',
      description: 'Chairs',
      quantity: '1',
      ...line,
    }));
    await runForOutput(updateTransaction, org.callAs('accountant'), { id, transaction: {}, lines: written });
    const [result] = await runForOutput(approveAndPostTransactions, screen(), { items: [{ id }] });
    expect(result).toMatchObject({ ok: true, output: { id, status: 'POSTED' } });
  });

  test('what was posted before stays as it was posted, in and out of the reports of a department, and can be reversed', async () => {
    const balanceOf = async (dimensions: object) => {
      const report = await runForOutput(trialBalanceReport, org.callAs('viewer'), dimensions);
      return report.rows.find(({ code }) => code === '6100')?.netBalance;
    };
    // 40.00 and 60.00 were posted before, only the second with a department; then two more with one: 40.00 and 60.00.
    expect(await balanceOf({})).toBe('200.00');
    expect(await balanceOf({ departmentId })).toBe('160.00');
    await runForOutput(reverseTransaction, org.callAs('controller'), {
      id: before.posted.id,
      reversalReason: 'Billed twice',
    });
    expect(await balanceOf({})).toBe('100.00');
    expect(await balanceOf({ departmentId })).toBe('100.00');
  });
});
