import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { type AccountType, isProfitAndLoss } from '@/core/ledger/accounts';
import { dec, ZERO } from '@/core/money/decimal';
import { closeConnections } from '@/db/client';
import { sql, withTenantSql } from '@/db/tenancy';
import { newId } from '@/lib/ids';
import { appendTestEntries } from '@/testing/ledger-entries';
import { foundTestOrganization } from '@/testing/organization';
import { runForOutput } from '../kit/run';
import { accountActivity } from './show-account-activity';
import { generalLedger } from './show-general-ledger';
import { trialBalanceReport } from './show-trial-balance';

afterAll(closeConnections);

const CODES = ['1110', '1210', '2110', '3100', '4100', '5400', '6210'] as const;
const DEPARTMENTS = [newId(), newId()] as const;

const day = fc
  .integer({ min: 0, max: 3 * 365 - 1 })
  .map((offset) => new Date(Date.UTC(2025, 0, 1 + offset)).toISOString().slice(0, 10));
const entry = fc.record({
  date: day,
  debit: fc.constantFrom(...CODES),
  credit: fc.constantFrom(...CODES),
  cents: fc.integer({ min: 1, max: 10_000_000 }),
  department: fc.constantFrom(undefined, ...DEPARTMENTS),
});
type Drawn = typeof entry extends fc.Arbitrary<infer One> ? One : never;

/** The oracle: adds up every line one after the other. */
function oracle(
  entries: readonly Drawn[],
  code: string,
  type: AccountType,
  asOf: string,
  department?: string,
): string {
  let net = ZERO;
  for (const one of entries) {
    if (one.date > asOf) continue;
    const earlierYear = one.date.slice(0, 4) < asOf.slice(0, 4);
    const amount = dec(one.cents.toString()).div('100');
    for (const [side, sign] of [
      [one.debit, '1'],
      [one.credit, '-1'],
    ] as const) {
      // Only the debit line carries the department.
      if (department !== undefined && (sign === '-1' || one.department !== department)) continue;
      const rolled = earlierYear && PROFIT_AND_LOSS.has(side);
      if (code === '3300' ? rolled : side === code && !(rolled && isProfitAndLoss(type))) {
        net = net.plus(amount.times(sign));
      }
    }
  }
  return net.toFixed(2);
}
const PROFIT_AND_LOSS = new Set<string>(['4100', '5400', '6210']);

describe('reports against an oracle that adds up every line', () => {
  it('agree on any day, for any history, with and without a department', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(entry, { minLength: 1, maxLength: 40 }),
        fc.array(day, { minLength: 4, maxLength: 4 }),
        async (entries, days) => {
          const books = await foundTestOrganization({ today: '2026-11-21' });
          const claim = { organizationId: books.principals.admin.organizationId, userId: null };
          await withTenantSql(claim, (tenant) =>
            sql(
              tenant,
              `insert into departments (organization_id, id, code, name) select $1::uuid, d, d::text, 'D' from unnest($2::uuid[]) d`,
              [books.organizationId, [...DEPARTMENTS]],
            ),
          );
          await appendTestEntries(
            books,
            entries.map((one) => ({
              date: one.date,
              lines: [
                {
                  code: one.debit,
                  debit: (one.cents / 100).toFixed(2),
                  ...(one.department === undefined ? {} : { departmentId: one.department }),
                },
                { code: one.credit, credit: (one.cents / 100).toFixed(2) },
              ],
            })),
          );
          const call = books.callAs('viewer');
          for (const asOf of days) {
            for (const departmentId of [undefined, DEPARTMENTS[0]]) {
              const report = await runForOutput(trialBalanceReport, call, {
                asOf,
                departmentId,
                includeZero: true,
              });
              for (const row of report.rows) {
                if (![...CODES, '3300'].includes(row.code as never)) continue;
                const net = dec(row.debitBalance).minus(row.creditBalance).toFixed(2);
                const expected = oracle(entries, row.code, row.type, asOf, departmentId);
                expect({ asOf, code: row.code, net }).toEqual({ asOf, code: row.code, net: expected });
              }
              if (departmentId === undefined) expect(report.totals.difference).toBe('0.00');
            }
          }
          const [dateFrom = '', dateTo = ''] = [...days.slice(0, 2)].sort();
          const ledger = await runForOutput(generalLedger, call, { dateFrom, dateTo });
          const balances = await runForOutput(trialBalanceReport, call, { asOf: dateTo, includeZero: true });
          for (const code of ['1110', '4100', '3300']) {
            const activity = await runForOutput(accountActivity, call, {
              accountId: books.account(code),
              dateFrom,
              dateTo,
              limit: 1000,
            });
            const closing = balances.rows.find((row) => row.code === code)?.netBalance;
            expect(activity.closing).toBe(closing);
            expect(activity.lines.at(-1)?.balance ?? activity.opening).toBe(closing);
            const row = ledger.rows.find((one) => one.code === code);
            if (row !== undefined) expect([row.opening, row.closing]).toEqual([activity.opening, closing]);
          }
        },
      ),
      { numRuns: 25 },
    );
  });
});
