import { COUNTED_RECORDS } from '../../stores/record-counts';
import { linesOfEntries, tailSql } from '../ledger-days';

/** What the counts of documents are kept by. */
const DOCUMENT_KEY =
  'x.transaction_date, x.subsidiary_id, x.transaction_type_id, x.kind, x.transaction_status';

/**
 * Documents counted and added up as lists are, and those of counterparties of whom counts are kept, in one pass over them; against what is
 * kept and the notes that are not added to it yet, which are seen in the same snapshot (note-documents in prisma/sql).
 */
const DOCUMENTS_BY_DAY = `
  with counted as materialized (
    select c.entity_id from counted_counterparties c where c.organization_id = $1::uuid
  ), documents as materialized (
    select ${DOCUMENT_KEY}, x.base_currency_code, c.entity_id, count(*) as n, sum(x.base_total_amount) as total
    from business_transactions x left join counted c on c.entity_id = x.entity_id
    where x.organization_id = $1::uuid group by 1, 2, 3, 4, 5, 6, 7
  ), parties as (
    select x.entity_id, x.transaction_date, x.kind from (
      select x.entity_id, ${DOCUMENT_KEY}, x.n from documents x where x.entity_id is not null
      union all
      select x.entity_id, ${DOCUMENT_KEY}, -x.document_count from counterparty_days x where x.organization_id = $1::uuid
      union all
      select u.entity_id, ${DOCUMENT_KEY}, -u.n from document_day_changes x
      cross join lateral unnest(x.entity_ids, x.entity_counts) as u (entity_id, n)
      where x.organization_id = $1::uuid and u.entity_id in (select unnest(array_agg(c.entity_id)) from counted c)
    ) x group by x.entity_id, ${DOCUMENT_KEY} having sum(x.n) <> 0
  )
  select to_char(x.transaction_date, 'YYYY-MM-DD') || ' ' || x.kind || ' ' || x.transaction_status as label from (
    select ${DOCUMENT_KEY}, x.base_currency_code, x.n, x.total from documents x
    union all
    select ${DOCUMENT_KEY}, x.base_currency_code, -x.document_count, -x.base_total from document_days x where x.organization_id = $1::uuid
    union all
    select ${DOCUMENT_KEY}, x.base_currency_code, -x.document_count, -x.base_total from document_day_changes x where x.organization_id = $1::uuid
  ) x group by ${DOCUMENT_KEY}, x.base_currency_code having sum(x.n) <> 0 or sum(x.total) <> 0
  union all
  select to_char(p.transaction_date, 'YYYY-MM-DD') || ' ' || p.kind || ' of ' ||
    coalesce(c.company_name, v.name, e.name, p.entity_id::text)
  from parties p
  left join customers c on c.organization_id = $1::uuid and c.id = p.entity_id
  left join vendors v on v.organization_id = $1::uuid and v.id = p.entity_id
  left join employees e on e.organization_id = $1::uuid and e.id = p.entity_id`;

/**
 * Entries counted by day and source, and by account and day as the pages of an account's activity are (each in the first of its currencies there), against what is kept and the entries that
 * are not added to it yet (fold-ledger in prisma/sql); and that no number is taken for added that was not assigned, whose entry would then
 * be missing in every sum by day.
 */
const ENTRIES_BY_DAY = `
  with ${tailSql('$1::uuid')}, of_accounts as (
    select y.subsidiary_id, y.posting_date, y.account_id, y.period_id, y.currency_code, count(*) as n from (
      select l.entry_id, l.subsidiary_id, l.posting_date, l.account_id, l.period_id, min(l.currency_code) as currency_code
      from ledger_lines l where l.organization_id = $1::uuid group by 1, 2, 3, 4, 5) y
    group by 1, 2, 3, 4, 5
    union all
    select d.subsidiary_id, d.posting_date, d.account_id, d.period_id, d.currency_code, -d.entry_count from ledger_days d
    where d.organization_id = $1::uuid
    union all
    select y.subsidiary_id, y.posting_date, y.account_id, y.period_id, y.currency_code, -1 from (
      select l.entry_id, l.subsidiary_id, l.posting_date, l.account_id, l.period_id, min(l.currency_code) as currency_code
      from tail e ${linesOfEntries('$1::uuid')} group by 1, 2, 3, 4, 5) y
  )
  select to_char(x.posting_date, 'YYYY-MM-DD') || ' entries of ' || x.source_kind as label from (
    select e.subsidiary_id, e.posting_date, e.period_id, e.source_kind, count(*) as n from ledger_entries e
    where e.organization_id = $1::uuid group by 1, 2, 3, 4
    union all
    select d.subsidiary_id, d.posting_date, d.period_id, d.source_kind, -d.entry_count from entry_days d where d.organization_id = $1::uuid
    union all
    select t.subsidiary_id, t.posting_date, t.period_id, t.source_kind, -1 from tail t
  ) x group by x.subsidiary_id, x.posting_date, x.period_id, x.source_kind having sum(x.n) <> 0
  union all
  select to_char(x.posting_date, 'YYYY-MM-DD') || ' entries on ' || coalesce(min(a.code), x.account_id::text)
  from of_accounts x left join accounts a on a.organization_id = $1::uuid and a.id = x.account_id
  group by x.subsidiary_id, x.posting_date, x.account_id, x.period_id, x.currency_code having sum(x.n) <> 0
  union all
  select 'entries of ' || m.fiscal_year || ' counted before they were numbered' from folded_numbers m
  left join number_counters c on c.organization_id = $1::uuid and c.series = 'GL' and c.fiscal_year = m.fiscal_year
  where m.organization_id = $1::uuid and m.through_number >= coalesce(c.next_value, 1)`;

