import fs from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { copyOwned } from '../../scripts/lib/backup/copy-owned.mjs';
import { Cluster } from './cluster';
import { pause } from './server-process';

/** A standby on a separate port that has everything committed so far, and follows under that name. */
export async function standbyOf(cluster: Cluster, name: string): Promise<Cluster> {
  const directory = `${cluster.directory}-replica`;
  const standby = new Cluster(directory);
  await withSession(cluster.ownerUrl, async (session) => {
    await session.query(`select pg_backup_start('replica', true)`);
    copyOwned(cluster.directory, directory);
    const { rows } = await session.query<{ labelfile: string }>(
      'select labelfile from pg_backup_stop(false)',
    );
    own(standby.data, 'backup_label', rows[0]?.labelfile ?? '');
  });
  fs.rmSync(path.join(standby.data, 'postmaster.pid'), { force: true });
  const { hostname, port, username, password } = new URL(cluster.ownerUrl);
  own(standby.data, 'standby.signal', '');
  own(
    standby.data,
    'postgresql.auto.conf',
    `primary_conninfo = 'host=${decodeURIComponent(hostname)} port=${port} user=${username} password=${password} application_name=${name}'\n`,
  );
  await standby.launch();
  for (let tries = 0; ; tries += 1) {
    const [row] = await asked<{ n: number }>(
      cluster.ownerUrl,
      `select count(*)::int as n from pg_stat_replication where application_name = '${name}' and state = 'streaming'`,
    );
    if (row?.n === 1) return standby;
    if (tries >= 300) throw new Error('the standby does not follow');
    await pause(100);
  }
}

/** Writes a file that belongs to the user of the folder. */
function own(folder: string, name: string, text: string): void {
  const file = path.join(folder, name);
  fs.writeFileSync(file, text, { mode: 0o600 });
  const { uid, gid } = fs.statSync(folder);
  fs.chownSync(file, uid, gid);
}

async function withSession<T>(url: string, work: (session: pg.Client) => Promise<T>): Promise<T> {
  const session = new pg.Client({ connectionString: url });
  await session.connect();
  try {
    return await work(session);
  } finally {
    await session.end();
  }
}

/** The rows of one statement on a separate connection. */
export const asked = <Row extends object>(url: string, statement: string): Promise<Row[]> =>
  withSession(url, async (session) => (await session.query<Row>(statement)).rows);
