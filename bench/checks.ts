import { sql, withTenantSql } from '@/db/tenancy';
import { foundTestOrganization, type TestOrganization } from '@/testing/organization';
import { withOwner } from '@/testing/owner';
import { runForOutput } from '@/usecases/kit/run';
import { createRun } from '@/usecases/revenue/runs/create-run';
import { postRun } from '@/usecases/revenue/runs/post-run';
import { fillObligations } from './support/obligations';
import { processorTime } from './support/processor-time';
import { type Bar, median } from './support/ratio';

const CONTRACTS = Number(process.env.DAYBOOK_BENCH_CONTRACTS ?? '10000');
/** Months of each contract; half of them are posted before the runs that are measured. */
const MONTHS = 12;
const BEFORE = 6;
/** Contracts per transaction, as on a server (usecases/upkeep/add-to-day-sums). */
const AT_ONCE = 1_000;
/** Microseconds of the database's processor time per contract: one core checks 100,000 contracts within a minute. */
const LIMIT = 600;

/**
 * What a server does in the background after a recognition run: each contract that it touched is added up from all its rows, and the
 * changes are applied to the sums that the reconciliation and the contract balances read (daybook_check_contracts). Until then reports add
 * up all contracts.
 */
export async function benchChecks(): Promise<Bar[]> {
  const org = await foundTestOrganization({ name: 'Bench checks', today: '2026-12-31' });
  await fillObligations(org, CONTRACTS, MONTHS);
  await withOwner((client) => client.query('vacuum analyze'));
  await checkAll(org);
  const checks: Cost[] = [];
  const runs: Cost[] = [];
  for (let month = 1; month <= MONTHS; month += 1) {
    const ran = await costOf(() => postMonth(org, month));
    const checked = await costOf(() => checkAll(org));
    if (month <= BEFORE) continue;
    runs.push(ran);
    checks.push(checked);
  }
  const micros = (costs: readonly Cost[]) => median(costs.map(({ processor }) => processor));
  return [
    {
      name: `contracts checked after a run of all ${CONTRACTS.toLocaleString('en-US')}, each`,
      unit: 'µs of the database’s processor',
      ours: micros(checks),
      theirs: LIMIT,
      peer: 'limit',
      atLeast: 1,
      lowerIsBetter: true,
      note: `${median(checks.map(({ clock }) => clock)).toFixed(0)} µs of the clock; the run itself ${micros(runs).toFixed(0)} µs an obligation`,
    },
  ];
}

/** Microseconds per contract. */
interface Cost {
  readonly processor: number;
  readonly clock: number;
}

async function costOf(work: () => Promise<void>): Promise<Cost> {
  const before = await processorTime();
  const started = performance.now();
  await work();
  const clock = performance.now() - started;
  const { database } = await processorTime();
  return {
    processor: ((database - before.database) * 1000) / CONTRACTS,
    clock: (clock * 1000) / CONTRACTS,
  };
}

async function postMonth(org: TestOrganization, month: number): Promise<void> {
  const call = org.callAs('controller');
  const { id } = await runForOutput(createRun, call, {
    period: `2026-${String(month).padStart(2, '0')}`,
    grouping: 'CONTRACT',
  });
  await runForOutput(postRun, call, { id });
}

async function checkAll(org: TestOrganization): Promise<void> {
  const claim = { organizationId: org.principals.admin.organizationId, userId: null };
  for (;;) {
    const [row] = await withTenantSql(claim, (tenant) =>
      sql<{ n: number }>(tenant, 'select daybook_check_contracts($1::int) as n', [AT_ONCE]),
    );
    if ((row?.n ?? 0) === 0) return;
  }
}
