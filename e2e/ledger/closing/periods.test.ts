import { afterAll, describe, expect, it } from 'vitest';
import { closeConnections } from '@/db/client';
import { fixedClock } from '@/testing/clock';
import { contend, holdPeriods, valuesOf } from '@/testing/contenders';
import { approvedDocument, createDocument, postedDocument } from '@/testing/documents';
import { foundTestOrganization, type TestOrganization } from '@/testing/organization';
import { withOwner } from '@/testing/owner';
import { runForOutput } from '@/usecases/kit/run';
import { updateOrganization } from '@/usecases/organizations/organization-records';
import { closePeriod, lockPeriod, softClosePeriod } from '@/usecases/periods/close-period';
import { createFiscalYear } from '@/usecases/periods/create-fiscal-year';
import { listPeriods } from '@/usecases/periods/list-periods';
import { periodBlockers } from '@/usecases/periods/period-blockers';
import type { PeriodView } from '@/usecases/periods/period-view';
import { reopenPeriod } from '@/usecases/periods/reopen-period';
import { getTransaction } from '@/usecases/transactions/get-transaction';
import { postTransaction } from '@/usecases/transactions/posting/post-transaction';
import { reverseTransaction } from '@/usecases/transactions/posting/reverse-transaction';

// Proves the law ledger/refuse-unlock of prisma/sql.

afterAll(closeConnections);

const periodsOf = (org: TestOrganization) => runForOutput(listPeriods, org.callAs('viewer'), {});
const labelled = async (org: TestOrganization, label: string): Promise<PeriodView> => {
  const found = (await periodsOf(org)).find((period) => period.label === label);
  if (found === undefined) throw new Error(`no period ${label}`);
  return found;
};
const step = (org: TestOrganization, verb: typeof closePeriod, id: string) =>
  runForOutput(verb, org.callAs('controller'), { id });
/** Closes every period before a label, as at year end; the first periods of the calendar have no period before them. */
async function lockUpTo(org: TestOrganization, label: string) {
  for (const period of await periodsOf(org)) {
    if (period.label >= label) break;
    for (const verb of [softClosePeriod, closePeriod, lockPeriod]) await step(org, verb, period.id);
  }
}
const refusal = (code: string) => ({ refusal: { code } });

