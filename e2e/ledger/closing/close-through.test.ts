import { afterAll, describe, expect, it } from 'vitest';
import { closeConnections } from '@/db/client';
import { contend, holdPeriods, valuesOf } from '@/testing/contenders';
import { createDocument, postedDocument } from '@/testing/documents';
import { foundTestOrganization, type TestOrganization } from '@/testing/organization';
import { withOwner } from '@/testing/owner';
import { runForOutput } from '@/usecases/kit/run';
import { closePeriodsThrough } from '@/usecases/periods/close-periods';
import { listPeriods } from '@/usecases/periods/list-periods';

// Many periods closed at once, as after a cut-over.

afterAll(closeConnections);

const periodsOf = (org: TestOrganization) => runForOutput(listPeriods, org.callAs('viewer'), {});
const idOf = async (org: TestOrganization, label: string) =>
  (await periodsOf(org)).find((period) => period.label === label)?.id ?? '';
const closeThrough = async (org: TestOrganization, label: string, more = {}) =>
  runForOutput(closePeriodsThrough, org.callAs('controller', more), { id: await idOf(org, label) });
const closedOf = async (org: TestOrganization) =>
  (await periodsOf(org)).filter(({ status }) => status === 'CLOSED').map(({ label }) => label);
const months = (year: number, last: number) =>
  Array.from({ length: last }, (_, month) => `${year}-${String(month + 1).padStart(2, '0')}`);

describe('closing every period up to one', () => {
  it('closes them oldest first, each audited as when it is closed alone, and nothing after them', async () => {
    const org = await foundTestOrganization();
    await postedDocument(org, { transactionDate: '2025-02-10' });
    expect(await closeThrough(org, '2025-05')).toEqual({ closed: months(2025, 5), stopped: null, left: 0 });
    expect(await closedOf(org)).toEqual(months(2025, 5));
    const actions = await withOwner(async (client) => {
      const { rows } = await client.query<{
        before: { status: string };
        after: { status: string; label: string };
      }>(`select before, after from audit_log where organization_id = $1 and noun = 'period' order by id`, [
        org.organizationId,
      ]);
      return rows.map(({ before, after }) => `${after.label} ${before.status} ${after.status}`);
    });
    expect(actions).toEqual(
      months(2025, 5).flatMap((label) => [`${label} OPEN SOFT_CLOSED`, `${label} SOFT_CLOSED CLOSED`]),
    );
    expect(await closeThrough(org, '2025-05')).toEqual({ closed: [], stopped: null, left: 0 });
  });

  it('stops at the first that cannot be closed and says why; that one stays as it was, those before it are closed', async () => {
    const org = await foundTestOrganization();
    const draft = await createDocument(org, { transactionDate: '2025-03-15' });
    const answered = await closeThrough(org, '2025-06');
    expect(answered).toMatchObject({ closed: months(2025, 2), stopped: { label: '2025-03' }, left: 4 });
    expect(answered.stopped?.message).toContain(draft.transactionNumber);
    expect(await closedOf(org)).toEqual(months(2025, 2));
    expect((await periodsOf(org)).find(({ label }) => label === '2025-03')?.status).toBe('OPEN');
  });

  it('continues with the rest when more than a year is to be closed', async () => {
    const org = await foundTestOrganization();
    const first = await closeThrough(org, '2026-02');
    expect(first).toMatchObject({ stopped: null, left: 1 });
    expect(first.closed).toHaveLength(13);
    expect(await closeThrough(org, '2026-02')).toEqual({ closed: ['2026-02'], stopped: null, left: 0 });
  });

  it('by two at once closes each period once', async () => {
    const org = await foundTestOrganization();
    const answered = valuesOf(
      await contend(
        holdPeriods(org.organizationId, 'posting'),
        [1, 2].map(() => () => closeThrough(org, '2025-04')),
      ),
    );
    expect(answered.every(({ stopped }) => stopped === null)).toBe(true);
    expect(await closedOf(org)).toEqual(months(2025, 4));
    const steps = await withOwner(async (client) => {
      const { rows } = await client.query<{ n: number }>(
        `select count(*)::int as n from audit_log where organization_id = $1 and noun = 'period'`,
        [org.organizationId],
      );
      return rows[0]?.n;
    });
    expect(steps).toBe(8);
  });

  it('is refused to someone who may not close periods, and as a dry run closes nothing', async () => {
    const org = await foundTestOrganization();
    const id = await idOf(org, '2025-02');
    await expect(runForOutput(closePeriodsThrough, org.callAs('accountant'), { id })).rejects.toMatchObject({
      refusal: { code: 'FORBIDDEN' },
    });
    expect(await closeThrough(org, '2025-02', { dryRun: true })).toMatchObject({
      closed: ['2025-01'],
      left: 1,
    });
    expect(await closedOf(org)).toEqual([]);
  });
});
