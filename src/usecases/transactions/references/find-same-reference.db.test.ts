import { afterAll, describe, expect, it } from 'vitest';
import { closeConnections } from '@/db/client';
import { createDocument, postedDocument } from '@/testing/documents';
import { foundTestOrganization } from '@/testing/organization';
import { runForOutput } from '@/usecases/kit/run';
import { cancelTransaction } from '../posting/cancel-transaction';
import { findSameReference } from './find-same-reference';

// Proves the law documents/same-reference of prisma/sql.

afterAll(closeConnections);

describe('the reference of a document being entered', () => {
  it('finds the documents of the same counterparty and kind that carry it, however it is written', async () => {
    const org = await foundTestOrganization();
    const bill = { kind: 'VENDOR_BILL', referenceNumber: 'R-4711' } as const;
    const posted = await postedDocument(org, { ...bill, lines: [{ accountId: org.account('6100') }] });
    const draft = await createDocument(org, { ...bill, referenceNumber: ' r-4711 ' });
    const cancelled = await createDocument(org, bill);
    await runForOutput(cancelTransaction, org.callAs('accountant'), {
      id: cancelled.id,
      reason: 'Entered twice.',
    });
    await createDocument(org, { ...bill, referenceNumber: 'R-4712' });
    await createDocument(org, { kind: 'INVOICE', referenceNumber: 'R-4711' });
    const find = async (exceptId?: string) =>
      (
        await runForOutput(findSameReference, org.callAs('accountant'), {
          kind: 'VENDOR_BILL',
          entityId: org.ids.vendor,
          referenceNumber: 'r-4711',
          exceptId,
        })
      ).map(({ id, status }) => [id, status]);
    expect(await find()).toEqual([
      [draft.id, 'DRAFT'],
      [posted.id, 'POSTED'],
    ]);
    expect(await find(draft.id)).toEqual([[posted.id, 'POSTED']]);
    const other = await foundTestOrganization();
    const theirs = { kind: 'VENDOR_BILL', entityId: org.ids.vendor, referenceNumber: 'R-4711' };
    expect(await runForOutput(findSameReference, other.callAs('admin'), theirs)).toEqual([]);
  });
});
