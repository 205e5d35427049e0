import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { closeConnections } from '@/db/client';
import { contend, holdRow } from '@/testing/contenders';
import { createDocument } from '@/testing/documents';
import type { Query } from '@/testing/left/rows-left';
import { foundTestOrganization, type TestOrganization } from '@/testing/organization';
import { withOwner } from '@/testing/owner';
import { subscribe } from '@/testing/subscriber';
import { runForOutput } from '../../kit/run';
import { updateTransaction } from '../update-transaction';
import { approveTransaction } from './approve-transaction';

// Proves the law documents/approve-transactions of prisma/sql: which entry is written, and what is approved when a document changes meanwhile.

afterAll(closeConnections);

const asOwnerOf = <T>(org: TestOrganization, work: (query: Query) => Promise<T>): Promise<T> =>
  withOwner(async (client) => {
    await client.query(`select set_config('app.organization_id', $1, false)`, [org.organizationId]);
    return work(async (text, values = []) => (await client.query(text, [...values])).rows);
  });

/** The entry lines of a document as they are stored, with the transaction that wrote each. */
const entryOf = (org: TestOrganization, id: string) =>
  asOwnerOf(org, (query) =>
    query(
      `select i.xmin::text as writer, i.* from transaction_impact_lines i
       where i.organization_id = daybook_organization() and i.transaction_id = $1 order by i.line_number`,
      [id],
    ),
  );

/** The lines of a document as they are stored, with the transaction that wrote each. */
const linesOf = (org: TestOrganization, id: string) =>
  asOwnerOf(org, (query) =>
    query(
      `select l.xmin::text as writer, l.* from business_transaction_lines l
       where l.organization_id = daybook_organization() and l.transaction_id = $1 order by l.line_number`,
      [id],
    ),
  );

const changeReceivable = (org: TestOrganization, code: string) =>
  asOwnerOf(org, (query) =>
    query('update customers set receivable_account_id = $1 where organization_id = $2 and id = $3', [
      org.account(code),
      org.organizationId,
      org.ids.customer,
    ]),
  );

describe('the entry of an approved document', () => {
  let org: TestOrganization;
  beforeAll(async () => {
    org = await foundTestOrganization();
  });

  test('is not written again where it is the one that was stored', async () => {
    const { id } = await createDocument(org, {
      lines: [{ quantity: '3', unitPrice: '0.333333', description: 'A third' }],
    });
    const before = await entryOf(org, id);
    expect(before).toHaveLength(2);
    await runForOutput(approveTransaction, org.callAs('approver'), { id });
    expect(await entryOf(org, id)).toEqual(before);
  });

  test('is written again, whole, where an account it follows from is another since', async () => {
    const { id } = await createDocument(org);
    const [before, lines] = [await entryOf(org, id), await linesOf(org, id)];
    expect(lines).toHaveLength(1);
    await changeReceivable(org, '1240');
    await runForOutput(approveTransaction, org.callAs('approver'), { id });
    expect(await linesOf(org, id)).toEqual(lines);
    const after = await entryOf(org, id);
    expect(after.map(({ account_id }) => account_id)).toEqual([org.account('1240'), before[1]?.account_id]);
    expect(new Set(after.map(({ writer }) => writer)).size).toBe(1);
    expect(after[1]?.writer).not.toBe(before[1]?.writer);
  });

  test('stays as it is when the approval is refused', async () => {
    const { id } = await createDocument(org);
    const before = await entryOf(org, id);
    await changeReceivable(org, '1230');
    await expect(
      runForOutput(approveTransaction, org.callAs('approver', { expectedVersion: 7 }), { id }),
    ).rejects.toMatchObject({ refusal: { code: 'STALE_VERSION' } });
    expect(await entryOf(org, id)).toEqual(before);
  });
});

describe('a document that is changed between reading and approving', () => {
  test('is judged again as it is then, and its approval is that of the changed document', async () => {
    const org = await foundTestOrganization();
    await subscribe(org);
    const { id } = await createDocument(org);
    const [outcome] = await contend(
      holdRow('business_transactions', org.organizationId, id),
      [() => runForOutput(approveTransaction, org.callAs('approver'), { id })],
      {
        // The approver has read the first version; the author saves another one.
        release: async (client) => {
          await client.query(
            `update business_transactions set memo = 'Another' where organization_id = $1 and id = $2`,
            [org.organizationId, id],
          );
        },
      },
    );
    expect(outcome).toMatchObject({
      status: 'fulfilled',
      value: { status: 'APPROVED', memo: 'Another', version: 3 },
    });
  });

  test('is refused where it can no longer be approved, and nothing is left of the attempt', async () => {
    const org = await foundTestOrganization();
    await subscribe(org);
    const { id } = await createDocument(org);
    const [outcome] = await contend(
      holdRow('business_transactions', org.organizationId, id),
      [() => runForOutput(approveTransaction, org.callAs('approver'), { id })],
      {
        release: async (client) => {
          await client.query(
            `update business_transactions set transaction_status = 'CANCELLED', cancelled_at = now() where organization_id = $1 and id = $2`,
            [org.organizationId, id],
          );
        },
      },
    );
    expect(outcome).toMatchObject({
      status: 'rejected',
      reason: { refusal: { code: 'INVALID_STATUS_TRANSITION', data: { from: 'CANCELLED' } } },
    });
    const rows = await asOwnerOf(org, (query) =>
      query(
        `select action from audit_log where organization_id = daybook_organization() and record_id = $1
         union all select event_type from outbox_events where organization_id = daybook_organization() and record_id = $1 order by 1`,
        [id],
      ),
    );
    expect(rows).toEqual([{ action: 'gl.transaction.create' }, { action: 'gl.transaction.created' }]);
  });

  test('by its author is not approved in the version that was read, whoever comes first', async () => {
    const org = await foundTestOrganization();
    const { id } = await createDocument(org);
    const outcomes = await contend<unknown>(holdRow('business_transactions', org.organizationId, id), [
      () => runForOutput(approveTransaction, org.callAs('approver'), { id }),
      () =>
        runForOutput(updateTransaction, org.callAs('accountant'), {
          id,
          transaction: {},
          lines: [
            { lineNumber: 1, lineType: 'SERVICE', description: 'More', quantity: '1', unitPrice: '250.00' },
          ],
        }),
    ]);
    const [approved, edited] = outcomes;
    expect(approved?.status).toBe('fulfilled');
    const total = edited?.status === 'fulfilled' ? '250.00' : '100.00';
    expect(approved).toMatchObject({ value: { status: 'APPROVED', totalAmount: total } });
    expect((await entryOf(org, id)).map(({ debit }) => debit)).toContain(`${total}00`);
  });
});
