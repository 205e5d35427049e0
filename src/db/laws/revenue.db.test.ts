import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closeConnections } from '@/db/client';
import { sql, withTenantSql } from '@/db/tenancy';
import { newId } from '@/lib/ids';
import { foundTestOrganization, type TestOrganization } from '@/testing/organization';
import { withOwner } from '@/testing/owner';

// Proves the laws platform/refuse-change, revenue/refuse-overlap, revenue/refuse-posting-twice,
// revenue/refuse-second-posting of prisma/sql.

let org: TestOrganization;

beforeAll(async () => {
  org = await foundTestOrganization();
});
afterAll(closeConnections);

/** Runs one statement as the application's role. */
const run = (text: string, values: readonly unknown[] = []) =>
  withTenantSql({ organizationId: org.principals.admin.organizationId, userId: null }, (tenant) =>
    sql<Record<string, unknown>>(tenant, text, values),
  );

describe('the effect of a change on the base amount of a balance (830-10-45-18)', () => {
  it.each([
    ['a change of zero has no effect', '100', '130', '0', '2', '0'],
    ['an increase is added at the day’s rate', '100', '130', '10', '2', '20'],
    ['the first amount is added at the day’s rate', '0', '0', '-10', '1.5', '-15'],
    ['a decrease takes its share of the carrying amount', '100', '130', '-25', '9', '-32.5'],
    ['a share is rounded half-even', '3', '0.25', '-1', '9', '-0.08'],
    ['the last decrease takes the whole carrying amount', '100', '130', '-100', '9', '-130'],
    ['an amount beyond the balance is added at the day’s rate', '100', '130', '-150', '2', '-230'],
    ['the same holds with the opposite sign', '-100', '-130', '150', '2', '230'],
  ])('%s: %s carried at %s, changed by %s at %s, moves %s', async (_, balance, base, by, rate, moved) => {
    const [row] = await run(
      'select (daybook_carried($1::numeric, $2::numeric, $3::numeric, $4::numeric, 2) = $5::numeric) as same',
      [balance, base, by, rate, moved],
    );
    expect(row).toEqual({ same: true });
  });
});

const price = (from: string, to: string | null, product: string, values: Record<string, string> = {}) => ({
  text: `insert into ssp_entries (organization_id, id, product_code, stratum, currency_code, valid_from, valid_to, ssp)
         values ($1::uuid, $2::uuid, $3, $4, $5, $6::date, $7::date, 10)`,
  values: [org.organizationId, newId(), product, values.stratum ?? '', values.currency ?? 'USD', from, to],
});

describe('versions of a standalone selling price', () => {
  const insert = (...args: Parameters<typeof price>) => {
    const { text, values } = price(...args);
    return run(text, values);
  };
  const overlap = /ssp_entries: versions overlap|ssp_entries_overlap/;

  it('never overlap: a day covered by one is refused for another, and nothing changes', async () => {
    await insert('2026-01-01', '2026-06-30', 'P');
    for (const [from, to] of [
      ['2026-06-30', null],
      ['2025-01-01', '2026-01-01'],
      ['2026-02-01', '2026-03-01'],
      ['2025-01-01', null],
    ] as const) {
      await expect(insert(from, to, 'P'), `${from} to ${to}`).rejects.toThrow(overlap);
    }
    expect(await run(`select count(*)::int as n from ssp_entries where product_code = 'P'`)).toEqual([
      { n: 1 },
    ]);
  });

  it('may follow each other, and are separate for each product, stratum and currency', async () => {
    await insert('2026-01-01', '2026-06-30', 'Q');
    await insert('2026-07-01', null, 'Q');
    await insert('2026-01-01', null, 'R');
    await insert('2026-01-01', null, 'Q', { stratum: 'EU' });
    await insert('2026-01-01', null, 'Q', { currency: 'EUR' });
    await expect(
      run(
        `update ssp_entries set valid_from = '2026-06-01' where product_code = 'Q' and valid_to is null and stratum = '' and currency_code = 'USD'`,
      ),
    ).rejects.toThrow(overlap);
  });

  it('written by two callers at once: the second waits, then sees the first and is refused', async () => {
    const [first, second] = [price('2026-01-01', null, 'S'), price('2026-05-01', null, 'S')];
    const confine = `select set_config('app.organization_id', '${org.organizationId}', false)`;
    await withOwner(async (one) => {
      await one.query(confine);
      await one.query('begin');
      await one.query(first.text, first.values);
      await withOwner(async (two) => {
        const { rows } = await two.query<{ pid: number }>('select pg_backend_pid() as pid');
        await two.query(confine);
        const answers: string[] = [];
        const answer = two.query(second.text, second.values).then(
          () => answers.push('taken'),
          (error: Error) => answers.push(error.message),
        );
        const waiting = `select 1 from pg_locks where pid = $1 and locktype = 'advisory' and not granted`;
        while (answers.length === 0 && (await one.query(waiting, [rows[0]?.pid])).rows.length === 0) {
          await new Promise((resolve) => setTimeout(resolve, 10));
        }
        expect(answers).toEqual([]);
        await one.query('commit');
        await answer;
        expect(answers).toEqual([expect.stringMatching(overlap)]);
      });
    });
  });

  it('the same rules apply to the versions of a revenue policy', async () => {
    let versions = 0;
    const policy = (from: string, to: string | null, code = 'OWN') =>
      run(
        `insert into revenue_policies (organization_id, id, code, policy_version, name, valid_from, valid_to, accounts)
         values (daybook_organization(), $1::uuid, $2, $5::int, 'x', $3::date, $4::date, '{}')`,
        [newId(), code, from, to, ++versions],
      );
    await policy('2026-01-01', '2026-12-31');
    await expect(policy('2026-12-31', null)).rejects.toThrow(/versions overlap|_overlap/);
    await policy('2026-12-31', null, 'OTHER');
    await policy('2027-01-01', null);
  });
});

