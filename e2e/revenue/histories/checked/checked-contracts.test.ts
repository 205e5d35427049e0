import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemPrincipal } from '@/auth/principal';
import { dec, toPlainString } from '@/core/money/decimal';
import { closeConnections } from '@/db/client';
import { readTieOut } from '@/db/revenue/tie-out';
import { sql, type Tenant, withTenantReport, withTenantSql } from '@/db/tenancy';
import { newId } from '@/lib/ids';
import { withOwner } from '@/testing/owner';
import { sealAudit } from '@/usecases/audit/seal-audit';
import { sealLedger } from '@/usecases/audit/seal-ledger';
import { runForOutput } from '@/usecases/kit/run';
import { createCost, impairCost } from '@/usecases/revenue/contracts/costs/cost-records';
import { verifyRevenue } from '@/usecases/revenue/reports/verify-revenue';
import { sealSecurityLog } from '@/usecases/security/seal-security-log';
import { createSubsidiary } from '@/usecases/subsidiaries/create-subsidiary';
import { addToDaySums } from '@/usecases/upkeep/add-to-day-sums';
import { markVerified } from '@/usecases/verify/mark-verified';
import { verifyBooks } from '@/usecases/verify/verify-books';
import { planted } from '../../../ledger/evidence/planted-books';
import { type Books, openBooks } from '../../books';
import { check, claimOf, contractOf, foundBy, verdict } from './checked-books';

// Proves the laws revenue/contract-sums, revenue/touch-contracts and revenue/check-contracts of prisma/sql.

afterAll(closeConnections);

