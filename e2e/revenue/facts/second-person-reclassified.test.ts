import { afterAll, describe, expect, test } from 'vitest';
import { closeConnections } from '@/db/client';
import { sql, withTenantReport } from '@/db/tenancy';
import { surfaceC } from '@/surfaces/c/surface';
import { doorFor } from '@/testing/door';
import { withOwner } from '@/testing/owner';
import { runForOutput } from '@/usecases/kit/run';
import { approveRequest, rejectRequest } from '@/usecases/revenue/approvals/approve-request';
import { listApprovals } from '@/usecases/revenue/approvals/list-approvals';
import { requestApproval } from '@/usecases/revenue/approvals/request-approval';
import { listReclassified, reclassifyBalances } from '@/usecases/revenue/runs/reclassify-balances';
import { fingerprint } from '../../support/fingerprint';
import { type Books, openBooks } from '../books';

afterAll(closeConnections);

const VERB = 'revenue.reclassifications.create';
const INPUT = { period: '2026-01' };
const SELF = { refusal: { code: 'FORBIDDEN', data: { reason: 'SELF_APPROVAL' } } };
const SECOND = { refusal: { code: 'FORBIDDEN', data: { reason: 'SECOND_PERSON' } } };

/** 3,600 prepaid for three years from 2026 on, January run: 2,300.00 of the liability is due after January 2027. */
async function prepaid(threshold: string | null): Promise<Books> {
  const books = await openBooks();
  const { contract } = await books.contract({
    contractDate: '2026-01-01',
    endDate: '2028-12-31',
    price: { fixed: '3600' },
    obligations: [
      {
        key: 'care',
        ssp: '3600',
        pattern: { kind: 'RATABLE', start: '2026-01-01', end: '2028-12-31', method: 'EVEN_PERIODS' },
      },
    ],
  });
  await books.tell(contract.id, { kind: 'invoice', effectiveDate: '2026-01-01', amount: '3600' });
  await books.run('2026-01');
  await withOwner((owner) =>
    owner.query(
      `update organizations set segregation_of_duties = 'enforce', segregation_threshold = $1 where id = $2`,
      [threshold, books.org.organizationId],
    ),
  );
  return books;
}

const done = ({ org }: Books) => runForOutput(listReclassified, org.callAs('auditor'), INPUT);

/** Expects this refusal, and no row of the organization to change. */
async function refused({ org }: Books, work: () => Promise<unknown>, like: object) {
  const before = await fingerprint(org.organizationId);
  await expect(work()).rejects.toMatchObject(like);
  expect(await fingerprint(org.organizationId)).toEqual(before);
}

describe('a reclassification of contract liabilities where duties are segregated', () => {
  test('is refused to one person, requested with its amount, and posted when another approves it', async () => {
    const books = await prepaid('2300');
    const { org } = books;
    const [ann, ben] = [org.callAs('controller'), org.callAs('admin')];
    await refused(books, () => runForOutput(reclassifyBalances, ann, INPUT), SECOND);
    const request = await runForOutput(requestApproval, ann, { verb: VERB, input: INPUT });
    expect(request).toMatchObject({
      contractId: null,
      contractNumber: null,
      subsidiaryId: org.ids.rootSubsidiary,
      baseAmount: expect.stringMatching(/^2300\.0/),
      approvalStatus: 'PENDING',
    });
    expect(await done(books)).toEqual([]);
    const { rows } = await runForOutput(listApprovals, ben, {});
    expect(rows.map(({ id, verb }) => [id, verb])).toEqual([[request.id, VERB]]);
    await refused(books, () => runForOutput(approveRequest, ann, { id: request.id }), SELF);
    await runForOutput(approveRequest, ben, { id: request.id, comment: 'agrees to the schedule' });
    const [made] = await done(books);
    expect(made).toMatchObject({ period: '2026-01', nonCurrent: '2300.00', current: '1200.00' });
    await books.tiesOut();
    const claim = { organizationId: org.principals.admin.organizationId, userId: null };
    const [row] = await withTenantReport(claim, (tenant) =>
      sql<{ by: string; entries: number }>(
        tenant,
        `select r.created_by as by, (select count(*)::int from ledger_entries e where e.source_kind = 'REVENUE_RECLASS') as entries
         from revenue_reclassifications r`,
        [],
      ),
    );
    expect(row).toEqual({ by: org.principals.controller.actor.id, entries: 2 });
    // Requested again, there is nothing left to approve.
    await refused(books, () => runForOutput(requestApproval, ann, { verb: VERB, input: INPUT }), {
      refusal: { code: 'REVENUE_RULE', data: { rule: 'NOTHING_TO_APPROVE' } },
    });
  });

  test('of two requests for one month, both approved, the second posts nothing', async () => {
    const books = await prepaid(null);
    const { org } = books;
    const [ann, ben] = [org.callAs('controller'), org.callAs('admin')];
    const ids = [];
    for (const call of [ann, ann]) {
      ids.push((await runForOutput(requestApproval, call, { verb: VERB, input: INPUT })).id);
    }
    for (const id of ids) await runForOutput(approveRequest, ben, { id });
    expect(await done(books)).toHaveLength(1);
    await books.tiesOut();
  });

  test('when sent back, posts nothing; below the threshold, or with the policy off, one person is enough', async () => {
    const books = await prepaid('2300.01');
    const { org } = books;
    const [ann, ben] = [org.callAs('controller'), org.callAs('admin')];
    const { id } = await runForOutput(requestApproval, ann, { verb: VERB, input: INPUT });
    await runForOutput(rejectRequest, ben, { id, comment: 'the renewal is not recorded yet' });
    expect(await done(books)).toEqual([]);
    const { reclassifications } = await runForOutput(reclassifyBalances, ann, INPUT);
    expect(reclassifications).toMatchObject([{ nonCurrent: '2300.00' }]);
  });

  test('goes over REST with 403, a request, and the approval of someone else', async () => {
    const books = await prepaid(null);
    const { org } = books;
    const [ann, ben] = [
      doorFor(surfaceC, org.principals.controller),
      doorFor(surfaceC, org.principals.admin),
    ];
    const alone = await ann.send('POST', '/api/v1/revenue/reclassifications', { body: INPUT });
    expect(alone.status, alone.text).toBe(403);
    expect(alone.text).toContain('SECOND_PERSON');
    const asked = await ann.send('POST', '/api/v1/revenue/approvals', { body: { verb: VERB, input: INPUT } });
    expect(asked.status, asked.text).toBe(201);
    const { approval } = asked.json as { approval: { id: string; contractId: null; subsidiaryName: string } };
    expect(approval.contractId).toBeNull();
    const path = `/api/v1/revenue/approvals/${approval.id}/approve`;
    expect((await ann.send('POST', path, { body: {} })).status).toBe(403);
    expect((await ben.send('POST', path, { body: {} })).status).toBe(200);
    const listed = await ann.send('GET', '/api/v1/revenue/reclassifications?period=2026-01');
    expect(listed.json).toMatchObject({ data: [{ nonCurrent: '2300.00' }] });
  });

  test('is refused when requested for a month that is not run or in a closed period', async () => {
    const books = await prepaid(null);
    await refused(
      books,
      () =>
        runForOutput(requestApproval, books.org.callAs('controller'), {
          verb: VERB,
          input: { period: '2026-02' },
        }),
      { refusal: { code: 'REVENUE_RULE', data: { rule: 'RUN_FIRST' } } },
    );
  });
});
