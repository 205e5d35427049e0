import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import pg from 'pg';
import { foundTestOrganization, type TestOrganization } from '@/testing/organization';
import { withOwner } from '@/testing/owner';
import { runForOutput } from '@/usecases/kit/run';
import { createRun } from '@/usecases/revenue/runs/create-run';
import { postRun } from '@/usecases/revenue/runs/post-run';
import { beginReversal } from '@/usecases/revenue/runs/reverse-run';
import { approvedJournals, fillBooks } from './support/books';
import { fillCosts, fillObligations } from './support/obligations';
import { type Bar, median } from './support/ratio';

/** The commit with whose laws ours are compared. */
const BEFORE = process.env.BENCH_LAWS_BEFORE ?? '';
const CONTRACTS = 2_500;
/** The cases to measure, by their names; all of them otherwise. */
const ONLY = new RegExp(process.env.BENCH_LAWS_ONLY ?? '');
/** The size of one call: a step of a run, documents of a batch. */
const STEP = 2_000;
const BATCH = 200;
/** Pairs of samples, one of each side. Odd, so that the median is one of them. */
const ROUNDS = Number(process.env.BENCH_LAWS_ROUNDS ?? 31);
/** A sample repeats the call until it has used this much processor time, in nanoseconds: a task switch is small in comparison. */
const SAMPLE = 200_000_000;

interface Case {
  readonly name: string;
  readonly organization: TestOrganization;
  readonly statement: string;
  readonly values: readonly unknown[];
  /** How many of `unit` one call handles. */
  readonly items: number;
  readonly unit: string;
}

interface Side {
  readonly client: pg.Client;
  readonly pid: number;
  /**
   * This side's versions of trigger functions. Both sides share the tables with their triggers, so these functions are installed before
   * each of its samples.
   */
  readonly triggers: readonly string[];
}

/**
 * The laws of this checkout against those of an earlier commit (`BENCH_LAWS_BEFORE=<commit> npm run bench -- laws`), by the processor
 * time of the database: the same statement on the same rows, rolled back, on two connections in turn, of which one finds the earlier
 * functions first (in a separate schema, before `public`). Each bar is the median of the ratios of neighboring samples.
 */
export async function benchLaws(): Promise<Bar[]> {
  if (BEFORE === '') throw new Error('Say which commit to compare with: BENCH_LAWS_BEFORE=<commit>.');
  if (!fs.existsSync(`/proc/${process.pid}/schedstat`))
    throw new Error('Only Linux tells the processor time of one connection.');
  const cases = await prepare();
  const replaced = await createBefore();
  console.log(`${replaced.length} functions of ${BEFORE} stand before ours: ${replaced.join(', ')}`);
  const triggers = changedTriggers();
  console.log(
    `${triggers.length} functions of triggers are put in place in turn: ${triggers.map(({ name }) => name).join(', ')}`,
  );
  const before = await connect(
    'before, public',
    triggers.map(({ earlier }) => earlier),
  );
  const now = await connect(
    'public',
    triggers.map(({ ours }) => ours),
  );
  const bars: Bar[] = [];
  for (const one of cases.filter(({ name }) => ONLY.test(name))) {
    const bar = await compare(one, before, now);
    console.log(`${one.name}: ${bar.ours.toFixed(3)} times; ${bar.note}`);
    bars.push(bar);
  }
  await before.client.end();
  await now.client.end();
  return bars;
}