describe('a contract', () => {
  let books: Books;
  let id: string;
  let other: string;
  let costId: string;
  beforeAll(async () => {
    books = await openBooks('2026-06-30');
    [id, other] = [await contractOf(books), await contractOf(books)];
    const { cost } = await runForOutput(createCost, books.org.callAs('revenue'), {
      contractId: id,
      kind: 'OBTAIN',
      amount: '240',
      incurredOn: '2026-01-05',
      contractMonths: 24,
    });
    costId = cost.id;
    await books.tell(id, { kind: 'invoice', effectiveDate: '2026-01-05', amount: '600' });
    await books.run('2026-01');
    await check(books);
  });

  class TakenBack extends Error {}
  /** What a reconciliation reads after a statement, which is then rolled back. */
  async function undone<Answer>(
    statement: string,
    ask: (tenant: Tenant) => Promise<Answer>,
  ): Promise<Answer> {
    let answer: Answer | undefined;
    await withTenantSql(claimOf(books), async (tenant) => {
      await sql(tenant, statement, [id]);
      answer = await ask(tenant);
      throw new TakenBack();
    }).catch((error: unknown) => {
      if (!(error instanceof TakenBack)) throw error;
    });
    return answer as Answer;
  }
  /** Inserts a copy of a row of the table with some columns changed. */
  const another = (table: string, columns: string) =>
    `insert into ${table} select (jsonb_populate_record(t, jsonb_build_object(${columns}))).* from ${table} t where t.contract_id = $1::uuid limit 1`;

  const WRITES: readonly (readonly [string, string])[] = [
    [
      'its price',
      'update revenue_contracts set transaction_price = transaction_price + 1 where id = $1::uuid',
    ],
    ['its position', 'update revenue_positions set net = net + 1 where contract_id = $1::uuid'],
    [
      'an obligation',
      `update performance_obligations set allocated = allocated + 1 where contract_id = $1::uuid and key = 'care'`,
    ],
    ['a new obligation', another('performance_obligations', `'key', 'more'`)],
    ['a booking', another('revenue_bookings', `'seq', 999, 'amount', 5`)],
    [
      'a new row',
      another(
        'revenue_rows',
        `'seq', 999, 'amount', 5, 'run_id', null, 'entry_id', null, 'posted_period', null, 'posted_at', null`,
      ),
    ],
    [
      'a row that is posted',
      `update revenue_rows r set run_id = (select n.id from revenue_runs n limit 1), entry_id = (select m.entry_id from revenue_movements m
         where m.contract_id = $1::uuid limit 1), posted_period = r.period, posted_at = now()
       where r.contract_id = $1::uuid and r.run_id is null and r.period = '2026-02'`,
    ],
    ['a movement', another('revenue_movements', `'id', '${newId()}', 'deferred', 5`)],
    [
      'a movement of interest',
      `insert into revenue_interest_moves (organization_id, id, contract_id, subsidiary_id, currency_code, kind, posting_date, entry_id, accrued,
         accrued_account_id)
       select m.organization_id, m.id, m.contract_id, m.subsidiary_id, m.currency_code, 'ACCRUAL', m.posting_date, m.entry_id, 3, p.receivable_account_id
       from revenue_movements m join revenue_positions p on p.contract_id = m.contract_id where m.contract_id = $1::uuid limit 1`,
    ],
    ['a cost', 'update contract_costs set impaired = impaired + 1 where contract_id = $1::uuid'],
    ['a new cost', another('contract_costs', `'id', '${newId()}', 'item', 'another'`)],
  ];
  it.each(WRITES)(
    'is added up again after a write to %s, and no other contract is',
    async (_what, statement) => {
      const { since, whole } = await undone(statement, async (tenant) => ({
        since: await readTieOut(tenant, 'SINCE'),
        whole: await readTieOut(tenant, 'WHOLE'),
      }));
      expect(since.contractsRead).toBe(1);
      const exact = (groups: typeof since.groups) =>
        groups.map(({ subsidiaryId, currencyCode, ...figures }) => [
          subsidiaryId,
          currencyCode,
          ...Object.values(figures).map((text) => toPlainString(dec(text))),
        ]);
      expect(exact(since.groups)).toEqual(exact(whole.groups));
      expect(await verdict(books, 'SINCE')).toMatchObject({ contractsRead: 0, holds: true });
    },
  );

  it('is not added up again after a change that no reconciliation reads', async () => {
    const { contractsRead } = await undone(
      `update revenue_contracts set notes = 'New' where id = $1::uuid`,
      (tenant) => readTieOut(tenant, 'SINCE'),
    );
    expect(contractsRead).toBe(0);
  });

  it('is noted once for what one transaction does to it, and again after a savepoint that was rolled back', async () => {
    const move = 'update revenue_positions set net = net + 1 where contract_id = $1::uuid';
    const notes = await undone(move, async (tenant) => {
      const count = async () =>
        (await sql<{ n: number }>(tenant, 'select count(*)::int as n from revenue_touched_contracts'))[0]?.n;
      const counts = [await count()];
      await sql(tenant, move, [id]);
      counts.push(await count());
      await sql(tenant, 'savepoint one');
      await sql(tenant, move, [other]);
      counts.push(await count());
      await sql(tenant, 'rollback to savepoint one');
      await sql(tenant, move, [other]);
      counts.push(await count());
      return counts;
    });
    expect(notes).toEqual([1, 1, 2, 2]);
  });

  it('whose rows do not agree is named by every reconciliation until they do, however often it is checked', async () => {
    const move = (by: number) =>
      withTenantSql(claimOf(books), (tenant) =>
        sql(tenant, 'update revenue_positions set net = net + $2 where contract_id = $1::uuid', [id, by]),
      );
    const principal = systemPrincipal(books.org.organizationId);
    const verify = (extent: 'WHOLE' | 'SINCE') =>
      runForOutput(verifyBooks, books.org.callAs('auditor'), { extent });
    await sealAudit(principal);
    await sealLedger(principal);
    await sealSecurityLog(principal);
    const sound = await verify('WHOLE');
    expect(sound.breaches).toEqual([]);
    await markVerified(principal, sound);
    await move(7);
    for (let round = 0; round < 2; round += 1) {
      const since = await verdict(books, 'SINCE');
      expect(since).toMatchObject({ holds: false, contractsRead: 1 });
      expect(since.differences).toEqual((await verdict(books, 'WHOLE')).differences);
      expect(since.differences.map(({ contractId, name }) => [contractId, name])).toContainEqual([
        id,
        'BILLED_UNBILLED',
      ]);
      const { since: point, breaches } = await verify('SINCE');
      expect(point).not.toBeNull();
      expect(breaches.map(({ check: name }) => name)).toContain('REVENUE_TIE_OUT');
      expect(await check(books)).toBe(0);
    }
    await move(-7);
    expect(await verdict(books, 'SINCE')).toMatchObject({ holds: true });
    // The contract was noted when it stopped agreeing, and again when it agreed.
    expect(await check(books)).toBe(2);
    expect(await verdict(books, 'SINCE')).toMatchObject({ holds: true, contractsRead: 0 });
  });

  it('is added up after a transaction that changes it while it is checked', async () => {
    const note = () => books.tell(other, { kind: 'invoice', effectiveDate: '2026-02-05', amount: '10' });
    await note();
    await withTenantSql(claimOf(books), async (tenant) => {
      await sql(tenant, 'update revenue_positions set net = net + 4 where contract_id = $1::uuid', [other]);
      expect(await check(books)).toBeGreaterThan(0);
      expect(await verdict(books, 'SINCE')).toMatchObject({ holds: true, contractsRead: 0 });
    });
    expect(await verdict(books, 'SINCE')).toMatchObject({ holds: false, contractsRead: 1 });
    await withTenantSql(claimOf(books), (tenant) =>
      sql(tenant, 'update revenue_positions set net = net - 4 where contract_id = $1::uuid', [other]),
    );
    await check(books);
    expect(await verdict(books, 'SINCE')).toMatchObject({ holds: true, contractsRead: 0 });
  });

  it('that was changed outside Daybook is found by a full reconciliation, and by the incremental one once it is touched', async () => {
    const { answer } = await planted(
      books.org.organizationId,
      [
        'revenue_positions',
        'revenue_touched_contracts',
        'revenue_checked_contracts',
        'revenue_checked_totals',
      ],
      'update revenue_positions set net = net + 1 where organization_id = $org',
      async () => {
        const before = { since: await verdict(books, 'SINCE'), whole: await verdict(books, 'WHOLE') };
        const found = await foundBy(books);
        await withTenantSql(claimOf(books), (tenant) =>
          sql(tenant, 'update revenue_positions set pending = pending where contract_id = $1::uuid', [id]),
        );
        return { ...before, found, touched: await verdict(books, 'SINCE') };
      },
    );
    expect(answer.since).toMatchObject({ holds: true, contractsRead: 0 });
    expect(answer.whole.differences.length).toBeGreaterThan(0);
    expect(answer.found[0]?.count).toBe('2');
    expect(answer.touched.differences.filter(({ contractId }) => contractId === id)).not.toEqual([]);
    expect(answer.touched.contractsRead).toBe(1);
  });

  it.each([
    ['revenue_checked_contracts', 'planned', '4'],
    ['revenue_checked_totals', 'planned', '1'],
    ['revenue_checked_totals', 'refund', '1'],
  ] as const)(
    'is verified along with the totals: %s with a different sum in %s is named',
    async (table, column, count) => {
      const { answer } = await planted(
        books.org.organizationId,
        [table],
        `update ${table} set ${column} = ${column} + 1 where organization_id = $org`,
        async () => ({ found: await foundBy(books), since: await verdict(books, 'SINCE') }),
      );
      // For contracts, the two contracts themselves and the totals.
      expect(answer.found[0]?.count).toBe(table === 'revenue_checked_totals' ? count : '3');
      expect(answer.since.holds).toBe(table !== 'revenue_checked_totals');
      expect(await foundBy(books)).toEqual([]);
    },
  );

  it('of a subsidiary that a caller may not see is not in their reconciliation, checked or not', async () => {
    const branch = await runForOutput(createSubsidiary, books.org.callAs('admin'), {
      name: 'Branch',
      code: 'B',
    });
    const asked = (subsidiaryId: string) => {
      const principal = { ...books.org.principals.admin, subsidiaryScope: [subsidiaryId] };
      return runForOutput(verifyRevenue, books.org.callAs('admin', { principal }), { extent: 'SINCE' });
    };
    const everything = await verdict(books, 'SINCE');
    expect(everything.lines.length).toBeGreaterThan(0);
    expect((await asked(books.org.ids.rootSubsidiary)).lines).toEqual(everything.lines);
    expect(await asked(branch.id)).toMatchObject({ lines: [], contractsRead: 0, holds: true });
    await books.tell(id, { kind: 'invoice', effectiveDate: '2026-02-07', amount: '20' });
    expect((await asked(books.org.ids.rootSubsidiary)).contractsRead).toBe(1);
    expect(await asked(branch.id)).toMatchObject({ lines: [], contractsRead: 0, holds: true });
    await check(books);
  });

  it('is checked by the server that wrote, along with the sums by day', async () => {
    await runForOutput(impairCost, books.org.callAs('revenue'), {
      id: costId,
      date: '2026-02-10',
      expectedConsideration: '20',
    });
    expect((await verdict(books, 'SINCE')).contractsRead).toBe(1);
    expect(await addToDaySums(books.org.principals.admin)).toBe(false);
    expect(await verdict(books, 'SINCE')).toMatchObject({ holds: true, contractsRead: 0 });
  });

  it('that several transactions touched is checked completely, like every other, in one pass', async () => {
    for (let n = 0; n < 3; n += 1) {
      await withOwner((client) =>
        client.query(
          `insert into revenue_touched_contracts select organization_id, gen_random_uuid(), array_agg(id) || array_fill(min(id::text)::uuid, array[900])
           from revenue_contracts where organization_id = $1 group by 1`,
          [books.org.organizationId],
        ),
      );
    }
    expect((await verdict(books, 'SINCE')).contractsRead).toBe(2);
    expect(await addToDaySums(books.org.principals.admin)).toBe(false);
    expect(await verdict(books, 'SINCE')).toMatchObject({ holds: true, contractsRead: 0 });
    expect(await foundBy(books)).toEqual([]);
  });

  it('keeps nothing of a cost in another currency that no longer exists', async () => {
    const { answer } = await planted(
      books.org.organizationId,
      ['contract_costs', 'revenue_touched_contracts', 'revenue_checked_contracts', 'revenue_checked_totals'],
      `update contract_costs set currency_code = 'EUR' where organization_id = $org`,
      async () => {
        const touch = () =>
          withTenantSql(claimOf(books), (tenant) =>
            sql(tenant, 'update revenue_positions set pending = pending where contract_id = $1::uuid', [id]),
          );
        await touch();
        await check(books);
        const kept = () =>
          withTenantReport(claimOf(books), (tenant) =>
            sql<{ currency: string }>(
              tenant,
              'select currency_code as currency from revenue_checked_contracts where contract_id = $1::uuid order by 1',
              [id],
            ),
          );
        const abroad = await kept();
        await withOwner((client) =>
          client.query(`update contract_costs set currency_code = 'USD' where organization_id = $1`, [
            books.org.organizationId,
          ]),
        );
        await check(books);
        return { abroad, home: await kept(), found: await foundBy(books) };
      },
    );
    expect(answer.abroad).toEqual([{ currency: 'EUR' }, { currency: 'USD' }]);
    expect(answer.home).toEqual([{ currency: 'USD' }]);
    expect(answer.found).toEqual([]);
  });

  it('of another organization is not checked, and the application can only read the stored sums', async () => {
    const strangers = await openBooks('2026-06-30');
    await contractOf(strangers);
    expect(await check(books)).toBe(0);
    expect((await verdict(strangers, 'SINCE')).contractsRead).toBe(1);
    for (const table of [
      'revenue_touched_contracts',
      'revenue_checked_contracts',
      'revenue_checked_totals',
    ]) {
      for (const statement of [
        `delete from ${table}`,
        `update ${table} set organization_id = organization_id`,
      ]) {
        await expect(
          withTenantSql(claimOf(books), (tenant) => sql(tenant, statement)),
          statement,
        ).rejects.toThrow(/permission denied/);
      }
    }
    const { rows } = await withOwner((client) =>
      client.query<{ n: number }>(
        'select count(*)::int as n from revenue_checked_contracts where organization_id = $1',
        [strangers.org.organizationId],
      ),
    );
    expect(rows[0]?.n).toBe(0);
  });
});
