import { sql, withTenantSql } from '@/db/tenancy';
import { listRowsOfImport } from '@/usecases/imports/list-import-rows';
import { runImport } from '@/usecases/imports/run-import';
import type { UseCase } from '@/usecases/kit/define';
import { runForOutput } from '@/usecases/kit/run';
import { listOrders } from '@/usecases/orders/list-orders';
import { orderSourceVerbs } from '@/usecases/orders/source-records';
import { uploadOrders } from '@/usecases/orders/upload-orders';
import { getContract } from '@/usecases/revenue/contracts/get-contract';
import type { TestOrganization } from '../organization';

export const PLANS = {
  name: 'Plans',
  when: [{ field: 'description', ask: 'CONTAINS', value: 'plan' }],
  outcome: { kind: 'OBLIGATION', pattern: 'OVER_PERIOD' },
};
export const WORKSHOPS = {
  name: 'Workshops',
  when: [{ field: 'description', ask: 'CONTAINS', value: 'workshop' }],
  outcome: { kind: 'OBLIGATION', pattern: 'ON_DATE' },
};

export const COLUMNS = [
  ...['id', 'Number', 'Customer', 'Customer Name', 'Currency', 'Date (UTC)', 'Description', 'Total', 'Tax'],
  ...['Amount Paid', 'Paid At (UTC)', 'Status'],
  ...['Minimum Line Item Period Start (UTC)', 'Maximum Line Item Period End (UTC)'],
];
let invoices = 0;
/** An invoice of a monthly plan in January 2026, as Stripe exports it, with other cells where they are given. */
export function invoice(cells: Readonly<Record<string, string>> = {}): string[] {
  invoices += 1;
  const row: Readonly<Record<string, string>> = {
    id: `in_${invoices}`,
    Number: `N-${invoices}`,
    Customer: 'cus_1',
    'Customer Name': 'Acme',
    Currency: 'usd',
    'Date (UTC)': '2026-01-01 09:00',
    Description: 'Team plan',
    Total: '310.00',
    Tax: '0.00',
    'Amount Paid': '0.00',
    Status: 'open',
    'Minimum Line Item Period Start (UTC)': '2026-01-01 09:00',
    'Maximum Line Item Period End (UTC)': '2026-02-01 09:00',
    ...cells,
  };
  return COLUMNS.map((name) => row[name] ?? '');
}
/** The row with other cells. */
export const having = (row: readonly string[], cells: Readonly<Record<string, string>>) =>
  row.map((cell, at) => cells[COLUMNS[at] ?? ''] ?? cell);

/** The code of the refusal, or `none`. */
export const refusalOf = (work: Promise<unknown>) =>
  work.then(
    () => 'none',
    (error: { refusal?: { code: string } }) => error.refusal?.code ?? String(error),
  );

type Table = readonly (readonly string[])[];
let made = 0;

/** What the tests of orders do again and again in the books of one organization. */
export function orderDesk(org: () => TestOrganization) {
  const ask = <Input, Output>(useCase: UseCase<Input, Output>, input: unknown, of = org()) =>
    runForOutput(useCase, of.callAs('admin'), input);

  /** A source of Stripe invoices with rules for plans and workshops, unless other fields are given. */
  async function newSource(fields: object = {}) {
    made += 1;
    return ask(orderSourceVerbs.create, {
      code: `S${made}`,
      name: `Source ${made}`,
      kind: 'STRIPE_INVOICES',
      subsidiaryId: org().ids.rootSubsidiary,
      rules: [PLANS, WORKSHOPS],
      ...fields,
    });
  }
  const upload = async (sourceId: string, rows: Table, columns: readonly string[] = COLUMNS, of = org()) =>
    (await ask(uploadOrders, { sourceId, fileName: 'invoices.csv', columns, rows }, of)).id;
  /** Takes a file in; what became of each of its rows, in words. */
  async function taken(sourceId: string, rows: Table, columns: readonly string[] = COLUMNS) {
    const id = await upload(sourceId, rows, columns);
    await ask(runImport, { id });
    const { rows: reported } = await ask(listRowsOfImport, { id, limit: 500 });
    return reported.map((row) => row.outcome ?? row.errorMessage);
  }
  const orders = async (sourceId: string, state?: string) =>
    (await ask(listOrders, { sourceId, ...(state === undefined ? {} : { state }) })).rows;
  const viewOf = async (id: string) => {
    const { contract, events, obligations } = await ask(getContract, { id });
    return { ...contract, obligations, kinds: events.map(({ event }) => event.kind) };
  };
  const contractOf = async (sourceId: string, orderKey: string) => {
    const found = (await orders(sourceId)).find((one) => one.orderKey === orderKey);
    return viewOf(found?.contractId ?? '');
  };
  /** The number of rows of each table of the books, not counting uploads, orders and audit. */
  const books = async () => {
    const claim = { organizationId: org().principals.admin.organizationId, userId: null };
    const tables = [
      'customers',
      'revenue_contracts',
      'revenue_events',
      'ledger_entries',
      'business_transactions',
    ];
    const counts = await withTenantSql(claim, (tenant) =>
      sql<{ name: string; n: number }>(
        tenant,
        tables.map((name) => `select '${name}' as name, count(*)::int as n from ${name}`).join(' union all '),
        [],
      ),
    );
    return Object.fromEntries(counts.map(({ name, n }) => [name, n]));
  };
  return { ask, newSource, upload, taken, orders, viewOf, contractOf, books };
}
