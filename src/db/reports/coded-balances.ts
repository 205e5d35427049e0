import { sql, type Tenant } from '../tenancy';
import { RETAINED_EARNINGS_SQL } from './trial-balance';

export interface UnsentBalance {
  readonly accountId: string;
  /** Debits above zero, in base currency. */
  readonly amount: string;
}

/**
 * The balances that no batch sent to a ledger contains: entries since its first day, up to a day, by account. Profit and loss of earlier
 * fiscal years is in retained earnings, as in the trial balance of that day.
 */
export function readUnsentBalances(
  tenant: Tenant,
  asked: {
    readonly ledgerId: string;
    readonly subsidiaryId: string | null;
    readonly startsOn: string;
    readonly asOf: string;
  },
): Promise<UnsentBalance[]> {
  return sql<UnsentBalance>(
    tenant,
    `with unsent as (
       select e.id, e.subsidiary_id from ledger_entries e
       where e.organization_id = $1::uuid and e.posting_date between $3::date and $4::date and ($5::uuid is null or e.subsidiary_id = $5::uuid)
         and not exists (select from ledger_batch_entries b join ledger_batches h
           on h.organization_id = b.organization_id and h.id = b.batch_id and h.batch_status = 'SENT'
           where b.organization_id = e.organization_id and b.ledger_id = $2::uuid and b.entry_id = e.id and b.is_live)),
     years as (
       select u.subsidiary_id, (select min(q.start_date) from fiscal_periods q where q.organization_id = $1::uuid
         and q.subsidiary_id = u.subsidiary_id and q.fiscal_year = (select p.fiscal_year from fiscal_periods p
           where p.organization_id = $1::uuid and p.subsidiary_id = u.subsidiary_id and not p.is_adjustment and p.start_date <= $4::date
           order by p.start_date desc limit 1)) as starts
       from (select distinct subsidiary_id from unsent) u),
     retained as materialized (select ${RETAINED_EARNINGS_SQL} as id)
     select case when a.account_type in ('ASSET', 'LIABILITY', 'EQUITY') or l.posting_date >= y.starts or r.id is null then a.id else r.id end
         as "accountId", sum(l.base_debit - l.base_credit)::text as amount
     from unsent u
     join years y on y.subsidiary_id = u.subsidiary_id
     join ledger_lines l on l.organization_id = $1::uuid and l.entry_id = u.id
     join accounts a on a.organization_id = $1::uuid and a.id = l.account_id
     cross join retained r
     group by 1`,
    [tenant.organizationId, asked.ledgerId, asked.startsOn, asked.asOf, asked.subsidiaryId],
  );
}
