import { beforeAll, expect, test } from 'vitest';
import { foundTestOrganization, type TestOrganization } from '@/testing/organization';
import { itemVerbs } from '@/usecases/items/item-records';
import { runForOutput } from '@/usecases/kit/run';
import { findEntityNames } from './find-entity-names';
import { listDocumentChoices } from './list-document-choices';
import { listEntityChoices } from './list-entity-choices';
import { listRecordChoices } from './list-record-choices';
import { searchEverything } from './search-records';

let ours: TestOrganization;
let theirs: TestOrganization;
beforeAll(async () => {
  ours = await foundTestOrganization();
  theirs = await foundTestOrganization();
});

test('the palette finds records by name and code, in every kind the caller may read', async () => {
  const found = await runForOutput(searchEverything, ours.callAs('admin'), { query: 'northw' });
  expect(found).toEqual([{ kind: 'customer', id: ours.ids.customer, code: null, name: 'Northwind' }]);
  const accounts = await runForOutput(searchEverything, ours.callAs('sales'), { query: 'receivable' });
  expect(accounts).toEqual([]);
});

test('LIKE wildcards in the search text match only themselves', async () => {
  expect(await runForOutput(searchEverything, ours.callAs('admin'), { query: '%%' })).toEqual([]);
});

test('forms offer active posting accounts, types with their kinds and dated tax rates', async () => {
  const choices = await runForOutput(listDocumentChoices, ours.callAs('accountant'), {});
  expect(choices.types.map((type) => type.kind)).toContain('JOURNAL');
  expect(choices.accounts.length).toBeGreaterThan(20);
  expect(choices.taxCodes.find((code) => code.id === ours.ids.taxCode)?.rates[0]?.percent).toMatch(/^\d/);
  expect(choices.subsidiaries).toMatchObject([{ id: ours.ids.rootSubsidiary, baseCurrency: 'USD' }]);
});

test('names of another organization are not returned', async () => {
  const ids = [ours.ids.customer, theirs.ids.customer];
  const names = await runForOutput(findEntityNames, ours.callAs('viewer'), { ids });
  expect(names).toEqual([{ id: ours.ids.customer, name: 'Northwind', kind: 'CUSTOMER' }]);
});

test('forms offer every item by code, even beyond one page, and inactive items only to name older records', async () => {
  const call = ours.callAs('admin');
  const before = await runForOutput(listRecordChoices, call, { kind: 'ITEM' });
  for (let n = 0; n < 103; n += 1) {
    await runForOutput(itemVerbs.create, call, { code: `Z${String(n).padStart(3, '0')}`, name: `Item ${n}` });
  }
  const all = await runForOutput(listRecordChoices, call, { kind: 'ITEM' });
  expect(all).toHaveLength(before.length + 103);
  expect(all.map(({ code }) => code)).toEqual(all.map(({ code }) => code).sort());
  const last = all.at(-1)?.id ?? '';
  const { version } = await runForOutput(itemVerbs.get, call, { id: last });
  await runForOutput(
    itemVerbs.update,
    { ...call, expectedVersion: version },
    { id: last, data: { recordStatus: 'inactive' } },
  );
  const left = await runForOutput(listRecordChoices, call, { kind: 'ITEM' });
  expect(left.map(({ id }) => id)).not.toContain(last);
  const named = await runForOutput(listRecordChoices, call, { kind: 'ITEM', includeInactive: true });
  expect(named.find(({ id }) => id === last)).toMatchObject({ isActive: false });
  const others = await runForOutput(listRecordChoices, theirs.callAs('admin'), { kind: 'ITEM' });
  expect(others.filter(({ code }) => code.startsWith('Z'))).toEqual([]);
});

test('a role without the right to read projects is not offered any', async () => {
  await expect(
    runForOutput(listRecordChoices, ours.callAs('sales'), { kind: 'PROJECT' }),
  ).rejects.toMatchObject({ refusal: { code: 'FORBIDDEN' } });
});

test('a role without the right to read vendors is not offered any', async () => {
  await expect(
    runForOutput(listEntityChoices, ours.callAs('sales'), { kind: 'VENDOR' }),
  ).rejects.toMatchObject({
    refusal: { code: 'FORBIDDEN' },
  });
  expect(await runForOutput(listEntityChoices, ours.callAs('sales'), { kind: 'CUSTOMER' })).toHaveLength(1);
});
