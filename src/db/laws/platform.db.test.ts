import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closeConnections } from '@/db/client';
import { sql, withTenantSql } from '@/db/tenancy';
import { newId } from '@/lib/ids';
import { createDocument, postedDocument } from '@/testing/documents';
import { foundTestOrganization, type TestOrganization } from '@/testing/organization';
import { withOwner } from '@/testing/owner';

// Proves the laws identity/tenant, identity/own-organizations, sales/refuse-delete-of-used-entity,
// sales/date-subscription-moves of prisma/sql.

let org: TestOrganization;

beforeAll(async () => {
  org = await foundTestOrganization();
});
afterAll(closeConnections);

/** Runs one statement as the application's role, confined to the test's organization. */
const run = (text: string, values: readonly unknown[] = []) =>
  withTenantSql({ organizationId: org.principals.admin.organizationId, userId: null }, (tenant) =>
    sql<Record<string, unknown>>(tenant, text, values),
  );

/** A connection of the application's role with no organization or person set. */
async function withApplication<T>(work: (client: pg.ClientBase) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: process.env.DATABASE_URL });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

const first = async (client: pg.ClientBase, text: string): Promise<unknown> =>
  Object.values((await client.query<Record<string, unknown>>(text)).rows[0] ?? {})[0];

describe('ids and transactions', () => {
  it('a version 7 id contains its time and sorts by it', async () => {
    await withOwner(async (client) => {
      const ids: string[] = [];
      for (let index = 0; index < 5; index += 1) {
        ids.push(String(await first(client, 'select daybook_uuid_v7() from pg_sleep(0.002)')));
      }
      expect(ids).toEqual([...new Set(ids)].sort());
      for (const id of ids)
        expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
      const between = `with b as (select extract(epoch from clock_timestamp()) * 1000 as at), i as (select daybook_uuid_v7() as id from b)
        select ('x' || left(replace(i.id::text, '-', ''), 12))::bit(48)::bigint between floor(b.at) - 1 and extract(epoch from clock_timestamp()) * 1000 + 1
        from b, i`;
      expect(await first(client, between)).toBe(true);
    });
  });

  it('a transaction has one id, even inside a savepoint, and the next transaction has another', async () => {
    await withOwner(async (client) => {
      const id = () => first(client, 'select daybook_transaction_id()::text');
      await client.query('begin');
      const outside = await id();
      await client.query('savepoint s');
      // A savepoint that writes has its own transaction number, which must not be returned.
      await client.query('create temporary table written (a int) on commit drop');
      expect(await id()).toBe(outside);
      await client.query('commit');
      expect(await id()).not.toBe(outside);
    });
  });
});

