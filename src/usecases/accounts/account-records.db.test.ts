import { afterAll, expect, test } from 'vitest';
import { closeConnections } from '@/db/client';
import { foundTestOrganization } from '@/testing/organization';
import { runForOutput } from '@/usecases/kit/run';
import { accountVerbs } from './account-records';
import { accountTree } from './account-tree';

afterAll(closeConnections);

test('the account that takes the year-end result stays an equity posting account (IN_USE); its name may change', async () => {
  const admin = (await foundTestOrganization()).callAs('admin');
  const chart = await runForOutput(accountTree, admin, {});
  const found = chart.find(({ isRetainedEarnings }) => isRetainedEarnings);
  if (found === undefined) throw new Error('the standard chart has such an account');
  const { id } = found;
  for (const data of [{ accountType: 'ASSET' as const }, { isSummary: true }]) {
    await expect(runForOutput(accountVerbs.update, admin, { id, data })).rejects.toMatchObject({
      refusal: { code: 'IN_USE', message: expect.stringContaining('its type') },
    });
  }
  expect(await runForOutput(accountVerbs.get, admin, { id })).toMatchObject({
    accountType: 'EQUITY',
    isSummary: false,
    version: found.version,
  });
  const data = { name: 'Profits kept', accountType: 'EQUITY' as const };
  expect(await runForOutput(accountVerbs.update, admin, { id, data })).toMatchObject({
    name: 'Profits kept',
  });
});
