import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type EmptyDatabase, emptyDatabase } from '@/testing/empty-database';

// In a separate database, since one of the commands signs everyone out.

const PASSWORD = 'nine copper kettles sing';
const NOWHERE = { address: '', userAgent: 'A program of these tests' };
type Commands = typeof import('@/jobs/people-commands');
type Tokens = typeof import('@/auth/credentials/tokens');

let database: EmptyDatabase;
let commands: Commands;
let tokens: Tokens;

beforeAll(async () => {
  database = await emptyDatabase();
  commands = await import('@/jobs/people-commands');
  tokens = await import('@/auth/credentials/tokens');
  const company = ['--company', 'Byron Engines', '--currency', 'GBP', '--country', 'GB'];
  await people([
    'add',
    '--email',
    'ada@example.test',
    '--name',
    'Ada Byron',
    ...company,
    '--password-from-stdin',
  ]);
  const slug = /\((byron-engines[\w-]*)\)/.exec(await people(['list']))?.[1] ?? '';
  for (const [email, name] of [
    ['bo@example.test', 'Bo Li'],
    ['cy@example.test', 'Cy Ono'],
  ] as const)
    await people(['add', '--email', email, '--name', name, '--organization', slug, '--password-from-stdin']);
});
afterAll(() => database.leave());

async function people(argv: readonly string[]): Promise<string> {
  const lines: string[] = [];
  await commands.runPeopleCommand(argv, {
    print: (line) => lines.push(line),
    readPassword: async () => PASSWORD,
  });
  return lines.join('\n');
}

const enter = async (email: string) =>
  (await tokens.tokensForPassword({ email, password: PASSWORD }, NOWHERE)).refreshToken ?? '';

/** Whether the session of a refresh token still exists; the check uses the token up. */
const stands = (token: string) =>
  tokens.tokensForRefresh(token, NOWHERE).then(
    () => true,
    () => false,
  );

/** How many sessions the security log says were ended from the command line, by person. */
const reported = () =>
  database.asOwner(async (client) => {
    await client.query(
      `select set_config('app.organization_id', (select id::text from organizations limit 1), false)`,
    );
    const { rows } = await client.query(
      `select actor_name || ': ' || (detail->>'sessions') as told from security_log
       where event = 'session ended' and detail->>'method' = 'command line' order by id`,
    );
    return rows.map((row) => (row as { told: string }).told);
  });

describe('the operator signs people out', () => {
  it('ends every session of one person and no one else’s, and says how many there were', async () => {
    const held = [await enter('bo@example.test'), await enter('bo@example.test')];
    const other = await enter('cy@example.test');
    const listed = await people(['sessions', '--email', 'bo@example.test']);
    expect(listed).toMatch(/A program of these tests/);
    expect(listed).toMatch(/^2 sessions\.$/m);
    expect(await people(['sign-out', '--email', 'bo@example.test'])).toBe('2 sessions have ended.');
    expect(await people(['sessions', '--email', 'bo@example.test'])).toBe('0 sessions.');
    expect(await Promise.all(held.map(stands))).toEqual([false, false]);
    expect(await stands(other)).toBe(true);
    expect(await reported()).toEqual(['Bo Li: 2']);
    // They may sign in again; nothing else was taken from them.
    expect(await stands(await enter('bo@example.test'))).toBe(true);
  });

  it('asked twice, ends nothing more and reports nothing more', async () => {
    await people(['sign-out', '--email', 'bo@example.test']);
    const before = await reported();
    expect(await people(['sign-out', '--email', 'bo@example.test'])).toBe('0 sessions have ended.');
    expect(await reported()).toEqual(before);
  });

  it('ends the sessions of all people', async () => {
    await people(['sign-out', '--everyone']);
    const held = [
      await enter('ada@example.test'),
      await enter('bo@example.test'),
      await enter('cy@example.test'),
    ];
    expect(await people(['sign-out', '--everyone'])).toBe('3 sessions have ended.');
    expect(await Promise.all(held.map(stands))).toEqual([false, false, false]);
  });

  it('is refused without a person and for an unknown one, and ends nothing', async () => {
    const held = await enter('ada@example.test');
    await expect(people(['sign-out'])).rejects.toThrow('--email is required');
    await expect(people(['sign-out', '--everyone', '--email', 'ada@example.test'])).rejects.toThrow(
      'not both',
    );
    await expect(people(['sign-out', '--email', 'nobody@example.test'])).rejects.toMatchObject({
      refusal: { code: 'NOT_FOUND' },
    });
    expect(await stands(held)).toBe(true);
  });
});