describe('whom a connection serves', () => {
  it('no organization and no person until they are set, and then those that were set', async () => {
    await withApplication(async (client) => {
      const who = async () =>
        (await client.query('select daybook_organization() as org, daybook_user() as person')).rows[0];
      expect(await who()).toEqual({ org: null, person: null });
      const [organization, person] = [newId(), newId()];
      await client.query(
        `select set_config('app.organization_id', $1, false), set_config('app.user_id', $2, false)`,
        [organization, person],
      );
      expect(await who()).toEqual({ org: organization, person });
      await client.query(
        `select set_config('app.organization_id', '', false), set_config('app.user_id', '', false)`,
      );
      expect(await who()).toEqual({ org: null, person: null });
    });
  });

  it('an organization sees itself alone, and of every table its own rows', async () => {
    const second = await foundTestOrganization();
    for (const each of [org, second]) await postedDocument(each);
    const tables = await withOwner(
      async (owner) =>
        (
          await owner.query<{ name: string }>(
            `select table_name as name from information_schema.columns where table_schema = 'public' and column_name = 'organization_id'
               -- Ids of organizations and the names of their servers: not of a tenant.
               and table_name not in ('placements', 'organization_gates')`,
          )
        ).rows,
    );
    await withApplication(async (client) => {
      await client.query(`select set_config('app.organization_id', $1, false)`, [org.organizationId]);
      expect((await client.query('select id from organizations')).rows).toEqual([{ id: org.organizationId }]);
      const seen: Record<string, unknown[]> = {};
      for (const { name } of tables) {
        const { rows } = await client.query<{ id: string }>(
          `select distinct organization_id as id from ${name}`,
        );
        seen[name] = rows.map(({ id }) => id);
      }
      expect(seen).toMatchObject({ ledger_lines: [org.organizationId], customers: [org.organizationId] });
      expect(Object.values(seen).flat()).toEqual(
        Object.values(seen)
          .flat()
          .map(() => org.organizationId),
      );
    });
  });

  it('a signed-in person sees their own memberships and organizations before choosing one, and no others (own_organizations, own_memberships)', async () => {
    const second = await foundTestOrganization();
    await withApplication(async (client) => {
      const seen = async () => ({
        memberships: (await client.query('select user_id from memberships')).rows,
        organizations: (await client.query('select id from organizations')).rows,
      });
      expect(await seen()).toEqual({ memberships: [], organizations: [] });
      const person = second.users.auditor.id;
      await client.query(`select set_config('app.user_id', $1, false)`, [person]);
      expect(await seen()).toEqual({
        memberships: [{ user_id: person }],
        organizations: [{ id: second.organizationId }],
      });
      await expect(client.query(`update organizations set name = 'Mine'`)).resolves.toMatchObject({
        rowCount: 0,
      });
      await withOwner(async (owner) => {
        await owner.query(`select set_config('app.organization_id', $1, false)`, [second.organizationId]);
        await owner.query(`update memberships set record_status = 'inactive' where user_id = $1`, [person]);
      });
      expect((await seen()).organizations).toEqual([]);
    });
  });
});

describe('the statistics of tables loaded in bulk', () => {
  it('can be refreshed by the application, which does not own the tables, and by no other role', async () => {
    const rights = await withOwner((client) =>
      first(
        client,
        `select string_agg(case x.grantee when 0 then 'PUBLIC' else pg_get_userbyid(x.grantee) end, ', ' order by 1)
         from pg_proc p, aclexplode(p.proacl) x where p.proname = 'daybook_refresh_statistics' and x.grantee <> p.proowner`,
      ),
    );
    expect(rights).toBe('daybook_app');
    const analyzed = () =>
      withOwner((client) =>
        first(
          client,
          `select array_agg(analyze_count::int order by relname) from pg_stat_user_tables where relname in
             ('business_transactions', 'business_transaction_lines', 'transaction_impact_lines', 'payment_applications', 'ledger_entries',
              'ledger_lines', 'ledger_balances', 'ledger_dimension_balances', 'accounts', 'customers', 'vendors', 'audit_log')`,
        ),
      ) as Promise<number[]>;
    const before = await analyzed();
    await run('select daybook_refresh_statistics()');
    const after = await analyzed();
    expect(after).toHaveLength(12);
    expect(after.every((count, index) => count > (before[index] ?? 0))).toBe(true);
  });
});

