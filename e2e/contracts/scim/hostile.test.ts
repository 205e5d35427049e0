import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closeConnections } from '@/db/client';
import { fingerprint } from '../../support/fingerprint';
import { type Directory, ERROR, GROUP, openDirectory, USER } from './directory';

// Requests that no real directory sends: each gets a SCIM error quickly and changes nothing.

let home: Directory;
beforeAll(async () => {
  home = await openDirectory();
});
afterAll(closeConnections);

const PATCH = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';
const deep = (levels: number): unknown => (levels === 0 ? 'x' : { name: deep(levels - 1) });
const VALUES: readonly unknown[] = [
  null,
  0,
  -1,
  1e308,
  '',
  ' ',
  'x'.repeat(100_000),
  '\u0000',
  '\ud800',
  '"; drop table users; --',
  [],
  [[[]]],
  {},
  { value: {} },
  [{ value: null }],
  deep(15),
  deep(40),
];
const PATHS = [
  'userName',
  'name',
  'name.givenName',
  'emails',
  'emails[type eq "work"].value',
  'emails[',
  'emails]',
  'emails[].value',
  'active',
  'externalId',
  'displayName',
  'members',
  'members[value eq "x"]',
  'members[value eq]',
  'members[not (value pr)]',
  'constructor',
  'toString.name',
  '.',
  '..',
  'urn:',
  `${USER}:`,
  '',
];

describe('a hostile directory', () => {
  it('is never answered with 500, and leaves people and groups that others sent as they were', async () => {
    const person = await home.tell({ externalId: 'kept' });
    const group = await home.group('Kept', [person.id]);
    const before = await Promise.all([
      home.send('GET', `/Users/${person.id}`),
      home.send('GET', `/Groups/${group.id}`),
    ]);
    const other = await home.tell();
    const filled = await home.group('Given up', [other.id]);
    const bad: string[] = [];
    const ask = async (method: string, path: string, body: unknown) => {
      const { status, body: reported } = await home.send(method, path, body);
      const isTold = status < 400 || (reported.schemas as string[] | undefined)?.[0] === ERROR;
      if (status >= 500 || !isTold)
        bad.push(`${status} ${method} ${path} ${JSON.stringify(body)?.slice(0, 120)}`);
    };
    for (const value of VALUES) {
      for (const path of ['/Users', `/Users/${other.id}`, '/Groups', `/Groups/${filled.id}`]) {
        const method = path.split('/').length > 2 ? 'PUT' : 'POST';
        await ask(method, path, value);
        const schema = path.startsWith('/Users') ? USER : GROUP;
        for (const name of ['userName', 'emails', 'members', 'displayName', 'externalId']) {
          await ask(method, path, { schemas: [schema], [name]: value });
        }
      }
      for (const path of [`/Users/${other.id}`, `/Groups/${filled.id}`]) {
        await ask('PATCH', path, { schemas: [PATCH], Operations: value });
        await ask('PATCH', path, { schemas: value, Operations: [{ op: 'add', value: {} }] });
      }
    }
    for (const path of PATHS) {
      for (const op of ['add', 'replace', 'remove']) {
        for (const value of [null, '', { value: {} }]) {
          await ask('PATCH', `/Users/${other.id}`, { schemas: [PATCH], Operations: [{ op, path, value }] });
          await ask('PATCH', `/Groups/${filled.id}`, { schemas: [PATCH], Operations: [{ op, path, value }] });
        }
      }
    }
    expect(bad).toEqual([]);
    const after = await Promise.all([
      home.send('GET', `/Users/${person.id}`),
      home.send('GET', `/Groups/${group.id}`),
    ]);
    expect(after.map(({ body }) => body)).toEqual(before.map(({ body }) => body));
  });

  it('is refused filters, paths and lists of operations that would take long to read, and nothing changes', async () => {
    const home = await openDirectory('Hostile once more');
    const { id } = await home.tell();
    const before = await fingerprint(home.org.organizationId);
    const many = Array.from({ length: 20_000 }, () => ({ op: 'add', path: 'x', value: 1 }));
    const long = `members[${Array.from({ length: 60 }, () => 'value eq "x"').join(' or ')}]`;
    for (const Operations of [
      many,
      [{ op: 'remove', path: long }],
      [{ op: 'remove', path: `a${'['.repeat(400)}` }],
    ]) {
      const { status, body } = await home.send('PATCH', `/Users/${id}`, { schemas: [PATCH], Operations });
      expect({ status, schemas: body.schemas }).toEqual({ status: 400, schemas: [ERROR] });
    }
    const nested = `${'('.repeat(30)}a pr${' or b pr)'.repeat(30)}`;
    for (const filter of [nested, 'a eq "'.repeat(200), `${'not '.repeat(300)}a pr`]) {
      const { status } = await home.send('GET', `/Users?filter=${encodeURIComponent(filter)}`);
      expect(status).toBe(400);
    }
    expect(await fingerprint(home.org.organizationId)).toEqual(before);
  });
});