/** Orders of sources by state, and those that wait of each file that named them, against the orders (keepSourceOrders, noteOrderRows). */
const SOURCE_ORDERS = `
  select coalesce(min(s.code), x.source_id::text) || ' by state' as label from (
    select o.source_id, (o.order_state = 'MADE')::int as made, (o.order_state = 'WAITING')::int as waiting, (o.order_state = 'NOTHING')::int as nothing
    from source_orders o where o.organization_id = $1::uuid
    union all
    select t.source_id, -t.made_count, -t.waiting_count, -t.nothing_count from source_order_sums t where t.organization_id = $1::uuid
  ) x left join order_sources s on s.organization_id = $1::uuid and s.id = x.source_id
  group by x.source_id having (sum(x.made), sum(x.waiting), sum(x.nothing)) is distinct from (0, 0, 0)
  union all
  select coalesce(min(i.file_name), x.import_id::text) from (
    select f.import_id, 1 as orders, f.row_count as rows from source_order_files f
    join source_orders o on o.organization_id = $1::uuid and o.id = f.order_id and o.order_state = 'WAITING'
    where f.organization_id = $1::uuid
    union all
    select c.import_id, -c.waiting_orders, -c.waiting_rows from order_file_counts c where c.organization_id = $1::uuid
  ) x left join imports i on i.organization_id = $1::uuid and i.id = x.import_id
  group by x.import_id having sum(x.orders) <> 0 or sum(x.rows) <> 0
  union all
  select o.order_key from source_order_files f join source_orders o on o.organization_id = $1::uuid and o.id = f.order_id
  where f.organization_id = $1::uuid and f.is_waiting <> (o.order_state = 'WAITING')`;

/** Records counted as their lists are narrowed, against what is kept and the notes that are not added to it yet (note-records in prisma/sql). */
const RECORD_COUNTS = `
  select replace(x.noun, '_', ' ') || ' ' || x.state as label from (
    ${COUNTED_RECORDS}
    union all
    select c.noun, c.state, -c.record_count from record_counts c where c.organization_id = $1::uuid
    union all
    select c.noun, c.state, -c.record_count from record_count_changes c where c.organization_id = $1::uuid
  ) x group by x.noun, x.state having sum(x.n) <> 0`;

/** Commitments without approved changes added up by cost code, against what is kept and the notes that are not added to it yet (note-commitments in prisma/sql). */
const COMMITMENTS = `
  select coalesce(min(p.code), x.project_id::text) || ' ' || x.cost_code as label from (
    select c.project_id, l.cost_code, l.amount
    from commitments c join commitment_lines l on l.organization_id = c.organization_id and l.commitment_id = c.id
    where c.organization_id = $1::uuid and c.commitment_state in ('APPROVED', 'COMPLETE') and c.approved_changes = 0
    union all
    select s.project_id, s.cost_code, -s.amount from commitment_sums s where s.organization_id = $1::uuid
    union all
    select s.project_id, s.cost_code, -s.amount from commitment_sum_changes s where s.organization_id = $1::uuid
  ) x left join projects p on p.organization_id = $1::uuid and p.id = x.project_id
  group by x.project_id, x.cost_code having sum(x.amount) <> 0`;

/** The checks of kept counts that have no other place; see LEDGER_CHECKS. */
export const COUNT_CHECKS = {
  COMMITMENTS,
  DOCUMENTS_BY_DAY,
  ENTRIES_BY_DAY,
  RECORD_COUNTS,
  SOURCE_ORDERS,
} as const;
