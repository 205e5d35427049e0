import type pg from 'pg';
import type { TestOrganization } from '@/testing/organization';
import { asOwner, FOUNDED, NAME } from './fill';
import type { Size } from './sizes';

/** One record of this many is of one lead, project, subscription customer, price list or order source. */
const CROWD_EVERY = 3;

const AT = `timestamptz '${FOUNDED}' + n * interval '1 minute'`;
/** The id of the nth record of a kind. */
const ID = (word: string, n = 'n') => `growth.id('${FOUNDED}', ${n}, '${word}')`;
/** A number below the count, in a third of the rows zero. */
const ONE_OF = (count: number) => `case when n % ${CROWD_EVERY} = 1 then 0 else n % ${count} end`;
/** One of some words, by a number. */
const WORD = (words: readonly string[], n = 'n') =>
  `(array['${words.join(`','`)}'])[1 + ${n} % ${words.length}]`;

/**
 * What a company gathers beside its ledger, as many records of each kind as the size says: sales, projects, orders of other systems, and
 * what the platform keeps. They are stored without their triggers, which check and count one record at a time; the counts are stored with
 * them.
 */
export function fillGathered(organization: TestOrganization, size: Size): Promise<void> {
  return asOwner(organization, async (client) => {
    await client.query('set local session_replication_role = replica');
    await sales(client, organization, size);
    await construction(client, organization, size);
    await orders(client, organization, size);
    await platform(client, organization, size);
    await client.query('set local session_replication_role = origin');
  });
}

type Column = readonly [name: string, value: string];

/** Stores rows numbered from 0, each with its organization, id and times. */
async function store(
  client: pg.ClientBase,
  organization: TestOrganization,
  table: string,
  count: number,
  columns: readonly Column[],
): Promise<void> {
  const all: readonly Column[] = [['organization_id', `'${organization.organizationId}'::uuid`], ...columns];
  await client.query(
    `insert into ${table} (${all.map(([name]) => name).join(', ')}) select ${all.map(([, value]) => value).join(', ')}
     from generate_series(0, ${count - 1}) n`,
  );
}

const times: readonly Column[] = [
  ['created_at', AT],
  ['updated_at', AT],
];

async function sales(client: pg.ClientBase, org: TestOrganization, size: Size): Promise<void> {
  const put = (table: string, count: number, columns: readonly Column[]) =>
    store(client, org, table, count, columns);
  await client.query(`update prospects set prospect_status = ${WORD(['researching', 'contacted', 'evaluating', 'qualified'], '(estimated.n)::int')},
    estimated_revenue = 1000 + estimated.n * 7919 % 2000000, industry = ${WORD(['Software', 'Retail', 'Health', 'Energy', 'Media'], '(estimated.n)::int')}
    from (select id, row_number() over (order by id) as n from prospects where organization_id = '${org.organizationId}') estimated
    where prospects.organization_id = '${org.organizationId}' and prospects.id = estimated.id`);
  await put('leads', size.others, [
    ['id', ID('lead')],
    ['name', `'Lead ' || n`],
    ['email', `'lead' || n || '@example.com'`],
    ['company', NAME('n')],
    ['industry', WORD(['Software', 'Retail', 'Health', 'Energy', 'Media'])],
    ['source', WORD(['Website', 'Referral', 'Event'])],
    ['lead_status', WORD(['new', 'contacted', 'qualified', 'unqualified', 'converted'])],
    ['score', 'n % 101'],
    ['assigned_to', `'${org.users.admin.id}'::uuid`],
    ...times,
  ]);
  await put('activities', size.others * 2, [
    ['id', ID('activity')],
    ['lead_id', ID('lead', `(${ONE_OF(size.others)})`)],
    ['activity_kind', WORD(['CALL', 'EMAIL', 'MEETING', 'NOTE'])],
    ['happens_on', `date '${FOUNDED}' + n % 600`],
    ['summary', `'Talked about order ' || n`],
    ...times,
  ]);
  await put('price_lists', 50, [
    ['id', ID('price list')],
    ['code', `'PL-' || n`],
    ['name', `'Prices ' || n`],
    ['currency_code', `'USD'`],
    ...times,
  ]);
  // A third of the prices stand in one list.
  await put('price_list_items', size.items, [
    ['id', ID('price')],
    ['price_list_id', ID('price list', `(${ONE_OF(50)})`)],
    ['item_id', ID('item')],
    ['unit_price', '100 + n % 900'],
    ['valid_from', `date '${FOUNDED}'`],
    ...times,
  ]);
  await put('ssp_entries', size.items, [
    ['id', ID('ssp')],
    ['product_code', `'PRODUCT-' || ${ONE_OF(5_000)}`],
    ['item_id', ID('item')],
    ['stratum', `'S' || n`],
    ['currency_code', `'USD'`],
    ['valid_from', `date '${FOUNDED}'`],
    ['ssp', '100 + n % 900'],
    ...times,
  ]);
  await put('subscriptions', size.others, [
    ['id', ID('subscription')],
    ['subscription_number', `'SUB-' || lpad(n::text, 6, '0')`],
    ['name', NAME('n')],
    ['customer_id', ID('customer', `(${ONE_OF(size.customers)})`)],
    ['subsidiary_id', `'${org.ids.rootSubsidiary}'::uuid`],
    ['currency_code', `'USD'`],
    ['start_date', `date '${FOUNDED}' + n % 600`],
    ['end_date', `date '${FOUNDED}' + n % 600 + 365`],
    ['term_months', '12'],
    ['subscription_status', WORD(['DRAFT', 'PAUSED', 'CANCELLED', 'EXPIRED', 'CANCELLED', 'EXPIRED'])],
    ...times,
  ]);
  await put('subscription_items', size.others * 2, [
    ['id', ID('subscription item')],
    ['subscription_id', ID('subscription', 'n / 2')],
    ['item_id', ID('item', `(${ONE_OF(size.items)})`)],
    ['quantity', '1'],
    ['unit_price', '100'],
    ['start_date', `date '${FOUNDED}' + n % 600`],
    ...times,
  ]);
}

