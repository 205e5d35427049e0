/**
 * The checks of the ledger, one statement for each; every row is a breach with its `label`. Each reads its tables once,
 * as a set. `$1` is the organization.
 */
export const LEDGER_CHECKS = {
  UNBALANCED_ENTRIES: `
    with sums as (
      select l.entry_id, l.currency_code, sum(l.debit - l.credit) as own, sum(l.base_debit - l.base_credit) as base, count(*) as n
      from ledger_lines l where l.organization_id = $1::uuid group by 1, 2
    ), entries as (
      select s.entry_id, bool_or(s.own <> 0) as unbalanced, sum(s.base) as base, sum(s.n) as n from sums s group by 1
    )
    select coalesce(e.entry_number, x.entry_id::text) as label
    from entries x full join (select * from ledger_entries where organization_id = $1::uuid) e on e.id = x.entry_id
    where x.entry_id is null or x.unbalanced or x.base <> 0 or x.n < 2`,
  LINES_OF_ENTRIES: `
    select coalesce(e.entry_number, l.entry_id::text) || ' line ' || l.line_number as label
    from ledger_lines l
    left join ledger_entries e on e.organization_id = l.organization_id and e.id = l.entry_id
    left join fiscal_periods q on q.organization_id = l.organization_id and q.id = l.period_id
    left join accounts a on a.organization_id = l.organization_id and a.id = l.account_id
    where l.organization_id = $1::uuid and ((e.subsidiary_id, e.period_id, e.posting_date) is distinct from (l.subsidiary_id, l.period_id, l.posting_date)
      or q.subsidiary_id is distinct from l.subsidiary_id or l.posting_date not between q.start_date and q.end_date or a.is_summary is not false)`,
  // A line in base currency has the same amount twice; a settlement across currencies carries the gain there.
  BASE_AMOUNTS: `
    select e.entry_number || ' line ' || l.line_number as label
    from ledger_lines l
    join ledger_entries e on e.organization_id = l.organization_id and e.id = l.entry_id
    join subsidiaries s on s.organization_id = l.organization_id and s.id = l.subsidiary_id
    where l.organization_id = $1::uuid and e.source_kind not in ('SETTLEMENT', 'SETTLEMENT_REVERSAL')
      and (e.base_currency_code <> s.base_currency
        or l.currency_code = s.base_currency and (l.debit, l.credit) is distinct from (l.base_debit, l.base_credit))`,
  DIMENSION_BALANCES: `
    with lines as (
      select l.subsidiary_id, l.account_id, l.period_id, l.currency_code, coalesce(l.class_id, '00000000-0000-0000-0000-000000000000') as class_id,
        coalesce(l.department_id, '00000000-0000-0000-0000-000000000000') as department_id,
        coalesce(l.location_id, '00000000-0000-0000-0000-000000000000') as location_id,
        coalesce(l.project_id, '00000000-0000-0000-0000-000000000000') as project_id,
        sum(l.debit) as debit, sum(l.credit) as credit, sum(l.base_debit) as base_debit, sum(l.base_credit) as base_credit, count(*) as n
      from ledger_lines l where l.organization_id = $1::uuid and coalesce(l.class_id, l.department_id, l.location_id, l.project_id) is not null
      group by 1, 2, 3, 4, 5, 6, 7, 8
    )
    select a.code || ' ' || coalesce(b.currency_code, l.currency_code) as label
    from lines l full join (select * from ledger_dimension_balances where organization_id = $1::uuid) b
      using (subsidiary_id, account_id, period_id, currency_code, class_id, department_id, location_id, project_id)
    left join accounts a on a.organization_id = $1::uuid and a.id = account_id
    where (l.debit, l.credit, l.base_debit, l.base_credit, l.n) is distinct from (b.debit, b.credit, b.base_debit, b.base_credit, b.line_count)`,
  MIRRORED_REVERSALS: `
    with pairs as (
      select m.id as mirror_id, m.entry_number, m.reversal_of_id from ledger_entries m where m.organization_id = $1::uuid and m.reversal_of_id is not null
        and m.source_kind not in ('REVENUE_RUN', 'REVENUE_EVENT')
    ), sides as (
      select p.mirror_id, l.account_id, l.currency_code, l.debit - l.credit as amount, l.base_debit - l.base_credit as base, l.class_id, l.department_id,
        l.location_id, l.project_id
      from pairs p join ledger_lines l on l.organization_id = $1::uuid and l.entry_id = p.mirror_id
      union all
      select p.mirror_id, l.account_id, l.currency_code, l.debit - l.credit, l.base_debit - l.base_credit, l.class_id, l.department_id, l.location_id, l.project_id
      from pairs p join ledger_lines l on l.organization_id = $1::uuid and l.entry_id = p.reversal_of_id
    ), places as (
      select s.mirror_id, sum(s.amount) as amount, sum(s.base) as base from sides s
      group by s.mirror_id, s.account_id, s.currency_code, s.class_id, s.department_id, s.location_id, s.project_id
      having sum(s.amount) <> 0 or sum(s.base) <> 0
    )
    select distinct p.entry_number as label from places x join pairs p on p.mirror_id = x.mirror_id`,
  ENTRY_SOURCES: `
    select e.entry_number || ' (' || e.source_kind || ')' as label
    from ledger_entries e
    left join business_transactions t on t.organization_id = e.organization_id and e.source_kind = 'TRANSACTION' and t.id = e.source_id
    left join revaluations r on r.organization_id = e.organization_id and e.source_kind = 'REVALUATION' and r.id = e.source_id
    left join payment_applications p on p.organization_id = e.organization_id and e.source_kind = 'SETTLEMENT' and p.id = e.source_id
    where e.organization_id = $1::uuid and case e.source_kind when 'TRANSACTION' then t.ledger_entry_id is distinct from e.id
      when 'REVALUATION' then r.entry_id is distinct from e.id when 'SETTLEMENT' then p.ledger_entry_id is distinct from e.id else false end`,
  // Each number is taken apart once: inlined, its parts would be matched again wherever they are compared (forty times as slow).
  NUMBERS: `
    with numbered as materialized (
      select regexp_match(t.transaction_number, '^(.*)-([0-9]{4})-([0-9]+)$') as m from business_transactions t where t.organization_id = $1::uuid
    ), series as (
      select n.m[1] as series, n.m[2]::int as fiscal_year, count(*) as n, min(n.m[3]::bigint) as first, max(n.m[3]::bigint) as last
      from numbered n where n.m is not null group by 1, 2
    )
    select coalesce(c.series, s.series) || '-' || coalesce(c.fiscal_year, s.fiscal_year) as label
    from series s full join (
      select c.* from number_counters c where c.organization_id = $1::uuid
        and c.series in (select t.number_prefix from transaction_types t where t.organization_id = $1::uuid)) c
      on c.series = s.series and c.fiscal_year = s.fiscal_year
    where (coalesce(s.first, 1), coalesce(s.n, 0), coalesce(s.last, 0)) is distinct from (1::bigint, c.next_value - 1, c.next_value - 1)`,
  PERIODS: `
    with ordered as (
      select q.label, q.start_date, q.end_date, lag(q.end_date) over (partition by q.subsidiary_id order by q.start_date) as before
      from fiscal_periods q where q.organization_id = $1::uuid and not q.is_adjustment
    )
    select o.label from ordered o where o.before is not null and o.start_date <> o.before + 1`,
} as const;
