import { afterAll, describe, expect, test } from 'vitest';
import { closeConnections } from '@/db/client';
import { foundTestOrganization } from '@/testing/organization';
import { runForOutput } from '@/usecases/kit/run';
import { accountVerbs } from './account-records';
import { accountTree } from './account-tree';

afterAll(closeConnections);

describe('the chart of accounts', () => {
  test('is returned as a tree: every account once, under its parent, siblings by code', async () => {
    const organization = await foundTestOrganization();
    const call = organization.callAs('viewer');
    const admin = organization.callAs('admin');
    const parent = await runForOutput(accountVerbs.create, admin, { code: '0001', isSummary: true });
    for (const code of ['9002', '9001']) {
      await runForOutput(accountVerbs.create, admin, { code, parentId: parent.id });
    }
    const tree = await runForOutput(accountTree, call, {});
    expect(new Set(tree.map(({ id }) => id)).size).toBe(tree.length);
    expect(tree.slice(0, 3).map(({ code, depth, childCount }) => [code, depth, childCount])).toEqual([
      ['0001', 0, 2],
      ['9001', 1, 0],
      ['9002', 1, 0],
    ]);
    const place = new Map(tree.map(({ id }, index) => [id, index]));
    for (const [index, account] of tree.entries()) {
      if (account.parentId === null) expect(account.depth).toBe(0);
      else expect(place.get(account.parentId)).toBeLessThan(index);
    }
  });
});
