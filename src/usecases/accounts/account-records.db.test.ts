import { afterAll, expect, test } from 'vitest';
import { closeConnections } from '@/db/client';
import { journalLines, postedDocument } from '@/testing/documents';
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

test('an account with postings keeps its subledger, or stays without one (IN_USE, with the way out); without postings it may change', async () => {
  const org = await foundTestOrganization();
  const admin = org.callAs('admin');
  await postedDocument(org);
  const lines = journalLines(org, [
    ['1110', '10'],
    ['4600', '-10'],
  ]);
  await postedDocument(org, { kind: 'JOURNAL', lines });
  const read = (code: string) => runForOutput(accountVerbs.get, admin, { id: org.account(code) });
  const set = (
    code: string,
    data: { controlFor?: 'DEFERRED_REVENUE' | 'PAYABLE' | 'RECEIVABLE' | null; isControl?: boolean },
  ) => runForOutput(accountVerbs.update, admin, { id: org.account(code), data });
  for (const code of ['1210', '4600']) {
    const before = await read(code);
    for (const data of [{ controlFor: 'DEFERRED_REVENUE' as const }, { controlFor: 'PAYABLE' as const }]) {
      await expect(set(code, data)).rejects.toMatchObject({
        refusal: {
          code: 'IN_USE',
          message: `Account ${code} is used by ledger entries, so the subledger it stands for cannot change: add another account and move the balance to it with a journal entry.`,
        },
      });
    }
    expect(await read(code)).toEqual(before);
  }
  for (const data of [{ controlFor: null }, { isControl: false }]) {
    await expect(set('1210', data)).rejects.toMatchObject({ refusal: { code: 'IN_USE' } });
  }
  expect(await read('1210')).toMatchObject({ controlFor: 'RECEIVABLE', isControl: true });
  // Saying what is so already changes nothing, and is not a reason to refuse.
  expect(await set('1210', { controlFor: 'RECEIVABLE' })).toMatchObject({ controlFor: 'RECEIVABLE' });
  expect(await set('1140', { controlFor: 'PAYABLE' })).toMatchObject({
    controlFor: 'PAYABLE',
    isControl: true,
  });
});
