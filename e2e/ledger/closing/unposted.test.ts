import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TRANSACTION_STATUSES } from '@/core/transactions/status';
import { closeConnections } from '@/db/client';
import { approvedDocument, createDocument, postedDocument } from '@/testing/documents';
import { foundTestOrganization, type TestOrganization } from '@/testing/organization';
import { withOwner } from '@/testing/owner';
import { runForOutput } from '@/usecases/kit/run';
import { listTransactions } from '@/usecases/transactions/list-transactions';
import { cancelTransaction } from '@/usecases/transactions/posting/cancel-transaction';
import { reverseTransaction } from '@/usecases/transactions/posting/reverse-transaction';
import { submitTransaction } from '@/usecases/transactions/posting/submit-transaction';

// Proves the law documents/list-unposted of prisma/sql.

let org: TestOrganization;
beforeAll(async () => {
  org = await foundTestOrganization();
});
afterAll(closeConnections);

/**
 * Ids the database lists as unposted, as its owner sees them; `seal` first seals the list as the background job does.
 */
const unposted = (seal: boolean) =>
  withOwner(async (client) => {
    await client.query(`select set_config('app.organization_id', $1, false)`, [org.organizationId]);
    if (seal) await client.query('select daybook_seal_audit()');
    const { rows } = await client.query<{ id: string }>(
      'select transaction_id as id from unposted_documents where organization_id = $1 order by 1',
      [org.organizationId],
    );
    return rows.map(({ id }) => id);
  });

const listed = async (status: (typeof TRANSACTION_STATUSES)[number]) =>
  (await runForOutput(listTransactions, org.callAs('accountant'), { status, limit: 100 })).rows.map(
    ({ id }) => id,
  );

describe('a search by status', () => {
  it('finds a document in any status, and the document leaves the list of unposted ones once it is posted', async () => {
    const draft = await createDocument(org);
    const waiting = await createDocument(org);
    await runForOutput(submitTransaction, org.callAs('accountant'), { id: waiting.id });
    const approved = await approvedDocument(org);
    const cancelled = await createDocument(org);
    await runForOutput(cancelTransaction, org.callAs('accountant'), {
      id: cancelled.id,
      reason: 'Not needed',
    });
    const posted = await postedDocument(org);
    const reversed = await postedDocument(org);
    await runForOutput(reverseTransaction, org.callAs('admin'), { id: reversed.id, reversalReason: 'Wrong' });

    const expected = [
      ['DRAFT', draft.id],
      ['PENDING_APPROVAL', waiting.id],
      ['APPROVED', approved.id],
      ['CANCELLED', cancelled.id],
      ['REVERSED', reversed.id],
    ] as const;
    for (const [status, id] of expected) expect(await listed(status), status).toEqual([id]);
    expect(await listed('POSTED')).toContain(posted.id);
    // Every document is found under exactly one status.
    const found = (await Promise.all(TRANSACTION_STATUSES.map(listed))).flat();
    const all = await runForOutput(listTransactions, org.callAs('accountant'), { limit: 100 });
    expect(found.sort()).toEqual(all.rows.map(({ id }) => id).sort());

    const open = [draft.id, waiting.id, approved.id, cancelled.id].sort();
    expect(await unposted(false)).toEqual(expect.arrayContaining(open));
    // Rows are sealed only when no transaction in any database of the server is still writing.
    await expect.poll(() => unposted(true)).toEqual(open);
  });
});
