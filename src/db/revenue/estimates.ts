import { sql, type Tenant } from '../tenancy';

/** Interest of a contract's financing component that has accrued and stands in no entry yet; expense above zero. */
export interface InterestDue {
  readonly contractId: string;
  readonly contractNumber: string;
  readonly currencyCode: string;
  readonly amount: string;
}

/** The contracts of a subsidiary with interest accrued by a day and not recorded, by number. */
export async function interestDue(
  tenant: Tenant,
  subsidiaryId: string,
  day: string,
  limit: number,
): Promise<InterestDue[]> {
  return sql<InterestDue>(
    tenant,
    `select c.id as "contractId", c.contract_number as "contractNumber", c.currency_code as "currencyCode", (due.amount - done.amount)::text as amount
     from (
       select e.contract_id, sum((i->>'amount')::numeric) as amount
       from revenue_events e cross join lateral jsonb_array_elements(e.body->'interest') i
       where e.organization_id = $1::uuid and e.kind in ('created', 'modification') and e.body ? 'interest' and i->>'on' <= $3
       group by e.contract_id) due
     join revenue_contracts c on c.organization_id = $1::uuid and c.id = due.contract_id and c.subsidiary_id = $2::uuid
       and c.contract_status in ('ACTIVE', 'COMPLETED')
     cross join lateral (
       select coalesce(sum(m.amount), 0) as amount from revenue_movements m
       join revenue_events a on a.organization_id = m.organization_id and a.id = m.event_id and a.kind = 'accrual'
       where m.organization_id = $1::uuid and m.contract_id = due.contract_id and m.kind = 'INTEREST') done
     where due.amount <> done.amount
     order by c.contract_number limit $4`,
    [tenant.organizationId, subsidiaryId, day, limit],
  );
}

/**
 * The contracts of a subsidiary with a promise earned by time of which another party supplies a share, and months by a day
 * for which that share is not recorded, by number. What is on hold waits.
 */
export async function suppliersDue(
  tenant: Tenant,
  subsidiaryId: string,
  day: string,
  limit: number,
): Promise<{ contractId: string; contractNumber: string; currencyCode: string }[]> {
  return sql(
    tenant,
    `select c.id as "contractId", c.contract_number as "contractNumber", c.currency_code as "currencyCode"
     from (
       select distinct e.contract_id, t->>'key' as key
       from revenue_events e cross join lateral jsonb_array_elements(coalesce(e.body->'obligations', e.body->'additions')) t
       where e.organization_id = $1::uuid and (e.body @? '$.obligations[*].supplier' or e.body @? '$.additions[*].supplier')
         and e.kind in ('created', 'modification') and t ? 'supplier') s
     join revenue_contracts c on c.organization_id = $1::uuid and c.id = s.contract_id and c.subsidiary_id = $2::uuid
       and c.contract_status in ('ACTIVE', 'COMPLETED')
     join performance_obligations o on o.organization_id = $1::uuid and o.contract_id = s.contract_id and o.key = s.key
       and o.pattern->>'kind' = 'RATABLE' and not o.held
     where exists (
       select 1 from revenue_rows r where r.organization_id = $1::uuid and r.contract_id = s.contract_id and r.obligation_key = s.key
         and r.amount <> 0 and r.end_date <= $3::date and r.end_date > coalesce((
           select max(a.effective_date) from revenue_events a
           where a.organization_id = $1::uuid and a.contract_id = s.contract_id and a.kind = 'accrual'), '-infinity'))
     group by c.id, c.contract_number, c.currency_code order by c.contract_number limit $4`,
    [tenant.organizationId, subsidiaryId, day, limit],
  );
}

/** A variable element of a price, or an expected refund, with the day it was last judged. */
export interface EstimateRow {
  readonly contractId: string;
  readonly contractNumber: string;
  readonly name: string | null;
  readonly currencyCode: string;
  readonly kind: 'VARIABLE' | 'REFUND';
  /** The element's key; of a refund liability null. */
  readonly key: string | null;
  /** What was included when it was agreed; of a refund what is set aside now. */
  readonly amount: string;
  readonly lastJudged: string;
}

/** Estimates of contracts in force nobody has judged since a day, the longest unjudged first. */
export async function estimatesNotJudgedSince(
  tenant: Tenant,
  query: { subsidiaryId: string | null; since: string; by: string; limit: number },
): Promise<EstimateRow[]> {
  return sql<EstimateRow>(
    tenant,
    `with open as (
       select c.* from revenue_contracts c where c.organization_id = $1::uuid and c.contract_status = 'ACTIVE'
         and ($2::uuid is null or c.subsidiary_id = $2::uuid)
     ), elements as (
       select e.contract_id, v->>'key' as key, v->>'included' as amount, e.effective_date as since
       from revenue_events e cross join lateral jsonb_array_elements(e.body->'variable') v
       where e.organization_id = $1::uuid and e.kind in ('created', 'modification') and e.body ? 'variable' and e.effective_date <= $4::date
     ), refunds as (
       select p.contract_id, p.refund::text as amount from revenue_positions p where p.organization_id = $1::uuid and p.refund > 0
     )
     select c.id as "contractId", c.contract_number as "contractNumber", c.name, c.currency_code as "currencyCode", x.kind, x.key, x.amount,
       x.judged as "lastJudged"
     from (
       select v.contract_id, 'VARIABLE' as kind, v.key, v.amount, greatest(v.since, (
         select max(e.effective_date) from revenue_events e where e.organization_id = $1::uuid and e.contract_id = v.contract_id
           and e.kind in ('reassessment', 'estimateChange') and e.effective_date <= $4::date
           and (e.kind = 'estimateChange' or e.body->>'key' = v.key))) as judged
       from elements v
       union all
       select r.contract_id, 'REFUND', null, r.amount, (
         select max(e.effective_date) from revenue_events e where e.organization_id = $1::uuid and e.contract_id = r.contract_id
           and e.kind in ('refundEstimate', 'returnsEstimate', 'usage', 'return') and e.effective_date <= $4::date)
       from refunds r
     ) x join open c on c.id = x.contract_id
     where x.judged < $3::date
     order by x.judged, c.contract_number, x.key limit $5`,
    [tenant.organizationId, query.subsidiaryId, query.since, query.by, query.limit],
  );
}
