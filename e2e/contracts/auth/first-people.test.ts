import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type EmptyDatabase, emptyDatabase } from '@/testing/empty-database';

// From a database without users to its first owner, through the printed link; then an operator's commands, in the same database.

type Root = typeof import('@/surfaces/trpc/root');
type Commands = typeof import('@/jobs/people-commands');
type Tokens = typeof import('@/auth/credentials/tokens');
type Contenders = typeof import('@/testing/contenders');

let database: EmptyDatabase;
let door: ReturnType<Root['createCaller']>;
let commands: Commands;
let tokens: Tokens;
let contenders: Contenders;

beforeAll(async () => {
  database = await emptyDatabase();
  const { createContext } = await import('@/surfaces/trpc/context');
  const { createCaller }: Root = await import('@/surfaces/trpc/root');
  door = createCaller(createContext({ method: 'POST', header: () => null }));
  commands = await import('@/jobs/people-commands');
  tokens = await import('@/auth/credentials/tokens');
  contenders = await import('@/testing/contenders');
});
afterAll(() => database.leave());

const PASSWORD = 'nine copper kettles sing';
const wish = (secret: string, name = 'Ada Byron') => ({
  secret,
  password: PASSWORD,
  person: { name, email: `${name.split(' ')[0]}@Example.test` },
  organization: {
    name: 'Byron Engines',
    baseCurrency: 'GBP',
    countryCode: 'GB',
    fiscalYearStartMonth: 4,
    timeZone: 'Europe/London',
  },
});

const counts = () =>
  database.asOwner(async (client) => {
    const { rows } = await client.query(
      `select (select count(*)::int from users) as people, (select count(*)::int from organizations) as organizations`,
    );
    return rows[0] as { people: number; organizations: number } | undefined;
  });

const refused = (code: string) => ({ cause: { refusal: { code } } });

/** Runs a command of `npm run people` and returns the lines it prints. */
async function people(argv: readonly string[], password = ''): Promise<string> {
  const lines: string[] = [];
  await commands.runPeopleCommand(argv, {
    print: (line) => lines.push(line),
    readPassword: async () => password,
  });
  return lines.join('\n');
}

const signsIn = (email: string, password: string) =>
  tokens.tokensForPassword({ email, password }, { address: '', userAgent: null }).then(
    () => true,
    () => false,
  );

const secretIn = (text: string) => /#([\w-]+)/.exec(text)?.[1] ?? '';