async function prepare(): Promise<Case[]> {
  const [fresh, separate, shared, journals] = [
    await booksOfContracts('Due'),
    await booksOfContracts('Posted by contract'),
    await booksOfContracts('Posted by subsidiary'),
    await foundTestOrganization({ name: 'Bench laws: journals' }),
  ];
  const actor = (organization: TestOrganization) => organization.users.controller.id;
  const runOf = async (organization: TestOrganization, grouping: 'CONTRACT' | 'SUBSIDIARY') =>
    (await runForOutput(createRun, organization.callAs('controller'), { period: '2026-01', grouping })).id;
  const byContract = await runOf(fresh, 'CONTRACT');
  const bySubsidiary = await runOf(fresh, 'SUBSIDIARY');
  const reversalOf = async (organization: TestOrganization, grouping: 'CONTRACT' | 'SUBSIDIARY') => {
    const call = organization.callAs('controller');
    const id = await runOf(organization, grouping);
    await runForOutput(postRun, call, { id });
    return (await runForOutput(beginReversal, call, { id, reason: 'Measured' })).id;
  };
  const backByContract = await reversalOf(separate, 'CONTRACT');
  const backBySubsidiary = await reversalOf(shared, 'SUBSIDIARY');
  await fillBooks(journals, 10_000);
  const approved = await approvedJournals(journals, BATCH);
  const posted = await approvedJournals(journals, BATCH);
  const postAs = (ids: readonly string[]) =>
    [
      ids,
      ids.map(() => '2026-11-05'),
      ids.map(() => false),
      '2026-11-05',
      ids.map(() => 'user'),
      ids.map(() => actor(journals)),
      ids.map(() => 'Bench'),
      ids.map(() => 'C'),
      ids.map(() => 'bench'),
      ids.map(() => null),
    ] as const;
  const post = `select count(*) filter (where o_refusal is not null) as refused from daybook_post_transactions(
    $1::uuid[], $2::date[], $3::boolean[], $3::boolean[], $4::date, $5::text[], $6::uuid[], $7::text[], $8::text[], $9::text[], $10::jsonb[])`;
  await withOwner(async (client) => {
    await client.query(`select set_config('app.organization_id', $1, false)`, [journals.organizationId]);
    await client.query(post, [...postAs(posted)]);
  });
  const reverse = `select count(*) filter (where o_refusal is not null) as refused
    from daybook_reverse_transactions($1::uuid[], $2::date[], 'Measured', $3::uuid)`;
  const bill = `select daybook_post_revenue_moves((select array_agg(row(daybook_uuid_v7(), p.contract_id, 'DUE', 50, true, false, p.contract_id,
      daybook_uuid_v7(), 1, null, null, null, '2026-01-15', 'Bill')::daybook_revenue_move)
    from (select q.contract_id from revenue_positions q where q.organization_id = daybook_organization() order by q.contract_id limit $1) p),
    $2::uuid, null, 'REVENUE_EVENT', null, $3::uuid)`;
  const runStep = `select o_rows as rows from daybook_post_revenue_chunk($1::uuid, $2::int, $3::uuid, false)`;
  const backStep = `select o_rows as rows from daybook_reverse_run_rows($1::uuid, null, $2::int, '2026-01', $3::uuid)`;
  const ofStep = (name: string, organization: TestOrganization, statement: string, run: string): Case => ({
    name,
    organization,
    statement,
    values: [run, STEP, actor(organization)],
    items: STEP,
    unit: 'an obligation',
  });
  const ofBills = (items: number): Case => ({
    name: items === 1 ? 'one bill' : `${items} bills in a call`,
    organization: fresh,
    statement: bill,
    values: [items, fresh.ids.rootSubsidiary, actor(fresh)],
    items,
    unit: 'a bill',
  });
  const ofDocuments = (verb: 'posted' | 'reversed', items: number): Case => ({
    name: items === 1 ? `one journal ${verb}` : `${items} journals ${verb} in a call`,
    organization: journals,
    statement: verb === 'posted' ? post : reverse,
    values:
      verb === 'posted'
        ? postAs(approved.slice(0, items))
        : [posted.slice(0, items), posted.slice(0, items).map(() => '2026-11-06'), actor(journals)],
    items,
    unit: 'a journal',
  });
  return [
    ofStep('a step of a run, an entry a contract', fresh, runStep, byContract),
    ofStep('a step of a run, shared entries', fresh, runStep, bySubsidiary),
    ofStep('a step of a reversal, an entry a contract', separate, backStep, backByContract),
    ofStep('a step of a reversal, shared entries', shared, backStep, backBySubsidiary),
    ofStep(
      'costs of a run',
      fresh,
      `select o_rows as rows from daybook_post_cost_rows($1::uuid, $2::int, $3::uuid)`,
      byContract,
    ),
    ofStep(
      'costs of a reversal',
      separate,
      `select daybook_reverse_cost_rows($1::uuid, $2::int, '2026-01', $3::uuid) as rows`,
      backByContract,
    ),
    ofBills(500),
    ofBills(1),
    ofDocuments('posted', BATCH),
    ofDocuments('posted', 1),
    ofDocuments('reversed', BATCH),
    ofDocuments('reversed', 1),
  ];
}

async function booksOfContracts(name: string): Promise<TestOrganization> {
  const organization = await foundTestOrganization({ name: `Bench laws: ${name}`, today: '2026-12-31' });
  await fillObligations(organization, CONTRACTS, 6);
  await fillCosts(organization);
  return organization;
}

/** Creates those functions of the earlier commit whose text has changed, in a separate schema; returns their names. */
async function createBefore(): Promise<string[]> {
  const git = (...words: string[]) => execFileSync('git', words, { encoding: 'utf8', maxBuffer: 1 << 26 });
  const files = git('ls-tree', '-r', '--name-only', BEFORE, 'prisma/sql').trim().split('\n');
  const laws = files
    .map((file) => ({ file, text: git('show', `${BEFORE}:${file}`) }))
    // Triggers and policies belong to tables, which both sides share.
    .filter(
      ({ text }) =>
        /^CREATE FUNCTION/m.test(text) && !/\bCREATE (?:CONSTRAINT )?(?:TRIGGER|POLICY)\b/.test(code(text)),
    )
    .filter(
      ({ file, text }) => code(text) !== (fs.existsSync(file) ? code(fs.readFileSync(file, 'utf8')) : ''),
    );
  await withOwner(async (client) => {
    await client.query(
      'create schema before; set search_path = before, public; set check_function_bodies = off',
    );
    for (const { text } of laws) await client.query(text);
    await client.query(
      'grant usage on schema before to public; grant execute on all functions in schema before to public',
    );
  });
  return laws.map(({ file }) => file.replace(/^.*\/|\.sql$/g, ''));
}

