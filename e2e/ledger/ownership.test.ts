import { afterAll, describe, expect, it } from 'vitest';
import { closeConnections } from '@/db/client';
import { surfaceC } from '@/surfaces/c/surface';
import { contend, holdWrites, valuesOf } from '@/testing/contenders';
import { doorFor } from '@/testing/door';
import { appendTestEntries } from '@/testing/ledger-entries';
import { foundTestOrganization } from '@/testing/organization';
import { runForOutput } from '@/usecases/kit/run';
import { consolidation } from '@/usecases/reports/show-consolidation';
import { createSubsidiary } from '@/usecases/subsidiaries/create-subsidiary';
import { getOwnership, recordOwnership } from '@/usecases/subsidiaries/record-ownership';
import { updateSubsidiary } from '@/usecases/subsidiaries/subsidiary-records';
import { fingerprint } from '../support/fingerprint';
import { momentBetween } from '../support/moment';

afterAll(closeConnections);

/** A parent that owns 80% of a company with 1,000.00 in cash earned in January 2026. */
async function group() {
  const org = await foundTestOrganization({ today: '2026-11-21' });
  const admin = org.callAs('admin');
  const { id } = await runForOutput(createSubsidiary, admin, {
    name: 'Berlin',
    code: 'BERLIN',
    parentId: org.ids.rootSubsidiary,
    ownershipPercent: '80',
  });
  await appendTestEntries(org, [
    {
      date: '2026-01-15',
      subsidiaryId: id,
      lines: [
        { code: '1110', debit: '1000.00' },
        { code: '4100', credit: '1000.00' },
      ],
    },
  ]);
  /** The parent's ownership share and the noncontrolling interest in the net assets, on a day. */
  const on = async (asOf: string, ownershipKnownAsOf?: string) => {
    const report = await runForOutput(consolidation, org.callAs('viewer'), { asOf, ownershipKnownAsOf });
    const rows = report.balanceSheet.sections.flatMap((section) => section.rows);
    const others = rows.find(({ line }) => line === 'NON_CONTROLLING')?.figures.consolidated ?? '0.00';
    const { groupPercent, ownership } = report.columns[1] ?? {};
    return { groupPercent, others, ownership };
  };
  const record = (percent: string, effectiveDate: string) =>
    runForOutput(recordOwnership, admin, { id, percent, effectiveDate, reason: 'Shares changed hands' });
  return { org, id, admin, on, record };
}

