import { sql, withTenantSql } from '@/db/tenancy';
import { foundTestOrganization, type TestOrganization } from '@/testing/organization';
import { withOwner } from '@/testing/owner';
import { runForOutput } from '@/usecases/kit/run';
import { recurringRevenueReport, rollforwardReport } from '@/usecases/revenue/reports/report-balances';
import { rpoReport, waterfallReport } from '@/usecases/revenue/reports/report-revenue';
import { createRun } from '@/usecases/revenue/runs/create-run';
import { postRun } from '@/usecases/revenue/runs/post-run';
import { fillObligations } from './support/obligations';
import { processorTime } from './support/processor-time';
import { type Bar, median } from './support/ratio';

const OBLIGATIONS = Number(process.env.BENCH_OBLIGATIONS ?? 20_000);
const MONTHS = 12;
const ROUNDS = 15;
const WARMING = 4;

/**
 * What a report as known a month ago costs compared with today's: books of 20,000 obligations with three months run; then the known-as-of
 * time; then another month is run and a tenth of the contracts get a late fact.
 */
export async function benchKnown(): Promise<Bar[]> {
  const org = await foundTestOrganization({ name: 'Bench known as of', today: '2026-05-15' });
  const call = org.callAs('controller');
  await fillObligations(org, OBLIGATIONS, MONTHS);
  await fillSubscriptions(org, OBLIGATIONS / 4);
  const run = async (period: string) => {
    const { id } = await runForOutput(createRun, call, { period, grouping: 'CONTRACT' });
    await runForOutput(postRun, call, { id });
  };
  // What a server's database would do in the background.
  const tidy = () => withOwner((client) => client.query('vacuum analyze'));
  await tidy();
  for (const period of ['2026-01', '2026-02', '2026-03']) {
    await run(period);
    await tidy();
  }
  await letTimePass();
  await tidy();
  const { rows } = await withOwner((client) =>
    client.query<{ moment: string }>(
      `select to_char(now() at time zone 'utc' - interval '20 days', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as moment`,
    ),
  );
  const knownAsOf = rows[0]?.moment;
  await run('2026-04');
  await tellLate(org);
  await tidy();
  const reports = {
    waterfall: waterfallReport,
    'remaining obligations': rpoReport,
    'deferred revenue': rollforwardReport,
    'recurring revenue': recurringRevenueReport,
  } as const;
  const bars: Bar[] = [];
  for (const [name, report] of Object.entries(reports)) {
    const read = (input: { knownAsOf?: string | undefined }) => async () => {
      await runForOutput(report as typeof waterfallReport, call, input);
    };
    const [today, earlier] = [read({}), read({ knownAsOf })];
    for (let round = 0; round < WARMING; round += 1) {
      await today();
      await earlier();
    }
    const took = { today: [] as number[], earlier: [] as number[] };
    const cost = { today: 0, earlier: 0 };
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const [of, work] of [
        ['today', today],
        ['earlier', earlier],
      ] as const) {
        const before = await processorTime();
        const started = performance.now();
        await work();
        took[of].push(performance.now() - started);
        const after = await processorTime();
        cost[of] += after.node - before.node + after.database - before.database;
      }
    }
    const [ours, theirs] = [median(took.earlier), median(took.today)];
    const each = (of: 'today' | 'earlier') => (cost[of] / ROUNDS).toFixed(1);
    bars.push({
      name: `${name} known as of last month, ${OBLIGATIONS.toLocaleString('en-US')} obligations`,
      unit: 'ms',
      ours,
      theirs,
      peer: 'the same of today',
      atLeast: 1 / 3,
      lowerIsBetter: true,
      note: `${(ours / theirs).toFixed(2)} times; processor time ${each('earlier')} against ${each('today')} ms`,
    });
  }
  return bars;
}

