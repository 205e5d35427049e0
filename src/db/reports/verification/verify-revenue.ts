import { DIFFERENT_COPIES } from '../../revenue/balance-copies';
import { DIFFERENT_CHANGES, DIFFERENT_YEARS } from '../../revenue/customer-years';
import { NO_ID } from '../../revenue/months-then';

/** What the sums by month are kept by, besides the month. */
const CATEGORIES = [
  ...['subsidiary_id', 'currency_code', 'cohort', 'revenue_account_id', 'timing', 'expedient', 'nature'],
  ...['class_id', 'department_id', 'location_id'],
]
  .map((column) => `x.${column}`)
  .join(', ');
const MONTH = `${CATEGORIES}, x.period`;

/** The first day of the month from which something is so; of what follows from no fact, always. */
const monthOf = (day: string) => `coalesce(${day} - (extract(day from ${day})::int - 1), '-infinity')`;

/** The checks of revenue contracts, their runs and costs; see LEDGER_CHECKS. */
export const REVENUE_CHECKS = {
  REVENUE_CONTRACTS: `
    with obligations as (
      select o.contract_id, o.key, o.allocated from performance_obligations o where o.organization_id = $1::uuid
    ), bookings as (
      select b.contract_id, b.obligation_key as key, sum(b.amount) as amount from revenue_bookings b where b.organization_id = $1::uuid group by 1, 2
    ), moves as (
      select m.contract_id, sum(m.deferred_base - m.contract_asset_base) as net_base, sum(m.receivable_base) as receivable_base,
        sum(m.refund_base) as refund_base, sum(m.cash) as cash, sum(m.deferred - m.contract_asset) as net, sum(m.receivable) as receivable,
        sum(m.refund) as refund, sum(m.revenue) as revenue
      from revenue_movements m where m.organization_id = $1::uuid group by 1
    )
    select c.contract_number || ' ' || coalesce(o.key, b.key) as label
    from obligations o full join bookings b using (contract_id, key)
    join revenue_contracts c on c.organization_id = $1::uuid and c.id = contract_id
    where coalesce(o.allocated, 0) <> coalesce(b.amount, 0)
    union all
    select c.contract_number from revenue_positions p
    join revenue_contracts c on c.organization_id = p.organization_id and c.id = p.contract_id
    left join moves m on m.contract_id = p.contract_id
    where p.organization_id = $1::uuid and ((p.net, p.net_base, p.receivable, p.receivable_base, p.refund, p.refund_base, p.cash, p.recognised)
      is distinct from (coalesce(m.net, 0), coalesce(m.net_base, 0), coalesce(m.receivable, 0), coalesce(m.receivable_base, 0), coalesce(m.refund, 0),
        coalesce(m.refund_base, 0), coalesce(m.cash, 0), coalesce(m.revenue, 0))
      or (p.subsidiary_id, p.currency_code) is distinct from (c.subsidiary_id, c.currency_code))`,
  REVENUE_ENTRIES: `
    with earned as (
      select r.entry_id, r.run_id, sum(r.amount) as amount from revenue_rows r where r.organization_id = $1::uuid and r.run_id is not null group by 1, 2
    ), moved as (
      select m.entry_id, m.run_id, sum(m.revenue) as amount from revenue_movements m where m.organization_id = $1::uuid and m.run_id is not null group by 1, 2
    )
    select coalesce(n.run_number, coalesce(e.entry_id, m.entry_id)::text) as label
    from earned e full join moved m using (entry_id, run_id)
    left join revenue_runs n on n.organization_id = $1::uuid and n.id = run_id
    where coalesce(e.amount, 0) <> coalesce(m.amount, 0)
    union all
    select e.entry_number from ledger_entries e
    join (select distinct m.entry_id, m.posting_date, m.period from revenue_movements m where m.organization_id = $1::uuid) m on m.entry_id = e.id
    where e.organization_id = $1::uuid and e.posting_date <> m.posting_date and e.source_kind <> 'RATE_CORRECTION'
    union all
    select coalesce(c.contract_number, r.contract_id::text) || ' row ' || r.seq from revenue_rows r
    left join revenue_contracts c on c.organization_id = r.organization_id and c.id = r.contract_id
    left join ledger_entries e on e.organization_id = r.organization_id and e.id = r.entry_id
    where r.organization_id = $1::uuid and (r.run_id is null) <> (r.posted_period is null)`,
  REVENUE_MONTHS: `
    with keyed as materialized (
      select o.contract_id, o.key, p.subsidiary_id, p.currency_code, p.cohort, o.revenue_account_id, o.timing, o.expedient, o.nature,
        coalesce(o.class_id, '${NO_ID}') as class_id, coalesce(o.department_id, '${NO_ID}') as department_id, coalesce(o.location_id, '${NO_ID}') as location_id
      from performance_obligations o join revenue_positions p on p.organization_id = $1::uuid and p.contract_id = o.contract_id
      where o.organization_id = $1::uuid
    ), numbered as materialized (
      -- There are few combinations of categories: adding up by a number is quicker than by ten columns.
      select x.*, dense_rank() over (order by ${CATEGORIES}) as place from keyed x
    ), summed as (
      select n.place, v.period, (v.at at time zone 'utc')::date as recorded_on, ${monthOf('r.effective_on')} as effective_month, 0::numeric as booked,
        sum(v.planned) as planned, sum(v.settled) as settled, sum(v.posted) as posted
      from revenue_rows r join numbered n on n.contract_id = r.contract_id and n.key = r.obligation_key
      cross join lateral (
        select r.period, r.recorded_at as at, r.amount as planned, 0::numeric as settled, 0::numeric as posted
        union all
        select r.period, r.posted_at, 0, r.amount, case when r.posted_period = r.period then r.amount else 0 end where r.run_id is not null
        union all
        select r.posted_period, r.posted_at, 0, 0, r.amount where r.run_id is not null and r.posted_period is distinct from r.period
      ) v
      where r.organization_id = $1::uuid group by 1, 2, 3, 4
      union all
      select n.place, b.period, (b.recorded_at at time zone 'utc')::date, ${monthOf('v.effective_date')}, sum(b.amount), 0, 0, 0
      from revenue_bookings b join numbered n on n.contract_id = b.contract_id and n.key = b.obligation_key
      left join revenue_events v on v.organization_id = $1::uuid and v.id = b.event_id
      where b.organization_id = $1::uuid group by 1, 2, 3, 4
    ), facts as materialized (
      select ${CATEGORIES}, s.period, s.recorded_on, s.effective_month, s.booked, s.planned, s.settled, s.posted
      from summed s join (select distinct on (n.place) n.* from numbered n order by n.place) x on x.place = s.place
    ), moved as materialized (
      select (m.recorded_at at time zone 'utc')::date as recorded_on, coalesce(m.effective_on, e.effective_date, m.posting_date) as effective_on, m.subsidiary_id,
        m.currency_code, m.period, case when m.kind = 'DOCUMENT' and m.amount < 0 then 'CREDIT' else m.kind end as kind, sum(m.deferred) as deferred
      from revenue_movements m left join revenue_events e on e.organization_id = m.organization_id and e.id = m.event_id
      where m.organization_id = $1::uuid group by 1, 2, 3, 4, 5, 6
    )
    select coalesce(x.period, 'no month') || ' ' || x.currency_code as label from (
      select ${MONTH}, x.booked, x.planned, x.settled, x.posted from facts x
      union all
      select ${MONTH}, -x.booked, -x.planned, -x.settled, -x.posted from revenue_months x where x.organization_id = $1::uuid
    ) x group by ${MONTH} having (sum(x.booked), sum(x.planned), sum(x.settled), sum(x.posted)) is distinct from (0, 0, 0, 0)
    union all
    -- The same by the days on which they were added and the months from which they are so, which an earlier moment takes off.
    select distinct coalesce(x.period, 'no month') || ' ' || x.currency_code || ' by days of recording and effect' from (
      select ${MONTH}, x.recorded_on, x.effective_month, x.booked, x.planned, x.settled, x.posted from facts x
      union all
      select ${MONTH}, x.recorded_on, x.effective_month, -x.booked, -x.planned, -x.settled, -x.posted
      from revenue_month_changes x where x.organization_id = $1::uuid
    ) x group by ${MONTH}, x.recorded_on, x.effective_month
    having (sum(x.booked), sum(x.planned), sum(x.settled), sum(x.posted)) is distinct from (0, 0, 0, 0)
    union all
    select distinct coalesce(c.company_name, d.customer_id::text) || ' by year' from (${DIFFERENT_YEARS}) d
    left join customers c on c.organization_id = $1::uuid and c.id = d.customer_id
    union all
    select distinct coalesce(c.company_name, d.what) || ' by moment' from (${DIFFERENT_CHANGES}) d
    left join customers c on c.organization_id = $1::uuid and c.id::text = d.what
    union all
    select period || ' ' || currency_code || ' ' || kind
    from (
      select m.subsidiary_id, m.currency_code, m.period, m.kind, sum(m.deferred) as deferred from moved m group by 1, 2, 3, 4
    ) f
    full join (
      select k.subsidiary_id, k.currency_code, k.period, k.kind, sum(k.deferred) as kept
      from revenue_movement_months k where k.organization_id = $1::uuid group by 1, 2, 3, 4
    ) k using (subsidiary_id, currency_code, period, kind)
    where coalesce(f.deferred, 0) <> coalesce(k.kept, 0)
    union all
    select distinct x.period || ' ' || x.currency_code || ' ' || x.kind || ' by days of recording and effect'
    from (
      select m.* from moved m
      union all
      select c.recorded_on, c.effective_on, c.subsidiary_id, c.currency_code, c.period, c.kind, -c.deferred
      from revenue_movement_changes c where c.organization_id = $1::uuid
    ) x group by x.recorded_on, x.effective_on, x.subsidiary_id, x.currency_code, x.period, x.kind having sum(x.deferred) <> 0
    union all
    select distinct coalesce(q.end_date::text, 'no period') || ' ' || x.currency_code || ' in the ledger by day of recording'
    from (
      select l.subsidiary_id, l.currency_code, l.period_id, (e.created_at at time zone 'utc')::date as recorded_on, l.credit - l.debit as amount
      from accounts a
      join ledger_lines l on l.organization_id = $1::uuid and l.account_id = a.id
      join ledger_entries e on e.organization_id = $1::uuid and e.id = l.entry_id
      where a.organization_id = $1::uuid and a.control_for = 'DEFERRED_REVENUE'
      union all
      select c.subsidiary_id, c.currency_code, c.period_id, c.recorded_on, -c.amount from deferred_ledger_changes c where c.organization_id = $1::uuid
    ) x left join fiscal_periods q on q.organization_id = $1::uuid and q.id = x.period_id
    group by q.end_date, x.subsidiary_id, x.currency_code, x.period_id, x.recorded_on having sum(x.amount) <> 0
    union all
    select to_char(d.posting_date, 'YYYY-MM-DD') || ' ' || d.currency_code
    from (
      select m.subsidiary_id, m.currency_code, m.posting_date, m.deferred, m.deferred_base, m.contract_asset, m.contract_asset_base, m.refund, m.refund_base
      from revenue_movements m where m.organization_id = $1::uuid
      union all
      select k.subsidiary_id, k.currency_code, k.posting_date, -k.deferred, -k.deferred_base, -k.contract_asset, -k.contract_asset_base, -k.refund,
        -k.refund_base from revenue_movement_days k where k.organization_id = $1::uuid
    ) d group by d.subsidiary_id, d.currency_code, d.posting_date
    having (sum(d.deferred), sum(d.deferred_base), sum(d.contract_asset), sum(d.contract_asset_base), sum(d.refund), sum(d.refund_base))
      is distinct from (0, 0, 0, 0, 0, 0)`,
  // What each contract came to when it was last checked, against its rows, and the totals of that (check-contracts in prisma/sql). Contracts
  // touched since are added up from their rows by every reconciliation.
  REVENUE_TIE_OUT: `
    with facts as (
      select x.contract_id, x.subsidiary_id, x.currency_code, sum(x.deferred) as deferred, sum(x.asset) as asset, sum(x.refund) as refund,
        sum(x.receivable) as receivable, sum(x.cost) as cost, sum(x.accrued) as accrued, sum(x.unearned) as unearned, sum(x.advance) as advance,
        sum(x.booked) as booked, sum(x.planned) as planned, sum(x.posted) as posted
      from (
        select p.contract_id, p.subsidiary_id, p.currency_code, greatest(p.net, 0) as deferred, greatest(-p.net, 0) as asset, p.refund, p.receivable,
          0::numeric as cost, 0::numeric as accrued, 0::numeric as unearned, 0::numeric as advance, 0::numeric as booked, 0::numeric as planned,
          0::numeric as posted
        from revenue_positions p where p.organization_id = $1::uuid
        union all
        select k.contract_id, k.subsidiary_id, k.currency_code, 0, 0, 0, 0, case when k.voided then 0 else k.amount end - k.amortised - k.impaired,
          0, 0, 0, 0, 0, 0
        from contract_costs k where k.organization_id = $1::uuid and k.decision = 'CAPITALISED'
        union all
        select i.contract_id, i.subsidiary_id, i.currency_code, 0, 0, 0, 0, 0, i.accrued, i.unearned, i.advance, 0, 0, 0
        from revenue_interest_moves i where i.organization_id = $1::uuid
        union all
        select c.id, c.subsidiary_id, c.currency_code, 0, 0, 0, 0, 0, 0, 0, 0, b.amount, 0, 0
        from revenue_bookings b join revenue_contracts c on c.organization_id = $1::uuid and c.id = b.contract_id where b.organization_id = $1::uuid
        union all
        select c.id, c.subsidiary_id, c.currency_code, 0, 0, 0, 0, 0, 0, 0, 0, 0, r.amount, case when r.run_id is null then 0 else r.amount end
        from revenue_rows r join revenue_contracts c on c.organization_id = $1::uuid and c.id = r.contract_id where r.organization_id = $1::uuid
      ) x group by 1, 2, 3
    ), touched as materialized (
      select distinct n.id from revenue_touched_contracts t cross join lateral unnest(t.contract_ids) as n(id) where t.organization_id = $1::uuid
    ), kept as (
      select * from revenue_checked_contracts where organization_id = $1::uuid
    )
    select coalesce(c.contract_number, contract_id::text) as label from facts f full join kept k using (contract_id, subsidiary_id, currency_code)
    left join revenue_contracts c on c.organization_id = $1::uuid and c.id = contract_id
    where contract_id not in (select t.id from touched t) and
      (coalesce(f.deferred, 0), coalesce(f.asset, 0), coalesce(f.refund, 0), coalesce(f.receivable, 0), coalesce(f.cost, 0), coalesce(f.accrued, 0),
        coalesce(f.unearned, 0), coalesce(f.advance, 0), coalesce(f.booked, 0), coalesce(f.planned, 0), coalesce(f.posted, 0)) is distinct from
      (coalesce(k.deferred, 0), coalesce(k.contract_asset, 0), coalesce(k.refund, 0), coalesce(k.receivable, 0), coalesce(k.cost, 0),
        coalesce(k.accrued, 0), coalesce(k.unearned, 0), coalesce(k.advance, 0), coalesce(k.booked, 0), coalesce(k.planned, 0), coalesce(k.posted, 0))
    union all
    select 'totals ' || currency_code
    from (
      select x.subsidiary_id, x.currency_code, x.deferred, x.contract_asset, x.refund, x.receivable, x.cost, x.accrued, x.unearned, x.advance,
        x.booked, x.planned, x.posted from revenue_checked_totals x where x.organization_id = $1::uuid
      union all
      select k.subsidiary_id, k.currency_code, -k.deferred, -k.contract_asset, -k.refund, -k.receivable, -k.cost, -k.accrued, -k.unearned,
        -k.advance, -k.booked, -k.planned, -k.posted from kept k
    ) t group by t.subsidiary_id, t.currency_code
    having (sum(deferred), sum(contract_asset), sum(refund), sum(receivable), sum(cost), sum(accrued), sum(unearned), sum(advance), sum(booked),
      sum(planned), sum(posted)) is distinct from (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
    union all
    select coalesce(c.contract_number, d.contract_id::text) || ' by month'
    from (
      select contract_id from daybook_contract_standings(array(select k.id from revenue_contracts k where k.organization_id = $1::uuid)) f
      full join (select x.* from revenue_checked_standings x where x.organization_id = $1::uuid) k using (contract_id, subsidiary_id, currency_code)
      where contract_id not in (select t.id from touched t) and (cardinality(f.months) > 0 or cardinality(k.months) > 0)
        and (f.months, f.moves, f.nets, f.receivables, f.revenues, f.priors, f.soons, f.unscheduled_since) is distinct from
          (k.months, k.moves, k.nets, k.receivables, k.revenues, k.priors, k.soons, k.unscheduled_since)
      group by contract_id
    ) d left join revenue_contracts c on c.organization_id = $1::uuid and c.id = d.contract_id
    union all
    select 'balances ' || t.currency_code
    from (
      select x.subsidiary_id, x.currency_code, x.since_month, x.month, x.contracts, x.receivable, x.contract_asset, x.deferred, x.revenue,
        x.from_opening, x.prior, x.due_soon from revenue_checked_balances x where x.organization_id = $1::uuid
      union all
      select p.* from daybook_balance_parts(array(select k.contract_id from revenue_checked_standings k where k.organization_id = $1::uuid), '{-1}') p
    ) t group by t.subsidiary_id, t.currency_code, t.since_month, t.month
    having (sum(contracts), sum(receivable), sum(contract_asset), sum(deferred), sum(revenue), sum(from_opening), sum(prior), sum(due_soon))
      is distinct from (0, 0, 0, 0, 0, 0, 0, 0)
    union all
    ${DIFFERENT_COPIES}`,
  REVENUE_FACTS: `
    with facts as (
      select v.contract_id, count(*) as n, min(v.seq) as first, max(v.seq) as last from revenue_events v where v.organization_id = $1::uuid group by 1
    )
    select c.contract_number as label from revenue_contracts c left join facts f on f.contract_id = c.id
    where c.organization_id = $1::uuid and (f.first not in (0, case c.contract_status when 'DRAFT' then 1 else 0 end)
      or f.last - f.first + 1 <> f.n or (f.n is null) <> (c.contract_status = 'COMBINED') and c.contract_status <> 'DRAFT')`,
  CONTRACT_COSTS: `
    with posted as (
      select r.cost_id, sum(r.amount) filter (where r.run_id is not null) as amortized, sum(r.amount) as planned,
        bool_or((r.run_id is null) <> (r.entry_id is null and r.posted_period is null)) as torn
      from contract_cost_rows r where r.organization_id = $1::uuid group by 1
    )
    select k.contract_number || ': ' || coalesce(c.description, c.cost_kind) as label
    from contract_costs c join revenue_contracts k on k.organization_id = c.organization_id and k.id = c.contract_id
    left join posted p on p.cost_id = c.id
    where c.organization_id = $1::uuid and (c.amortised <> coalesce(p.amortized, 0)
      or c.cost_kind <> 'LOSS' and coalesce(p.planned, 0) + c.impaired > case when c.voided then 0 else c.amount end
      or c.impaired < 0 or coalesce(p.torn, false))`,
  CONTRACT_INTEREST: `
    with posted as (
      select l.entry_id, sum(case when a.control_for = 'ACCRUED_INTEREST' then l.debit - l.credit else 0 end) as accrued,
        sum(case when a.control_for = 'ACCRUED_INTEREST' then l.base_debit - l.base_credit else 0 end) as accrued_base,
        sum(case when a.control_for = 'UNEARNED_INTEREST' then l.credit - l.debit else 0 end) as unearned,
        sum(case when a.control_for = 'UNEARNED_INTEREST' then l.base_credit - l.base_debit else 0 end) as unearned_base,
        sum(case when a.control_for = 'ADVANCE_INTEREST' then l.credit - l.debit else 0 end) as advance,
        sum(case when a.control_for = 'ADVANCE_INTEREST' then l.base_credit - l.base_debit else 0 end) as advance_base
      from revenue_interest_moves i
      join ledger_lines l on l.organization_id = i.organization_id and l.entry_id = i.entry_id
      join accounts a on a.organization_id = l.organization_id and a.id = l.account_id
      where i.organization_id = $1::uuid group by 1
    )
    select c.contract_number || ' ' || to_char(i.posting_date, 'YYYY-MM-DD') as label from revenue_interest_moves i
    join revenue_contracts c on c.organization_id = i.organization_id and c.id = i.contract_id
    left join posted p on p.entry_id = i.entry_id
    left join ledger_entries e on e.organization_id = i.organization_id and e.id = i.entry_id
    left join revenue_movements m on m.organization_id = i.organization_id and m.contract_id = i.contract_id and m.id = i.id
    where i.organization_id = $1::uuid and ((i.accrued, i.accrued_base, i.unearned, i.unearned_base, i.advance, i.advance_base)
      is distinct from (p.accrued, p.accrued_base, p.unearned, p.unearned_base, p.advance, p.advance_base)
      or e.posting_date is distinct from i.posting_date
      or i.kind = 'SHIFT' and (m.document, m.document_base) is distinct from
        (i.accrued - i.unearned - i.advance, i.accrued_base - i.unearned_base - i.advance_base))`,
  CONTRACT_CARRIED: `
    with kept as (
      select m.contract_id, m.entry_id, m.account_id, sum(m.amount) as amount, sum(m.base) as base
      from revenue_carried_moves m where m.organization_id = $1::uuid group by 1, 2, 3
    )
    select c.contract_number || coalesce(' ' || e.entry_number, '') as label from kept k
    join revenue_contracts c on c.organization_id = $1::uuid and c.id = k.contract_id
    left join ledger_entries e on e.organization_id = $1::uuid and e.id = k.entry_id
    left join lateral (
      select sum(l.debit - l.credit) as amount, sum(l.base_debit - l.base_credit) as base
      from (select k.entry_id as id union all
            select i.entry_id from rate_correction_items i where i.organization_id = $1::uuid and i.kind = 'JOURNAL' and i.source_id = k.entry_id) x
      join ledger_lines l on l.organization_id = $1::uuid and l.entry_id = x.id and l.account_id = k.account_id) p on true
    where (k.amount, k.base) is distinct from (p.amount, p.base)`,
  RECLASSIFICATIONS: `
    select r.period || ' ' || r.currency_code as label from revenue_reclassifications r
    left join ledger_entries e on e.organization_id = r.organization_id and e.id = r.entry_id
    left join ledger_entries m on m.organization_id = r.organization_id and m.id = r.reversal_entry_id
    left join lateral (select sum(l.credit - l.debit) as amount from ledger_lines l
      where l.organization_id = r.organization_id and l.entry_id = r.entry_id and l.account_id = r.account_id) x on true
    where r.organization_id = $1::uuid and (e.posting_date is distinct from r.posting_date or m.posting_date is distinct from r.reversal_date
      or m.reversal_of_id is distinct from e.id or coalesce(x.amount, 0) <> r.non_current or r.non_current > r.liability)`,
  REVALUATIONS: `
    with runs as (
      select r.*, row_number() over (partition by r.period_id order by r.run_number) as place,
        (select coalesce(sum((b->>'difference')::numeric), 0) from jsonb_array_elements(case jsonb_typeof(r.balances) when 'array' then r.balances else '[]' end) b) as difference
      from revaluations r where r.organization_id = $1::uuid
    ), posted as (
      select r.id, sum(l.base_debit - l.base_credit) as base from runs r
      join ledger_lines l on l.organization_id = $1::uuid and l.entry_id = r.entry_id
      join accounts a on a.organization_id = $1::uuid and a.id = l.account_id and a.fx_role is null
      group by 1
    )
    select q.label || ' run ' || r.run_number as label from runs r
    left join fiscal_periods q on q.organization_id = $1::uuid and q.id = r.period_id
    left join posted p on p.id = r.id
    left join ledger_entries m on m.organization_id = $1::uuid and m.id = r.reversal_entry_id
    where r.run_number <> r.place or coalesce(p.base, 0) <> r.difference or q.end_date is distinct from r.revalued_on
      or (r.entry_id is null) <> (r.reversal_entry_id is null) or m.reversal_of_id is distinct from r.entry_id`,
  RATE_CORRECTIONS: `
    select i.label from rate_correction_items i
    left join ledger_entries e on e.organization_id = i.organization_id and e.id = i.entry_id
    where i.organization_id = $1::uuid and (i.difference <> i.after_base - i.before_base or e.source_kind is distinct from 'RATE_CORRECTION'
      or e.posting_date <> i.posted_on or i.posted_on < i.origin_on)`,
} as const;
