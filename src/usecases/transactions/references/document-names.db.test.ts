import { afterAll, beforeAll, expect, test } from 'vitest';
import { closeConnections } from '@/db/client';
import { createDocument } from '@/testing/documents';
import { foundTestOrganization, type TestOrganization } from '@/testing/organization';
import { accountVerbs } from '@/usecases/accounts/account-records';
import { departmentVerbs } from '@/usecases/departments/department-records';
import { listDocumentChoices } from '@/usecases/directory/list-document-choices';
import { itemVerbs } from '@/usecases/items/item-records';
import { runForOutput } from '@/usecases/kit/run';
import { findDocumentNames } from './find-document-names';

let ours: TestOrganization;
let theirs: TestOrganization;
beforeAll(async () => {
  ours = await foundTestOrganization();
  theirs = await foundTestOrganization();
});
afterAll(closeConnections);

test('a document’s screens name what it names, also an item, an account and a department that became inactive since', async () => {
  const call = ours.callAs('admin');
  const item = await runForOutput(itemVerbs.create, call, { code: 'OLD', name: 'Old item' });
  const department = await runForOutput(departmentVerbs.create, call, {
    code: 'OLD',
    name: 'Old department',
  });
  const account = await runForOutput(accountVerbs.create, call, {
    ...{ code: '4991', name: 'Old revenue', accountType: 'REVENUE' },
  });
  const document = await createDocument(ours, {
    lines: [
      { itemId: item.id, departmentId: department.id, accountId: account.id, taxCodeId: ours.ids.taxCode },
    ],
  });
  const data = { recordStatus: 'inactive' } as const;
  await runForOutput(itemVerbs.update, { ...call, expectedVersion: item.version }, { id: item.id, data });
  await runForOutput(
    departmentVerbs.update,
    { ...call, expectedVersion: department.version },
    { id: department.id, data },
  );
  await runForOutput(
    accountVerbs.update,
    { ...call, expectedVersion: account.version },
    { id: account.id, data },
  );

  const choices = await runForOutput(listDocumentChoices, call, {});
  expect(choices.accounts.map(({ id }) => id)).not.toContain(account.id);
  const names = await runForOutput(findDocumentNames, ours.callAs('viewer'), { id: document.id });
  expect(names).toMatchObject({
    subsidiaries: [{ id: ours.ids.rootSubsidiary, baseCurrency: 'USD' }],
    types: [{ id: ours.ids.types.INVOICE, kind: 'INVOICE' }],
    accounts: [{ id: account.id, code: '4991', name: 'Old revenue', isControl: false }],
    taxCodes: [{ id: ours.ids.taxCode }],
    departments: [{ id: department.id, name: 'Old department' }],
    items: [{ id: item.id, code: 'OLD', name: 'Old item' }],
    classes: [],
    locations: [],
    projects: [],
  });
});

test('a document of another organization, or of a subsidiary out of reach, names nothing', async () => {
  const document = await createDocument(ours);
  const nothing = { subsidiaries: [], types: [], accounts: [], taxCodes: [], items: [] };
  expect(await runForOutput(findDocumentNames, theirs.callAs('admin'), { id: document.id })).toMatchObject(
    nothing,
  );
  const call = ours.callAs('admin');
  const confined = { ...call, principal: { ...call.principal, subsidiaryScope: [] } };
  expect(await runForOutput(findDocumentNames, confined, { id: document.id })).toMatchObject(nothing);
});
