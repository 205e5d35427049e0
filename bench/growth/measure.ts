import http from 'node:http';
import { withOwner } from '@/testing/owner';
import { median } from '../support/ratio';
import type { Operation } from './operations';

/** What one operation cost at one size. */
export interface Measured {
  readonly name: string;
  readonly kind: Operation['kind'] | 'write';
  readonly status: number;
  readonly rounds: number;
  readonly medianMs: number;
  readonly p95Ms: number;
  readonly bytes: number;
  /** Per request: statements, the rows they sent to Node, and the pages of 8 kB they touched. */
  readonly statements: number;
  readonly rows: number;
  readonly buffers: number;
  /** The longest time the server's event loop was blocked, beyond the ten milliseconds between samples. */
  readonly heldMs: number;
  readonly memoryMb: number;
}

/** Of fewer than twenty calls the 95th percentile is the slowest; of twenty, the slowest but one. */
const ROUNDS = 20;
/** No operation is repeated after this time. */
const SECONDS = 3;
/** One that takes longer is not repeated: its cost is known. */
const SLOW_MS = 2_500;
/** The longest any request waits. */
const PATIENCE_MS = 60_000;
/** An answer is not read beyond this: one that streams a whole table is an export, which is measured separately. */
const MOST_BYTES = 32_000_000;

interface Reply {
  readonly status: number;
  readonly bytes: number;
  readonly ms: number;
}

export type Ask = (path: string) => Promise<Reply>;

/** Sends requests to one server over one connection that stays open. */
export function asker(port: number, headers: () => Promise<Readonly<Record<string, string>>>): Ask {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  return async (path) => {
    const sent = await headers();
    const started = performance.now();
    return new Promise((resolve, reject) => {
      const request = http.get({ port, host: '127.0.0.1', path, headers: sent, agent }, (answer) => {
        let bytes = 0;
        const done = () =>
          resolve({ status: answer.statusCode ?? 0, bytes, ms: performance.now() - started });
        answer.on('data', (chunk: Buffer) => {
          bytes += chunk.length;
          if (bytes > MOST_BYTES) answer.destroy();
        });
        answer.on('close', done);
        answer.on('error', () => undefined);
      });
      request.setTimeout(PATIENCE_MS, () => request.destroy(new Error('no answer')));
      request.on('error', (error) => {
        if (performance.now() - started >= PATIENCE_MS) resolve({ status: 0, bytes: 0, ms: PATIENCE_MS });
        else reject(error);
      });
    });
  };
}

/** Measures one operation; null where no record in these books is one it asks for. */
export async function measure(
  operation: Operation,
  ask: Ask,
  role: string,
  scrape: () => Promise<Load>,
  rounds = ROUNDS,
): Promise<Measured | null> {
  await scrape();
  const found = await firstFound(operation, ask, role);
  if (found === null) return null;
  const { path, reply: first } = found;
  const isSlow = first.ms >= SLOW_MS;
  if (!isSlow) await ask(path);
  if (!isSlow) await scrape();
  const before = isSlow ? found.before : await costs(role);
  const times = isSlow ? [first.ms] : [];
  let last = first;
  const until = performance.now() + SECONDS * 1000;
  while (!isSlow && times.length < rounds && (times.length === 0 || performance.now() < until)) {
    last = await ask(path);
    times.push(last.ms);
  }
  const after = await costs(role);
  const load = await scrape();
  const each = (name: keyof Costs) => Math.round((after[name] - before[name]) / times.length);
  times.sort((one, other) => one - other);
  return {
    name: operation.name,
    kind: operation.kind,
    status: last.status,
    rounds: times.length,
    medianMs: median(times),
    p95Ms: times[Math.min(times.length - 1, Math.ceil(times.length * 0.95) - 1)] ?? 0,
    bytes: last.bytes,
    statements: each('statements'),
    rows: each('rows'),
    buffers: each('buffers'),
    heldMs: load.heldMs,
    memoryMb: load.memoryMb,
  };
}

/** The first path that succeeds, or whose answer is slower or worse than a refusal such as "not found". */
async function firstFound(
  operation: Operation,
  ask: Ask,
  role: string,
): Promise<{ path: string; reply: Reply; before: Costs } | null> {
  for (const path of operation.paths) {
    const before = await costs(role);
    const reply = await ask(path);
    const refused = reply.status >= 300 && reply.status < 500;
    if (!refused) return { path, reply, before };
  }
  return null;
}

export interface Costs {
  readonly statements: number;
  readonly rows: number;
  readonly buffers: number;
}

/** What the server's role has executed in this database so far. */
export async function costs(role: string): Promise<Costs> {
  const { rows } = await withOwner((client) =>
    client.query<Costs>(
      `select coalesce(sum(calls), 0)::float8 as statements, coalesce(sum(rows), 0)::float8 as rows,
         coalesce(sum(shared_blks_hit + shared_blks_read), 0)::float8 as buffers
       from pg_stat_statements s join pg_roles r on r.oid = s.userid
       where r.rolname = $1 and s.dbid = (select oid from pg_database where datname = current_database())`,
      [role],
    ),
  );
  return rows[0] ?? { statements: 0, rows: 0, buffers: 0 };
}

export interface Load {
  readonly heldMs: number;
  readonly memoryMb: number;
}

/** The server's own figures, which are reset each time they are read. */
export function scraper(port: number): () => Promise<Load> {
  return async () => {
    const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
    const figure = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1] ?? 0);
    return {
      heldMs: Math.max(0, figure('nodejs_eventloop_lag_max_seconds') * 1000 - 10),
      memoryMb: figure('process_resident_memory_bytes') / 1_048_576,
    };
  };
}
