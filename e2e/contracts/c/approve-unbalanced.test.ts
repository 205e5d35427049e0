import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { closeConnections } from '@/db/client';
import { surfaceC } from '@/surfaces/c/surface';
import { createDocument, journalLines } from '@/testing/documents';
import { doorFor } from '@/testing/door';
import { foundTestOrganization, type TestOrganization } from '@/testing/organization';
import { runForOutput } from '@/usecases/kit/run';
import { approveTransaction } from '@/usecases/transactions/posting/approve-transaction';
import { fingerprint } from '../../support/fingerprint';

let organization: TestOrganization;
beforeAll(async () => {
  organization = await foundTestOrganization();
});
afterAll(closeConnections);

const journal = (second: string) =>
  createDocument(organization, {
    kind: 'JOURNAL',
    lines: journalLines(organization, [
      ['1110', '100.00'],
      ['4300', second],
    ]),
  });
const approve = async (id: string) =>
  (
    await doorFor(surfaceC, organization.principals.approver).send(
      'POST',
      `/api/v1/gl/transactions/${id}/approve`,
      { body: {} },
    )
  ).json as { status: string; message: string };

describe('approving an entry that does not balance', () => {
  test('is refused where the caller demands it, as the screens do, and nothing changes', async () => {
    const { id } = await journal('-90.00');
    const before = await fingerprint(organization.organizationId);
    const ask = { id, demandPostable: true };
    await expect(
      runForOutput(approveTransaction, organization.callAs('approver'), ask),
    ).rejects.toMatchObject({ refusal: { code: 'NOT_BALANCED', data: { difference: '10.00' } } });
    expect(await fingerprint(organization.organizationId)).toEqual(before);
  });

  test('passes on surface C, which refuses it when it is posted, and says so', async () => {
    const { id, transactionNumber } = await journal('-90.00');
    const answer = await approve(id);
    expect(answer).toMatchObject({
      status: 'APPROVED',
      message: `${transactionNumber} was approved, but cannot be posted. Debits and credits are not equal. Debits 100.00, credits 90.00 USD.`,
    });
  });

  test('of one that balances carries no such notice', async () => {
    const { id, transactionNumber } = await journal('-100.00');
    expect((await approve(id)).message).toBe(`${transactionNumber} was approved.`);
    const other = await journal('-100.00');
    const ask = { id: other.id, demandPostable: true };
    const approved = await runForOutput(approveTransaction, organization.callAs('approver'), ask);
    expect(approved).toMatchObject({ status: 'APPROVED', unbalanced: null });
  });
});