/** The trigger functions whose text has changed, as statements that replace them. New and renamed ones are left out. */
function changedTriggers(): { name: string; earlier: string; ours: string }[] {
  const git = (...words: string[]) => execFileSync('git', words, { encoding: 'utf8', maxBuffer: 1 << 26 });
  const functionOf = (text: string) =>
    /^CREATE FUNCTION[\s\S]*?^END \$\$;/m
      .exec(text)?.[0]
      .replace('CREATE FUNCTION', 'CREATE OR REPLACE FUNCTION');
  return git('ls-tree', '-r', '--name-only', BEFORE, 'prisma/sql')
    .trim()
    .split('\n')
    .filter((file) => fs.existsSync(file))
    .flatMap((file) => {
      const [before, now] = [git('show', `${BEFORE}:${file}`), fs.readFileSync(file, 'utf8')];
      const [old, ours] = [functionOf(before), functionOf(now)];
      const isOfTrigger = /\bCREATE (?:CONSTRAINT )?TRIGGER\b/.test(code(now));
      if (!isOfTrigger || code(before) === code(now) || old === undefined || ours === undefined) return [];
      return [{ name: file.replace(/^.*\/|\.sql$/g, ''), earlier: old, ours }];
    });
}

const code = (text: string) => text.replace(/--.*$/gm, '').replace(/\s+/g, ' ');

async function connect(searchPath: string, triggers: readonly string[]): Promise<Side> {
  const client = new pg.Client({ connectionString: process.env.DATABASE_URL });
  await client.connect();
  await client.query(`set search_path = ${searchPath}`);
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  return { client, pid: rows[0]?.pid ?? 0, triggers };
}

async function compare(one: Case, before: Side, now: Side): Promise<Bar> {
  for (const side of [before, now]) {
    await side.client.query(`select set_config('app.organization_id', $1, false)`, [
      one.organization.organizationId,
    ]);
    await tell(one, side);
  }
  // On both sides as many calls per sample as the earlier law completes in its time.
  const cost = await sample(one, before, 3);
  const calls = Math.max(1, Math.min(500, Math.round(SAMPLE / cost)));
  const ratios: number[] = [];
  const [theirs, ours]: [number[], number[]] = [[], []];
  for (let round = 0; round < ROUNDS; round += 1) {
    const sides = round % 2 === 0 ? ([before, now] as const) : ([now, before] as const);
    const costs = new Map<Side, number>();
    for (const side of sides) costs.set(side, await sample(one, side, calls));
    const [then, since] = [costs.get(before) ?? 0, costs.get(now) ?? 0];
    theirs.push(then);
    ours.push(since);
    ratios.push(since / then);
    // Rolled back rows slow down both.
    await withOwner((client) => client.query('vacuum'));
  }
  const sorted = [...ratios].sort((a, b) => a - b);
  const at = (part: number) => (sorted[Math.floor(part * (sorted.length - 1))] ?? 0).toFixed(3);
  const micro = (values: readonly number[]) => (median(values) / one.items / 1000).toFixed(1);
  return {
    name: one.name,
    unit: 'times',
    ours: median(ratios),
    theirs: 1,
    peer: `the processor time of ${BEFORE.slice(0, 12)}`,
    atLeast: 1 / 1.05,
    lowerIsBetter: true,
    note: `half of ${ROUNDS} rounds between ${at(0.25)} and ${at(0.75)}; ${micro(ours)} µs ${one.unit} against ${micro(theirs)}, ${calls} calls a sample`,
  };
}

/** Refuses a case that does nothing or less than it claims: its figure would mean nothing. */
async function tell(one: Case, side: Side): Promise<void> {
  const row = await call(one, side);
  if (row.refused !== undefined && row.refused !== '0')
    throw new Error(`${one.name}: ${Number(row.refused)} refused`);
  if (row.rows !== undefined && Number(row.rows) < STEP)
    throw new Error(`${one.name}: only ${Number(row.rows)} rows`);
}

async function call(one: Case, { client }: Side): Promise<Record<string, unknown>> {
  await client.query('begin');
  const { rows } = await client.query<Record<string, unknown>>({
    name: one.name,
    text: one.statement,
    values: [...one.values],
  });
  await client.query('rollback');
  return rows[0] ?? {};
}

/** The processor time of a call in nanoseconds, averaged over several. */
async function sample(one: Case, side: Side, calls: number): Promise<number> {
  if (side.triggers.length > 0) {
    await withOwner((client) => client.query(side.triggers.join('\n')));
    // Once for the plans, which every session creates again for a function that was replaced.
    await call(one, side);
  }
  const start = processorTime(side.pid);
  for (let done = 0; done < calls; done += 1) await call(one, side);
  return (processorTime(side.pid) - start) / calls;
}

/** Nanoseconds that a process has run (proc(5), `schedstat`). */
const processorTime = (pid: number) =>
  Number(fs.readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]);
