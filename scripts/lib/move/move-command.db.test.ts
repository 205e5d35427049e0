import { execFile } from 'node:child_process';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { asDirectory } from '@/testing/outside/as-directory';
import { type ReplicatingServers, replicatingServers } from '@/testing/replicating-servers';

// `npm run move` as an operator calls it.

let servers: ReplicatingServers;
let leave: () => Promise<void>;
let slug = '';
let id = '';

beforeAll(async () => {
  servers = await replicatingServers(['main', 'north']);
  leave = await asDirectory(servers);
  const { foundTestOrganization } = await import('@/testing/organization');
  ({ organizationId: id } = await foundTestOrganization({ name: 'By its short name' }));
  const [row] = await servers.asked<{ slug: string }>(
    'main',
    'select slug from organizations where id = $1',
    [id],
  );
  slug = row?.slug ?? '';
});

afterAll(() => leave());

interface Said {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

const say = (...words: string[]): Promise<Said> =>
  new Promise((resolve) => {
    execFile(
      process.execPath,
      [path.resolve('scripts/move.mjs'), ...words],
      {
        env: {
          ...process.env,
          DATABASE_URL: servers.urls.get('main'),
          DAYBOOK_BOOKS: `north=${servers.urls.get('north')}`,
        },
      },
      (error, out, err) => resolve({ code: error === null ? 0 : Number(error.code), out, err }),
    );
  });

const placed = async () =>
  (
    await servers.asked<{ server: string }>(
      'main',
      'select server from placements where organization_id = $1',
      [id],
    )
  )[0]?.server;

describe('npm run move', () => {
  test.each([
    ['nothing', []],
    ['no server', ['somewhere']],
    ['too many words', ['one', 'north', 'south']],
    ['a server to go back to', ['--back', 'one', 'north']],
    ['two wishes', ['--back', '--remove-old', 'one']],
    ['an unknown option', ['--force', 'one', 'north']],
  ])('with %s says how it is called, and changes nothing', async (_what, words) => {
    const { code, out, err } = await say(...words);
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(err).toMatch(/Usage: npm run move -- ORGANIZATION SERVER/);
    expect(await servers.asked('main', 'select from organization_moves')).toEqual([]);
  });

  test('refuses in one sentence, without a password', async () => {
    const { code, err } = await say(slug, 'east');
    expect(code).toBe(1);
    expect(err.trim()).toBe('There is no server east; there are main, north (DAYBOOK_BOOKS).');
  });

  test('moves an organization by its short name, says how long writes waited, and removes the old rows when asked', async () => {
    const moved = await say(slug, 'north');
    expect(moved).toMatchObject({ code: 0, err: '' });
    expect(moved.out).toMatch(/Copied \d+ rows in [\d.]+ s\.\nCompared \d+ rows of \d+ tables/);
    expect(moved.out).toMatch(/is on north\. Writes waited \d+ ms at most\. Its old rows stay on main until/);
    expect(await placed()).toBe('north');
    const removed = await say('--remove-old', slug);
    expect(removed).toMatchObject({ code: 0, err: '' });
    expect(removed.out).toMatch(/^Removed \d+ old rows from main\.\n$/);
    expect(await servers.asked('main', 'select from organizations where id = $1', [id])).toEqual([]);
    expect((await say('--back', id)).err).toMatch(/No move of .* is under way; it is on north\./);
    expect((await say(id, 'main')).code).toBe(0);
    expect(await placed()).toBe('main');
  });
});
