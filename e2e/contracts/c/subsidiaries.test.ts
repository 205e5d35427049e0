import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { closeConnections } from '@/db/client';
import { newId } from '@/lib/ids';
import { surfaceC } from '@/surfaces/c/surface';
import { contend, holdWrites, valuesOf } from '@/testing/contenders';
import { createDocument } from '@/testing/documents';
import { type Door, doorFor, routeOf, type Sent } from '@/testing/door';
import { foundTestOrganization, type TestOrganization } from '@/testing/organization';

let organization: TestOrganization;
let door: Door;

beforeAll(async () => {
  organization = await foundTestOrganization();
  door = doorFor(surfaceC, organization.principals.admin);
});
afterAll(closeConnections);

const PATH = '/api/v1/subsidiaries';
interface Shown {
  id: string;
  organizationId: string;
  name: string;
  code: string;
  description: string | null;
  parentId: string | null;
  isActive: boolean;
  createdAt: string;
  updatedAt: string;
}
const shown = (sent: Sent) => (sent.json as { subsidiary: Shown }).subsidiary;
let serial = 0;
const freshCode = () => {
  serial += 1;
  return `S-${serial}`;
};
const create = async (fields: object = {}): Promise<Shown> => {
  const sent = await door.send('POST', PATH, { body: { name: 'Iberia', code: freshCode(), ...fields } });
  expect(sent.status, sent.text).toBe(201);
  return shown(sent);
};
const matches = (operation: string, sent: Sent) => {
  const schema = routeOf(surfaceC, operation).success.schema as z.ZodObject;
  expect(schema.strict().parse(sent.json)).toEqual(sent.json);
};
const rejects = (sent: Sent, status: number, code: string) => {
  const body = sent.json as { message: string; code: string; details: object };
  expect({ status: sent.status, code: body.code }, sent.text).toEqual({ status, code });
  expect(Object.keys(body).sort()).toEqual(['code', 'details', 'message']);
  expect(body.message).toEqual(expect.stringMatching(/\S/));
  expect(body.details).toEqual(expect.any(Object));
  return body;
};

describe('4.4 create', () => {
  test('answers 201 with the subsidiary, fields of 2.5', async () => {
    const parent = await create();
    const body = {
      name: 'Porto',
      code: freshCode(),
      description: 'Sales office',
      parentId: parent.id,
      isActive: false,
    };
    const sent = await door.send('POST', PATH, { body });
    expect(sent.status).toBe(201);
    matches('C.subsidiaries.create', sent);
    expect(shown(sent)).toMatchObject({ ...body, organizationId: organization.organizationId });
    expect(sent.headers.get('etag')).toBe('"1"');
  });

  test('2.5: isActive defaults to true; description and parentId to null', async () => {
    expect(await create()).toMatchObject({ isActive: true, description: null, parentId: null });
  });

  test.each([
    ['name', { code: 'X' }],
    ['code', { name: 'X' }],
    ['name', { name: '', code: 'X' }],
    ['isActive', { name: 'X', code: 'X', isActive: 'yes' }],
    ['parentId', { name: 'X', code: 'X', parentId: 'not-an-id' }],
  ])('7.3 VALIDATION_ERROR names %s', async (field, body) => {
    const refused = rejects(await door.send('POST', PATH, { body }), 400, 'VALIDATION_ERROR');
    expect((refused.details as { issues: { field: string }[] }).issues.map((issue) => issue.field)).toContain(
      field,
    );
  });

  test('4.4 a code already used in the organization is rejected: 400 DUPLICATE_SUBSIDIARY_CODE', async () => {
    const { code } = await create();
    rejects(
      await door.send('POST', PATH, { body: { name: 'Twin', code } }),
      400,
      'DUPLICATE_SUBSIDIARY_CODE',
    );
  });

  test('8 of many simultaneous creations with one code exactly one wins', async () => {
    const body = { name: 'Race', code: freshCode() };
    const sent = valuesOf(
      await contend(
        holdWrites(organization.organizationId),
        Array.from({ length: 10 }, () => () => door.send('POST', PATH, { body })),
      ),
    );
    expect(sent.filter(({ status }) => status === 201)).toHaveLength(1);
    for (const lost of sent.filter(({ status }) => status !== 201)) {
      rejects(lost, 400, 'DUPLICATE_SUBSIDIARY_CODE');
    }
  });

  test('8 the code is unique within the organization only', async () => {
    const { code } = await create();
    const other = await foundTestOrganization();
    const sent = await doorFor(surfaceC, other.principals.admin).send('POST', PATH, {
      body: { name: 'Other', code },
    });
    expect(sent.status).toBe(201);
  });

  test('4.4 a parentId that does not exist is rejected: 400 PARENT_SUBSIDIARY_NOT_FOUND', async () => {
    const body = { name: 'Orphan', code: freshCode(), parentId: newId() };
    rejects(await door.send('POST', PATH, { body }), 400, 'PARENT_SUBSIDIARY_NOT_FOUND');
  });

  test("another organization's parent is treated as one that does not exist (All surfaces)", async () => {
    const other = await foundTestOrganization();
    const body = { name: 'Orphan', code: freshCode(), parentId: other.ids.rootSubsidiary };
    rejects(await door.send('POST', PATH, { body }), 400, 'PARENT_SUBSIDIARY_NOT_FOUND');
  });

  test('a new subsidiary has periods: documents can be created and posted in it at once', async () => {
    const made = await create();
    const document = await createDocument(organization, { subsidiaryId: made.id });
    expect(document.subsidiaryId).toBe(made.id);
  });
});

