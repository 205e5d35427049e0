import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closeConnections } from '@/db/client';
import { ConfinedRows, type Reach } from '@/testing/confined-rows';
import { createDocument } from '@/testing/documents';
import { foundTestOrganization, type TestOrganization } from '@/testing/organization';
import { runForOutput } from '@/usecases/kit/run';
import { createSubsidiary } from '@/usecases/subsidiaries/create-subsidiary';

// Proves the law identity/confined of prisma/sql for documents between subsidiaries.

let org: TestOrganization;
let root: string;
let leaf: string;
let rows: ConfinedRows;

beforeAll(async () => {
  org = await foundTestOrganization();
  rows = new ConfinedRows(org.principals.admin.organizationId);
  root = org.ids.rootSubsidiary;
  leaf = (
    await runForOutput(createSubsidiary, org.callAs('admin'), { name: 'LEAF', code: 'LEAF', parentId: root })
  ).id;
});
afterAll(closeConnections);

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
      rows.add(
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
    expect(await rows.seen([leaf], 'intercompany_pairs', pairs)).toEqual(pairs.slice(0, 2));
    expect(await rows.seen(null, 'intercompany_pairs', pairs)).toEqual(pairs);
    await expect(of(root, third, [leaf])).rejects.toThrow(REFUSED);
  });
});