describe('a row is posted once', () => {
  const rows = {
    revenue_rows: {
      insert: `insert into revenue_rows (organization_id, contract_id, seq, subsidiary_id, obligation_key, amount, period, natural_period,
                 start_date, end_date, source, event_id, cause_id, catch_up, late)
               values (daybook_organization(), $1::uuid, 1, $2::uuid, 'k', 10, '2026-01', '2026-01', '2026-01-01', '2026-01-31', 'SCHEDULE',
                 $1::uuid, $1::uuid, false, false)`,
      key: 'contract_id',
    },
    contract_cost_rows: {
      insert: `insert into contract_cost_rows (organization_id, cost_id, seq, subsidiary_id, row_kind, period, amount)
               values (daybook_organization(), $1::uuid, 1, $2::uuid, 'AMORTISATION', '2026-01', 10)`,
      key: 'cost_id',
    },
  };

  it.each(Object.entries(rows))(
    '%s: a row that belongs to a run is never given another run, changed or removed',
    async (table, { insert, key }) => {
      const [id, posting, again] = [newId(), newId(), newId()];
      await run(insert, [id, org.ids.rootSubsidiary]);
      const post = (runId: string) =>
        run(`update ${table} set run_id = $2::uuid, posted_period = '2026-01' where ${key} = $1::uuid`, [
          id,
          runId,
        ]);
      await post(posting);
      await expect(post(again)).rejects.toThrow(/a row is posted once/);
      await expect(run(`update ${table} set amount = 1 where ${key} = $1::uuid`, [id])).rejects.toThrow(
        /permission denied/,
      );
      await withOwner(async (owner) => {
        await owner.query(`select set_config('app.organization_id', $1, false)`, [org.organizationId]);
        for (const [statement, refusal] of [
          [`update ${table} set amount = 1 where ${key} = '${id}'`, /a row is posted once/],
          [`delete from ${table} where ${key} = '${id}'`, /append-only/],
        ] as const) {
          await expect(owner.query(statement), statement).rejects.toThrow(refusal);
        }
      });
      expect(await run(`select run_id, amount::text from ${table} where ${key} = $1::uuid`, [id])).toEqual([
        { run_id: posting, amount: '10.0000' },
      ]);
    },
  );
});

describe('the books a run step posts to (open-books)', () => {
  const open = (date: string) =>
    run(
      `select b.o_base_currency, b.o_minor_units, b.o_fiscal_year, p.label from daybook_open_books($1::uuid, $2::date) b
       left join fiscal_periods p on p.id = b.o_period_id`,
      [org.ids.rootSubsidiary, date],
    );
  const close = (status: string) =>
    run(`update fiscal_periods set period_status = $1 where label = '2026-10'`, [status]);

  it('have a currency with its minor units, and the open period that contains the day', async () => {
    expect(await open('2026-10-31')).toEqual([
      { o_base_currency: 'USD', o_minor_units: 2, o_fiscal_year: 2026, label: '2026-10' },
    ]);
  });

  it('are refused on a day without a period, and in a period that is not open', async () => {
    await expect(open('1990-01-01')).rejects.toThrow('no open period on 1990-01-01');
    for (const status of ['SOFT_CLOSED', 'CLOSED', 'LOCKED']) {
      await close(status);
      await expect(open('2026-10-05'), status).rejects.toThrow('no open period on 2026-10-05');
    }
  });
});