async function construction(client: pg.ClientBase, org: TestOrganization, size: Size): Promise<void> {
  const put = (table: string, count: number, columns: readonly Column[]) =>
    store(client, org, table, count, columns);
  const project: Column = ['project_id', ID('project', `(${ONE_OF(size.projects)})`)];
  const costCode = `lpad((n % 300)::text, 3, '0')`;
  await put('budgets', size.projects, [
    ['id', ID('budget')],
    ['project_id', ID('project')],
    ['name', `'Budget ' || n`],
    ['currency_code', `'USD'`],
    ...times,
  ]);
  await put('budget_lines', size.projects * 10, [
    ['id', ID('budget line')],
    ['budget_id', ID('budget', 'n / 10')],
    ['cost_code', costCode],
    ['description', `'Line ' || n`],
    ['category', WORD(['Labor', 'Material', 'Subcontract'])],
    ['original_amount', '1000 + n % 9000'],
    ['sort_order', 'n % 10'],
    ...times,
  ]);
  await put('budget_views', size.projects * 2, [
    ['id', ID('budget view')],
    ['project_id', ID('project', 'n / 2')],
    ['budget_id', ID('budget', 'n / 2')],
    ['name', `'View ' || n`],
    ...times,
  ]);
  // A third of the snapshots are of one view.
  await put('budget_view_snapshots', size.others, [
    ['id', ID('snapshot')],
    ['project_id', ID('project', `(${ONE_OF(size.projects * 2)}) / 2`)],
    ['budget_view_id', ID('budget view', `(${ONE_OF(size.projects * 2)})`)],
    ['name', `'Snapshot ' || n`],
    ['taken_at', AT],
    ...times,
  ]);
  await put('prime_contracts', size.others, [
    ['id', ID('prime contract')],
    project,
    ['contract_number', `'PC-' || n`],
    ['title', `'Prime contract ' || n`],
    ['contract_date', `date '${FOUNDED}'`],
    ['original_amount', '100000 + n'],
    ['currency_code', `'USD'`],
    ...times,
  ]);
  await put('commitments', size.others, [
    ['id', ID('commitment')],
    project,
    ['commitment_number', `'CM-' || n`],
    ['title', `'Commitment ' || n`],
    ['commitment_kind', WORD(['SUBCONTRACT', 'PURCHASE_ORDER'])],
    ['vendor_id', ID('vendor', `(${ONE_OF(size.vendors)})`)],
    ['original_amount', '10000 + n % 9000'],
    ['currency_code', `'USD'`],
    ['committed_on', `date '${FOUNDED}' + n % 600`],
    ...times,
  ]);
  await put('commitment_lines', size.others * 2, [
    ['id', ID('commitment line')],
    ['commitment_id', ID('commitment', 'n / 2')],
    ['line_number', '1 + n % 2'],
    ['cost_code', costCode],
    ['description', `'Line ' || n`],
    ['quantity', '1'],
    ['unit_price', '5000'],
    ['amount', '5000'],
    ...times,
  ]);
  await put('change_orders', size.others, [
    ['id', ID('change order')],
    ['commitment_id', ID('commitment', `(${ONE_OF(size.others)})`)],
    ['change_number', `'CO-' || n`],
    ['title', `'Change ' || n`],
    ['amount', '100'],
    ['change_state', WORD(['PENDING', 'APPROVED'])],
    ['requested_on', `date '${FOUNDED}' + n % 600`],
    ...times,
  ]);
  await put('purchase_orders', size.others, [
    ['id', ID('purchase order')],
    project,
    ['commitment_id', ID('commitment', `(${ONE_OF(size.others)})`)],
    ['order_number', `'PO-' || n`],
    ['vendor_id', ID('vendor', `(${ONE_OF(size.vendors)})`)],
    ['order_date', `date '${FOUNDED}' + n % 600`],
    ['currency_code', `'USD'`],
    ['total_amount', '500'],
    ...times,
  ]);
}

