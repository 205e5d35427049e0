import { PrismaPg } from '@prisma/adapter-pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { foundTestOrganization, type TestOrganization } from '@/testing/organization';
import { closeConnections } from './client';
import { PrismaClient } from './generated/client';
import { TenantPool } from './pool';
import { DIRECTORY } from './servers';
import { prospects } from './stores/sales/prospects';
import { sql, withTenantRead, withTenantSql, withTenantWrite } from './tenancy';

const holder = globalThis as typeof globalThis & { daybookConnections?: unknown };
const claimOf = (org: TestOrganization) => ({
  organizationId: org.principals.admin.organizationId,
  userId: null,
});

let mine: TestOrganization;
let theirs: TestOrganization;
let foreign: { readonly id: string; readonly name: string };

/** From here on the stores run as the database's owner, to whom row security does not apply. */
beforeAll(async () => {
  mine = await foundTestOrganization();
  theirs = await foundTestOrganization();
  const insert = (org: TestOrganization, name: string) =>
    withTenantWrite(claimOf(org), (tenant) => prospects.insert(tenant, { name }));
  await insert(mine, 'Mine');
  foreign = await insert(theirs, 'Theirs');
  await closeConnections();
  const pool = new TenantPool({ connectionString: process.env.DAYBOOK_TEST_OWNER_URL });
  const prisma = new PrismaClient({ adapter: new PrismaPg(pool) });
  holder.daybookConnections = {
    open: new Map([[`${DIRECTORY}/all`, { server: DIRECTORY, pool, prisma, unwatch: () => undefined }]]),
    others: new Set(),
  };
  const [seen] = await withTenantSql(claimOf(mine), (tenant) =>
    sql<{ count: number }>(tenant, 'select count(*)::int as count from prospects where id = $1', [
      foreign.id,
    ]),
  );
  expect(seen?.count, 'row security is off').toBe(1);
});
afterAll(closeConnections);

const reading = <T>(work: Parameters<typeof withTenantRead<T>>[1]) => withTenantRead(claimOf(mine), work);
const writing = <T>(work: Parameters<typeof withTenantWrite<T>>[1]) => withTenantWrite(claimOf(mine), work);

describe('the record store without row security', () => {
  it('finds no record of another organization, by id or by any other field', async () => {
    expect(await reading((tenant) => prospects.find(tenant, foreign.id))).toBeNull();
    expect(await reading((tenant) => prospects.findWhere(tenant, { name: 'Theirs' }))).toBeNull();
  });

  it('lists, counts and pages only the records of the organization', async () => {
    const names = (rows: readonly { readonly name: string }[]) => rows.map(({ name }) => name);
    expect(names(await reading((tenant) => prospects.list(tenant)))).toEqual(['Mine']);
    expect(await reading((tenant) => prospects.count(tenant))).toBe(1);
    const page = await reading((tenant) => prospects.page(tenant, {}));
    expect([names(page.rows), page.total]).toEqual([['Mine'], 1]);
  });

  it('changes and deletes no record of another organization', async () => {
    const data = { name: 'Taken' };
    expect(await writing((tenant) => prospects.update(tenant, foreign.id, data))).toBeNull();
    expect(await writing((tenant) => prospects.updateWhere(tenant, foreign.id, {}, data))).toBeNull();
    expect(await writing((tenant) => prospects.remove(tenant, foreign.id))).toBe(false);
    const kept = await withTenantRead(claimOf(theirs), (tenant) => prospects.find(tenant, foreign.id));
    expect(kept).toEqual(foreign);
  });
});
