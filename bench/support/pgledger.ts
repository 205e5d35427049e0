import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { withOwner } from '@/testing/owner';
import { pgbenchRun } from './pgbench';
import type { Work } from './processor-time';

/** Which accounts the entries use: any two, or one account in every entry. */
export type Spread = 'random' | 'hot';

/** pgledger in a separate database on the benchmark's server. */
export interface Pgledger {
  /** Transfers per second, each a separate call and commit. */
  readonly single: (spread: Spread, connections: number, seconds: number) => Promise<Work>;
  /** Calls per second of two transfers each, which correspond to an entry of four lines. */
  readonly pair: (spread: Spread, connections: number, seconds: number) => Promise<Work>;
  /** Transfers per second in calls of this many. */
  readonly batches: (spread: Spread, connections: number, seconds: number, size: number) => Promise<Work>;
  /** Throws when its books are inconsistent; returns a description of their content. */
  readonly verify: () => Promise<string>;
  readonly settle: () => Promise<void>;
  readonly remove: () => Promise<void>;
}

/** The SQL files to install, in their order; a sentence on what to do when none is named or one is missing. */
function sqlFiles(): string[] {
  const files = (process.env.DAYBOOK_BENCH_PGLEDGER ?? '')
    .split(path.delimiter)
    .filter((file) => file !== '');
  if (files.length === 0) {
    throw new Error(
      'DAYBOOK_BENCH_PGLEDGER names no file, so there is no pgledger to compare with: give the SQL files that its README installs, ' +
        `in that order, separated by ${path.delimiter} (bench/pgledger.ts says where they are).`,
    );
  }
  const missing = files.find((file) => !fs.existsSync(file));
  if (missing !== undefined) throw new Error(`${missing} of DAYBOOK_BENCH_PGLEDGER does not exist.`);
  return files;
}

/**
 * Installs pgledger with this many accounts and transfers, through its own functions. An additional table maps numbers to accounts, so that
 * pgbench can draw accounts without a client that costs more than pgbench itself.
 */
export async function installPgledger(accounts: number, transfers: number): Promise<Pgledger> {
  const files = sqlFiles();
  const name = `bench_pgledger_${randomBytes(4).toString('hex')}`;
  const url = new URL(process.env.DAYBOOK_OWNER_URL ?? '');
  url.pathname = `/${name}`;
  await withOwner((client) => client.query(`create database ${name}`));
  const remove = () =>
    withOwner(async (client) => {
      await client.query(`drop database ${name} with (force)`);
    });
  const ask = async <Row extends pg.QueryResultRow>(text: string): Promise<Row[]> => {
    const client = new pg.Client({ connectionString: url.href });
    await client.connect();
    try {
      return (await client.query<Row>(text)).rows;
    } finally {
      await client.end();
    }
  };
  const settle = async () => {
    await ask('vacuum analyze');
    await ask('checkpoint');
  };
  const run = (script: string, clients: number, seconds: number) =>
    pgbenchRun(url.href, script, { clients, seconds, prepared: true });
  const draw = (hot: boolean, [from, to, amount]: readonly string[]) =>
    `\\set ${from} ${hot ? 1 : `random(1, ${accounts})`}\n` +
    `\\set ${to} 1 + (:${from} - 1 + random(1, ${accounts - 1})) % ${accounts}\n` +
    `\\set ${amount} random(1, 10000)\n`;
  const drawn = (variable: string) => `(select id from bench_accounts where n = :${variable})`;
  try {
    for (const file of files) await ask(fs.readFileSync(file, 'utf8'));
    await ask(
      `create table bench_accounts (n integer primary key, id text not null);
       insert into bench_accounts select n, a.id from generate_series(1, ${accounts}) n, pgledger_create_account('account ' || n, 'USD') a`,
    );
    for (let made = 0; made < transfers; made += 1000) await ask(batch(accounts, false, 1000));
    await settle();
    await demandIndexes(ask);
  } catch (error) {
    await remove();
    throw error;
  }
  return {
    single: (spread, ...how) =>
      run(
        `${draw(spread === 'hot', ['f', 't', 'a'])}select id from pgledger_create_transfer(${drawn('f')}, ${drawn('t')}, :a);\n`,
        ...how,
      ),
    pair: (spread, ...how) =>
      run(
        `${draw(spread === 'hot', ['f', 't', 'a'])}${draw(false, ['g', 'u', 'b'])}` +
          `select id from pgledger_create_transfers(row(${drawn('f')}, ${drawn('t')}, :a)::transfer_request, ` +
          `row(${drawn('g')}, ${drawn('u')}, :b)::transfer_request);\n`,
        ...how,
      ),
    batches: async (spread, connections, seconds, size) => {
      const calls = await run(`${batch(accounts, spread === 'hot', size)};\n`, connections, seconds);
      return { perSecond: size * calls.perSecond, done: size * calls.done };
    },
    verify: () => verify(ask),
    settle,
    remove,
  };
}

/** One call of this many transfers, drawn in the database. */
const batch = (accounts: number, hot: boolean, size: number) =>
  `select count(*) from pgledger_create_transfers(transfer_requests => (
     select array_agg(row(f.id, t.id, d.amount)::transfer_request)
     from (select s.f, 1 + (s.f + floor(random() * ${accounts - 1})::int) % ${accounts} as t, 1 + floor(random() * 10000)::numeric as amount
           from (select ${hot ? '1' : `1 + floor(random() * ${accounts})::int`} as f from generate_series(1, ${size}) offset 0) s offset 0) d
     join bench_accounts f on f.n = d.f join bench_accounts t on t.n = d.t))`.replaceAll(/\s+/g, ' ');

type Ask = <Row extends pg.QueryResultRow>(text: string) => Promise<Row[]>;

/** pgledger must find its accounts, and what it has just written, by their keys; otherwise its statistics would be what is measured. */
async function demandIndexes(ask: Ask): Promise<void> {
  for (const statement of [
    `update pgledger_accounts set version = version where id = (select id from bench_accounts where n = 1)`,
    `select * from pgledger_transfers_view where id = any('{x,y}')`,
  ]) {
    const plan = (await ask<{ 'QUERY PLAN': string }>(`explain ${statement}`)).map(
      (row) => row['QUERY PLAN'],
    );
    if (!plan.some((line) => line.includes('Index')) || plan.some((line) => line.includes('Seq Scan')))
      throw new Error(`pgledger would not use its keys here: ${plan.join('\n')}`);
  }
}

/** Every balance is the sum of its entries, they sum to zero, and each transfer has two entries. */
async function verify(ask: Ask): Promise<string> {
  const [found] = await ask<{ transfers: string; entries: string; total: string; wrong: string }>(
    `select (select count(*) from pgledger_transfers) as transfers, (select count(*) from pgledger_entries) as entries,
       (select coalesce(sum(balance), 0) from pgledger_accounts) as total,
       (select count(*) from pgledger_accounts a
        left join (select account_id, sum(amount) as amount, count(*) as n from pgledger_entries group by 1) e on e.account_id = a.id
        where a.balance <> coalesce(e.amount, 0) or a.version <> coalesce(e.n, 0)) as wrong`,
  );
  if (
    found === undefined ||
    Number(found.total) !== 0 ||
    found.wrong !== '0' ||
    BigInt(found.entries) !== 2n * BigInt(found.transfers)
  )
    throw new Error(`pgledger's books do not agree: ${JSON.stringify(found)}`);
  return `${found.transfers} transfers, every balance the sum of its entries`;
}
