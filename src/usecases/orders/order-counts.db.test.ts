import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { closeConnections } from '@/db/client';
import { ordersOfCheckedFile, ordersOfFiles } from '@/db/stores/sales/order-rows';
import { sql, type Tenant, withTenantSql } from '@/db/tenancy';
import { foundTestOrganization, type TestOrganization } from '@/testing/organization';
import { having, invoice, orderDesk, PLANS, WORKSHOPS } from '@/testing/outside/order-desk';
import { checkImport } from '../imports/check-import';
import { getImport } from '../imports/get-import';
import { listRowsOfImport } from '../imports/list-import-rows';
import { runImport } from '../imports/run-import';
import { updateMapping } from '../imports/update-mapping';
import { answerOrder } from './answer-order';
import { orderSourceVerbs } from './source-records';
import { takeUpOrders } from './take-up-orders';

let org: TestOrganization;
beforeAll(async () => {
  org = await foundTestOrganization({ today: '2026-02-10' });
});
afterAll(closeConnections);
const { ask, newSource, upload, orders } = orderDesk(() => org);

const STATES = ['READY', 'IMPORTED', 'WAITING', 'FAILED', 'PENDING'] as const;
const claim = () => ({ organizationId: org.principals.admin.organizationId, userId: null });

/** The rows of a file by their states, and its orders that wait, counted row by row. */
function countedOf(id: string): Promise<Record<string, number>> {
  return withTenantSql(claim(), async (tenant) => {
    const rows = await sql<{ state: string; rows: number; orders: number }>(
      tenant,
      `select s.state, count(*)::int as rows, count(distinct s.unit)::int as orders from (
         select r.unit, case when o.order_state = 'WAITING' or r.row_state = 'READY' and r.outcome like 'Waits: %' then 'WAITING'
           else r.row_state end as state
         from import_rows r
         left join source_orders o on o.organization_id = r.organization_id and o.id = r.record_id and r.row_state = 'IMPORTED'
         where r.import_id = $1::uuid
       ) s group by 1`,
      [id],
    );
    const found = (state: string) => rows.find((row) => row.state === state);
    return {
      ...Object.fromEntries(STATES.map((state) => [state, found(state)?.rows ?? 0])),
      orders: found('WAITING')?.orders ?? 0,
    };
  });
}

/** The same as the screen is told it. */
async function keptOf(id: string): Promise<Record<string, number>> {
  const totals = await Promise.all(
    STATES.map(async (state) => [state, (await ask(listRowsOfImport, { id, state, limit: 1 })).total]),
  );
  const { orders: waiting } = await ask(getImport, { id });
  return { ...Object.fromEntries(totals), orders: waiting?.waiting ?? 0 };
}

/** Expects what is kept to be what is counted, and returns it. */
async function agreed(...files: readonly string[]): Promise<Record<string, number>[]> {
  const kept = await Promise.all(files.map(keptOf));
  expect(kept).toEqual(await Promise.all(files.map(countedOf)));
  return kept;
}

/** Rows of each table that this connection has read so far, in this transaction and in earlier ones that are not reported yet. */
async function rowsRead(tenant: Tenant): Promise<ReadonlyMap<string, number>> {
  const rows = await sql<{ name: string; rows: number }>(
    tenant,
    'select relname as name, (seq_tup_read + coalesce(idx_tup_fetch, 0))::int as rows from pg_stat_xact_user_tables',
    [],
  );
  return new Map(rows.map((table) => [table.name, table.rows]));
}

const gift = () => invoice({ Description: 'Gift voucher' });
const GIFTS = {
  ...WORKSHOPS,
  name: 'Gifts',
  when: [{ field: 'description', ask: 'CONTAINS', value: 'gift' }],
};

