import { afterAll, expect, test } from 'vitest';
import { CHARTS } from '@/core/ledger/charts/charts';
import { closeConnections } from '@/db/client';
import { postedDocument } from '@/testing/documents';
import { foundTestOrganization, type TestOrganization } from '@/testing/organization';
import { accountTree } from '../accounts/account-tree';
import { foundChart } from '../founding/found-chart';
import type { UseCase } from '../kit/define';
import { runForOutput } from '../kit/run';
import { trialBalanceReport } from '../reports/show-trial-balance';
import { createImport } from './create-import';
import { listRowsOfImport } from './list-import-rows';
import { runImport } from './run-import';

afterAll(closeConnections);

/** A chart as another ledger exports it: children before their parents, types in its own words, balances that are not sides. */
const FILE = [
  ['Account Number', 'Account Name', 'Account Type', 'Parent account', 'Balance'],
  ['70100', 'Checking', 'Bank', '70000', '12,000.00'],
  ['70000', 'Cash in banks', 'Bank', '', ''],
  ['75000', 'Subscriptions sold', 'Income', '', '-900.00'],
  ['76000', 'Hosting', 'Cost of Goods Sold', '', ''],
  ['77000', 'Mystery', 'Statistical', '', ''],
];

test('your own chart is imported on top of the accounts that the books post to, and documents post to it', async () => {
  const org = await foundTestOrganization({ today: '2026-11-21' });
  const ask = <Input, Output>(useCase: UseCase<Input, Output>, input: unknown) =>
    runForOutput(useCase, org.callAs('admin'), input);
  await ask(foundChart, { chart: 'OWN' });
  const codes = async () => (await tree(org)).map(({ code }) => code).sort();
  const kept = CHARTS.OWN.accounts.map(({ code }) => code).sort();
  expect(await codes()).toEqual(kept);

  const [columns, ...rows] = FILE;
  const { id } = await ask(createImport, { noun: 'accounts', fileName: 'chart.csv', columns, rows });
  expect((await ask(runImport, { id })).counts).toMatchObject({ imported: 3, failed: 2 });
  // The account whose parent came behind it is taken in when the failures are tried again.
  expect((await ask(runImport, { id })).counts).toMatchObject({ imported: 4, failed: 1 });
  const { rows: failed } = await ask(listRowsOfImport, { id, state: 'FAILED' });
  expect(failed.map(({ errorField }) => errorField)).toEqual(['accountType']);
  expect(await codes()).toEqual([...kept, '70000', '70100', '75000', '76000'].sort());
  const own = new Map((await tree(org)).map((one) => [one.code, one]));
  expect(['70100', '75000', '76000'].map((code) => own.get(code)?.accountType)).toEqual([
    'ASSET',
    'REVENUE',
    'COST_OF_SALES',
  ]);
  expect(own.get('70100')?.parentId).toBe(own.get('70000')?.id);
  // Told again, it makes nothing more and says which are there.
  const again = await ask(createImport, { noun: 'accounts', fileName: 'chart.csv', columns, rows });
  expect((await ask(runImport, { id: again.id })).counts).toMatchObject({ imported: 0, failed: 5 });
  expect(await codes()).toHaveLength(kept.length + 4);

  await postedDocument(org, { lines: [{ accountId: own.get('75000')?.id }] });
  const { rows: balances } = await ask(trialBalanceReport, { asOf: '2026-11-30' });
  expect(balances.filter(({ code }) => code === '75000')).toHaveLength(1);
});

const tree = (org: TestOrganization) => runForOutput(accountTree, org.callAs('admin'), {});