describe('fiscal periods', () => {
  it('close one step at a time, in sequence, and are blocked by drafts', async () => {
    const org = await foundTestOrganization();
    const first = await labelled(org, '2025-01');
    const second = await labelled(org, '2025-02');
    await expect(step(org, closePeriod, first.id)).rejects.toMatchObject(
      refusal('INVALID_STATUS_TRANSITION'),
    );
    await expect(step(org, softClosePeriod, second.id)).rejects.toMatchObject(
      refusal('INVALID_STATUS_TRANSITION'),
    );
    const draft = await createDocument(org, { transactionDate: '2025-01-15' });
    await step(org, softClosePeriod, first.id);
    expect(await runForOutput(periodBlockers, org.callAs('viewer'), { id: first.id })).toEqual([
      expect.objectContaining({
        blocker: 'UNPOSTED_DOCUMENTS',
        count: 1,
        examples: [draft.transactionNumber],
      }),
    ]);
    await expect(step(org, closePeriod, first.id)).rejects.toMatchObject(
      refusal('INVALID_STATUS_TRANSITION'),
    );
    expect((await labelled(org, '2025-01')).status).toBe('SOFT_CLOSED');
  });

  it('a soft-closed period takes postings from authorized users with overrideChecks; a closed one from no one', async () => {
    const org = await foundTestOrganization();
    const one = await approvedDocument(org, { transactionDate: '2025-02-03' });
    const two = await approvedDocument(org, { transactionDate: '2025-02-03' });
    const january = await labelled(org, '2025-01');
    await step(org, softClosePeriod, january.id);
    const post = (id: string, role: 'accountant' | 'controller', overrideChecks: boolean) =>
      runForOutput(postTransaction, org.callAs(role), { id, postingDate: '2025-01-20', overrideChecks });
    await expect(post(one.id, 'accountant', true)).rejects.toMatchObject(refusal('PERIOD_NOT_OPEN'));
    await expect(post(one.id, 'controller', false)).rejects.toMatchObject(refusal('CHECKS_FAILED'));
    await post(one.id, 'controller', true);
    await step(org, closePeriod, january.id);
    await expect(post(two.id, 'controller', true)).rejects.toMatchObject(refusal('PERIOD_NOT_OPEN'));
  });

  it('a reversal requires an open period, even from users who may post into a soft-closed one', async () => {
    const org = await foundTestOrganization();
    const posted = await postedDocument(org, { transactionDate: '2025-01-10' });
    await step(org, softClosePeriod, (await labelled(org, '2025-01')).id);
    const reverse = (reversalDate: string) =>
      runForOutput(reverseTransaction, org.callAs('controller'), {
        id: posted.id,
        reversalReason: 'Late',
        reversalDate,
      });
    await expect(reverse('2025-01-31')).rejects.toMatchObject(refusal('PERIOD_NOT_OPEN'));
    await expect(reverse('2025-01-09')).rejects.toMatchObject(refusal('REVERSAL_BEFORE_POSTING'));
    expect((await reverse('2025-02-01')).status).toBe('REVERSED');
  });

  it('locking closes the documents that are finished, and is final, even for the database owner', async () => {
    const org = await foundTestOrganization();
    const journal = await postedDocument(org, {
      kind: 'JOURNAL',
      transactionDate: '2025-01-10',
      lines: [
        { unitPrice: '5.00', accountId: org.account('1110') },
        { unitPrice: '-5.00', accountId: org.account('4100') },
      ],
    });
    const open = await postedDocument(org, { transactionDate: '2025-01-10' });
    await lockUpTo(org, '2025-02');
    const statusOf = async (id: string) =>
      (await runForOutput(getTransaction, org.callAs('viewer'), { id })).status;
    expect(await statusOf(journal.id)).toBe('CLOSED');
    expect(await statusOf(open.id)).toBe('POSTED');
    const january = await labelled(org, '2025-01');
    await expect(
      runForOutput(reopenPeriod, org.callAs('admin'), {
        id: january.id,
        reason: 'Really?',
        until: new Date(Date.now() + 3_600_000).toISOString(),
      }),
    ).rejects.toMatchObject(refusal('INVALID_STATUS_TRANSITION'));
    await expect(
      withOwner(async (client) => {
        await client.query(`select set_config('app.organization_id', $1, false)`, [org.organizationId]);
        await client.query(`update fiscal_periods set period_status = 'OPEN' where id = $1`, [january.id]);
      }),
    ).rejects.toThrow(/locked period stays locked/);
  });

  it('reopens one step, with a reason and for a limited time, after which it returns to its earlier status', async () => {
    const org = await foundTestOrganization();
    const january = await labelled(org, '2025-01');
    await step(org, softClosePeriod, january.id);
    await step(org, closePeriod, january.id);
    const now = org.clock.now().getTime();
    const until = new Date(now + 3_600_000);
    const reopen = (reason: string, until: Date) =>
      runForOutput(reopenPeriod, org.callAs('admin'), { id: january.id, reason, until: until.toISOString() });
    await expect(reopen('', until)).rejects.toMatchObject(refusal('INVALID_INPUT'));
    await expect(reopen('Late bill', new Date(now - 1))).rejects.toMatchObject(refusal('INVALID_INPUT'));
    await expect(reopen('Late bill', new Date(now + 32 * 86_400_000))).rejects.toMatchObject(
      refusal('INVALID_INPUT'),
    );
    expect((await reopen('Late bill', until)).status).toBe('SOFT_CLOSED');
    expect((await reopen('Late bill', until)).status).toBe('OPEN');
    const document = await approvedDocument(org, { transactionDate: '2025-01-31' });
    // The view uses the application's clock and the database its own: an hour later for the view, and once the
    // hour has passed for the database.
    const statusAt = async (moment: number) => {
      const clock = fixedClock(new Date(moment).toISOString());
      const periods = await runForOutput(listPeriods, org.callAs('viewer', { clock }), {});
      return periods.find(({ label }) => label === '2025-01')?.status;
    };
    expect(await statusAt(until.getTime() - 1)).toBe('OPEN');
    expect(await statusAt(until.getTime())).toBe('CLOSED');
    await withOwner(async (client) => {
      await client.query(`select set_config('app.organization_id', $1, false)`, [org.organizationId]);
      await client.query(
        `update fiscal_periods set reopened_until = now() - interval '1 second' where id = $1`,
        [january.id],
      );
    });
    await expect(
      runForOutput(postTransaction, org.callAs('controller'), {
        id: document.id,
        postingDate: '2025-01-31',
        overrideChecks: true,
      }),
    ).rejects.toMatchObject({ refusal: { code: 'PERIOD_NOT_OPEN', data: { status: 'CLOSED' } } });
  });

  it('where four eyes are enforced, the person who closed a period cannot reopen it; someone else can', async () => {
    const org = await foundTestOrganization();
    const january = await labelled(org, '2025-01');
    await step(org, softClosePeriod, january.id);
    await step(org, closePeriod, january.id);
    const fourEyes = { id: org.organizationId, data: { segregationOfDuties: 'enforce' } };
    await runForOutput(updateOrganization, org.callAs('admin'), fourEyes);
    const reopen = (role: 'admin' | 'controller') => {
      const until = new Date(org.clock.now().getTime() + 3_600_000).toISOString();
      return runForOutput(reopenPeriod, org.callAs(role), { id: january.id, reason: 'Late bill', until });
    };
    const before = await labelled(org, '2025-01');
    await expect(reopen('controller')).rejects.toMatchObject({
      refusal: { code: 'FORBIDDEN', data: { reason: 'SELF_APPROVAL' } },
    });
    expect(await labelled(org, '2025-01')).toEqual(before);
    expect((await reopen('admin')).status).toBe('SOFT_CLOSED');
  });

  it('a fiscal year can be created in months or weeks, once, and never over existing periods', async () => {
    const org = await foundTestOrganization();
    const make = (input: object) => runForOutput(createFiscalYear, org.callAs('controller'), input);
    const year = await make({ fiscalYear: 2028, adjustmentPeriod: true });
    expect(year.map(({ label }) => label).slice(11)).toEqual(['2028-12', 'FY2028-ADJ']);
    await expect(make({ fiscalYear: 2028 })).rejects.toMatchObject(refusal('DUPLICATE'));
    const weeks = await make({ fiscalYear: 2032, pattern: '4-4-5' });
    expect(weeks).toHaveLength(12);
    await expect(make({ fiscalYear: 2033 })).rejects.toMatchObject(refusal('INVALID_INPUT'));
  });

  it('a close waits for postings under way, and later postings find the period closed', async () => {
    const org = await foundTestOrganization();
    const documents = [];
    for (let index = 0; index < 20; index += 1) {
      documents.push(await approvedDocument(org, { transactionDate: '2025-02-10' }));
    }
    const january = await labelled(org, '2025-01');
    const posts = documents.map(
      ({ id }) =>
        () =>
          runForOutput(postTransaction, org.callAs('accountant'), { id, postingDate: '2025-01-10' }).then(
            () => 'posted',
            (error: { refusal?: { code: string } }) => error.refusal?.code ?? 'failed',
          ),
    );
    const close = async () => {
      await step(org, softClosePeriod, january.id);
      await step(org, closePeriod, january.id);
      return 'closed';
    };
    // The posts share two transactions.
    const [closed, ...outcomes] = valuesOf(
      await contend(holdPeriods(org.organizationId, 'closing'), [close, ...posts], { waiting: 3 }),
    );
    expect(closed).toBe('closed');
    expect(outcomes.every((outcome) => outcome === 'posted' || outcome === 'PERIOD_NOT_OPEN')).toBe(true);
    expect((await labelled(org, '2025-01')).status).toBe('CLOSED');
  });
});
