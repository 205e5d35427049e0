import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { nextWaiting } from '@/db/stores/sales/source-orders';
import { withTenantReport } from '@/db/tenancy';
import { foundTestOrganization, type TestOrganization } from '@/testing/organization';
import { invoice, orderDesk } from '@/testing/outside/order-desk';
import { withOwner } from '@/testing/owner';
import { checkImport } from '@/usecases/imports/check-import';
import { listRowsOfImport } from '@/usecases/imports/list-import-rows';
import { runImport } from '@/usecases/imports/run-import';
import type { UseCase } from '@/usecases/kit/define';
import { run } from '@/usecases/kit/run';
import { countOrders, listOrders } from '@/usecases/orders/list-orders';
import { costOf, type Verb } from '../support/statement-costs';

/** A separate database: the pages that a statement touches depend on what other tests write at the same time. */
const database = await vi.hoisted(async () => (await import('@/testing/empty-database')).emptyDatabase());

/** Orders of one source that are already imported, all from the same file as the waiting ones. */
const SIZES = { few: 200, many: 20_000 } as const;
/**
 * How many pages of 8 kB a hundred times the orders may add, since indexes are deeper. Reading the file or its orders once would take over
 * a thousand.
 */
const MAY_ADD = 60;
const LARGE = ['import_rows', 'source_orders', 'source_order_files'];
const WAITING = 3;

type Name = keyof typeof SIZES;
interface Desk {
  readonly org: TestOrganization;
  readonly sourceId: string;
  /** A file that was imported, and one that was only checked. */
  readonly taken: string;
  readonly checked: string;
}
const desks = {} as Record<Name, Desk>;

beforeAll(async () => {
  for (const name of Object.keys(SIZES) as Name[]) {
    const org = await foundTestOrganization({ name, today: '2026-02-10' });
    const { ask, newSource, upload } = orderDesk(() => org);
    const { id: sourceId } = await newSource();
    const gifts = Array.from({ length: WAITING }, () => invoice({ Description: 'Gift voucher' }));
    const taken = await upload(sourceId, [invoice(), ...gifts]);
    await ask(runImport, { id: taken });
    const checked = await upload(sourceId, [invoice(), invoice({ Description: 'Gift voucher' })]);
    await ask(checkImport, { id: checked });
    await fill(org, { sourceId, taken, checked }, SIZES[name]);
    desks[name] = { org, sourceId, taken, checked };
  }
});
afterAll(() => database.leave());

/** Orders made from rows after those of the first file, and as many ready rows after those of the second. */
async function fill(
  org: TestOrganization,
  { sourceId, taken, checked }: Omit<Desk, 'org'>,
  count: number,
): Promise<void> {
  await withOwner(async (client) => {
    await client.query(`select set_config('app.organization_id', $1, false)`, [org.organizationId]);
    const given = [org.organizationId, sourceId, taken, count];
    await client.query(
      `with made as (
         insert into source_orders (organization_id, source_id, order_key, order_state, told, made)
         select $1, $2, 'filled ' || n, 'MADE', jsonb_build_object('line 1', repeat('x', 200)), '{}' from generate_series(1, $4::int) n
         returning id, order_key
       ), placed as (select id, 100 + row_number() over (order by id) as place from made), named as (
         insert into source_order_files (organization_id, order_id, import_id, row_count, units)
         select $1, id, $3, 1, array[place]::int[] from placed
       )
       insert into import_rows (organization_id, import_id, row_number, unit, cells, row_state, record_id, outcome)
       select $1, $3, place, place, '["a", "b"]', 'IMPORTED', id, 'Contract' from placed`,
      given,
    );
    await client.query(
      `insert into import_rows (organization_id, import_id, row_number, unit, cells, row_state, outcome)
       select $1, $2, 100 + n, 100 + n, '["a", "b"]', 'READY', 'Contract' from generate_series(1, $3::int) n`,
      [org.organizationId, checked, count],
    );
    await client.query(
      `update imports set row_count = row_count + $2::int, imported_count = imported_count + $2::int where id = $1`,
      [taken, count],
    );
    await client.query(
      `update imports set row_count = row_count + $2::int, ready_count = ready_count + $2::int where id = $1`,
      [checked, count],
    );
    await client.query(
      'update source_order_sums set made_count = made_count + $2::int where source_id = $1',
      [sourceId, count],
    );
    for (const table of LARGE) await client.query(`vacuum (analyze) ${table}`);
  });
}

const asked =
  <Input, Output>(useCase: UseCase<Input, Output>): Verb =>
  (call, input) =>
    run(useCase, call, input);
const nextOf =
  ({ org, sourceId }: Desk): Verb =>
  () =>
    withTenantReport({ organizationId: org.principals.admin.organizationId, userId: null }, async (tenant) =>
      nextWaiting(tenant, sourceId, 1, 51),
    );

describe('orders of another system, a hundred times as many', () => {
  test('a page of waiting rows, a page of orders by state and the next portion of a round cost only their own rows, however many others there are', async () => {
    const costs = async (name: Name) => {
      const desk = desks[name];
      const { org, sourceId, taken, checked } = desk;
      const of = (verb: Verb, input: object) => costOf(org, verb, input, LARGE);
      return {
        'rows that wait': await of(asked(listRowsOfImport), { id: taken, state: 'WAITING' }),
        'rows that would wait': await of(asked(listRowsOfImport), { id: checked, state: 'WAITING' }),
        'orders that wait': await of(asked(listOrders), { sourceId, state: 'WAITING' }),
        'orders that are nothing': await of(asked(listOrders), { sourceId, state: 'NOTHING' }),
        'all orders': await of(asked(listOrders), { sourceId }),
        counts: await of(asked(countOrders), {}),
        'the next of a round': await of(nextOf(desk), {}),
      };
    };
    const [few, many] = [await costs('few'), await costs('many')];
    for (const [title, { pages, scanned }] of Object.entries(many)) {
      expect(scanned, title).toEqual([]);
      expect(pages, title).toBeLessThan(few[title as keyof typeof few].pages + MAY_ADD);
    }
  });

  test('are listed and counted as a few are: those that wait, in order, and how many there are in each state', async () => {
    for (const name of Object.keys(SIZES) as Name[]) {
      const { org, sourceId, taken, checked } = desks[name];
      const { ask, orders } = orderDesk(() => org);
      const waiting = await ask(listRowsOfImport, { id: taken, state: 'WAITING' });
      expect(waiting.total).toBe(WAITING);
      expect(waiting.rows.map(({ rowNumber, rowState }) => [rowNumber, rowState])).toEqual([
        [2, 'WAITING'],
        [3, 'WAITING'],
        [4, 'WAITING'],
      ]);
      const would = await ask(listRowsOfImport, { id: checked, state: 'WAITING' });
      expect(would.rows.map(({ rowNumber }) => rowNumber)).toEqual([2]);
      expect(await orders(sourceId, 'WAITING')).toHaveLength(WAITING);
      const made = await ask(listOrders, { sourceId, state: 'MADE' });
      expect([made.total, made.rows.length]).toEqual([SIZES[name] + 1, 50]);
      expect(await ask(countOrders, {})).toEqual(
        expect.arrayContaining([
          { sourceId, orderState: 'MADE', count: SIZES[name] + 1 },
          { sourceId, orderState: 'WAITING', count: WAITING },
        ]),
      );
    }
  });
});