/** Dates everything recorded so far a month back, as the owner, bypassing the triggers that protect records. */
async function letTimePass(): Promise<void> {
  const past = ['revenue_events', 'revenue_rows', 'revenue_bookings', 'revenue_movements'].map(
    (table) => `update ${table} set recorded_at = recorded_at - interval '30 days'`,
  );
  await withOwner((client) =>
    client.query(
      [
        `set session_replication_role = replica`,
        ...past,
        `update revenue_rows set posted_at = posted_at - interval '30 days' where posted_at is not null`,
        ...['revenue_month_changes', 'revenue_movement_changes', 'deferred_ledger_changes'].map(
          (table) => `update ${table} set recorded_on = recorded_on - 30`,
        ),
        `update ledger_entries set created_at = created_at - interval '30 days'`,
        `update subscriptions set activated_at = activated_at - interval '30 days', cancelled_at = cancelled_at - interval '30 days'`,
        `update subscription_items set created_at = created_at - interval '30 days'`,
        `set session_replication_role = origin`,
      ].join('; '),
    ),
  );
}

/** Records a fact of February on every tenth contract; it belongs to February but is booked in the open month. */
async function tellLate(org: TestOrganization): Promise<void> {
  const claim = { organizationId: org.principals.admin.organizationId, userId: null };
  await withTenantSql(claim, async (tenant) => {
    const tenth = `from (select p.*, row_number() over (order by p.contract_id) as n from revenue_positions p where p.organization_id = $1::uuid) p
       where p.organization_id = $1::uuid and p.n % 10 = 0`;
    await sql(
      tenant,
      `insert into revenue_events (organization_id, contract_id, seq, id, kind, effective_date, body)
       select $1::uuid, p.contract_id, 1, daybook_uuid_v7(), 'estimateChange', '2026-02-15', '{"change":"10"}' ${tenth}`,
      [org.organizationId],
    );
    const late = `from revenue_events e join revenue_positions p on p.organization_id = e.organization_id and p.contract_id = e.contract_id
       where e.organization_id = $1::uuid and e.seq = 1`;
    await sql(
      tenant,
      `insert into revenue_bookings (organization_id, contract_id, seq, obligation_key, period, amount, event_id)
       select $1::uuid, e.contract_id, 1, 'term', '2026-05', 10, e.id ${late}`,
      [org.organizationId],
    );
    await sql(
      tenant,
      `insert into revenue_rows (organization_id, contract_id, seq, subsidiary_id, obligation_key, amount, period, natural_period, start_date,
         end_date, source, event_id, cause_id, catch_up, late, effective_on)
       select $1::uuid, e.contract_id, ${MONTHS}, p.subsidiary_id, 'term', 10, '2026-05', '2026-02', '2026-02-15', '2026-02-15',
         'estimateChange', e.id, e.id, true, true, e.effective_date ${late}`,
      [org.organizationId],
    );
  });
}

/** Subscriptions with one item each, active since January; every fiftieth was canceled for the end of March. */
async function fillSubscriptions(org: TestOrganization, count: number): Promise<void> {
  const claim = { organizationId: org.principals.admin.organizationId, userId: null };
  await withTenantSql(claim, async (tenant) => {
    await sql(
      tenant,
      `insert into subscriptions (organization_id, id, subscription_number, customer_id, subsidiary_id, currency_code, start_date,
         subscription_status, activated_at, cancelled_on, cancelled_at)
       select $1::uuid, daybook_uuid_v7(), 'BENCH-' || n, $2::uuid, $3::uuid, 'USD', '2026-01-01',
         case when n % 50 = 0 then 'CANCELLED' else 'ACTIVE' end, now(), case when n % 50 = 0 then date '2026-03-31' end,
         case when n % 50 = 0 then now() end from generate_series(1, $4::int) n`,
      [org.organizationId, org.ids.customer, org.ids.rootSubsidiary, count],
    );
    await sql(
      tenant,
      `insert into subscription_items (organization_id, id, subscription_id, quantity, unit_price, start_date)
       select $1::uuid, daybook_uuid_v7(), s.id, 1, 100, '2026-01-01' from subscriptions s where s.organization_id = $1::uuid`,
      [org.organizationId],
    );
  });
}