async function orders(client: pg.ClientBase, org: TestOrganization, size: Size): Promise<void> {
  const put = (table: string, count: number, columns: readonly Column[]) =>
    store(client, org, table, count, columns);
  await put('order_sources', 5, [
    ['id', ID('order source')],
    ['code', `'SOURCE-' || n`],
    ['name', `'Source ' || n`],
    ['kind', `'TABLE'`],
    ['subsidiary_id', `'${org.ids.rootSubsidiary}'::uuid`],
    ...times,
  ]);
  // All orders are of one source; one of a hundred waits.
  await put('source_orders', size.others, [
    ['id', ID('source order')],
    ['source_id', ID('order source', '0')],
    ['order_key', `'order-' || n`],
    ['order_state', `case n % 100 when 7 then 'WAITING' else 'NOTHING' end`],
    ['wait_code', `case n % 100 when 7 then 'NO_CUSTOMER' end`],
    ['wait_words', `case n % 100 when 7 then 'No customer' end`],
    ['told', `'{}'`],
    ['made', `'{"obligations": [], "bills": []}'`],
    ...times,
  ]);
  await client.query(`insert into source_order_sums (organization_id, source_id, made_count, waiting_count, nothing_count)
    select organization_id, source_id, count(*) filter (where order_state = 'MADE'), count(*) filter (where order_state = 'WAITING'),
      count(*) filter (where order_state = 'NOTHING') from source_orders where organization_id = '${org.organizationId}' group by 1, 2`);
  await put('imports', Math.ceil(size.others / 20), [
    ['id', ID('import')],
    ['noun', `case when n % ${CROWD_EVERY} = 0 then 'orders' else 'prospects' end`],
    ['source_id', `case when n % ${CROWD_EVERY} = 0 then ${ID('order source', '0')} end`],
    ['file_name', `'file ' || n || '.csv'`],
    ['columns', `'["order"]'`],
    ['mapping', `'{}'`],
    ['import_status', `'DONE'`],
    ['row_count', '20'],
    ['ready_count', '0'],
    ['left_count', '20'],
    ['created_by', `'${org.users.admin.id}'::uuid`],
    ['created_by_name', `'Admin'`],
    ...times,
  ]);
  // A third of the rows are of one file.
  await put('import_rows', size.others * 2, [
    [
      'import_id',
      ID(
        'import',
        `(case when n % ${CROWD_EVERY} = 0 then 1 else 2 + n % ${Math.ceil(size.others / 20) - 2} end)`,
      ),
    ],
    ['row_number', '1 + n'],
    ['cells', `'{"order": "1"}'`],
    ['error_fields', `'{}'`],
    ['row_state', `case n % 50 when 3 then 'FAILED' else 'READY' end`],
    ['error_message', `case n % 50 when 3 then 'Unknown' end`],
  ]);
}