describe('4.4 list', () => {
  test('List defaults: limit 10, name ascending, the envelope of section 4', async () => {
    const org = await foundTestOrganization();
    const own = doorFor(surfaceC, org.principals.admin);
    for (const index of Array.from({ length: 12 }, (_, number) => number)) {
      await own.send('POST', PATH, {
        body: { name: `N${String(index).padStart(2, '0')}`, code: `C${99 - index}` },
      });
    }
    const sent = await own.send('GET', PATH);
    matches('C.subsidiaries.list', sent);
    const page = sent.json as {
      data: Shown[];
      total: number;
      page: number;
      limit: number;
      totalPages: number;
    };
    expect({ ...page, data: page.data.map(({ name }) => name) }).toEqual({
      data: ['N00', 'N01', 'N02', 'N03', 'N04', 'N05', 'N06', 'N07', 'N08', 'N09'],
      total: 13,
      page: 1,
      limit: 10,
      totalPages: 2,
    });
    expect(sent.headers.get('link')).toContain('rel="next"');
    const byCode = await own.send('GET', `${PATH}?orderBy=code&orderDirection=desc&limit=1&page=2`);
    expect((byCode.json as typeof page).data.map(({ code }) => code)).toEqual(['C99']);
  });

  test('filters by isActive and by parent; the literal null means top level', async () => {
    const org = await foundTestOrganization();
    const own = doorFor(surfaceC, org.principals.admin);
    const post = async (body: object) => shown(await own.send('POST', PATH, { body }));
    const top = await post({ name: 'Top', code: 'T' });
    await post({ name: 'Child', code: 'C', parentId: top.id, isActive: false });
    const names = async (query: string) =>
      ((await own.send('GET', `${PATH}?${query}`)).json as { data: Shown[] }).data.map(({ name }) => name);
    expect(await names('parentId=null')).toEqual(['Test organization', 'Top']);
    expect(await names(`parentId=${top.id}`)).toEqual(['Child']);
    expect(await names('isActive=false')).toEqual(['Child']);
    expect(await names('isActive=true')).toEqual(['Test organization', 'Top']);
  });

  test.each([
    'limit=101',
    'limit=0',
    'page=0',
    'orderBy=size',
    'orderDirection=up',
    'isActive=maybe',
    'parentId=x',
  ])('8 ?%s is a validation error that names the field', async (query) => {
    const refused = rejects(await door.send('GET', `${PATH}?${query}`), 400, 'VALIDATION_ERROR');
    expect(refused.details).toMatchObject({ issues: [{ field: query.split('=')[0] }] });
  });
});

describe('4.4 get', () => {
  test('returns the subsidiary; an unknown id 404 SUBSIDIARY_NOT_FOUND; a malformed one 400', async () => {
    const made = await create();
    const sent = await door.send('GET', `${PATH}/${made.id}`);
    matches('C.subsidiaries.get', sent);
    expect(shown(sent)).toEqual(made);
    expect(shown(await door.send('GET', `${PATH}/${made.id.toUpperCase()}`))).toEqual(made);
    rejects(await door.send('GET', `${PATH}/${newId()}`), 404, 'SUBSIDIARY_NOT_FOUND');
    rejects(
      await door.send('GET', `${PATH}/00000000-0000-0000-0000-000000000000`),
      404,
      'SUBSIDIARY_NOT_FOUND',
    );
    rejects(await door.send('GET', `${PATH}/17`), 400, 'VALIDATION_ERROR');
  });
});

