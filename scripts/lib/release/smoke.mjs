import fs from 'node:fs';
import path from 'node:path';
import { begin, isAlive, pause, run, track } from '../children.mjs';
import { readJson, secretOf } from '../data-directory.mjs';
import { Failure } from '../failure.mjs';
import { inRoot } from '../paths.mjs';
import { freePort, portObstacle } from '../ports.mjs';
import { dropDatabase, ensureDatabase, withConnection } from '../postgres/database.mjs';
import { withUrlParts } from '../postgres/database-url.mjs';
import { builtInUrl, runningPostgres } from '../postgres/postgres.mjs';

const START = inRoot('scripts', 'start.mjs');

/** `npm start` as a user runs it, on its own data directory and port, observed from outside. */
export class StartedDaybook {
  #child;
  #ended = Promise.resolve(0);
  #said = '';

  constructor(dataDirectory, port, env) {
    this.dataDirectory = dataDirectory;
    this.port = port;
    this.baseUrl = `http://localhost:${port}`;
    this.env = {
      ...process.env,
      ...env,
      PORT: String(port),
      DAYBOOK_DATA_DIR: dataDirectory,
      DAYBOOK_BASE_URL: this.baseUrl,
    };
  }

  /** Starts it and waits for the line that says it is ready. */
  async up() {
    // In its own session, so that Ctrl-C on the test run does not reach it before the test run has disconnected.
    const child = track(
      begin(process.execPath, [START], { env: this.env, stdio: ['ignore', 'pipe', 'pipe'], detached: true }),
    );
    this.#child = child;
    this.#said = '';
    let ended = false;
    this.#ended = new Promise((resolve) => {
      child.once('exit', (code) => {
        ended = true;
        resolve(code);
      });
    });
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (this.#said += chunk));
    const deadline = Date.now() + 900_000;
    while (!this.#said.includes('Daybook is ready')) {
      if (ended) throw new Failure(`npm start ended before it was ready:\n${this.words()}`);
      if (Date.now() > deadline)
        throw new Failure(`npm start was not ready within a quarter of an hour:\n${this.words()}`);
      await pause(50);
    }
  }

  /** Everything it has printed since it was last started. */
  said() {
    return this.#said;
  }

  /** The last lines it printed. */
  words() {
    return this.#said.split('\n').slice(-40).join('\n');
  }

  /** Sends Ctrl-C and returns the exit code; null when it had to be killed. */
  down() {
    this.#child?.kill('SIGINT');
    return this.#ended;
  }
}

function ownerUrl({ env, dataDirectory }) {
  if (env.DATABASE_URL) return env.DATABASE_URL;
  const { port } = readJson(path.join(dataDirectory, 'postgres.json'));
  return builtInUrl(secretOf(dataDirectory, 'postgres'), port);
}

