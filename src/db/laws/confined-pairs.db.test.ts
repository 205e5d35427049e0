import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closeConnections } from '@/db/client';
import { sql, withTenantSql } from '@/db/tenancy';
import { newId } from '@/lib/ids';
import { createDocument } from '@/testing/documents';
import { foundTestOrganization, type TestOrganization } from '@/testing/organization';
import { runForOutput } from '@/usecases/kit/run';
import { createSubsidiary } from '@/usecases/subsidiaries/create-subsidiary';

// Proves the law identity/confined of prisma/sql for documents between subsidiaries.

let org: TestOrganization;
let root: string;
let leaf: string;

beforeAll(async () => {
  org = await foundTestOrganization();
  root = org.ids.rootSubsidiary;
  leaf = (
    await runForOutput(createSubsidiary, org.callAs('admin'), { name: 'LEAF', code: 'LEAF', parentId: root })
  ).id;
});
afterAll(closeConnections);

type Reach = readonly string[] | null;

/** One statement as somebody who reaches these subsidiaries; null: all of them. */
const as = (
  subsidiaryIds: Reach,
  text: string,
  values: readonly unknown[] = [],
  userId: string | null = null,
) =>
  withTenantSql({ organizationId: org.principals.admin.organizationId, userId, subsidiaryIds }, (tenant) =>
    sql<Record<string, unknown>>(tenant, text, values),
  );

/** Stores a row with these columns and an id, and answers the id. */
async function add(table: string, columns: Readonly<Record<string, unknown>>, by: Reach = null) {
  const row = { organization_id: org.organizationId, id: newId(), ...columns };
  const names = Object.keys(row).join(', ');
  await as(
    by,
    `insert into ${table} (${names}) select ${names} from jsonb_populate_record(null::${table}, $1::jsonb)`,
    [JSON.stringify(row)],
  );
  return row.id;
}

/** Those of the rows that somebody sees, in the order given. */
async function seen(reach: Reach, table: string, ids: readonly string[], userId: string | null = null) {
  const rows = await as(reach, `select id from ${table} where id = any ($1::uuid[])`, [ids], userId);
  return ids.filter((id) => rows.some((row) => row.id === id));
}

const REFUSED = /row-level security policy "confined/;

describe('a caller confined to subsidiaries', () => {
  it('sees the pairs of documents in which their subsidiary is one side, and makes none between others', async () => {
    const third = (
      await runForOutput(createSubsidiary, org.callAs('admin'), {
        name: 'THIRD',
        code: 'THIRD',
        parentId: root,
      })
    ).id;
    const of = async (subsidiary_id: string, sister_id: string, by: Reach = null) =>
      add(
        'intercompany_pairs',
        {
          source_id: (await createDocument(org, { subsidiaryId: subsidiary_id })).id,
          subsidiary_id,
          sister_id,
          accepted_differences: [],
          recorded_at: '2026-11-05',
        },
        by,
      );
    const pairs = [await of(leaf, root), await of(root, leaf), await of(root, third)];
    expect(await seen([leaf], 'intercompany_pairs', pairs)).toEqual(pairs.slice(0, 2));
    expect(await seen(null, 'intercompany_pairs', pairs)).toEqual(pairs);
    await expect(of(root, third, [leaf])).rejects.toThrow(REFUSED);
  });
});