describe('4.4 update', () => {
  test('omitted fields stay, null clears, parentId null makes it top level', async () => {
    const parent = await create();
    const made = await create({ parentId: parent.id, description: 'Old' });
    const put = async (body: object) => shown(await door.send('PUT', `${PATH}/${made.id}`, { body }));
    expect(await put({ name: 'Renamed' })).toMatchObject({
      ...made,
      name: 'Renamed',
      updatedAt: expect.any(String),
    });
    expect(await put({ description: null })).toMatchObject({ description: null, parentId: parent.id });
    expect(await put({ parentId: null })).toMatchObject({ parentId: null, name: 'Renamed' });
    expect(await put({ isActive: false })).toMatchObject({ isActive: false });
  });

  test('a client may PUT back what it got: read-only fields are ignored (All surfaces)', async () => {
    const made = await create();
    const sent = await door.send('PUT', `${PATH}/${made.id}`, { body: { ...made, id: newId() } });
    expect(shown(sent)).toMatchObject({ id: made.id, name: made.name });
  });

  test('4.4 every rule of the tree, by its own code, and nothing changes', async () => {
    const top = await create();
    const middle = await create({ parentId: top.id });
    const leaf = await create({ parentId: middle.id });
    const put = (id: string, body: object) => door.send('PUT', `${PATH}/${id}`, { body });
    rejects(await put(top.id, { parentId: top.id }), 400, 'INVALID_PARENT_REFERENCE');
    rejects(await put(top.id, { parentId: top.id.toUpperCase() }), 400, 'INVALID_PARENT_REFERENCE');
    rejects(await put(top.id, { parentId: leaf.id }), 400, 'CIRCULAR_REFERENCE');
    rejects(await put(top.id, { parentId: newId() }), 400, 'PARENT_SUBSIDIARY_NOT_FOUND');
    rejects(await put(top.id, { code: leaf.code }), 400, 'DUPLICATE_SUBSIDIARY_CODE');
    rejects(await put(newId(), { name: 'Nobody' }), 404, 'SUBSIDIARY_NOT_FOUND');
    rejects(await put(top.id, { name: null }), 400, 'VALIDATION_ERROR');
    expect(shown(await door.send('GET', `${PATH}/${top.id}`))).toEqual(top);
  });

  test('8 two simultaneous moves never form a circle', async () => {
    const [one, two] = [await create(), await create()];
    const outcomes = await contend(holdWrites(organization.organizationId), [
      () => door.send('PUT', `${PATH}/${one.id}`, { body: { parentId: two.id } }),
      () => door.send('PUT', `${PATH}/${two.id}`, { body: { parentId: one.id } }),
    ]);
    expect(
      valuesOf(outcomes)
        .map(({ status }) => status)
        .sort(),
    ).toEqual([200, 400]);
  });

  test('If-Match that no longer matches: 412 (All surfaces, Concurrency)', async () => {
    const made = await create();
    const put = (version: string) =>
      door.send('PUT', `${PATH}/${made.id}`, { body: { name: 'New' }, headers: { 'if-match': version } });
    expect((await put('"1"')).headers.get('etag')).toBe('"2"');
    rejects(await put('"1"'), 412, 'STALE_VERSION');
  });
});