describe('the rate limit of a key', () => {
  // Ahead of every machine's clock: counters that no one used for two days are removed by a job, which other tests run in the same database.
  const take = async (key: string, at: number, perMinute = 2, perDay = 4) => {
    const [row] = await run(
      `select o_allowed as allowed, o_minute_used as minute, o_day_used as day, o_minute_wait_ms::int as wait
       from daybook_take_rate($1, $2::int, $3::int, '2099-11-05T12:00:00Z'::timestamptz + make_interval(secs => $4))`,
      [key, perMinute, perDay, at],
    );
    return row;
  };

  it('never admits more than the limit in any minute or day; a refused request is not counted and is given the time to wait', async () => {
    const key = newId();
    expect(await take(key, 0)).toMatchObject({ allowed: true, minute: 1, day: 1 });
    expect(await take(key, 30)).toMatchObject({ allowed: true, minute: 2, day: 2 });
    expect(await take(key, 59)).toMatchObject({ allowed: false, minute: 2, day: 2, wait: 1200 });
    expect(await take(key, 60.1)).toMatchObject({ allowed: false, wait: 100 });
    expect(await take(key, 60.3)).toMatchObject({ allowed: true, minute: 2, day: 3 });
    expect(await take(key, 1000)).toMatchObject({ allowed: true, minute: 1, day: 4 });
    expect(await take(key, 5000)).toMatchObject({ allowed: false, minute: 0, day: 4 });
    expect(await take(key, 86_400 + 1000)).toMatchObject({ allowed: true });
    expect(await take(newId(), 59)).toMatchObject({ allowed: true, minute: 1 });
  });

  it('a clock set back by a day admits no more within the minute, and admits again after it', async () => {
    const key = newId();
    const day = 86_400;
    expect(await take(key, day)).toMatchObject({ allowed: true, minute: 1 });
    expect(await take(key, day + 1)).toMatchObject({ allowed: true, minute: 2 });
    expect(await take(key, 2)).toMatchObject({ allowed: false, minute: 2, wait: 60_200 });
    expect(await take(key, 3)).toMatchObject({ allowed: false, minute: 2 });
    expect(await take(key, 62.3)).toMatchObject({ allowed: true, minute: 1, day: 3 });
  });
});

describe('records that documents refer to', () => {
  it.each([
    ['customers', 'INVOICE', 'customer'],
    ['vendors', 'VENDOR_BILL', 'vendor'],
    ['employees', 'EXPENSE_REPORT', 'employee'],
  ] as const)('%s that a document refers to cannot be deleted; others can', async (table, kind, who) => {
    const id = org.ids[who];
    await createDocument(org, { kind });
    await expect(run(`delete from ${table} where id = $1::uuid`, [id])).rejects.toThrow(
      /is used by business transactions/,
    );
    expect(await run(`select id from ${table} where id = $1::uuid`, [id])).toEqual([{ id }]);
    const fresh = await foundTestOrganization();
    await withTenantSql(
      { organizationId: fresh.principals.admin.organizationId, userId: null },
      async (tenant) => {
        await sql(tenant, `delete from ${table} where id = $1::uuid`, [fresh.ids[who]]);
        expect(await sql(tenant, `select id from ${table} where id = $1::uuid`, [fresh.ids[who]])).toEqual(
          [],
        );
      },
    );
  });
});

describe('the times of a subscription', () => {
  it('are when its activation and cancellation were recorded, whatever a caller writes; a canceled draft was never active', async () => {
    const [id, draft] = [newId(), newId()];
    for (const each of [id, draft]) {
      await run(
        `insert into subscriptions (organization_id, id, subscription_number, subsidiary_id, currency_code, start_date, activated_at, cancelled_at)
         values (daybook_organization(), $1::uuid, $1, $2::uuid, 'USD', '2026-01-01', '2001-01-01', '2001-01-01')`,
        [each, org.ids.rootSubsidiary],
      );
    }
    const moments = async (of: string) =>
      (
        await run(
          `select activated_at is not null and activated_at > now() - interval '1 day' as active, cancelled_at is not null as cancelled, activated_at::text as at
           from subscriptions where id = $1::uuid`,
          [of],
        )
      )[0];
    expect(await moments(id)).toEqual({ active: false, cancelled: false, at: null });
    await run(`update subscriptions set subscription_status = 'ACTIVE' where id = $1::uuid`, [id]);
    const activated = await moments(id);
    expect(activated).toMatchObject({ active: true, cancelled: false });
    await run(
      `update subscriptions set activated_at = '2001-01-01', cancelled_at = '2001-01-01', subscription_status = 'PAUSED' where id = $1::uuid`,
      [id],
    );
    expect(await moments(id)).toEqual(activated);
    for (const each of [id, draft])
      await run(`update subscriptions set subscription_status = 'CANCELLED' where id = $1::uuid`, [each]);
    expect(await moments(id)).toEqual({ ...activated, cancelled: true });
    expect(await moments(draft)).toEqual({ active: false, cancelled: true, at: null });
  });
});
