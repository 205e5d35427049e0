const NONE = '00000000-0000-0000-0000-000000000000';

/**
 * The monthly sums of revenue against a sum over every row and booking, by the obligations as they are; and what was added to them by days,
 * against the sums.
 */
export const COMPARED = `
  with keyed as (
    select p.subsidiary_id, p.currency_code, p.cohort, o.revenue_account_id, o.timing, o.expedient, o.nature, coalesce(o.class_id::text, '') as class,
           coalesce(o.department_id::text, '') as department, coalesce(o.location_id::text, '') as location, o.contract_id, o.key
    from performance_obligations o join revenue_positions p on p.contract_id = o.contract_id
  ), moved as (
    select k.*, r.period, r.amount as planned, 0::numeric as booked, case when r.run_id is not null then r.amount else 0 end as settled,
           case when r.posted_period = r.period then r.amount else 0 end as posted
    from revenue_rows r join keyed k on k.contract_id = r.contract_id and k.key = r.obligation_key
    union all
    select k.*, r.posted_period, 0, 0, 0, r.amount from revenue_rows r join keyed k on k.contract_id = r.contract_id and k.key = r.obligation_key
    where r.posted_period <> r.period
    union all
    select k.*, b.period, 0, b.amount, 0, 0 from revenue_bookings b join keyed k on k.contract_id = b.contract_id and k.key = b.obligation_key
  ), expected as (
    select subsidiary_id, currency_code, cohort, revenue_account_id, timing, expedient, nature, class, department, location, period,
           sum(planned) as planned, sum(booked) as booked, sum(settled) as settled, sum(posted) as posted
    from moved group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11
  ), kept as (
    select 'kept' as source, m.* from (${columns('revenue_months')}) m union all select 'by days', c.* from (${columns('revenue_month_changes')}) c
  ), sums as (
    select k.source, subsidiary_id, currency_code, cohort, revenue_account_id, timing, expedient, nature, class, department, location, period,
           sum(planned) as planned, sum(booked) as booked, sum(settled) as settled, sum(posted) as posted
    from kept k group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12
    having (sum(planned), sum(booked), sum(settled), sum(posted)) <> (0, 0, 0, 0)
  ), wanted as (
    select s.source, e.* from expected e cross join (values ('kept'), ('by days')) s (source)
    where (e.planned, e.booked, e.settled, e.posted) <> (0, 0, 0, 0)
  )
  select count(*)::int / 2 as months, count(*) filter (where e.settled <> 0)::int / 2 as settled,
         count(*) filter (where e.posted <> e.settled)::int / 2 as late, sum(e.booked) filter (where source = 'kept')::text as booked,
         count(*) filter (where (e.planned, e.booked, e.settled, e.posted) is distinct from (k.planned, k.booked, k.settled, k.posted))::int as wrong
  from wanted e full join sums k
    using (source, subsidiary_id, currency_code, cohort, revenue_account_id, timing, expedient, nature, class, department, location, period)`;

/** What was added to the sums by customer, by when it was posted, against the rows posted then by the obligations as they are: where they differ. */
export const DIFFERENT_MOMENTS = `
  select x.posted_at, x.year, x.month, x.day, sum(x.amount) as amount from (
    select r.posted_at, k.currency_code, left(r.posted_period, 4)::int as year, substr(r.posted_period, 6, 2)::int as month,
      coalesce(nullif(substr(r.posted_period, 9, 2), ''), '31')::int as day, coalesce(k.customer_id::text, 'none') as customer, k.subsidiary_id, p.cohort,
      o.revenue_account_id, o.timing, o.expedient, o.nature, coalesce(o.class_id::text, '') as class, coalesce(o.department_id::text, '') as department,
      coalesce(o.location_id::text, '') as location, r.amount
    from revenue_rows r join revenue_contracts k on k.id = r.contract_id join revenue_positions p on p.contract_id = r.contract_id
    join performance_obligations o on o.contract_id = r.contract_id and o.key = r.obligation_key where r.posted_at is not null
    union all
    select c.recorded_at, c.currency_code, c.year, c.month, c.day, case when u.customer_id = '${NONE}' then 'none' else u.customer_id::text end,
      c.subsidiary_id, c.cohort, c.revenue_account_id, c.timing, c.expedient, c.nature, case when c.class_id = '${NONE}' then '' else c.class_id::text end,
      case when c.department_id = '${NONE}' then '' else c.department_id::text end, case when c.location_id = '${NONE}' then '' else c.location_id::text end,
      -u.amount
    from revenue_customer_changes c cross join lateral unnest(c.customer_ids, c.amounts) as u (customer_id, amount)
  ) x group by 1, 2, 3, 4, x.currency_code, x.customer, x.subsidiary_id, x.cohort, x.revenue_account_id, x.timing, x.expedient, x.nature, x.class,
    x.department, x.location
  having sum(x.amount) <> 0`;

function columns(table: string): string {
  const dimension = (name: string) =>
    `coalesce(nullif(${name}_id::text, '00000000-0000-0000-0000-000000000000'), '') as ${name}`;
  return `select subsidiary_id, currency_code, cohort, revenue_account_id, timing, expedient, nature, ${['class', 'department', 'location'].map(dimension).join(', ')},
      period, planned, booked, settled, posted from ${table}`;
}
