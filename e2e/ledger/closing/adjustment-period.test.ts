import { afterAll, describe, expect, it } from 'vitest';
import { closeConnections } from '@/db/client';
import { approvedDocument, createDocument, journalLines, postedDocument } from '@/testing/documents';
import { foundTestOrganization, type TestOrganization } from '@/testing/organization';
import { withOwner } from '@/testing/owner';
import { runForOutput } from '@/usecases/kit/run';
import { addAdjustmentPeriod } from '@/usecases/periods/add-adjustment-period';
import { closePeriod, lockPeriod, softClosePeriod } from '@/usecases/periods/close-period';
import { listPeriods } from '@/usecases/periods/list-periods';
import type { PeriodView } from '@/usecases/periods/period-view';
import { trialBalanceReport } from '@/usecases/reports/show-trial-balance';
import { getTransaction } from '@/usecases/transactions/get-transaction';
import { postTransaction } from '@/usecases/transactions/posting/post-transaction';
import { updateTransaction } from '@/usecases/transactions/update-transaction';

afterAll(closeConnections);

const LAST_DAY = '2025-12-31';
const refusal = (code: string) => ({ refusal: { code } });

async function prepared(): Promise<{ org: TestOrganization; december: PeriodView; adjustment: PeriodView }> {
  const org = await foundTestOrganization();
  const adjustment = await runForOutput(addAdjustmentPeriod, org.callAs('controller'), {
    fiscalYear: 2025,
    subsidiaryId: org.ids.rootSubsidiary,
  });
  const all = await runForOutput(listPeriods, org.callAs('viewer'), {});
  const december = all.find(({ label }) => label === '2025-12');
  if (december === undefined) throw new Error('no December');
  return { org, december, adjustment };
}

const journal = (org: TestOrganization, amount: string, fields: object = {}) => ({
  kind: 'JOURNAL' as const,
  transactionDate: LAST_DAY,
  lines: journalLines(org, [
    ['1510', amount],
    ['2130', `-${amount}`],
  ]),
  ...fields,
});

const post = (org: TestOrganization, id: string, role: 'accountant' | 'controller', overrideChecks = false) =>
  runForOutput(postTransaction, org.callAs(role), { id, postingDate: LAST_DAY, overrideChecks });

/** The balance in a trial balance of the account that the journals debit. */
async function equipment(org: TestOrganization, question: object): Promise<string> {
  const { rows } = await runForOutput(trialBalanceReport, org.callAs('controller'), question);
  return rows.find(({ code }) => code === '1510')?.netBalance ?? '0.00';
}

/** Closes 2025 month by month through the given period. */
async function close(org: TestOrganization, upTo: PeriodView, verbs: readonly (typeof closePeriod)[]) {
  for (const period of await runForOutput(listPeriods, org.callAs('controller'), {})) {
    if (
      period.endDate > upTo.endDate ||
      (period.endDate === upTo.endDate && period.periodNumber > upTo.periodNumber)
    )
      break;
    for (const verb of verbs) await runForOutput(verb, org.callAs('controller'), { id: period.id });
  }
}

