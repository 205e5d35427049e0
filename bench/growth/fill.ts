import type pg from 'pg';
import type { TestOrganization } from '@/testing/organization';
import { withOwner } from '@/testing/owner';
import { DOCUMENTS_PER_GROUP, type Size, TODAY } from './sizes';

/** Groups written by one transaction: 2,500 documents, 8,000 lines. */
const GROUPS_AT_ONCE = 250;
/** One group of this many is of one customer and one vendor: a shop's walk-in customer, a marketplace, the one supplier of everything. */
const CROWD_EVERY = 3;
/** The date on the records of customers and vendors. */
export const FOUNDED = '2025-01-01';
/** The dimensions of most books: one department, one item and one project have a third of what is of any. */
const DEPARTMENTS = 40;
const LOCATIONS = 120;
const CLASSES = 10;
/** One group of this many belongs to a project. */
const PROJECT_EVERY = 10;

/**
 * A time-ordered id that is a function of a time, a number and a word: a document finds its counterparty's without a join, and ids sort by
 * time as in books that grew day by day.
 */
const ID_FUNCTION = `
  create or replace function growth.id(moment timestamptz, n bigint, word text) returns uuid language sql immutable as $$
    select (lpad(to_hex((extract(epoch from moment) * 1000)::bigint), 12, '0') || '7' || lpad(to_hex(n % 4096), 3, '0') || '8'
      || substr(md5(n || word), 1, 15))::uuid
  $$`;

/** The progress of filling a size; kept in the database being filled. */
export interface Progress {
  readonly groups: number;
  readonly steps: readonly string[];
}

/** Creates the schema in which the fill keeps its notes. It is not one of Daybook's. */
export const prepareNotes = (): Promise<void> =>
  withOwner(async (client) => {
    await client.query(`create schema if not exists growth;
      create table if not exists growth.fill (organization jsonb not null, groups integer not null default 0, steps text[] not null default '{}')`);
    await client.query(ID_FUNCTION);
    await client.query(
      'grant usage on schema growth to public; grant execute on function growth.id to public',
    );
  });

/** The customer and the vendor that a third of the documents are of. */
export const crowdIds = (): Promise<{ readonly customer: string; readonly vendor: string }> =>
  withOwner(async (client) => {
    const { rows } = await client.query<{ customer: string; vendor: string }>(
      `select growth.id($1, 0, 'customer') as customer, growth.id($1, 0, 'vendor') as vendor`,
      [FOUNDED],
    );
    const [found] = rows;
    if (found === undefined) throw new Error('a function answers one row');
    return found;
  });

/** Runs work as the owner with the organization set, in one transaction that need not reach the disk before the next. */
export async function asOwner<T>(
  organization: TestOrganization,
  work: (client: pg.ClientBase) => Promise<T>,
): Promise<T> {
  return withOwner(async (client) => {
    await client.query('begin');
    await client.query(`select set_config('app.organization_id', $1, false)`, [organization.organizationId]);
    await client.query('set local synchronous_commit = off');
    const result = await work(client);
    await client.query('commit');
    return result;
  });
}