describe('how many rows of a file of orders are in each state', () => {
  test('is kept as the rows are checked, taken in, named again, taken up, answered, and wait again', async () => {
    const source = await newSource();
    const [one, two, plan] = [gift(), gift(), invoice()];
    const id = await upload(source.id, [one, two, plan, invoice({ Total: 'ten' })]);
    expect(await agreed(id)).toMatchObject([{ PENDING: 4, WAITING: 0 }]);
    for (const _twice of [1, 2]) {
      await ask(checkImport, { id });
      expect(await agreed(id)).toMatchObject([{ READY: 1, WAITING: 2, FAILED: 1, IMPORTED: 0, orders: 2 }]);
    }
    await ask(runImport, { id });
    expect(await agreed(id)).toMatchObject([{ READY: 0, WAITING: 2, FAILED: 1, IMPORTED: 1, orders: 2 }]);
    // One order in two files, and the failed row tried again, which takes nothing in twice.
    const again = await upload(source.id, [one, gift()]);
    await ask(runImport, { id: again });
    await ask(runImport, { id });
    expect(await agreed(id, again)).toMatchObject([
      { WAITING: 2, orders: 2 },
      { WAITING: 2, orders: 2 },
    ]);
    const [waiting] = await orders(source.id, 'WAITING');
    await ask(answerOrder, { id: waiting?.id, answer: { answer: 'NOTHING', reason: 'A trial' } });
    expect(await agreed(id, again)).toMatchObject([
      { WAITING: 1, IMPORTED: 2, orders: 1 },
      { WAITING: 1, IMPORTED: 1, orders: 1 },
    ]);
    await ask(orderSourceVerbs.update, { id: source.id, data: { rules: [PLANS, GIFTS] } });
    await ask(takeUpOrders, { sourceId: source.id });
    expect(await agreed(id, again)).toMatchObject([{ WAITING: 0 }, { WAITING: 0 }]);
    // What was made of the plan no longer fits what is reported, so it waits in the first file too.
    const dearer = await upload(source.id, [having(plan, { Total: '620.00' })]);
    await ask(runImport, { id: dearer });
    expect(await agreed(id, again, dearer)).toMatchObject([
      { WAITING: 1, IMPORTED: 2, orders: 1 },
      { WAITING: 0, IMPORTED: 2 },
      { WAITING: 1, IMPORTED: 0, orders: 1 },
    ]);
  });

  test('begins again when its columns are chosen otherwise, and a check alone makes no order wait', async () => {
    const source = await newSource();
    const id = await upload(source.id, [gift(), invoice()]);
    await ask(checkImport, { id });
    expect(await orders(source.id)).toEqual([]);
    const { mapping } = await ask(getImport, { id });
    await ask(updateMapping, { id, mapping: [...mapping] });
    expect(await agreed(id)).toMatchObject([{ PENDING: 2, READY: 0, WAITING: 0 }]);
    await ask(checkImport, { id });
    expect(await agreed(id)).toMatchObject([{ READY: 1, WAITING: 1, orders: 1 }]);
  });

  test('is right whichever of an answer and two files that name the order comes first', async () => {
    const source = await newSource();
    const one = gift();
    const first = await upload(source.id, [one]);
    await ask(runImport, { id: first });
    const [waiting] = await orders(source.id, 'WAITING');
    const files = [await upload(source.id, [one, gift()]), await upload(source.id, [gift(), one])];
    await Promise.all([
      ...files.map((id) => ask(runImport, { id })),
      ask(answerOrder, { id: waiting?.id, answer: { answer: 'NOTHING', reason: 'A trial' } }),
    ]);
    expect(await agreed(first, ...files)).toMatchObject([
      { WAITING: 0, IMPORTED: 1 },
      { WAITING: 1, IMPORTED: 1 },
      { WAITING: 1, IMPORTED: 1 },
    ]);
  });

  test('is counted without reading a row of the file or an order of it', async () => {
    const source = await newSource();
    const id = await upload(source.id, [...Array.from({ length: 40 }, gift), invoice()]);
    await ask(runImport, { id });
    const [before, after] = await withTenantSql(claim(), async (tenant) => {
      const known = await rowsRead(tenant);
      const told = [await ordersOfCheckedFile(tenant, id), (await ordersOfFiles(tenant, [id])).get(id)];
      expect(told.map((of) => of?.waitingRows.imported)).toEqual([40, 40]);
      return [known, await rowsRead(tenant)];
    });
    const read = (table: string) => (after?.get(table) ?? 0) - (before?.get(table) ?? 0);
    expect(['import_rows', 'source_orders', 'source_order_files'].map(read)).toEqual([0, 0, 0]);
    expect(read('order_file_counts')).toBeGreaterThan(0);
  });
});
