import fs from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Cleanup } from '../cleanup.mjs';
import { openDataDirectory } from '../data-directory.mjs';
import { ensureDatabase, withConnection } from '../postgres/database.mjs';
import { startPostgres, stopPostgres } from '../postgres/postgres.mjs';
import { removeCluster } from '../postgres/postgres-place.mjs';
import { temporaryDirectory } from '../run/throwaway.mjs';
import { backUp } from './backup.mjs';
import { restore } from './restore.mjs';

// A separate PostgreSQL, durable and with an archive, as `DAYBOOK_ARCHIVE_DIR=… npm start` runs it.
const folder = temporaryDirectory('backup-test');
const at = (name: string) => path.join(folder, name);
const cleanup = new Cleanup();
const opened: string[] = [];
let url = '';
let moment = '';

interface Session {
  query(text: string): Promise<{ rows: Record<string, unknown>[] }>;
}
const asked = (of: string, text: string): Promise<Record<string, unknown>[]> =>
  withConnection(of, async (session: Session) => (await session.query(text)).rows);
const words = async (of: string) =>
  (await asked(of, 'select word from told order by id')).map(({ word }) => word as string);

beforeAll(async () => {
  const books = openDataDirectory(at('books'));
  opened.push(books);
  fs.writeFileSync(path.join(books, 'secrets-of-another-kind.json'), '{}');
  ({ url } = await startPostgres(books, { cleanup, archive: at('archive') }));
  await ensureDatabase(url);
  await asked(url, 'create table told (id serial primary key, word text not null)');
  await asked(url, `insert into told (word) select 'before ' || n from generate_series(1, 500) n`);
  let isCopied = false;
  const writes = (async () => {
    while (!isCopied) await asked(url, `insert into told (word) values ('meanwhile')`);
  })();
  await backUp(books, at('backup'), cleanup);
  isCopied = true;
  await writes;
  await asked(url, `insert into told (word) values ('kept')`);
  const [clock] = await asked(
    url,
    `select to_char(clock_timestamp() at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as now`,
  );
  moment = clock?.now as string;
  await asked(url, `insert into told (word) values ('lost')`);
  const [wal] = await asked(url, 'select pg_walfile_name(pg_switch_wal()) as name');
  while (!fs.existsSync(path.join(at('archive'), wal?.name as string)))
    await asked(url, 'select pg_sleep(0.05)');
  await stopPostgres(books);
});

afterAll(async () => {
  await cleanup.run();
  for (const one of opened) removeCluster(one);
  fs.rmSync(folder, { recursive: true, force: true });
});

const restored = async (to: string, more: { archive?: string; at?: string } = {}) => {
  opened.push(at(to));
  return restore({ from: at('backup'), to: at(to), ...more }, cleanup, () => {});
};

describe('a backup of the built-in database', () => {
  test('taken while it is being written has everything committed before it, and the other files of the data directory', async () => {
    const copy = await restored('copy');
    const reported = await words(copy.url);
    expect(reported.slice(0, 500)).toEqual(Array.from({ length: 500 }, (_, n) => `before ${n + 1}`));
    expect(new Set(reported.slice(500))).toSatisfy((rest: Set<string>) =>
      [...rest].every((one) => one === 'meanwhile'),
    );
    expect(fs.existsSync(path.join(at('copy'), 'secrets-of-another-kind.json'))).toBe(true);
    await asked(copy.url, `insert into told (word) values ('goes on')`);
  });

  test('with the archive is restored to a point in time: what was committed later is not in it', async () => {
    const copy = await restored('moment', { archive: at('archive'), at: moment });
    const reported = await words(copy.url);
    expect(reported.at(-1)).toBe('kept');
    expect(reported).not.toContain('lost');
  });

  test('with the archive and no point in time is restored through the end of the archive', async () => {
    const copy = await restored('end', { archive: at('archive') });
    expect((await words(copy.url)).slice(-2)).toEqual(['kept', 'lost']);
    expect(copy.last).not.toBeNull();
  });

  test.each([
    ['a folder that holds something', { to: 'backup' }, /is not empty/],
    ['a folder that is not a backup', { from: 'archive' }, /not a complete backup/],
    [
      'a moment before the end of the copy',
      { archive: 'archive', at: '2001-01-01T00:00:00Z' },
      /take an earlier one/,
    ],
    [
      'a moment without its offset',
      { archive: 'archive', at: '2026-11-22T10:00:00' },
      /is not a point in time/,
    ],
    ['a moment without an archive', { at: '2999-01-01T00:00:00Z' }, /needs the archive/],
  ])('%s is refused, and nothing is made', async (_what, wish, words) => {
    const { from = 'backup', to = 'refused', archive, at: when } = wish as Record<string, string | undefined>;
    await expect(
      restore(
        {
          from: at(from),
          to: at(to),
          ...(archive === undefined ? {} : { archive: at(archive) }),
          ...(when === undefined ? {} : { at: when }),
        },
        cleanup,
        () => {},
      ),
    ).rejects.toThrow(words);
    expect(fs.existsSync(at('refused'))).toBe(false);
  });

  test('is not written into a folder that is not empty', async () => {
    await expect(backUp(at('books'), at('archive'), cleanup)).rejects.toThrow(/is not empty/);
  });
});