describe('the first owner of an empty database', () => {
  it('is created by the link of the latest start only: an earlier, an invented or an expired link creates no one', async () => {
    const earlier = (await database.startPrints()) ?? '';
    const latest = (await database.startPrints()) ?? '';
    expect(latest).not.toBe(earlier);
    for (const secret of [earlier, 'invented']) {
      await expect(door.welcome.look({ secret })).rejects.toMatchObject(refused('NOT_FOUND'));
      await expect(door.welcome.found(wish(secret))).rejects.toMatchObject(refused('NOT_FOUND'));
    }
    await database.asOwner(
      (client) => client.query(`update one_time_links set expires_at = now() - interval '1 second'`) as never,
    );
    await expect(door.welcome.found(wish(latest))).rejects.toMatchObject(refused('NOT_FOUND'));
    expect(await counts()).toEqual({ people: 0, organizations: 0 });
  });

  it('is not created with a password that is too short, and the link still works afterward', async () => {
    const secret = (await database.startPrints()) ?? '';
    await expect(door.welcome.found({ ...wish(secret), password: 'short' })).rejects.toMatchObject(
      refused('INVALID_INPUT'),
    );
    expect(await counts()).toEqual({ people: 0, organizations: 0 });
    await expect(door.welcome.look({ secret })).resolves.toMatchObject({ expiresAt: expect.any(Date) });
  });

  it('counts for one hour from the start that prints it', async () => {
    await database.startPrints();
    const [link] = (await database.asOwner<{ minutes: number }>(async (client) => {
      const { rows } = await client.query(
        `select extract(epoch from expires_at - now()) / 60 as minutes from one_time_links where purpose = 'first_owner'`,
      );
      return rows as never;
    })) as unknown as { minutes: string }[];
    const minutes = Number(link?.minutes);
    expect(minutes).toBeGreaterThan(55);
    expect(minutes).toBeLessThanOrEqual(60);
  });

  it('is created once when several use the same link at once, with books in the chosen currency and country, and can sign in', async () => {
    const secret = (await database.startPrints()) ?? '';
    const attempts = await contenders.contend(
      (client) => client.query('lock table users in exclusive mode'),
      ['Ada Byron', 'Bea Cole', 'Cyd Dorn'].map((name) => () => door.welcome.found(wish(secret, name))),
    );
    expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await counts()).toEqual({ people: 1, organizations: 1 });
    const made = await database.asOwner(async (client) => {
      const { rows } = await client.query(
        `select u.email, m.roles, o.base_currency, o.fiscal_year_start_month, s.country_code, s.base_currency as root_currency
         from users u join memberships m on m.user_id = u.id join organizations o on o.id = m.organization_id
         join subsidiaries s on s.organization_id = o.id`,
      );
      return rows;
    });
    expect(made).toEqual([
      {
        email: expect.stringMatching(/^(ada|bea|cyd)@example\.test$/),
        roles: ['admin'],
        base_currency: 'GBP',
        fiscal_year_start_month: 4,
        country_code: 'GB',
        root_currency: 'GBP',
      },
    ]);
    const [{ email }] = made as [{ email: string }];
    expect(await signsIn(email, PASSWORD)).toBe(true);
  });

  it('ends the printing of links, and no link creates a second one', async () => {
    expect(await database.startPrints()).toBeUndefined();
    await expect(
      people([
        'add',
        '--email',
        'x@y.test',
        '--name',
        'X',
        '--company',
        'Y',
        '--currency',
        'EUR',
        '--country',
        'DE',
      ]),
    ).rejects.toMatchObject({ refusal: { code: 'IN_USE' } });
    expect(await counts()).toEqual({ people: 1, organizations: 1 });
  });
});

