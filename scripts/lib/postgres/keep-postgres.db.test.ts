import fs from 'node:fs';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { Cleanup } from '../cleanup.mjs';
import { openDataDirectory } from '../data-directory.mjs';
import { temporaryDirectory } from '../run/throwaway.mjs';
import { ensureDatabase, withConnection } from './database.mjs';
import { keepPostgres } from './keep-postgres.mjs';
import { runningPostgres, startPostgres, stopPostgres } from './postgres.mjs';
import { removeCluster } from './postgres-place.mjs';

const folder = temporaryDirectory('keep-postgres-test');
const books = openDataDirectory(path.join(folder, 'books'));
const cleanup = new Cleanup();

afterAll(async () => {
  await cleanup.run();
  await stopPostgres(books);
  removeCluster(books);
  fs.rmSync(folder, { recursive: true, force: true });
});

interface Session {
  query(text: string): Promise<{ rows: Record<string, unknown>[] }>;
}
const asked = (url: string, text: string): Promise<Record<string, unknown>[]> =>
  withConnection(url, async (session: Session) => (await session.query(text)).rows);

test('the built-in PostgreSQL that was killed is started again on its port, with everything that was committed; one that is stopped on purpose is not', async () => {
  const { url, pid } = await startPostgres(books, { cleanup });
  await ensureDatabase(url);
  await asked(url, 'create table told as select 1 as word');
  const release = keepPostgres(books, cleanup);
  process.kill(pid, 'SIGKILL');
  await expect.poll(() => asked(url, 'select word from told').catch(() => null)).toEqual([{ word: 1 }]);
  expect(runningPostgres(books)).not.toBe(pid);
  release();
  await stopPostgres(books);
  // Longer than the interval between checks.
  await new Promise((resolve) => setTimeout(resolve, 2_000));
  expect(runningPostgres(books)).toBeUndefined();
});

test('the built-in PostgreSQL is reached over a socket that only its user can enter, by whoever starts it and whoever finds it running', async () => {
  const { url } = await startPostgres(books, { cleanup });
  const { host } = new URL(url);
  const socket = decodeURIComponent(host.slice(0, host.lastIndexOf(':')));
  expect(fs.statSync(socket).mode & 0o077).toBe(0);
  expect(fs.readdirSync(socket)).toContain(`.s.PGSQL.${host.slice(host.lastIndexOf(':') + 1)}`);
  const [session] = await asked(url, 'select inet_client_addr() as address');
  expect(session).toEqual({ address: null });
  const again = await startPostgres(books, { cleanup });
  expect(again.url).toBe(url);
});