async function platform(client: pg.ClientBase, org: TestOrganization, size: Size): Promise<void> {
  const put = (table: string, count: number, columns: readonly Column[]) =>
    store(client, org, table, count, columns);
  await put('webhook_endpoints', 3, [
    ['id', ID('endpoint')],
    ['url', `'https://hooks.example/' || n`],
    ['secret', `'0'`],
    ['record_status', `'inactive'`],
    ...times,
  ]);
  await put('outbox_events', size.others * 3, [
    ['id', ID('event of a delivery')],
    ['event_type', `'gl.transaction.posted'`],
    ['record_id', ID('document of a delivery')],
    ['payload', `'{}'`],
    ['created_at', AT],
    ['published_at', AT],
  ]);
  await put('webhook_deliveries', size.others * 3, [
    ['id', ID('delivery')],
    ['event_id', ID('event of a delivery')],
    ['endpoint_id', ID('endpoint', 'n % 3')],
    ['delivery_state', `case n % 100 when 1 then 'FAILED' else 'DELIVERED' end`],
    ['delivered_at', AT],
    ...times,
  ]);
  await put('security_log', size.others * 3, [
    ['id', ID('sign-in')],
    ['occurred_at', AT],
    ['event', `'sign_in'`],
    ['actor_kind', `'user'`],
    ['actor_id', `'${org.users.admin.id}'::uuid`],
    ['actor_name', `'Admin'`],
    ['address', `'10.0.' || n % 200 || '.1'`],
    ['surface', `'trpc'`],
  ]);
  await put('background_jobs', size.others / 5, [
    ['id', ID('job')],
    ['kind', `'imports.run'`],
    ['title', `'Import ' || n`],
    ['input', `'{}'`],
    ['job_state', `'DONE'`],
    ['finished_at', AT],
    ['created_by', `'${org.users.admin.id}'::uuid`],
    ['created_by_name', `'Admin'`],
    ...times,
  ]);
  await put('exchange_rates', Math.ceil(size.others / 4), [
    ['id', ID('rate')],
    [
      'from_currency',
      WORD(['GBP', 'CHF', 'SEK', 'NOK', 'CAD', 'AUD', 'NZD', 'SGD', 'PLN', 'CZK', 'MXN', 'BRL', 'INR']),
    ],
    ['to_currency', `'USD'`],
    ['rate_date', `date '2020-01-01' + n / 13`],
    ['rate', '1.1 + n % 10 * 0.01'],
    ...times,
  ]);
}

/** What a company gathers on its revenue contracts: requests to approve, costs; a third of them on one contract. */
export function fillGatheredOnContracts(organization: TestOrganization, size: Size): Promise<void> {
  const count = Math.min(size.others, size.contracts);
  const contract: Column = ['contract_id', `(select ids[1 + ${ONE_OF(count)}] from found)`];
  return asOwner(organization, async (client) => {
    await client.query('set local session_replication_role = replica');
    await client.query(`create temp table found on commit drop as
      select array_agg(id order by id) as ids from (select id from revenue_contracts where organization_id = '${organization.organizationId}' order by id limit ${count}) c`);
    const user = `'${organization.users.admin.id}'::uuid`;
    await store(client, organization, 'revenue_approvals', count, [
      ['id', ID('approval')],
      contract,
      ['subsidiary_id', `'${organization.ids.rootSubsidiary}'::uuid`],
      ['verb', `'revenue.contracts.create'`],
      ['input', `'{}'`],
      ['base_currency_code', `'USD'`],
      ['base_amount', '1000'],
      ['approval_status', `case n % 100 when 5 then 'PENDING' else 'APPROVED' end`],
      ['decided_at', `case n % 100 when 5 then null else ${AT} end`],
      ['requested_by', user],
      ['requested_by_name', `'Admin'`],
      ...times,
    ]);
    const account = (code: string) => `'${organization.account(code)}'::uuid`;
    await store(client, organization, 'contract_costs', count, [
      ['id', ID('cost')],
      contract,
      ['cost_kind', `'OBTAIN'`],
      ['subsidiary_id', `'${organization.ids.rootSubsidiary}'::uuid`],
      ['currency_code', `'USD'`],
      ['amount', '60'],
      ['posting_date', `date '2026-01-01'`],
      ['facts', `'{}'`],
      ['decision', `'EXPENSED'`],
      ['why', `'Short'`],
      ['start_date', `date '2026-01-01'`],
      ['months', '6'],
      ['asset_account_id', account('1320')],
      ['expense_account_id', account('6100')],
      ['impair_account_id', account('6100')],
      ['offset_account_id', account('1110')],
      ...times,
    ]);
    await client.query('set local session_replication_role = origin');
  });
}
