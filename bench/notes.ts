import type pg from 'pg';
import { foundTestOrganization, type TestOrganization } from '@/testing/organization';
import { withOwner } from '@/testing/owner';
import { runForOutput } from '@/usecases/kit/run';
import { activateContract } from '@/usecases/revenue/contracts/activate-contract';
import { createContract } from '@/usecases/revenue/contracts/create-contract';
import { recordEvent } from '@/usecases/revenue/events/record-event';
import { createRun } from '@/usecases/revenue/runs/create-run';
import { fillObligations } from './support/obligations';
import { processorTime } from './support/processor-time';
import type { Bar } from './support/ratio';

/** Contracts of one step of a run. */
const STEP = 1_000;
/** Facts of one round. */
const FACTS = 20;
const ROUNDS = Number(process.env.DAYBOOK_BENCH_ROUNDS ?? '40');
/** Rounds of each sort before those that are counted. */
const WARMING = 3;
/** What the notes may add to the database's processor time. */
const MOST = 1.05;

/**
 * What it costs to note which contracts were touched (daybook_touch_contracts), for the incremental reconciliation: processor time of the
 * database with and without its triggers, in turn. A step of a recognition run, rolled back each time, and a fact of a contract by the
 * use-case.
 */
export async function benchNotes(): Promise<Bar[]> {
  const org = await foundTestOrganization({ name: 'Bench notes', today: '2026-12-31' });
  await fillObligations(org, STEP, 6);
  await withOwner((client) => client.query('vacuum analyze'));
  return [await stepsOfARun(org), await facts(org)];
}

/** The triggers that write the notes. */
async function triggers(client: pg.ClientBase): Promise<{ readonly table: string; readonly name: string }[]> {
  const { rows } = await client.query<{ table: string; name: string }>(
    `select c.relname as table, t.tgname as name from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_proc p on p.oid = t.tgfoid
     where p.proname = 'daybook_touch_contracts' order by 1, 2`,
  );
  if (rows.length === 0) throw new Error('nothing notes touched contracts');
  return rows;
}

/** Switches the notes on or off. Either way alters the tables, after which sessions plan again. */
async function switchNotes(client: pg.ClientBase, on: boolean): Promise<void> {
  for (const { table, name } of await triggers(client)) {
    await client.query(`alter table ${table} disable trigger ${name}`);
    if (on) await client.query(`alter table ${table} enable trigger ${name}`);
  }
}

async function stepsOfARun(org: TestOrganization): Promise<Bar> {
  const { id } = await runForOutput(createRun, org.callAs('controller'), {
    period: '2026-01',
    grouping: 'CONTRACT',
  });
  const took = await inTurn((on) =>
    withOwner(async (client) => {
      await client.query(`select set_config('app.organization_id', $1, false)`, [org.organizationId]);
      await client.query('begin');
      try {
        await switchNotes(client, on);
        const before = await processorTime();
        const posted = await client.query<{ rows: number }>(
          'select o_rows as rows from daybook_post_revenue_chunk($1::uuid, $2::int, null, false)',
          [id, STEP],
        );
        if (posted.rows[0]?.rows !== STEP) throw new Error('a step did not post its rows');
        return microsSince(before, STEP);
      } finally {
        await client.query('rollback');
      }
    }),
  );
  return barOf(`a step of a run of ${STEP} obligations, each`, took);
}

async function facts(org: TestOrganization): Promise<Bar> {
  const call = org.callAs('controller');
  const { id } = await runForOutput(createContract, call, {
    customerId: org.ids.customer,
    contractDate: '2026-01-01',
    price: { fixed: '1000' },
    obligations: [
      { key: 'units', ssp: '500', pattern: { kind: 'UNITS', quantity: '1000' } },
      { key: 'used', ssp: '0', pattern: { kind: 'USAGE' } },
    ],
    criteria: ['APPROVED', 'RIGHTS', 'PAYMENT_TERMS', 'SUBSTANCE', 'COLLECTION_PROBABLE'].map((name) => ({
      name,
      met: true,
      evidence: 'signed order form',
    })),
  });
  await runForOutput(activateContract, call, { id });
  const tell = (amount: number) =>
    runForOutput(recordEvent, org.callAs('controller'), {
      id,
      event: { kind: 'usage', key: 'used', effectiveDate: '2026-11-01', amount: `${amount}.00` },
    });
  const took = await inTurn(async (on) => {
    await withOwner((client) => switchNotes(client, on));
    // Sessions plan again after a change of the tables.
    for (let fact = 1; fact <= 3; fact += 1) await tell(fact);
    const before = await processorTime();
    for (let fact = 1; fact <= FACTS; fact += 1) await tell(fact);
    return microsSince(before, FACTS);
  });
  await withOwner((client) => switchNotes(client, true));
  return barOf('a fact of a contract by the use-case', took);
}

/** Microseconds of the database's processor time since then, per unit. */
async function microsSince(before: { readonly database: number }, count: number): Promise<number> {
  return (((await processorTime()).database - before.database) * 1_000) / count;
}

/** Rounds with and without the notes, in alternating order. */
async function inTurn(round: (on: boolean) => Promise<number>): Promise<{ on: number[]; off: number[] }> {
  const took = { on: [] as number[], off: [] as number[] };
  for (let at = 0; at < WARMING + ROUNDS; at += 1) {
    for (const on of at % 2 === 0 ? [true, false] : [false, true]) {
      const micros = await round(on);
      if (at >= WARMING) took[on ? 'on' : 'off'].push(micros);
    }
    // Rolled back rows slow down later rounds.
    if (at % 10 === 9) await withOwner((client) => client.query('vacuum'));
  }
  return took;
}

// Means: the kernel counts processor time in steps of ten milliseconds, which even out over many rounds only.
function barOf(what: string, { on, off }: { on: number[]; off: number[] }): Bar {
  const [noted, bare] = [meanOf(on), meanOf(off)];
  return {
    name: `notes of touched contracts: ${what}`,
    unit: 'µs',
    ours: noted,
    theirs: bare * MOST,
    peer: `without them and ${Math.round((MOST - 1) * 100)}%`,
    atLeast: 1,
    lowerIsBetter: true,
    note: `${noted.toFixed(1)} against ${bare.toFixed(1)} µs of the database's processor, ${on.length} rounds of each (${(noted / bare).toFixed(3)}, to within ${(doubt(on, off) / bare).toFixed(3)})`,
  };
}

const meanOf = (values: readonly number[]) => values.reduce((sum, one) => sum + one, 0) / values.length;

/** Twice the standard error of the difference of two means. */
function doubt(one: readonly number[], other: readonly number[]): number {
  const spread = (values: readonly number[]) =>
    values.reduce((sum, value) => sum + (value - meanOf(values)) ** 2, 0) /
    Math.max(1, values.length - 1) /
    values.length;
  return 2 * Math.sqrt(spread(one) + spread(other));
}
