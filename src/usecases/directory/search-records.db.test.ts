import { beforeAll, expect, test } from 'vitest';
import { sql, withTenantWrite } from '@/db/tenancy';
import { foundTestOrganization, type TestOrganization } from '@/testing/organization';
import { itemVerbs } from '@/usecases/items/item-records';
import { runForOutput } from '@/usecases/kit/run';
import { priceListVerbs } from '@/usecases/price-lists/price-list-records';
import { priceVerbs } from '@/usecases/price-lists/prices';
import { findEntityNames } from './find-entity-names';
import { listDocumentChoices } from './list-document-choices';
import { listEntityChoices } from './list-entity-choices';
import { listItemChoices } from './list-item-choices';
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

const manyItems = (call: ReturnType<TestOrganization['callAs']>, from: number, to: number) => {
  const { organizationId } = call.principal;
  return withTenantWrite({ organizationId, userId: null }, (tenant) =>
    sql(
      tenant,
      `insert into items (id, organization_id, code, name, updated_at)
       select gen_random_uuid(), $1::uuid, 'Z' || lpad(n::text, 3, '0'), 'Item ' || n, now() from generate_series($2::int, $3::int) n`,
      [organizationId, from, to - 1],
    ),
  );
};

test('forms offer every item by code while these are few, and an inactive one only by its id, to name older records', async () => {
  const call = ours.callAs('admin');
  const before = await runForOutput(listRecordChoices, call, { kind: 'ITEM' });
  await manyItems(call, 0, 103);
  const all = await runForOutput(listRecordChoices, call, { kind: 'ITEM' });
  expect(all.rows).toHaveLength(before.rows.length + 103);
  expect(all.isPart).toBe(false);
  expect(all.rows.map(({ code }) => code)).toEqual(all.rows.map(({ code }) => code).sort());
  const last = all.rows.at(-1)?.id ?? '';
  const { version } = await runForOutput(itemVerbs.get, call, { id: last });
  await runForOutput(
    itemVerbs.update,
    { ...call, expectedVersion: version },
    { id: last, data: { recordStatus: 'inactive' } },
  );
  const left = await runForOutput(listRecordChoices, call, { kind: 'ITEM' });
  expect(left.rows.map(({ id }) => id)).not.toContain(last);
  const named = await runForOutput(listRecordChoices, call, { kind: 'ITEM', ids: [last] });
  expect(named.rows).toMatchObject([{ id: last, isActive: false }]);
  const stranger = theirs.callAs('admin');
  expect(await runForOutput(listRecordChoices, stranger, { kind: 'ITEM', ids: [last] })).toMatchObject({
    rows: [],
  });
  const others = await runForOutput(listRecordChoices, stranger, { kind: 'ITEM' });
  expect(others.rows.filter(({ code }) => code.startsWith('Z'))).toEqual([]);
});

test('of more than five hundred a form is offered the first sixty, and the others by what is typed, or what cells of a table say', async () => {
  const call = ours.callAs('admin');
  await manyItems(call, 200, 650);
  const first = await runForOutput(listRecordChoices, call, { kind: 'ITEM' });
  expect(first.rows).toHaveLength(60);
  expect(first.isPart).toBe(true);
  const typed = await runForOutput(listRecordChoices, call, { kind: 'ITEM', typed: 'item 64' });
  expect(typed.rows.map(({ code }) => code)).toEqual(
    [64, ...Array.from({ length: 10 }, (_, n) => 640 + n)].map((n) => `Z${String(n).padStart(3, '0')}`),
  );
  expect(typed.isPart).toBe(false);
  const many = await runForOutput(listRecordChoices, call, { kind: 'ITEM', typed: 'item' });
  expect(many.rows).toHaveLength(60);
  expect(many.isPart).toBe(true);
  const texts = ['z640', 'Z641 Item 641', 'item 642', 'no such item'];
  const named = await runForOutput(listRecordChoices, call, { kind: 'ITEM', texts });
  expect(named.rows.map(({ code }) => code)).toEqual(['Z640', 'Z641', 'Z642']);
});

test('an item that is found by what is typed has its prices for the customer, as one that is loaded has', async () => {
  const call = ours.callAs('admin');
  const terms = { currencyCode: 'USD', date: ours.clock.today(), customerId: ours.ids.customer };
  const list = await runForOutput(priceListVerbs.create, call, {
    code: 'STD',
    name: 'Standard',
    currencyCode: 'USD',
    isDefault: true,
  });
  const { rows } = await runForOutput(listItemChoices, call, { ...terms, typed: 'Z300' });
  expect(rows).toMatchObject([{ code: 'Z300', prices: [] }]);
  const itemId = rows[0]?.id ?? '';
  for (const [minimumQuantity, unitPrice] of [
    ['1', '20'],
    ['10', '18.5'],
  ] as const)
    await runForOutput(priceVerbs.create, call, {
      ...{ priceListId: list.id, itemId, minimumQuantity, unitPrice, validFrom: '2020-01-01' },
    });
  const prices = [
    { from: '10', unitPrice: '18.5' },
    { from: '1', unitPrice: '20' },
  ];
  for (const asked of [{ typed: 'Z300' }, { ids: [itemId] }, { texts: ['z300'] }]) {
    const found = await runForOutput(listItemChoices, call, { ...terms, ...asked });
    expect(found.rows).toMatchObject([{ id: itemId, prices }]);
  }
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
  const customers = await runForOutput(listEntityChoices, ours.callAs('sales'), { kind: 'CUSTOMER' });
  expect(customers).toMatchObject({ rows: [{ name: 'Northwind' }], isPart: false });
});
