import { sql, type Tenant } from '../../tenancy';

/** Interest on a contract's financing component that has accrued but is not posted yet; expense above zero. */
export interface InterestDue {
  readonly contractId: string;
  readonly contractNumber: string;
  readonly currencyCode: string;
  readonly amount: string;
}

/** The last day by $3 for which an accrual of a contract (c) stands. */
const ACCRUED_BY = `(select max(e.effective_date) from revenue_events e where e.organization_id = c.organization_id and e.contract_id = c.id
    and e.kind = 'accrual' and e.effective_date <= $3::date and not exists (
      select 1 from revenue_events w where w.organization_id = e.organization_id and w.contract_id = e.contract_id
        and w.kind = 'voided' and w.body->>'of' = e.id::text))`;

/** The contracts of a subsidiary with interest accrued by a day and not recorded, by number. */
export async function interestDue(
  tenant: Tenant,
  subsidiaryId: string,
  day: string,
  limit: number,
): Promise<InterestDue[]> {
  return sql<InterestDue>(
    tenant,
    `select c.id as "contractId", c.contract_number as "contractNumber", c.currency_code as "currencyCode", due.amount::text as amount
     from revenue_contracts c
     cross join lateral (select coalesce(${ACCRUED_BY}, '-infinity') as through) done
     cross join lateral (
       select coalesce(sum((i->>'amount')::numeric), 0) as amount, bool_or((i->>'amount')::numeric <> 0) as accrues from jsonb_array_elements(c.picture->'interest') i
       where (i->>'on')::date <= $3::date and (i->>'on')::date > done.through) due
     where c.organization_id = $1::uuid and c.subsidiary_id = $2::uuid and c.contract_status in ('ACTIVE', 'COMPLETED')
       and c.picture @? 'strict $.interest[0]' and due.accrues
     order by c.contract_number limit $4`,
    [tenant.organizationId, subsidiaryId, day, limit],
  );
}

/**
 * A subsidiary's contracts with an obligation earned over time of which another party supplies a share, and months by a day
 * for which that share is not recorded, by number. Contracts on hold are left out.
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
     from revenue_contracts c cross join lateral jsonb_array_elements_text(c.picture->'suppliedByTime') s(key)
     join performance_obligations o on o.organization_id = $1::uuid and o.contract_id = c.id and o.key = s.key and not o.held
     where c.organization_id = $1::uuid and c.subsidiary_id = $2::uuid and c.contract_status in ('ACTIVE', 'COMPLETED')
       and c.picture @? 'strict $.suppliedByTime[0]'
       and exists (
         select 1 from (select coalesce(${ACCRUED_BY}, '-infinity') as through) done cross join revenue_rows r
         where r.organization_id = $1::uuid and r.contract_id = c.id and r.obligation_key = s.key
           and r.amount <> 0 and r.end_date <= $3::date and r.end_date > done.through)
     group by c.id, c.contract_number, c.currency_code order by c.contract_number limit $4`,
    [tenant.organizationId, subsidiaryId, day, limit],
  );
}

/** The contracts of a subsidiary with modifications by a day whose treatment has to be decided again, by number, and how many. */
export async function decisionsOpen(
  tenant: Tenant,
  subsidiaryId: string,
  day: string,
): Promise<{ contractNumber: string; decisions: number }[]> {
  return sql(
    tenant,
    `select c.contract_number as "contractNumber", count(*)::int as decisions
     from revenue_contracts c cross join lateral jsonb_array_elements(c.picture->'openDecisions') d
     where c.organization_id = $1::uuid and c.subsidiary_id = $2::uuid and c.picture @? 'strict $.openDecisions[0]'
       and (d->>'effectiveDate')::date <= $3::date
     group by 1 order by 1`,
    [tenant.organizationId, subsidiaryId, day],
  );
}

/**
 * The contracts of a subsidiary whose payment and transfer are known by a day to be more than a year apart, and of which no one has
 * said whether that is financing, by number.
 */
export async function financingAsked(
  tenant: Tenant,
  subsidiaryId: string,
  day: string,
): Promise<{ contractNumber: string }[]> {
  return sql(
    tenant,
    `select c.contract_number as "contractNumber" from revenue_contracts c
     where c.organization_id = $1::uuid and c.subsidiary_id = $2::uuid and c.contract_status in ('ACTIVE', 'COMPLETED')
       and c.picture @? 'strict $.financingQuestion.knownFrom'
       and (c.picture->'financingQuestion'->>'knownFrom')::date <= $3::date order by 1`,
    [tenant.organizationId, subsidiaryId, day],
  );
}

/** A variable element of a price, or an expected refund, with the day it was last judged. */
export interface EstimateRow {
  readonly contractId: string;
  readonly contractNumber: string;
  readonly name: string | null;
  readonly currencyCode: string;
  readonly kind: 'VARIABLE' | 'REFUND';
  /** The element's key; null for a refund liability. */
  readonly key: string | null;
  /** The amount included in the price; for a refund, the current liability. */
  readonly amount: string;
  readonly lastJudged: string;
}

/** Estimates of contracts in force that have not been reviewed since a day, the oldest first. */
export async function estimatesNotJudgedSince(
  tenant: Tenant,
  query: { subsidiaryId: string | null; since: string; by: string; limit: number },
): Promise<EstimateRow[]> {
  return sql<EstimateRow>(
    tenant,
    `with elements as (
       select o.id as contract_id, v->>'key' as key, v->>'included' as amount, (v->>'judgedOn')::date as judged
       from revenue_contracts o cross join lateral jsonb_array_elements(o.picture->'variable') v
       where o.organization_id = $1::uuid and o.contract_status = 'ACTIVE' and o.picture @? 'strict $.variable[0]'
         and ($2::uuid is null or o.subsidiary_id = $2::uuid)
     ), refunds as (
       select p.contract_id, p.refund::text as amount from revenue_positions p where p.organization_id = $1::uuid and p.refund > 0
     )
     select c.id as "contractId", c.contract_number as "contractNumber", c.name, c.currency_code as "currencyCode", x.kind, x.key, x.amount,
       x.judged as "lastJudged"
     from (
       select v.contract_id, 'VARIABLE' as kind, v.key, v.amount, v.judged from elements v
       union all
       select r.contract_id, 'REFUND', null, r.amount, (
         select max(e.effective_date) from revenue_events e where e.organization_id = $1::uuid and e.contract_id = r.contract_id
           and e.kind in ('refundEstimate', 'returnsEstimate', 'usage', 'return') and e.effective_date <= $4::date
           and not exists (select 1 from revenue_events w where w.organization_id = e.organization_id and w.contract_id = e.contract_id
             and w.kind = 'voided' and w.body->>'of' = e.id::text))
       from refunds r
     ) x
     cross join lateral (
       select o.* from revenue_contracts o where o.organization_id = $1::uuid and o.id = x.contract_id and o.contract_status = 'ACTIVE'
         and ($2::uuid is null or o.subsidiary_id = $2::uuid) offset 0) c
     where x.judged < $3::date
     order by x.judged, c.contract_number, x.key limit $5`,
    [tenant.organizationId, query.subsidiaryId, query.since, query.by, query.limit],
  );
}
