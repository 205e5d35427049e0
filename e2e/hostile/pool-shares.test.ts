import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closeConnections } from '@/db/client';
import { type LongWork, sql, withinShare, withTenantReport, withTenantSql } from '@/db/tenancy';
import { unavailableCause } from '@/lib/unavailable';
import { createDocument } from '@/testing/documents';
import { foundTestOrganization, type TestOrganization } from '@/testing/organization';
import { withOwner } from '@/testing/owner';
import { accountVerbs } from '@/usecases/accounts/account-records';
import { runForOutput } from '@/usecases/kit/run';
import { trialBalanceReport } from '@/usecases/reports/show-trial-balance';
import { verifyBooks } from '@/usecases/verify/verify-books';

afterAll(closeConnections);

/** More callers than the pool has connections. */
const CROWD = 40;
const KINDS: readonly LongWork[] = ['report', 'verification', 'import', 'export'];

let org: TestOrganization;
let claim: Parameters<typeof withTenantSql>[0];
beforeAll(async () => {
  org = await foundTestOrganization();
  claim = { organizationId: org.principals.admin.organizationId, userId: null };
});

/** Work of every other kind, which must be answered while all places of one kind are taken. */
async function everythingElse(full: LongWork): Promise<void> {
  await createDocument(org);
  const { total } = await runForOutput(accountVerbs.page, org.callAs('viewer'), {});
  expect(total).toBeGreaterThan(10);
  for (const kind of KINDS.filter((other) => other !== full)) {
    await withinShare(claim, kind, () => withTenantReport(claim, (tenant) => sql(tenant, 'select 1')));
  }
}

describe('no kind of work takes the whole pool', () => {
  it.each(KINDS)(
    '%s: many at once wait in a separate queue while everything else is answered',
    async (kind) => {
      let release = () => {};
      const released = new Promise<void>((resolve) => {
        release = resolve;
      });
      let working = 0;
      const crowd = Array.from({ length: CROWD }, () =>
        withinShare(claim, kind, () =>
          withTenantSql(claim, async () => {
            working += 1;
            await released;
          }),
        ),
      );
      await everythingElse(kind);
      expect(working).toBeLessThan(CROWD / 4);
      release();
      await Promise.all(crowd);
      expect(working).toBe(CROWD);
    },
  );

  it('verifications that are stuck do not disturb reports, reads and writes', async () => {
    await withOwner(async (holder) => {
      await holder.query('begin');
      await holder.query('lock table ledger_seals in access exclusive mode');
      const crowd = Array.from({ length: CROWD }, () => runForOutput(verifyBooks, org.callAs('auditor'), {}));
      await everythingElse('verification');
      const balance = await runForOutput(trialBalanceReport, org.callAs('viewer'), {});
      expect(balance.totals).toBeDefined();
      await holder.query('commit');
      const outcomes = await Promise.allSettled(crowd);
      // A caller who waited too long for a place is asked to retry: 503 with Retry-After.
      for (const outcome of outcomes) {
        if (outcome.status === 'rejected') expect(unavailableCause(outcome.reason)).toBe('POOL_FULL');
      }
      expect(outcomes.some(({ status }) => status === 'fulfilled')).toBe(true);
    });
  });
});
