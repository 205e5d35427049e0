import superjson from 'superjson';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { foundTestOrganization, type TestOrganization } from '@/testing/organization';
import { bundledServer, freePort, ready, type Started, startProgram } from '@/testing/server';
import { givePasswords, PASSWORD } from './sign-in-fixture';

// Decision 15 over HTTP: a server process with user accounts in one database and the books of a second organization in another.

const servers = await vi.hoisted(async () => (await import('@/testing/book-servers')).bookServers(['east']));

let program: string;
let server: Started;
let home: TestOrganization;
beforeAll(async () => {
  home = await foundTestOrganization({ name: 'Home' });
  await givePasswords(home);
  program = await bundledServer();
  server = startProgram(program, await freePort(), {
    DATABASE_URL: process.env.DATABASE_URL ?? '',
    DAYBOOK_BOOKS: process.env.DAYBOOK_BOOKS ?? '',
    DAYBOOK_FOUND_ON: 'east',
  });
  await ready(server);
});
afterAll(async () => {
  server?.process.kill('SIGTERM');
  await server?.ended;
  await servers.leave();
});

/** The status of a sign-in with a password, and the token it gives. */
async function signIn(email: string, password: string) {
  const answer = await fetch(`${server.base}/auth/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ grant_type: 'password', email, password }),
  });
  const { access_token: token } = (await answer.json()) as { access_token?: string };
  return { status: answer.status, token: token ?? '' };
}

/** Asks a procedure as the bearer of a token, in the organization with a short name. Throws for a refusal. */
async function ask<Answer>(
  procedure: string,
  input: unknown,
  { token, slug }: { readonly token?: string; readonly slug?: string },
): Promise<Answer> {
  const reads = /\.(?:me|list|page|get)$/.test(procedure);
  const text = JSON.stringify(superjson.serialize(input));
  const answer = await fetch(
    `${server.base}/api/trpc/${procedure}${reads ? `?input=${encodeURIComponent(text)}` : ''}`,
    {
      method: reads ? 'GET' : 'POST',
      headers: {
        'content-type': 'application/json',
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(slug === undefined ? {} : { 'x-daybook-organization': slug }),
      },
      ...(reads ? {} : { body: text }),
    },
  );
  const body = (await answer.json()) as { result?: { data: never }; error?: unknown };
  if (body.result === undefined) throw new Error(`${answer.status} ${JSON.stringify(body.error)}`);
  return superjson.deserialize<Answer>(body.result.data);
}

interface Me {
  readonly organizations: readonly { readonly organizationName: string }[];
}
const organizationsOf = async (token: string) =>
  (await ask<Me>('session.me', undefined, { token })).organizations
    .map(({ organizationName }) => organizationName)
    .sort();

describe('an organization whose books are on another server than the accounts', () => {
  it('is founded, joined, switched to and left over HTTP like any other', async () => {
    const owner = await signIn(home.users.admin.email, PASSWORD);
    expect(owner.status).toBe(200);
    const { token } = owner;
    const { slug, id: eastId } = await ask<{ slug: string; id: string }>(
      'organizations.create',
      { name: 'Borealis', baseCurrency: 'EUR' },
      { token, slug: home.organizationId },
    );
    const placed = await servers.asOwner<{ name: string }>('east', 'select name from organizations');
    expect(placed).toEqual([{ name: 'Borealis' }]);
    // What the organization switcher offers, and what each choice opens.
    expect(await organizationsOf(token)).toEqual(['Borealis', 'Home']);
    const name = async (id: string, named: string, as = token) =>
      (await ask<{ name: string }>('organizations.get', { id }, { token: as, slug: named })).name;
    expect(await name(eastId, slug)).toBe('Borealis');
    expect(await name(home.organizationId, home.organizationId)).toBe('Home');

    const email = 'kim@borealis.example';
    const { link } = await ask<{ link: string }>(
      'members.invite',
      { name: 'Kim Lee', email, roles: ['accountant'], sendMail: false },
      { token, slug },
    );
    const password = 'nine copper kettles sing';
    await ask('invitations.join', { secret: link.split('#')[1], name: 'Kim Lee', password }, {});
    const kim = await signIn(email, password);
    expect(kim.status).toBe(200);
    expect(await organizationsOf(kim.token)).toEqual(['Borealis']);
    await ask('customers.create', { companyName: 'Kestrel' }, { token: kim.token, slug });
    await expect(
      ask('customers.create', { companyName: 'Kestrel' }, { token: kim.token, slug: home.organizationId }),
    ).rejects.toThrow(/40[34]/);

    const members = await ask<{ id: string; email: string }[]>('members.list', {}, { token, slug });
    const { id } = members.find((member) => member.email === email) ?? {};
    await ask('members.remove', { id }, { token, slug });
    // Within seconds: a process remembers for a moment who may do what.
    await expect
      .poll(() =>
        name(eastId, slug, kim.token).then(
          () => 'in',
          () => 'out',
        ),
      )
      .toBe('out');
    await expect(
      ask('customers.create', { companyName: 'Falcon' }, { token: kim.token, slug }),
    ).rejects.toThrow(/40[134]/);
    const customers = await servers.asOwner<{ n: number }>(
      'east',
      `select count(*)::int as n from customers where company_name in ('Kestrel', 'Falcon')`,
    );
    expect(customers).toEqual([{ n: 1 }]);
  });
});
