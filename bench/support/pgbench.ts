import { execFile } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Work } from './processor-time';

const execute = promisify(execFile);

/** Transactions per second of a pgbench script; throws a sentence when pgbench is not installed. */
export async function pgbench(
  url: string,
  script: string,
  clients: number,
  seconds: number,
): Promise<number> {
  return (await pgbenchRun(url, script, { clients, seconds, prepared: false })).perSecond;
}

/**
 * The same with the number of transactions; statements are `prepared` once per connection if requested. Opening the connections is not
 * included in the rate.
 */
export async function pgbenchRun(
  url: string,
  script: string,
  {
    clients,
    seconds,
    prepared,
  }: { readonly clients: number; readonly seconds: number; readonly prepared: boolean },
): Promise<Work> {
  const file = path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'daybook-bench-')), 'script.sql');
  fs.writeFileSync(file, script);
  try {
    const { stdout } = await execute('pgbench', [
      '-n',
      '-c',
      String(clients),
      '-j',
      '2',
      '-T',
      String(seconds),
      '-M',
      prepared ? 'prepared' : 'simple',
      '-f',
      file,
      url,
    ]);
    const found = /tps = ([\d.]+)/.exec(stdout)?.[1];
    const done = /transactions actually processed: (\d+)/.exec(stdout)?.[1];
    if (found === undefined || done === undefined) throw new Error(`pgbench printed no rate: ${stdout}`);
    return { perSecond: Number(found), done: Number(done) };
  } catch (error) {
    if ((error as { code?: unknown }).code === 'ENOENT') {
      throw new Error(
        'pgbench is not installed (Debian: postgresql-contrib); this benchmark has no peer without it.',
      );
    }
    throw error;
  }
}

/** One entry as the simplest database would store it: four rows, no index, no check. */
export const RAW_TABLE = `create table if not exists bench_raw (
  organization_id uuid, entry_id uuid, line_number int, account_id uuid, posting_date date, debit numeric(20,4), credit numeric(20,4), memo text)`;
export const RAW_INSERT = `insert into bench_raw values
  ('0196d3c4-0000-7000-8000-000000000001', '0196d3c4-0000-7000-8000-000000000002', 1, '0196d3c4-0000-7000-8000-000000000003', '2026-11-05', 100, 0, 'memo'),
  ('0196d3c4-0000-7000-8000-000000000001', '0196d3c4-0000-7000-8000-000000000002', 2, '0196d3c4-0000-7000-8000-000000000004', '2026-11-05', 50, 0, 'memo'),
  ('0196d3c4-0000-7000-8000-000000000001', '0196d3c4-0000-7000-8000-000000000002', 3, '0196d3c4-0000-7000-8000-000000000005', '2026-11-05', 0, 120, 'memo'),
  ('0196d3c4-0000-7000-8000-000000000001', '0196d3c4-0000-7000-8000-000000000002', 4, '0196d3c4-0000-7000-8000-000000000006', '2026-11-05', 0, 30, 'memo');
`;