/** Customers, vendors, prospects, employees and what lines are analyzed by. */
export function fillRecords(organization: TestOrganization, size: Size): Promise<void> {
  const org = `'${organization.organizationId}'::uuid`;
  return asOwner(organization, async (client) => {
    await client.query(`
      insert into customers (organization_id, id, customer_id, company_name, contact_email, created_at, updated_at)
      select ${org}, growth.id('${FOUNDED}', n, 'customer'), 'CUST-' || lpad(n::text, 6, '0'), ${NAME('n')} || ' ' || n, 'billing@' || n || '.example',
        timestamptz '${FOUNDED}' + n * interval '1 second', timestamptz '${FOUNDED}' + n * interval '1 second' from generate_series(0, ${size.customers - 1}) n`);
    await client.query(`
      insert into vendors (organization_id, id, code, name, created_at, updated_at)
      select ${org}, growth.id('${FOUNDED}', n, 'vendor'), 'V-' || lpad(n::text, 6, '0'), ${NAME('n')} || ' Supplies ' || n,
        timestamptz '${FOUNDED}' + n * interval '1 second', timestamptz '${FOUNDED}' + n * interval '1 second' from generate_series(0, ${size.vendors - 1}) n`);
    await client.query(`
      insert into prospects (organization_id, id, name, company, created_at, updated_at)
      select ${org}, growth.id('${FOUNDED}', n, 'prospect'), 'Prospect ' || n, ${NAME('n')}, timestamptz '${FOUNDED}' + n * interval '1 second',
        timestamptz '${FOUNDED}' + n * interval '1 second' from generate_series(0, ${size.customers - 1}) n`);
    await client.query(`
      insert into employees (organization_id, id, name, entity_types, created_at, updated_at)
      select ${org}, growth.id('${FOUNDED}', n, 'employee'), 'Employee ' || n, '{Employee}', timestamptz '${FOUNDED}' + n * interval '1 second',
        timestamptz '${FOUNDED}' + n * interval '1 second' from generate_series(0, ${size.employees - 1}) n`);
    for (const [table, word, count] of [
      ['departments', 'department', DEPARTMENTS],
      ['locations', 'location', LOCATIONS],
      ['classes', 'class', CLASSES],
      ['items', 'item', size.items],
    ] as const) {
      await client.query(`
        insert into ${table} (organization_id, id, code, name, created_at, updated_at)
        select ${org}, growth.id('${FOUNDED}', n, '${word}'), upper('${word}') || '-' || lpad(n::text, 5, '0'), ${NAME('n')} || ' ${word} ' || n,
          timestamptz '${FOUNDED}' + n * interval '1 second', timestamptz '${FOUNDED}' + n * interval '1 second' from generate_series(0, ${count - 1}) n`);
    }
    await client.query(`
      insert into companies (organization_id, id, code, name) select ${org}, growth.id('${FOUNDED}', n, 'company'), 'CO-' || n, ${NAME('n')} || ' Construction ' || n
      from generate_series(0, 9) n`);
    await client.query(`
      insert into projects (organization_id, id, company_id, code, name, subsidiary_id, customer_id, currency_code, start_date, project_status, created_at, updated_at)
      select ${org}, growth.id('${FOUNDED}', n, 'project'), growth.id('${FOUNDED}', case when n % ${CROWD_EVERY} = 1 then 0 else n % 10 end, 'company'),
        'PRJ-' || lpad(n::text, 5, '0'), ${NAME('n')} || ' site ' || n, '${organization.ids.rootSubsidiary}', growth.id('${FOUNDED}', n % ${size.customers}, 'customer'), 'USD',
        date '${FOUNDED}' + n % 300, case n % 5 when 0 then 'PLANNED' when 1 then 'COMPLETED' else 'ACTIVE' end,
        timestamptz '${FOUNDED}' + n * interval '1 second', timestamptz '${FOUNDED}' + n * interval '1 second' from generate_series(0, ${size.projects - 1}) n`);
  });
}

const WORDS = [
  'Harbor',
  'Cedar',
  'Summit',
  'Prairie',
  'Granite',
  'Willow',
  'Copper',
  'Juniper',
  'Meridian',
  'Lantern',
];
/** The name of a company that is one of seventy. */
export const NAME = (n: string) =>
  `(array['${WORDS.join(`','`)}'])[1 + ${n} % ${WORDS.length}] || ' ' || (array['Works','Freight','Foods','Labs','Energy','Paper','Media'])[1 + ${n} % 7]`;

/**
 * Writes the groups that are missing, the documents as a posting leaves them: lines, the entry they posted, what was applied to them, the
 * audit row, the published event. Entries and lines go through daybook_append_entries and its triggers; the other tables are written
 * without their triggers, which check one document at a time. An interrupted run continues at the next chunk.
 */
