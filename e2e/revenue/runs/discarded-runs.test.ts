import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closeConnections } from '@/db/client';
import { sql, withTenantSql } from '@/db/tenancy';
import { surfaceC } from '@/surfaces/c/surface';
import { contend, holdWrites } from '@/testing/contenders';
import { doorFor } from '@/testing/door';
import { withOwner } from '@/testing/owner';
import { runForOutput } from '@/usecases/kit/run';
import { listApprovals } from '@/usecases/revenue/approvals/list-approvals';
import { createRun } from '@/usecases/revenue/runs/create-run';
import { discardRun } from '@/usecases/revenue/runs/discard-run';
import { getRun } from '@/usecases/revenue/runs/get-run';
import { postRun } from '@/usecases/revenue/runs/post-run';
import { reverseRun } from '@/usecases/revenue/runs/reverse-run';
import { fingerprint } from '../../support/fingerprint';
import { type Books, openBooks } from '../books';
import { term } from '../facts/judged';

// Proves of the law revenue/post-revenue-chunk that it posts no run that was discarded.

afterAll(closeConnections);

const REASON = 'Usage of the month was not complete';
const due = {
  contractDate: '2026-01-01',
  price: { fixed: '1200' },
  obligations: [{ key: 'service', ssp: '1200', pattern: term('2026-01-01', '2026-12-31') }],
};

let books: Books;
beforeAll(async () => {
  books = await openBooks('2026-12-31');
  await books.contract(due);
});

const proposed = (period: string) => runForOutput(createRun, books.org.callAs('controller'), { period });

describe('a proposed run', () => {
  it('is discarded with a reason: nothing is posted, what was due stays due, and the next run posts it', async () => {
    const run = await proposed('2026-01');
    const ledger = await books.entries();
    const call = books.org.callAs('controller');
    const discarded = await runForOutput(discardRun, call, { id: run.id, reason: REASON });
    expect(discarded).toMatchObject({
      runNumber: run.runNumber,
      runStatus: 'DISCARDED',
      discardReason: REASON,
      proposal: run.proposal,
    });
    expect(await books.entries()).toEqual(ledger);
    const again = await proposed('2026-01');
    expect([again.id === run.id, again.proposal.totals]).toEqual([false, run.proposal.totals]);
    await runForOutput(postRun, call, { id: again.id });
    expect((await runForOutput(getRun, call, { id: again.id })).runStatus).toBe('POSTED');
    expect((await books.entries()).length).toBe(ledger.length + 1);
    await books.tiesOut();
  });

  it('is discarded once: asked again it returns the first reason, and it is never posted', async () => {
    const door = doorFor(surfaceC, books.org.principals.controller);
    const run = await proposed('2026-02');
    const path = `/api/v1/revenue/runs/${run.id}`;
    const send = (reason: string) => door.send('POST', `${path}/discard`, { body: { reason } });
    expect((await send(' ')).status).toBe(400);
    expect((await send(REASON)).status).toBe(200);
    const before = await fingerprint(books.org.organizationId);
    expect((await send('Another reason')).json).toMatchObject({ discardReason: REASON });
    const posted = await door.send('POST', `${path}/post`);
    expect(posted.status).toBe(400);
    expect(posted.text).toContain('RUN_DISCARDED');
    expect(await fingerprint(books.org.organizationId)).toEqual(before);
  });

  it('is not discarded once anything of it is posted', async () => {
    const run = await books.run('2026-02');
    const before = await fingerprint(books.org.organizationId);
    await expect(
      runForOutput(discardRun, books.org.callAs('controller'), { id: run.id, reason: REASON }),
    ).rejects.toMatchObject({ refusal: { code: 'REVENUE_RULE', data: { rule: 'RUN_BEGUN' } } });
    expect(await fingerprint(books.org.organizationId)).toEqual(before);
  });

  it('is posted or discarded by two at once, not both', async () => {
    for (const period of ['2026-03', '2026-04', '2026-05']) {
      const run = await proposed(period);
      const entries = (await books.entries()).length;
      const [posted, discarded] = await contend<unknown>(holdWrites(books.org.organizationId), [
        () => runForOutput(postRun, books.org.callAs('controller'), { id: run.id }),
        () => runForOutput(discardRun, books.org.callAs('controller'), { id: run.id, reason: REASON }),
      ]);
      const now = await runForOutput(getRun, books.org.callAs('auditor'), { id: run.id });
      expect(['POSTED', 'DISCARDED']).toContain(now.runStatus);
      const isPosted = now.runStatus === 'POSTED';
      expect([posted?.status, discarded?.status]).toEqual(
        isPosted ? ['fulfilled', 'rejected'] : ['rejected', 'fulfilled'],
      );
      expect((await books.entries()).length).toBe(isPosted ? entries + 1 : entries);
      if (!isPosted) await books.run(period);
    }
  });

  it('is not posted by a step that began before it was discarded', async () => {
    const run = await proposed('2026-06');
    await runForOutput(discardRun, books.org.callAs('controller'), { id: run.id, reason: REASON });
    const before = await books.entries();
    const claim = { organizationId: books.org.principals.admin.organizationId, userId: null };
    const [step] = await withTenantSql(claim, (tenant) =>
      sql<{ status: string; rows: number }>(
        tenant,
        'select o_status as status, o_rows as rows from daybook_post_revenue_chunk($1::uuid, 100, null)',
        [run.id],
      ),
    );
    expect(step).toEqual({ status: 'DISCARDED', rows: 0 });
    expect(await books.entries()).toEqual(before);
  });
});

describe('where two people are needed', () => {
  it('the second person discards a proposed run, and a proposed reversal, which then waits for no one and can be proposed again', async () => {
    const other = await openBooks('2026-12-31');
    const { org } = other;
    await other.contract(due);
    const posted = await other.run('2026-01');
    await withOwner((owner) =>
      owner.query(
        `update organizations set segregation_of_duties = 'enforce', segregation_threshold = '0' where id = $1`,
        [org.organizationId],
      ),
    );
    const [ann, ben] = [org.callAs('controller'), org.callAs('admin')];
    const waiting = async () => (await runForOutput(listApprovals, ben, {})).runs.map(({ id }) => id);
    const run = await runForOutput(createRun, ann, { period: '2026-02' });
    const reversal = await runForOutput(reverseRun, ann, { id: posted.id, reason: 'Run too early' });
    expect(reversal.runStatus).toBe('PREVIEW');
    expect((await waiting()).sort()).toEqual([run.id, reversal.id].sort());
    const ledger = await other.entries();
    await runForOutput(discardRun, ben, { id: run.id, reason: REASON });
    await runForOutput(discardRun, ben, { id: reversal.id, reason: 'It was not too early' });
    expect(await waiting()).toEqual([]);
    expect(await other.entries()).toEqual(ledger);
    expect((await runForOutput(getRun, ben, { id: posted.id })).reversals).toEqual([]);
    const second = await runForOutput(reverseRun, ann, { id: posted.id, reason: 'Run too early after all' });
    expect(second.id).not.toBe(reversal.id);
    await runForOutput(postRun, ben, { id: second.id });
    expect((await runForOutput(getRun, ben, { id: second.id })).runStatus).toBe('POSTED');
    await other.tiesOut();
  });
});
