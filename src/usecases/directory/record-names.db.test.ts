import { afterAll, beforeAll, expect, test } from 'vitest';
import { closeConnections } from '@/db/client';
import { createDocument, postedDocument } from '@/testing/documents';
import { foundTestOrganization, type TestOrganization } from '@/testing/organization';
import { runForOutput } from '@/usecases/kit/run';
import { findDocumentPeople } from '@/usecases/transactions/references/find-document-people';
import { findRecordNames } from './find-record-names';

let ours: TestOrganization;
let theirs: TestOrganization;
beforeAll(async () => {
  ours = await foundTestOrganization();
  theirs = await foundTestOrganization();
});
afterAll(closeConnections);

test('records of every kind are called by their numbers and names', async () => {
  const document = await postedDocument(ours);
  const { glTransactionId } = document.posted;
  const ids = [document.id, glTransactionId, ours.ids.customer, ours.account('1110'), ours.users.sales.id];
  const found = await runForOutput(findRecordNames, ours.callAs('admin'), { ids });
  const nameOf = new Map(found.map(({ id, name }) => [id, name]));
  expect(nameOf.get(document.id)).toBe(document.transactionNumber);
  expect(nameOf.get(glTransactionId)).toBe(document.posted.entryNumber);
  expect(nameOf.get(ours.ids.customer)).toBe('Northwind');
  expect(nameOf.get(ours.account('1110'))).toMatch(/^1110 /);
  expect(nameOf.get(ours.users.sales.id)).toBe('sales of the test');
});

test('names of another organization, its people and kinds the caller may not read are not disclosed', async () => {
  const ids = [theirs.ids.customer, theirs.users.sales.id, ours.ids.vendor, ours.users.sales.id];
  expect(await runForOutput(findRecordNames, ours.callAs('sales'), { ids })).toEqual([]);
});

test('a person who may read a document sees who prepared, approved and posted it', async () => {
  const posted = await postedDocument(ours);
  const draft = await createDocument(ours);
  const stranger = await createDocument(theirs);
  const asked = { ids: [posted.id, draft.id, stranger.id] };
  const found = await runForOutput(findDocumentPeople, ours.callAs('viewer'), asked);
  const { accountant, approver } = ours.users;
  expect(new Map(found.map(({ id, ...people }) => [id, people]))).toEqual(
    new Map([
      [
        posted.id,
        {
          preparedBy: accountant.name,
          submittedBy: approver.name,
          approvedBy: approver.name,
          postedBy: accountant.name,
        },
      ],
      [draft.id, { preparedBy: accountant.name, submittedBy: null, approvedBy: null, postedBy: null }],
    ]),
  );
});
