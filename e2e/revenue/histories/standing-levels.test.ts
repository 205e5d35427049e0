import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { foundTestOrganization, type TestOrganization } from '@/testing/organization';
import { withOwner } from '@/testing/owner';
import { runForOutput } from '@/usecases/kit/run';
import { createRun } from '@/usecases/revenue/runs/create-run';
import { postRun } from '@/usecases/revenue/runs/post-run';
import { addToDaySums } from '@/usecases/upkeep/add-to-day-sums';
import { fillObligations } from '../../../bench/support/obligations';

/** A database of its own: the migration changes the rows of every organization in it. */
const database = await vi.hoisted(async () => (await import('@/testing/empty-database')).emptyDatabase());
const MIGRATION = 'prisma/migrations/20261202010000_standing_levels/migration.sql';
const COLUMNS = 'months, moves, nets, receivables, revenues, priors, soons';

let orgs: TestOrganization[];

beforeAll(async () => {
  orgs = [
    await foundTestOrganization({ today: '2026-11-20' }),
    await foundTestOrganization({ today: '2026-11-20' }),
  ];
  for (const [index, org] of orgs.entries()) {
    await fillObligations(org, 5 + index, 12);
    for (const period of ['2026-01', '2026-02', '2026-03']) {
      const { id } = await runForOutput(createRun, org.callAs('controller'), { period });
      await runForOutput(postRun, org.callAs('controller'), { id });
    }
    while (await addToDaySums(org.principals.admin));
  }
});
afterAll(() => database.leave());

const standings = () =>
  withOwner(async (client) => {
    const { rows } = await client.query<{ months: number[] }>(
      `select organization_id, contract_id, ${COLUMNS} from revenue_checked_standings order by 1, 2`,
    );
    return rows;
  });

/** As the version before kept them: what each month added, in no order of the months. */
const ADDED = `
  update revenue_checked_standings k set (${COLUMNS}) = (
    select array_agg(s.month order by o), array_agg(s.moves order by o), array_agg(s.net order by o), array_agg(s.receivable order by o),
      array_agg(s.revenue order by o), array_agg(s.prior order by o), array_agg(s.soon order by o)
    from (
      select u.month, (u.month * 7919) % 13 as o, u.moves - coalesce(lag(u.moves) over w, 0) as moves, u.net - coalesce(lag(u.net) over w, 0) as net,
        u.receivable - coalesce(lag(u.receivable) over w, 0) as receivable, u.revenue - coalesce(lag(u.revenue) over w, 0) as revenue,
        u.prior - coalesce(lag(u.prior) over w, 0) as prior, u.soon - coalesce(lag(u.soon) over w, 0) as soon
      from unnest(k.months, k.moves, k.nets, k.receivables, k.revenues, k.priors, k.soons) as u (month, moves, net, receivable, revenue, prior, soon)
      window w as (order by u.month)
    ) s)
  where cardinality(k.months) > 0`;

test('a database that kept what months added has, after the migration, how each contract of each organization stood at the end of them', async () => {
  const levels = await standings();
  expect(levels.length).toBeGreaterThanOrEqual(11);
  expect(Math.max(...levels.map(({ months }) => months.length))).toBeGreaterThan(2);
  await withOwner(async (client) => {
    await client.query("set session_replication_role = 'replica'");
    await client.query(ADDED);
    await client.query("set session_replication_role = 'origin'");
  });
  expect(await standings()).not.toEqual(levels);
  // As the migrator does: no organization is set, and row security is forced on the owner as well.
  await withOwner((client) => client.query(readFileSync(MIGRATION, 'utf8')));
  expect(await standings()).toEqual(levels);
  const forced = await withOwner((client) =>
    client.query(
      `select relforcerowsecurity as forced from pg_class where relname = 'revenue_checked_standings'`,
    ),
  );
  expect(forced.rows).toEqual([{ forced: true }]);
});