describe('the adjustment period of a year', () => {
  it('takes the journals marked as adjustments, next to the ordinary period of its date', async () => {
    const { org, december, adjustment } = await prepared();
    await postedDocument(org, journal(org, '100.00'));
    const closing = await postedDocument(org, journal(org, '7.00', { isAdjustment: true }));
    const periodIds = await withOwner(async (client) => {
      await client.query(`select set_config('app.organization_id', $1, false)`, [org.organizationId]);
      const { rows } = await client.query<{ period_id: string }>(
        'select period_id from ledger_entries where organization_id = $1 and id = $2',
        [org.organizationId, closing.posted.glTransactionId],
      );
      return rows.map((row) => row.period_id);
    });
    expect(periodIds).toEqual([adjustment.id]);
    expect(await equipment(org, { periodId: december.id })).toBe('100.00');
    expect(await equipment(org, { periodId: adjustment.id })).toBe('107.00');
    expect(await equipment(org, { asOf: LAST_DAY })).toBe('107.00');
  });

  it('is open to journals dated on its day, and to no other kind of document', async () => {
    const { org } = await prepared();
    const early = await approvedDocument(
      org,
      journal(org, '5.00', { transactionDate: '2025-12-30', isAdjustment: true }),
    );
    await expect(
      runForOutput(postTransaction, org.callAs('controller'), { id: early.id, postingDate: '2025-12-30' }),
    ).rejects.toMatchObject(refusal('PERIOD_NOT_OPEN'));
    await expect(createDocument(org, { kind: 'INVOICE', isAdjustment: true })).rejects.toMatchObject(
      refusal('INVALID_INPUT'),
    );
  });

  it('is refused where the year has none', async () => {
    const org = await foundTestOrganization();
    const { id } = await approvedDocument(org, journal(org, '5.00', { isAdjustment: true }));
    await expect(post(org, id, 'controller')).rejects.toMatchObject(refusal('PERIOD_NOT_OPEN'));
  });

  it('stays open when December is locked, and then takes adjustments only', async () => {
    const { org, december, adjustment } = await prepared();
    const late = await approvedDocument(org, journal(org, '9.00', { isAdjustment: true }));
    const ordinary = await postedDocument(org, journal(org, '1.00'));
    await close(org, december, [softClosePeriod, closePeriod, lockPeriod]);
    const status = async (id: string) =>
      (await runForOutput(getTransaction, org.callAs('viewer'), { id })).status;
    expect(await status(ordinary.id)).toBe('CLOSED');
    await expect(post(org, late.id, 'accountant')).resolves.toMatchObject({ status: 'POSTED' });
    const tooLate = await approvedDocument(org, journal(org, '3.00'));
    await expect(post(org, tooLate.id, 'controller')).rejects.toMatchObject(refusal('PERIOD_NOT_OPEN'));
    // It moves through the statuses like any period: soft-closed for most users, closed to everyone, locked permanently.
    const next = await approvedDocument(org, journal(org, '4.00', { isAdjustment: true }));
    const step = (verb: typeof closePeriod) =>
      runForOutput(verb, org.callAs('controller'), { id: adjustment.id });
    await step(softClosePeriod);
    await expect(step(closePeriod)).rejects.toMatchObject(refusal('INVALID_STATUS_TRANSITION'));
    await expect(post(org, next.id, 'accountant', true)).rejects.toMatchObject(refusal('PERIOD_NOT_OPEN'));
    await post(org, next.id, 'controller', true);
    expect(await status(late.id)).toBe('POSTED');
    await step(closePeriod);
    await step(lockPeriod);
    expect(await status(late.id)).toBe('CLOSED');
  });

  it('is created once, and not for a year that has begun to close', async () => {
    const { org } = await prepared();
    const again = (fiscalYear: number) =>
      runForOutput(addAdjustmentPeriod, org.callAs('controller'), {
        fiscalYear,
        subsidiaryId: org.ids.rootSubsidiary,
      });
    await expect(again(2025)).rejects.toMatchObject(refusal('DUPLICATE'));
    await expect(again(1999)).rejects.toMatchObject(refusal('NOT_FOUND'));
  });

  it('can be chosen or cleared on a draft, but not on a posted journal', async () => {
    const { org } = await prepared();
    const draft = await createDocument(org, journal(org, '2.00', { isAdjustment: true }));
    const changed = await runForOutput(updateTransaction, org.callAs('accountant'), {
      id: draft.id,
      transaction: { memo: 'Kept' },
    });
    expect(changed.isAdjustment).toBe(true);
    const posted = await postedDocument(org, journal(org, '2.00', { isAdjustment: true }));
    await expect(
      withOwner(async (client) => {
        await client.query(`select set_config('app.organization_id', $1, false)`, [org.organizationId]);
        await client.query(
          'update business_transactions set is_adjustment = false where organization_id = $1 and id = $2',
          [org.organizationId, posted.id],
        );
      }),
    ).rejects.toThrow('immutable');
  });
});