describe('4.4 delete', () => {
  test('answers success and a message, and the subsidiary no longer exists', async () => {
    const made = await create();
    const sent = await door.send('DELETE', `${PATH}/${made.id}`);
    expect(sent.status).toBe(200);
    matches('C.subsidiaries.remove', sent);
    rejects(await door.send('GET', `${PATH}/${made.id}`), 404, 'SUBSIDIARY_NOT_FOUND');
    rejects(await door.send('DELETE', `${PATH}/${made.id}`), 404, 'SUBSIDIARY_NOT_FOUND');
  });

  test('4.4 one with children is rejected: 400 SUBSIDIARY_HAS_CHILDREN; once they are moved it can be deleted', async () => {
    const top = await create();
    const child = await create({ parentId: top.id });
    rejects(await door.send('DELETE', `${PATH}/${top.id}`), 400, 'SUBSIDIARY_HAS_CHILDREN');
    await door.send('PUT', `${PATH}/${child.id}`, { body: { parentId: null } });
    expect((await door.send('DELETE', `${PATH}/${top.id}`)).status).toBe(200);
  });

  test('one that documents refer to cannot be deleted: 409, and nothing changes', async () => {
    const made = await create();
    await createDocument(organization, { subsidiaryId: made.id });
    rejects(await door.send('DELETE', `${PATH}/${made.id}`), 409, 'IN_USE');
    expect(shown(await door.send('GET', `${PATH}/${made.id}`))).toEqual(made);
  });
});

describe('7.3 authorization', () => {
  test('reading requires only membership; writing without the permission is 403 INSUFFICIENT_PERMISSIONS', async () => {
    const viewer = doorFor(surfaceC, organization.principals.viewer);
    const made = await create();
    expect((await viewer.send('GET', `${PATH}/${made.id}`)).status).toBe(200);
    rejects(
      await viewer.send('POST', PATH, { body: { name: 'X', code: 'X' } }),
      403,
      'INSUFFICIENT_PERMISSIONS',
    );
    rejects(await viewer.send('PUT', `${PATH}/${made.id}`, { body: {} }), 403, 'INSUFFICIENT_PERMISSIONS');
    rejects(await viewer.send('DELETE', `${PATH}/${made.id}`), 403, 'INSUFFICIENT_PERMISSIONS');
  });

  test("another organization's subsidiary gets exactly the answer of one that does not exist", async () => {
    const made = await create();
    const other = doorFor(surfaceC, (await foundTestOrganization()).principals.admin);
    for (const [method, body] of [['GET'], ['PUT', { name: 'Mine' }], ['DELETE']] as const) {
      const options = body === undefined ? {} : { body };
      const foreign = await other.send(method, `${PATH}/${made.id}`, options);
      const unknown = await other.send(method, `${PATH}/${made.id.slice(0, -1)}0`, options);
      expect(foreign.status).toBe(404);
      expect(foreign.text.replaceAll(made.id, 'ID')).toBe(
        unknown.text.replaceAll(`${made.id.slice(0, -1)}0`, 'ID'),
      );
    }
  });
});

test('dryRun=true answers as if it had been done and stores nothing (Additions on C)', async () => {
  const body = { name: 'Ghost', code: freshCode() };
  const dry = await door.send('POST', `${PATH}?dryRun=true`, { body });
  expect(dry.status).toBe(201);
  rejects(await door.send('GET', `${PATH}/${shown(dry).id}`), 404, 'SUBSIDIARY_NOT_FOUND');
  expect((await door.send('POST', PATH, { body })).status).toBe(201);
});

test('Idempotency: the same key and body replay the stored answer; another body is 422', async () => {
  const headers = { 'idempotency-key': newId() };
  const body = { name: 'Once', code: freshCode() };
  const first = await door.send('POST', PATH, { body, headers });
  const again = await door.send('POST', PATH, { body, headers });
  expect(again.headers.get('idempotent-replayed')).toBe('true');
  expect(again.text).toBe(first.text);
  rejects(
    await door.send('POST', PATH, { body: { ...body, name: 'Twice' }, headers }),
    422,
    'IDEMPOTENCY_MISMATCH',
  );
});

test('bad JSON, a wrong content type, an unknown path and method are answered in the form of 7.3', async () => {
  rejects(await door.send('POST', PATH, { raw: '{' }), 400, 'VALIDATION_ERROR');
  rejects(
    await door.send('POST', PATH, { raw: 'a=1', headers: { 'content-type': 'text/plain' } }),
    400,
    'VALIDATION_ERROR',
  );
  rejects(await door.send('POST', PATH, { raw: `"${'x'.repeat(1024 * 1024)}"` }), 413, 'BODY_TOO_LARGE');
  rejects(await door.send('GET', '/api/v1/nothing'), 404, 'ROUTE_NOT_FOUND');
  const sent = await door.send('PATCH', PATH);
  rejects(sent, 405, 'METHOD_NOT_ALLOWED');
  expect(sent.headers.get('allow')).toBe('POST, GET');
});