export async function fillDocuments(
  organization: TestOrganization,
  size: Size,
  from: number,
  report: (done: number) => void,
): Promise<void> {
  for (let first = from; first < size.groups; first += GROUPS_AT_ONCE) {
    const end = Math.min(size.groups, first + GROUPS_AT_ONCE);
    await asOwner(organization, async (client) => {
      await client.query('set local session_replication_role = replica');
      for (const statement of documentStatements(organization, size, first, end))
        await client.query(statement);
      await client.query('set local session_replication_role = origin');
      await client.query(ENTRIES);
      await client.query('update growth.fill set groups = $1', [end]);
    });
    report(end);
  }
}

/** The chunk's documents, lines, applications, audit rows and events. */
function documentStatements(
  organization: TestOrganization,
  size: Size,
  first: number,
  end: number,
): string[] {
  const org = `'${organization.organizationId}'::uuid`;
  const openEvery = Math.max(1, Math.floor(size.groups / size.openGroups));
  const account = (code: string) => `'${organization.account(code)}'::uuid`;
  const user = `'${organization.users.accountant.id}'::uuid`;
  const root = `'${organization.ids.rootSubsidiary}'::uuid`;
  return [
    `create temp table doc on commit drop as
     with span as (
       select min(start_date) as opened, date '${TODAY}' - 1 as last from fiscal_periods where organization_id = ${org} and subsidiary_id = ${root}
     ), groups as (
       select g, s.opened, s.opened + (g::bigint * (s.last - s.opened) / ${size.groups})::int as day, g % ${openEvery} = 0 as is_open, g / ${openEvery} as open_at,
         g % ${CROWD_EVERY} = 1 as is_crowded
       from generate_series(${first}, ${end - 1}) g cross join span s
     ), kinds as (
       select * from (values (0, 'INVOICE', 'INV', 0), (1, 'INVOICE', 'INV', 1), (2, 'INVOICE', 'INV', 2), (3, 'CUSTOMER_PAYMENT', 'PMT', 0),
         (4, 'CUSTOMER_PAYMENT', 'PMT', 1), (5, 'CUSTOMER_PAYMENT', 'PMT', 2), (6, 'VENDOR_BILL', 'BILL', 3), (7, 'VENDOR_PAYMENT', 'VPMT', 3),
         (8, 'JOURNAL', 'JE', 4), (9, 'JOURNAL', 'JE', 5)) k(k, kind, prefix, pair)
     ), priced as (
       select g.*, k.*, case when k.kind in ('INVOICE', 'VENDOR_BILL') then greatest(g.opened, g.day - 30) else g.day end as dated,
         case when k.kind = 'JOURNAL' then 0 else round((1000 + (g.g::bigint * 7919 + k.pair * 104729) % 900000) / 100.0, 2) end as net
       from groups g cross join kinds k
     ), taxed as (
       select p.*, round(p.net * 0.1, 2) as tax, p.net + round(p.net * 0.1, 2) as gross from priced p
     ), paid as (
       -- An open group leaves an invoice unpaid and its payment on account, an invoice half paid, a bill and its payment unapplied.
       select t.*, case when t.kind in ('CUSTOMER_PAYMENT') and t.is_open and t.pair < 2 then round(t.gross / 2, 2) else t.gross end as total,
         case when t.kind = 'JOURNAL' or t.is_open and t.pair in (0, 3) then 0 when t.is_open and t.pair = 1 then round(t.gross / 2, 2) else t.gross end as applied
       from taxed t
     ), numbered as (
       select p.*, q.id as period_id, q.fiscal_year, row_number() over (partition by p.prefix, q.fiscal_year order by p.g, p.k) as place
       from paid p join fiscal_periods q on q.organization_id = ${org} and q.subsidiary_id = ${root} and not q.is_adjustment
         and p.dated between q.start_date and q.end_date
     ), taken as materialized (
       select prefix, fiscal_year, daybook_take_numbers(prefix, fiscal_year, count(*)::int) as number from numbered group by 1, 2
     )
     select n.*, n.g::bigint * ${DOCUMENTS_PER_GROUP} + n.k as i, n.dated + interval '9 hours' + n.k * interval '1 minute' as moment,
       growth.id(n.dated, n.g::bigint * ${DOCUMENTS_PER_GROUP} + n.k, 'document') as id, growth.id(n.dated, n.g::bigint * ${DOCUMENTS_PER_GROUP} + n.k, 'entry') as entry_id,
       daybook_format_number(n.prefix, n.fiscal_year, t.number - 1 + n.place) as number, y.id as type_id,
       case when n.kind in ('INVOICE', 'CUSTOMER_PAYMENT') then 'CUSTOMER' when n.kind <> 'JOURNAL' then 'VENDOR' end as entity_type,
       case when n.kind in ('INVOICE', 'CUSTOMER_PAYMENT') then
              growth.id('${FOUNDED}', case when n.is_open then n.open_at % 400 when n.is_crowded then 0 else (n.g::bigint * 3 + n.pair) % ${size.customers} end, 'customer')
            when n.kind <> 'JOURNAL' then growth.id('${FOUNDED}', case when n.is_open then n.open_at % 100 when n.is_crowded then 0 else n.g % ${size.vendors} end, 'vendor') end as entity_id
     from numbered n join taken t on t.prefix = n.prefix and t.fiscal_year = n.fiscal_year
     join transaction_types y on y.organization_id = ${org} and y.kind = n.kind`,
    `create temp table line on commit drop as
     with accounts as (select array_agg(id order by code) as ids from accounts
       where organization_id = ${org} and not is_summary and not is_control and record_status = 'active')
     select d.g, d.k, d.id, d.entry_id, d.period_id, d.dated, l.n, l.account_id, l.debit, l.credit, x.*,
       case when l.n = 1 and d.kind <> 'JOURNAL' and not d.kind = 'CUSTOMER_PAYMENT' or l.n = 2 and d.kind = 'CUSTOMER_PAYMENT' then d.entity_type end as entity_type,
       case when l.n = 1 and d.kind <> 'JOURNAL' and not d.kind = 'CUSTOMER_PAYMENT' or l.n = 2 and d.kind = 'CUSTOMER_PAYMENT' then d.entity_id end as entity_id
     from doc d cross join accounts a cross join lateral (
       select * from (values
         ('INVOICE', 1, ${account('1210')}, d.total, 0), ('INVOICE', 2, ${account('4100')}, 0, round(d.net * 0.6, 2)),
         ('INVOICE', 3, ${account('4300')}, 0, d.net - round(d.net * 0.6, 2)), ('INVOICE', 4, ${account('2210')}, 0, d.tax),
         ('CUSTOMER_PAYMENT', 1, ${account('1110')}, d.total, 0), ('CUSTOMER_PAYMENT', 2, ${account('1210')}, 0, d.total),
         ('VENDOR_BILL', 1, ${account('2110')}, 0, d.total), ('VENDOR_BILL', 2, ${account('6900')}, d.net - round(d.net * 0.3, 2), 0),
         ('VENDOR_BILL', 3, ${account('5800')}, round(d.net * 0.3, 2), 0), ('VENDOR_BILL', 4, ${account('1250')}, d.tax, 0),
         ('VENDOR_PAYMENT', 1, ${account('2110')}, d.total, 0), ('VENDOR_PAYMENT', 2, ${account('1110')}, 0, d.total),
         ('JOURNAL', 1, a.ids[1 + ((d.i * 31 + 17) % cardinality(a.ids))], 100 + d.i % 900, 0), ('JOURNAL', 2, a.ids[1 + ((d.i * 31 + 34) % cardinality(a.ids))], 50, 0),
         ('JOURNAL', 3, a.ids[1 + ((d.i * 31 + 51) % cardinality(a.ids))], 0, 120 + d.i % 900), ('JOURNAL', 4, a.ids[1 + ((d.i * 31 + 68) % cardinality(a.ids))], 0, 30)
       ) l(kind, n, account_id, debit, credit) where l.kind = d.kind) l
     -- Income, expenses and journals are of a department, which has its class and one of its three locations.
     left join lateral (select case when d.is_crowded then 0 else (d.g * 7 + l.n) % ${DEPARTMENTS} end as department) w
       on d.kind = 'JOURNAL' or d.kind in ('INVOICE', 'VENDOR_BILL') and l.n in (2, 3)
     left join lateral (
       select growth.id('${FOUNDED}', w.department, 'department') as department_id, growth.id('${FOUNDED}', w.department % ${CLASSES}, 'class') as class_id,
         growth.id('${FOUNDED}', (w.department * 3 + d.g % 3) % ${LOCATIONS}, 'location') as location_id,
         case when d.g % ${PROJECT_EVERY} = 1 then growth.id('${FOUNDED}', case when d.is_crowded then 0 else (d.g / ${PROJECT_EVERY}) % ${size.projects} end, 'project') end as project_id,
         case when d.kind = 'INVOICE' then growth.id('${FOUNDED}', case when d.is_crowded then 0 else (d.i * 3 + l.n) % ${size.items} end, 'item') end as item_id
     ) x on w.department is not null`,
    `insert into business_transactions (organization_id, id, transaction_number, transaction_type_id, kind, subsidiary_id, entity_type, entity_id,
       transaction_date, due_date, currency_code, base_currency_code, exchange_rate, subtotal_amount, tax_amount, discount_amount, total_amount,
       base_total_amount, applied_amount, transaction_status, memo, reference_number, created_by, submitted_by, submitted_at, approved_by, approved_at,
       posted_by, posted_at, posting_date, ledger_entry_id, created_at, updated_at)
     select ${org}, d.id, d.number, d.type_id, d.kind, ${root}, d.entity_type, d.entity_id, d.dated, case when d.kind in ('INVOICE', 'VENDOR_BILL') then d.dated + 30 end,
       'USD', 'USD', 1, case when d.kind in ('INVOICE', 'VENDOR_BILL') then d.net else d.total end, case when d.kind in ('INVOICE', 'VENDOR_BILL') then d.tax else 0 end, 0,
       d.total, d.total, d.applied, case when d.kind in ('INVOICE', 'VENDOR_BILL') and d.applied = d.total then 'PAID' else 'POSTED' end,
       case when d.g = ${Math.floor(size.groups / 2)} and d.k = 8 then 'the needle in the haystack' else ${NAME('d.i')} || ' order ' || d.i end, 'PO-' || d.i,
       ${user}, ${user}, d.moment, ${user}, d.moment, ${user}, d.moment, d.dated, d.entry_id, d.moment, d.moment from doc d order by d.i`,
    `insert into business_transaction_lines (organization_id, transaction_id, line_number, line_type, description, quantity, unit_price, line_amount, tax_amount, account_id,
       item_id, class_id, department_id, location_id, project_id)
     select ${org}, l.id, row_number() over (partition by l.id order by l.n), 'ITEM', case when d.kind in ('CUSTOMER_PAYMENT', 'VENDOR_PAYMENT') then 'Payment' else 'Line ' || l.n end,
       1, l.debit + l.credit,
       case when d.kind = 'JOURNAL' then l.debit - l.credit else l.debit + l.credit end,
       case when d.kind not in ('INVOICE', 'VENDOR_BILL') then 0 when l.n = 2 then round(d.tax * 0.6, 2) else d.tax - round(d.tax * 0.6, 2) end,
       case when d.kind not in ('CUSTOMER_PAYMENT', 'VENDOR_PAYMENT') then l.account_id end,
       l.item_id, l.class_id, l.department_id, l.location_id, l.project_id
     from line l join doc d on d.id = l.id
     where d.kind = 'JOURNAL' or d.kind in ('INVOICE', 'VENDOR_BILL') and l.n in (2, 3) or d.kind in ('CUSTOMER_PAYMENT', 'VENDOR_PAYMENT') and l.n = 1 order by d.i, l.n`,
    `insert into transaction_impact_lines (organization_id, transaction_id, line_number, account_id, debit, credit, base_debit, base_credit, class_id, department_id,
       location_id, project_id, entity_type, entity_id)
     select ${org}, l.id, l.n, l.account_id, l.debit, l.credit, l.debit, l.credit, l.class_id, l.department_id, l.location_id, l.project_id, l.entity_type, l.entity_id from line l order by l.g, l.k, l.n`,
    `insert into payment_applications (organization_id, id, payment_id, document_id, amount, applied_on, created_by, created_at, updated_at, payment_base, document_base)
     select ${org}, growth.id(p.dated, p.i, 'application'), p.id, d.id, p.applied, p.dated, ${user}, p.moment, p.moment, p.applied, p.applied
     from doc p join doc d on d.g = p.g and d.pair = p.pair and d.kind = case p.kind when 'CUSTOMER_PAYMENT' then 'INVOICE' else 'VENDOR_BILL' end
     where p.kind in ('CUSTOMER_PAYMENT', 'VENDOR_PAYMENT') and p.applied > 0 order by p.i`,
    `insert into document_spans (organization_id, application_id, document_id, subsidiary_id, kind, entity_type, entity_id, currency_code, due_date,
       opened_on, settled_on, waited, amount)
     select ${org}, growth.id(p.dated, p.i, 'application'), d.id, ${root}, d.kind, d.entity_type, d.entity_id, 'USD', d.dated + 30, d.dated, p.dated,
       width_bucket(p.dated - d.dated, array[1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096, 8192, 16384]), p.applied
     from doc p join doc d on d.g = p.g and d.pair = p.pair and d.kind = case p.kind when 'CUSTOMER_PAYMENT' then 'INVOICE' else 'VENDOR_BILL' end
     where p.kind in ('CUSTOMER_PAYMENT', 'VENDOR_PAYMENT') and p.applied > 0 and d.dated < p.dated order by p.i`,
    `insert into audit_log (organization_id, id, occurred_at, actor_kind, actor_id, actor_name, action, noun, record_id, before, after, surface, request_id)
     select ${org}, growth.id(d.moment, d.i, 'audit'), d.moment, 'user', ${user}, 'accountant of the test', 'gl.transaction.post', 'transaction', d.id,
       '{"status":"APPROVED"}', jsonb_build_object('status', 'POSTED', 'glTransactionId', d.entry_id), 'trpc', d.entry_id::text from doc d order by d.i`,
    `insert into outbox_events (organization_id, id, event_type, record_id, payload, created_at, published_at)
     select ${org}, growth.id(d.moment, d.i, 'event'), 'gl.transaction.posted', d.id, jsonb_build_object('transactionId', d.id), d.moment, d.moment from doc d order by d.i`,
  ];
}

/** The chunk's entries and lines. */
const ENTRIES = `
  with drafts as (
    select array_agg(row(d.entry_id, t.subsidiary_id, d.period_id, d.fiscal_year, d.dated, 'USD', 'USD', 1, 'TRANSACTION', d.id, d.id, null,
      t.memo, t.posted_by)::daybook_entry_draft order by d.i) as entries
    from doc d join business_transactions t on t.organization_id = daybook_organization() and t.id = d.id
  ), lines as (
    select array_agg(row(l.entry_id, l.n, l.account_id, t.subsidiary_id, l.period_id, l.dated, 'USD', l.debit, l.credit, l.debit, l.credit,
      l.class_id, l.department_id, l.location_id, l.project_id, l.entity_type, l.entity_id, null)::daybook_line_draft order by l.g, l.k, l.n) as lines
    from line l join business_transactions t on t.organization_id = daybook_organization() and t.id = l.id
  )
  select count(*) from drafts, lines, daybook_append_entries(drafts.entries, lines.lines)`;