/** What must hold while it is running. Each entry is one test. */
export const WHILE_RUNNING = {
  'it answers /healthz and /readyz, and keeps /metrics closed': async ({ baseUrl }) => {
    for (const [route, expected] of [
      ['/healthz', 200],
      ['/readyz', 200],
      ['/metrics', 401],
    ]) {
      const { status } = await fetch(baseUrl + route);
      if (status !== expected) return `${route} answered ${status}`;
    }
  },
  'a page may run only the scripts named in its own policy': async ({ baseUrl }) => {
    const page = await fetch(`${baseUrl}/login`);
    const policy = page.headers.get('content-security-policy') ?? '';
    const nonce = /'nonce-([^']+)'/.exec(policy)?.[1];
    if (nonce === undefined) return `the policy is ${policy}`;
    const scripts = (await page.text()).match(/<script\b[^>]*>/g) ?? [];
    const strange = scripts.find((script) => !script.includes(`nonce="${nonce}"`));
    if (scripts.length === 0 || strange !== undefined) return `${strange ?? 'no script'} lacks the nonce`;
  },
  'access.json is readable only by its owner and contains the address': async ({
    baseUrl,
    dataDirectory,
  }) => {
    const file = path.join(dataDirectory, 'access.json');
    const mode = (fs.statSync(file).mode & 0o777).toString(8);
    if (mode !== '600') return `its mode is ${mode}`;
    const access = readJson(file);
    if (access.baseUrl !== baseUrl) return `baseUrl is ${access.baseUrl}`;
    if (access.organizations.length < 2) return 'it names fewer than two organizations';
  },
  'a built-in PostgreSQL that is killed is restarted, and the server becomes ready again': async ({
    baseUrl,
    dataDirectory,
    env,
  }) => {
    if (env.DATABASE_URL) return undefined;
    process.kill(runningPostgres(dataDirectory), 'SIGKILL');
    const until = Date.now() + 60_000;
    let wasAway = false;
    while (Date.now() < until) {
      const { status } = await fetch(`${baseUrl}/readyz`);
      if (status === 200 && wasAway) return undefined;
      if (status === 503) wasAway = true;
      await pause(20);
    }
    return wasAway ? 'it is not ready after a minute' : 'readiness never said that the database was away';
  },
  'a second start on the same data directory is refused in one sentence': async ({ env }) =>
    refused({ ...env, PORT: String(await freePort()) }, /^Another Daybook \(process \d+\) is using .+\.$/),
  'a start on a port in use is refused in one sentence': async ({ env, port, dataDirectory }) =>
    refused(
      { ...env, DAYBOOK_DATA_DIR: `${dataDirectory}-other` },
      new RegExp(`^Port ${port} is used by .+\\.$`),
    ),
  'a database that cannot be reached is reported in one sentence': async ({ env, dataDirectory }) => {
    const port = await freePort();
    const DATABASE_URL = `postgresql://nobody:nothing@127.0.0.1:${port}/books`;
    const other = {
      ...env,
      DATABASE_URL,
      PORT: String(await freePort()),
      DAYBOOK_DATA_DIR: `${dataDirectory}-other`,
    };
    return refused(other, /^The database .+ cannot be reached: nothing listens there\.$/);
  },
  'a database that a newer Daybook migrated is refused and left unchanged': async (daybook) => {
    const url = withUrlParts(ownerUrl(daybook), { database: `newer_${process.pid}` });
    await ensureDatabase(url);
    try {
      await withConnection(url, (client) =>
        client.query(
          "create table _prisma_migrations (migration_name text, checksum text, started_at timestamptz, finished_at timestamptz, rolled_back_at timestamptz); insert into _prisma_migrations values ('29990101000000_later', '', now(), now())",
        ),
      );
      const env = {
        ...daybook.env,
        DATABASE_URL: url,
        PORT: String(await freePort()),
        DAYBOOK_DATA_DIR: `${daybook.dataDirectory}-other`,
      };
      const said = await refused(
        env,
        /^The database .+ was migrated by a newer Daybook \(it has 29990101000000_later.+\.$/,
      );
      return said ?? ((await tablesOf(url)) === 1 ? undefined : 'it wrote into that database');
    } finally {
      await dropDatabase(url);
    }
  },
  'a database of an unreleased build is refused in a sentence that names --reset, and left unchanged': async (
    daybook,
  ) => {
    const url = withUrlParts(ownerUrl(daybook), { database: `unreleased_${process.pid}` });
    await ensureDatabase(url);
    try {
      await withConnection(url, (client) =>
        client.query(
          "create table _prisma_migrations (migration_name text, checksum text, started_at timestamptz, finished_at timestamptz, rolled_back_at timestamptz); insert into _prisma_migrations values ('20261121000000_foundation', '', now(), now())",
        ),
      );
      const env = {
        ...daybook.env,
        DATABASE_URL: url,
        PORT: String(await freePort()),
        DAYBOOK_DATA_DIR: `${daybook.dataDirectory}-other`,
      };
      const said = await refused(
        env,
        /^The database .+ was made by an unreleased build of Daybook.+ --reset .+\.$/,
      );
      return said ?? ((await tablesOf(url)) === 1 ? undefined : 'it wrote into that database');
    } finally {
      await dropDatabase(url);
    }
  },
  'a data directory of a newer Daybook is refused and left unchanged': async ({ env, dataDirectory }) => {
    const newer = `${dataDirectory}-newer`;
    fs.mkdirSync(newer, { recursive: true });
    fs.writeFileSync(path.join(newer, 'version.json'), '{"layout":999}');
    const said = await refused(
      { ...env, PORT: String(await freePort()), DAYBOOK_DATA_DIR: newer },
      /written by a newer Daybook.+\.$/,
    );
    return said ?? (fs.readdirSync(newer).length === 1 ? undefined : 'it wrote into that directory');
  },
};

/** What must hold after Ctrl-C. */
export const AFTERWARDS = {
  'Ctrl-C ends it with code 0, frees the port and leaves no database running': async (daybook) => {
    const pid = readJson(path.join(daybook.dataDirectory, 'postgres.json'))?.pid;
    const code = await daybook.down();
    if (code !== 0) return `it ended with code ${code}`;
    if (await portObstacle(daybook.port)) return 'the port is still taken';
    if (pid && isAlive(pid)) return `PostgreSQL (process ${pid}) still runs`;
  },
  'it starts a second time on the same data and does nothing again: no build, no migration, no demo': async (
    daybook,
  ) => {
    const before = readJson(path.join(daybook.dataDirectory, 'access.json'));
    await daybook.up();
    const after = readJson(path.join(daybook.dataDirectory, 'access.json'));
    const repeated = /^.*(?:Install|Build|Migrat).*$/im.exec(daybook.said());
    await daybook.down();
    if (JSON.stringify(before) !== JSON.stringify(after)) return 'access.json changed';
    if (repeated) return `it said: ${repeated[0]}`;
  },
};

/** The number of our tables in a database. */
async function tablesOf(url) {
  const { rows } = await withConnection(url, (client) =>
    client.query(
      "select count(*)::int as tables from pg_tables where schemaname not in ('pg_catalog', 'information_schema')",
    ),
  );
  return rows[0].tables;
}

async function refused(env, sentence) {
  const { code, output } = await run(process.execPath, [START], { env });
  const said = output.trim();
  if (code !== 1) return `it ended with code ${code}`;
  if (said.includes('\n    at ')) return 'it printed a stack trace';
  if (!sentence.test(said)) return `it said: ${said}`;
}

/** Runs such a table: every entry is one test, and a returned sentence describes its failure. */
export async function holds(table, daybook) {
  const complaints = [];
  for (const [title, test] of Object.entries(table)) {
    const complaint = await Promise.resolve(test(daybook)).catch((error) => error.message);
    console.log(`  ${complaint ? '✗' : '✓'} ${title}${complaint ? `: ${complaint}` : ''}`);
    if (complaint) complaints.push(`${title}: ${complaint}`);
  }
  const all = Object.keys(table).length;
  return { passed: all - complaints.length, failed: complaints.length, output: complaints.join('\n') };
}