describe('ownership of a subsidiary', () => {
  it('when changed from a day on, leaves every consolidation of an earlier day as it was', async () => {
    const { on, record } = await group();
    expect(await on('2026-03-31')).toEqual({ groupPercent: '80', others: '200.00', ownership: undefined });
    await record('60', '2026-07-01');
    expect(await on('2026-03-31')).toMatchObject({ groupPercent: '80', others: '200.00' });
    expect(await on('2026-06-30')).toMatchObject({ groupPercent: '80', others: '200.00' });
    expect(await on('2026-07-01')).toMatchObject({
      groupPercent: '60',
      others: '400.00',
      ownership: { percent: '60', effectiveDate: '2026-07-01' },
    });
  });

  it('when recorded late, is shown as recorded late, and is not part of what was known before', async () => {
    const { on, record } = await group();
    await record('60', '2026-07-01');
    const between = await momentBetween();
    await record('70', '2026-03-01');
    const late = { percent: '70', effectiveDate: '2026-03-01', isLate: true };
    expect(await on('2026-03-31')).toMatchObject({ groupPercent: '70', others: '300.00', ownership: late });
    // From July on, what was recorded for July applies.
    expect(await on('2026-08-31')).toMatchObject({ groupPercent: '60', others: '400.00' });
    expect(await on('2026-03-31', between)).toMatchObject({ groupPercent: '80', others: '200.00' });
    expect(await on('2026-08-31', between)).toMatchObject({ groupPercent: '60' });
  });

  it('when changed within a year, divides the income at the change, by who owned it when it was earned', async () => {
    // 1,000.00 earned at 80%, 500.00 at 60%: 200.00 + 200.00 belong to others. Their interest is 40% of 1,500.00, so 200.00 of the
    // parent's equity went to them with the shares.
    const { org, id, record } = await group();
    await record('60', '2026-07-01');
    await appendTestEntries(org, [
      {
        date: '2026-08-10',
        subsidiaryId: id,
        lines: [
          { code: '1110', debit: '500.00' },
          { code: '4100', credit: '500.00' },
        ],
      },
    ]);
    const shown = async (asOf: string) => {
      const report = await runForOutput(consolidation, org.callAs('viewer'), { asOf });
      const rows = report.balanceSheet.sections.flatMap((section) => section.rows);
      const of = (line: string) => rows.find((row) => row.line === line)?.figures.consolidated ?? '0.00';
      return {
        ofOthers:
          report.incomeStatement.results.find(({ line }) => line === 'NON_CONTROLLING')?.figures
            .consolidated ?? '0.00',
        interest: of('NON_CONTROLLING'),
        changes: of('OWNERSHIP_CHANGES'),
        earnings: of('YEAR_EARNINGS'),
        difference: report.balanceSheet.difference,
      };
    };
    const none = { changes: '0.00', difference: '0.00' };
    expect(await shown('2026-06-30')).toEqual({
      ...none,
      ofOthers: '200.00',
      interest: '200.00',
      earnings: '800.00',
    });
    expect(await shown('2026-08-31')).toEqual({
      ofOthers: '400.00',
      interest: '600.00',
      changes: '-200.00',
      earnings: '1100.00',
      difference: '0.00',
    });
    // In the next year all of it is retained, and still belongs to those who owned it when it was earned.
    expect(await shown('2027-03-31')).toMatchObject({
      ofOthers: '0.00',
      interest: '600.00',
      changes: '-200.00',
      earnings: '0.00',
    });
  });

  it('when changed within a month, divides that month at the day', async () => {
    // 1,000.00 on 15 January: sold on the 16th, all of it was earned before; sold on the 15th, all of it after.
    for (const [day, ofOthers] of [
      ['2026-01-16', '200.00'],
      ['2026-01-15', '400.00'],
    ] as const) {
      const { org, record } = await group();
      await record('60', day);
      const report = await runForOutput(consolidation, org.callAs('viewer'), { asOf: '2026-01-31' });
      const results = report.incomeStatement.results;
      expect(results.find(({ line }) => line === 'NON_CONTROLLING')?.figures.consolidated).toBe(ofOthers);
    }
  });

  it('when changed on the record of the subsidiary, applies from today on', async () => {
    const { on, id, admin } = await group();
    await runForOutput(updateSubsidiary, admin, { id, data: { ownershipPercent: '55' } });
    expect((await on('2026-11-20')).groupPercent).toBe('80');
    expect((await on('2026-11-21')).groupPercent).toBe('55');
  });

  it('when recorded wrong, is recorded again for the same day, and is recorded once when sent twice', async () => {
    const { org, on, id, admin, record } = await group();
    await record('60', '2026-07-01');
    await record('65', '2026-07-01');
    expect((await on('2026-08-31')).groupPercent).toBe('65');
    const before = await fingerprint(org.organizationId);
    const { interests, percent } = await record('65', '2026-07-01');
    expect(await fingerprint(org.organizationId)).toEqual(before);
    expect([percent, ...interests.map((one) => `${one.effectiveDate} ${Number(one.percent)}`)]).toEqual([
      expect.stringMatching(/^65/),
      '2026-07-01 65',
      '2026-07-01 60',
      '1900-01-01 80',
    ]);
    expect(await runForOutput(getOwnership, admin, { id })).toMatchObject({
      percent: expect.stringMatching(/^65/),
    });
  });

  it('is refused for a future day or without a share, and nothing changes', async () => {
    const { org, record } = await group();
    const before = await fingerprint(org.organizationId);
    await expect(record('60', '2026-11-22')).rejects.toMatchObject({ refusal: { code: 'INVALID_INPUT' } });
    await expect(record('0', '2026-07-01')).rejects.toMatchObject({ refusal: { code: 'INVALID_INPUT' } });
    expect(await fingerprint(org.organizationId)).toEqual(before);
  });

  it('is recorded and read over REST', async () => {
    const { org, id } = await group();
    const door = doorFor(surfaceC, org.principals.admin);
    const path = `/api/v1/subsidiaries/${id}/ownership`;
    const body = { percent: '51', effectiveDate: '2026-05-01', reason: 'A tenth was sold' };
    const made = await door.send('POST', path, { body });
    expect(made.status, made.text).toBe(201);
    const read = await door.send('GET', path);
    expect(read.json).toEqual(made.json);
    expect(read.json).toMatchObject({
      interests: [{ effectiveDate: '2026-05-01', isLate: true }, { isLate: false }],
    });
  });

  it('when recorded by two at once for two days, has both, and one beginning', async () => {
    const { org, id, admin, record } = await group();
    valuesOf(
      await contend(holdWrites(org.organizationId), [
        () => record('60', '2026-07-01'),
        () => record('70', '2026-08-01'),
      ]),
    );
    const { interests } = await runForOutput(getOwnership, admin, { id });
    expect(interests.map(({ effectiveDate }) => effectiveDate)).toEqual([
      '2026-08-01',
      '2026-07-01',
      '1900-01-01',
    ]);
  });
});
