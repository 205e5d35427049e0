import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closeConnections } from '@/db/client';
import { sql, withTenantSql } from '@/db/tenancy';
import { newId } from '@/lib/ids';
import { appendTestEntries } from '@/testing/ledger-entries';
import { foundTestOrganization, type TestOrganization } from '@/testing/organization';
import { runForOutput } from '../kit/run';
import { trialBalanceReport } from './show-trial-balance';

let books: TestOrganization;
const department = newId();

const report = (input: object) => runForOutput(trialBalanceReport, books.callAs('accountant'), input);
const nets = async (input: object) =>
  Object.fromEntries((await report(input)).rows.map((row) => [row.code, row.netBalance]));

/**
 * A ledger an accountant can review (USD, calendar years):
 *   2025-03-10  bank 1,000 / share capital 1,000
 *   2025-06-30  receivable 500 / subscription revenue 500
 *   2025-12-31  freight 120 / bank 120
 *   2026-02-05  receivable 300 / subscription revenue 300 (department on the revenue)
 *   2026-11-03  freight 40 / bank 40
 *   2026-11-20  receivable 70 / subscription revenue 70
 *   2026-11-28  receivable 9 / subscription revenue 9
 */
beforeAll(async () => {
  books = await foundTestOrganization({ today: '2026-11-21' });
  const claim = { organizationId: books.principals.admin.organizationId, userId: null };
  await withTenantSql(claim, (tenant) =>
    sql(tenant, `insert into departments (organization_id, id, code, name) values ($1, $2, 'D', 'Sales')`, [
      books.organizationId,
      department,
    ]),
  );
  const pair = (date: string, debit: string, credit: string, amount: string, departmentId?: string) => ({
    date,
    lines: [
      { code: debit, debit: amount },
      { code: credit, credit: amount, ...(departmentId === undefined ? {} : { departmentId }) },
    ],
  });
  await appendTestEntries(books, [
    pair('2025-03-10', '1110', '3100', '1000'),
    pair('2025-06-30', '1210', '4100', '500'),
    pair('2025-12-31', '5800', '1110', '120'),
    pair('2026-02-05', '1210', '4100', '300', department),
    pair('2026-11-03', '5800', '1110', '40'),
    pair('2026-11-20', '1210', '4100', '70'),
    pair('2026-11-28', '1210', '4100', '9'),
  ]);
});
afterAll(closeConnections);

describe('the trial balance', () => {
  it('as of a day in the open month counts that day and nothing later', async () => {
    expect(await nets({ asOf: '2026-11-20' })).toEqual({
      '1110': '840.00',
      '1210': '870.00',
      '3100': '1000.00',
      '3300': '380.00',
      '4100': '370.00',
      '5800': '40.00',
    });
  });

  it('returns the same figures whether it adds lines or takes them off', async () => {
    // 2 November: lines are added from the start of the month; 19 and 29 November: later lines are subtracted from its
    // end.
    expect((await nets({ asOf: '2026-11-02' }))['4100']).toBe('300.00');
    expect((await nets({ asOf: '2026-11-03' }))['5800']).toBe('40.00');
    expect((await nets({ asOf: '2026-11-19' }))['4100']).toBe('300.00');
    expect((await nets({ asOf: '2026-11-29' }))['4100']).toBe('379.00');
    expect((await nets({ asOf: '2026-11-30' }))['4100']).toBe('379.00');
  });

  it('rolls prior years into retained earnings on the first day of the year, and balances on every day', async () => {
    const before = await report({ asOf: '2025-12-31' });
    expect(before.rows.find((row) => row.code === '4100')?.netBalance).toBe('500.00');
    expect(before.rows.some((row) => row.code === '3300')).toBe(false);
    const after = await nets({ asOf: '2026-01-01' });
    expect(after['3300']).toBe('380.00');
    expect(after['4100']).toBe('0.00');
    for (const asOf of ['2025-03-09', '2025-06-30', '2026-01-01', '2026-11-10', '2026-11-30', '2027-12-31']) {
      const { totals } = await report({ asOf });
      expect(totals.difference).toBe('0.00');
      expect(totals.totalDebits).toBe(totals.totalCredits);
    }
  });

  it('shows the activity of the period and of the year to date', async () => {
    const row = (await report({ asOf: '2026-11-20' })).rows.find((one) => one.code === '1210');
    expect(row).toMatchObject({ periodActivity: '70.00', ytdActivity: '370.00', debitBalance: '870.00' });
  });

  it('of a period ends on its last day', async () => {
    const claim = { organizationId: books.principals.admin.organizationId, userId: null };
    const [period] = await withTenantSql(claim, (tenant) =>
      sql<{ id: string }>(tenant, `select id from fiscal_periods where label = '2026-11'`),
    );
    const whole = await report({ periodId: period?.id });
    expect(whole).toMatchObject({ asOf: '2026-11-30', periodLabel: '2026-11' });
    expect(whole.rows.find((one) => one.code === '4100')?.periodActivity).toBe('79.00');
    await expect(report({ periodId: period?.id, asOf: '2026-11-30' })).rejects.toMatchObject({
      refusal: { code: 'INVALID_INPUT' },
    });
    await expect(report({ periodId: newId() })).rejects.toMatchObject({ refusal: { code: 'NOT_FOUND' } });
  });

  it('filtered by a dimension counts only the lines that carry it', async () => {
    expect(await nets({ asOf: '2026-11-20', departmentId: department })).toEqual({ '4100': '300.00' });
    expect(await nets({ asOf: '2026-02-05', departmentId: department })).toEqual({ '4100': '300.00' });
    expect(await nets({ asOf: '2026-02-04', departmentId: department })).toEqual({});
  });

  it('lists accounts without any activity only when asked', async () => {
    const all = await report({ asOf: '2026-11-20', includeZero: true });
    expect(all.rows.length).toBeGreaterThan(40);
  });

  it('is refused to a role without gl.report.read and for a subsidiary that does not exist', async () => {
    await expect(
      runForOutput(trialBalanceReport, books.callAs('sales'), { asOf: '2026-11-20' }),
    ).rejects.toMatchObject({ refusal: { code: 'FORBIDDEN' } });
    await expect(report({ subsidiaryId: newId() })).rejects.toMatchObject({
      refusal: { code: 'NOT_FOUND', data: { noun: 'subsidiary' } },
    });
  });
});
