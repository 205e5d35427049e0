import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { dec, roundTo, toPlainString } from '@/core/money/decimal';
import { closeConnections } from '@/db/client';
import { sql, withTenantReport, withTenantSql } from '@/db/tenancy';
import { runForOutput } from '@/usecases/kit/run';
import { activateContract } from '@/usecases/revenue/contracts/activate-contract';
import { createContract } from '@/usecases/revenue/contracts/create-contract';
import { MET, openBooks } from './books';

afterAll(closeConnections);

/** A short decimal, its last digit often a five, so that many of its roundings are ties. */
const value = fc
  .tuple(fc.integer({ min: -999_999, max: 999_999 }), fc.constantFrom('', '5', '50', '49', '51', '500000001'))
  .chain(([whole, tail]) =>
    fc.integer({ min: 0, max: 4 }).map((places) => {
      const digits = `${String(Math.abs(whole)).padStart(places + 1, '0')}`;
      const point = digits.length - places;
      const text = `${digits.slice(0, point)}.${digits.slice(point)}${tail}`;
      return `${whole < 0 ? '-' : ''}${text.endsWith('.') ? `${text}0` : text}`;
    }),
  );

describe('the rounding of base amounts', () => {
  it('is the same in the database and in the engine: half to even, on either side of zero', async () => {
    const { org } = await openBooks();
    const claim = { organizationId: org.principals.admin.organizationId, userId: null };
    await withTenantReport(claim, (tenant) =>
      fc.assert(
        fc.asyncProperty(
          fc.array(fc.record({ value, digits: fc.constantFrom(0, 2, 3) }), { minLength: 50, maxLength: 200 }),
          async (asked) => {
            const rows = await sql<{ rounded: string }>(
              tenant,
              `select trim_scale(daybook_round_even(x.value, x.digits))::text as rounded
               from unnest($1::numeric[], $2::int[]) with ordinality as x(value, digits, n) order by n`,
              [asked.map((one) => one.value), asked.map((one) => one.digits)],
            );
            expect(rows.map(({ rounded }) => rounded)).toEqual(
              asked.map((one) => toPlainString(roundTo(dec(one.value), one.digits))),
            );
          },
        ),
        { numRuns: 40 },
      ),
    );
  });

  it('converts an invoice of 0.05 EUR at 2.5 to 0.12 USD, as a document of the same amount is', async () => {
    const books = await openBooks();
    const claim = { organizationId: books.org.principals.admin.organizationId, userId: null };
    await withTenantSql(claim, (tenant) =>
      sql(
        tenant,
        `insert into exchange_rates (organization_id, id, from_currency, to_currency, rate_date, rate)
         values ($1::uuid, daybook_uuid_v7(), 'EUR', 'USD', '2026-01-01', 2.5)`,
        [books.org.organizationId],
      ),
    );
    const { contract } = await books.contract({
      contractDate: '2026-01-01',
      currencyCode: 'EUR',
      price: { fixed: '0.05' },
      obligations: [{ key: 'a', ssp: '0.05', pattern: { kind: 'POINT' } }],
    });
    await books.tell(contract.id, { kind: 'invoice', effectiveDate: '2026-01-05', amount: '0.05' });
    const [line] = await withTenantReport(claim, (tenant) =>
      sql<{ base: string }>(tenant, `select trim_scale(max(base_debit))::text as base from ledger_lines`),
    );
    expect(line?.base).toBe('0.12');
  });
});

describe('dimensions required by an account', () => {
  it('must be on every obligation with that revenue account before the contract is activated, and are on its lines', async () => {
    const books = await openBooks();
    const { org } = books;
    const claim = { organizationId: org.principals.admin.organizationId, userId: null };
    const departmentId = await withTenantSql(claim, async (tenant) => {
      await sql(tenant, `update accounts set required_dimensions = '{department}' where code = '4100'`);
      const [row] = await sql<{ id: string }>(
        tenant,
        `insert into departments (organization_id, id, code, name) values ($1::uuid, daybook_uuid_v7(), 'D1', 'Field') returning id`,
        [org.organizationId],
      );
      return row?.id ?? '';
    });
    const sell = async (more: object) => {
      const { id } = await runForOutput(createContract, org.callAs('revenue'), {
        customerId: org.ids.customer,
        contractDate: '2026-01-01',
        price: { fixed: '100' },
        obligations: [{ key: 'a', ssp: '100', pattern: { kind: 'POINT' }, ...more }],
        criteria: MET,
      });
      return runForOutput(activateContract, org.callAs('revenue'), { id });
    };
    await expect(sell({})).rejects.toMatchObject({
      refusal: {
        code: 'REVENUE_RULE',
        data: { rule: 'MISSING_DIMENSION', key: 'a', account: '4100', missing: ['department'] },
      },
    });
    const { contract } = await sell({ departmentId });
    await books.tell(contract.id, { kind: 'delivery', effectiveDate: '2026-01-10', key: 'a' });
    await books.run('2026-01');
    const lines = await withTenantReport(claim, (tenant) =>
      sql<{ department: string | null }>(
        tenant,
        `select l.department_id as department from ledger_lines l join accounts a on a.organization_id = l.organization_id
           and a.id = l.account_id where a.code = '4100'`,
      ),
    );
    expect(lines).toEqual([{ department: departmentId }]);
  });
});