describe('npm run people', () => {
  const email = 'dot@example.test';
  const slug = async () => /\((byron-engines-[0-9a-f]+)\)/.exec(await people(['list']))?.[1] ?? '';

  it('adds a member who chooses a password at the printed link, once; no password is printed', async () => {
    const words = await people([
      'add',
      '--email',
      email,
      '--name',
      'Dot Eden',
      '--organization',
      await slug(),
      '--role',
      'accountant',
    ]);
    expect(words).toContain('accountant');
    const secret = secretIn(words);
    await expect(door.passwords.look({ secret })).resolves.toEqual({ name: 'Dot Eden', email });
    await expect(door.passwords.choose({ secret, password: email })).rejects.toMatchObject(
      refused('INVALID_INPUT'),
    );
    expect(await signsIn(email, email)).toBe(false);
    await door.passwords.choose({ secret, password: PASSWORD });
    expect(await signsIn(email, PASSWORD)).toBe(true);
    await expect(door.passwords.choose({ secret, password: 'seven other kettles' })).rejects.toMatchObject(
      refused('NOT_FOUND'),
    );
    expect(await signsIn(email, PASSWORD)).toBe(true);
  });

  it('resets: the old password and every token stop working, and of two links only one can still be used', async () => {
    const held = await tokens.tokensForPassword(
      { email, password: PASSWORD },
      { address: '', userAgent: null },
    );
    const first = secretIn(await people(['reset', '--email', email]));
    const second = secretIn(await people(['reset', '--email', email]));
    expect(await signsIn(email, PASSWORD)).toBe(false);
    await expect(
      tokens.tokensForRefresh(held.refreshToken ?? '', { address: '', userAgent: null }),
    ).rejects.toMatchObject({
      refusal: { code: 'UNAUTHENTICATED' },
    });
    await expect(door.passwords.look({ secret: first })).rejects.toMatchObject(refused('NOT_FOUND'));
    await door.passwords.choose({ secret: second, password: PASSWORD });
    expect(await signsIn(email, PASSWORD)).toBe(true);
    const reported = await database.asOwner(async (client) => {
      const organization = `(select id::text from organizations limit 1)`;
      await client.query(`select set_config('app.organization_id', ${organization}, false)`);
      const { rows } = await client.query(
        `select detail->>'method' as method from security_log where event = 'password changed' order by id desc limit 2`,
      );
      return rows;
    });
    expect(reported).toEqual([{ method: 'link' }, { method: 'command line' }]);
  });

  it('removes a second factor only with a statement of how the operator verified the person, which the security log keeps', async () => {
    const reset = (...more: string[]) =>
      people(['reset', '--email', email, '--second-factor', ...more], PASSWORD);
    const removals = () =>
      database.asOwner(async (client) => {
        const organization = `(select id::text from organizations limit 1)`;
        await client.query(`select set_config('app.organization_id', ${organization}, false)`);
        const { rows } = await client.query(
          `select detail->>'knownBy' as known from security_log where event = 'second factor removed'`,
        );
        return rows;
      });
    await expect(reset()).rejects.toThrow('--known-by is required');
    await expect(reset('--known-by', 'them')).rejects.toThrow('--known-by must say');
    // Refused before anything changed.
    expect(await signsIn(email, PASSWORD)).toBe(true);
    expect(await removals()).toEqual([]);
    await reset('--known-by', 'called back at the number on file', '--password-from-stdin');
    expect(await removals()).toEqual([{ known: 'called back at the number on file' }]);
  });

  it('takes a password from its input without printing it, and refuses one that is too short before anything changes', async () => {
    const chosen = 'eleven quiet lanterns';
    await expect(people(['reset', '--email', email, '--password-from-stdin'], 'short')).rejects.toMatchObject(
      { refusal: { code: 'INVALID_INPUT' } },
    );
    expect(await signsIn(email, PASSWORD)).toBe(true);
    const words = await people(['reset', '--email', email, '--password-from-stdin'], chosen);
    expect(words).not.toContain(chosen);
    expect(words).not.toContain('#');
    expect(await signsIn(email, chosen)).toBe(true);
  });

  it('deactivates a member but never the last owner, who keeps everything', async () => {
    const words = await people(['deactivate', '--email', email]);
    expect(words).toContain('Byron Engines');
    expect(await signsIn(email, 'eleven quiet lanterns')).toBe(false);
    expect(await people(['list'])).toMatch(/dot@example\.test {2}Dot Eden {2}deactivated/);
    const owner = /^(\S+).*: admin$/m.exec(await people(['list']))?.[1] ?? '';
    await expect(people(['deactivate', '--email', owner])).rejects.toMatchObject({
      refusal: { code: 'IN_USE' },
    });
    expect(await signsIn(owner, PASSWORD)).toBe(true);
  });

  it('reopens an account, which is a member of no organization until it is added', async () => {
    await people(['activate', '--email', email]);
    expect(await people(['list'])).toMatch(/dot@example\.test .* member of no organization/);
    const words = await people([
      'add',
      '--email',
      email,
      '--name',
      'Ignored',
      '--organization',
      await slug(),
    ]);
    expect(words).toContain('keeps its password');
    expect(await signsIn(email, 'eleven quiet lanterns')).toBe(true);
  });

  it('refuses a command it does not know and an option that is missing, with the list of commands', async () => {
    await expect(people(['remove'])).rejects.toThrow('npm run people -- list');
    await expect(people(['reset'])).rejects.toThrow('--email is required');
  });
});
