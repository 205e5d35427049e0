import { afterAll, beforeAll, expect, test } from 'vitest';
import { closeConnections } from '@/db/client';
import { lackingDimensions } from '@/db/stores/documents/lacking-dimensions';
import { withTenantRead } from '@/db/tenancy';
import { newId } from '@/lib/ids';
import {
  approvedDocument,
  createDocument,
  documentBody,
  postedDocument,
  type TestDocument,
} from '@/testing/documents';
import { foundTestOrganization, type TestOrganization } from '@/testing/organization';
import { departmentVerbs } from '../departments/department-records';
import { runForOutput } from '../kit/run';
import type { DocumentView } from '../transactions/document-view';
import { cancelTransaction } from '../transactions/posting/cancel-transaction';
import { updateTransaction } from '../transactions/update-transaction';
import { accountVerbs } from './account-records';
import { listLackingDocuments } from './list-lacking-documents';

let org: TestOrganization;
let departmentId: string;
let draft: DocumentView;
let approved: DocumentView;
let mended: DocumentView;

const bill = (department?: string): TestDocument => ({
  kind: 'VENDOR_BILL',
  lines: [
    { unitPrice: '40.00', accountId: org.account('6100'), departmentId },
    {
      unitPrice: '60.00',
      accountId: org.account('6100'),
      ...(department ? { departmentId: department } : {}),
    },
  ],
});
const lacking = (code: string) =>
  runForOutput(listLackingDocuments, org.callAs('accountant'), { id: org.account(code) });

beforeAll(async () => {
  org = await foundTestOrganization();
  const made = await runForOutput(departmentVerbs.create, org.callAs('admin'), {
    code: 'ENG',
    name: 'Engineering',
  });
  departmentId = (made as { id: string }).id;
  draft = await createDocument(org, bill());
  mended = await createDocument(org, bill());
  approved = await approvedDocument(org, bill());
  await postedDocument(org, bill());
  await createDocument(org, bill(departmentId));
  const given = await createDocument(org, bill());
  await runForOutput(cancelTransaction, org.callAs('accountant'), { id: given.id, reason: 'By mistake' });
});
afterAll(closeConnections);

test('an account that requires no dimension names no document, and an unknown account is refused', async () => {
  expect(await lacking('6100')).toEqual({ documents: [], count: 0, isPartial: false });
  await expect(
    runForOutput(listLackingDocuments, org.callAs('accountant'), { id: newId() }),
  ).rejects.toMatchObject({ refusal: { code: 'NOT_FOUND' } });
});

test('an account names the documents that wait and lack a dimension it requires, until they have it; not those posted or cancelled', async () => {
  await runForOutput(accountVerbs.update, org.callAs('admin'), {
    id: org.account('6100'),
    data: { requiredDimensions: ['department'] },
  });
  const named = (...documents: readonly DocumentView[]) =>
    documents
      .map(({ id, transactionNumber: number }) => ({ id, number }))
      .sort((a, b) => a.number.localeCompare(b.number));
  expect(await lacking('6100')).toEqual({
    documents: named(draft, mended, approved),
    count: 3,
    isPartial: false,
  });
  expect(await lacking('6900')).toMatchObject({ count: 0 });
  const { lines } = documentBody(org, bill(departmentId));
  await runForOutput(updateTransaction, org.callAs('accountant'), { id: mended.id, transaction: {}, lines });
  expect(await lacking('6100')).toMatchObject({ documents: named(draft, approved), count: 2 });
});

test('examines only the latest documents, up to its limit, and says that there are more', async () => {
  const claim = { organizationId: org.principals.admin.organizationId, userId: null };
  const look = (read: number, shown: number) =>
    withTenantRead(claim, (tenant) => lackingDimensions(tenant, org.account('6100'), { read, shown }));
  expect(await look(100, 1)).toMatchObject({ documents: [{ id: draft.id }], count: 2, isPartial: false });
  expect(await look(1, 5)).toEqual({ documents: [], count: 0, isPartial: true });
});
