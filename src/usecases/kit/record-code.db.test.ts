import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closeConnections } from '@/db/client';
import { sql, withTenantSql } from '@/db/tenancy';
import { contend, holdWrites } from '@/testing/contenders';
import { foundTestOrganization, type TestOrganization } from '@/testing/organization';
import { itemVerbs } from '@/usecases/items/item-records';
import { nextRecordCode } from './record-code';
import { runForOutput } from './run';

let books: TestOrganization;
const call = () => books.callAs('admin');
const claim = () => ({ organizationId: books.principals.admin.organizationId, userId: null });

beforeAll(async () => {
  books = await foundTestOrganization();
});
afterAll(closeConnections);

/** Items with the codes of a series, as a file from another system brings them. */
const bring = (from: number, to: number) =>
  withTenantSql(claim(), (tenant) =>
    sql(
      tenant,
      `insert into items (organization_id, id, code, name)
       select $1::uuid, daybook_uuid_v7(), 'ITEM-' || lpad(n::text, 5, '0'), 'Item ' || n from generate_series($2::int, $3::int) n`,
      [tenant.organizationId, from, to],
    ),
  );
const created = async () => (await runForOutput(itemVerbs.create, call(), { name: 'Next' })).code;

describe('a generated code', () => {
  it('follows those that were assigned by hand, and is never used twice', async () => {
    expect(await created()).toBe('ITEM-00001');
    await bring(2, 4_001);
    expect([await created(), await created()]).toEqual(['ITEM-04002', 'ITEM-04003']);
    await bring(4_005, 4_005);
    expect([await created(), await created()]).toEqual(['ITEM-04004', 'ITEM-04006']);
  });

  it('is found behind twenty thousand that are taken in a few questions', async () => {
    let asked = 0;
    const code = await withTenantSql(claim(), (tenant) =>
      nextRecordCode(tenant, 'PART', async (candidate) => {
        asked += 1;
        return Number(candidate.slice('PART-'.length)) <= 20_000;
      }),
    );
    expect(code).toBe('PART-20001');
    expect(asked).toBeLessThan(40);
    const next = await withTenantSql(claim(), (tenant) => nextRecordCode(tenant, 'PART', async () => false));
    expect(next).toBe('PART-20002');
  });

  it('is another one for each of many who ask at the same time', async () => {
    await bring(4_007, 4_100);
    const results = await contend(
      holdWrites(call().principal.organizationId),
      Array.from({ length: 6 }, () => () => created()),
    );
    const codes = results.map((one) => (one.status === 'fulfilled' ? one.value : String(one.reason)));
    expect(codes.sort()).toEqual([1, 2, 3, 4, 5, 6].map((n) => `ITEM-0410${n}`));
  });
});
