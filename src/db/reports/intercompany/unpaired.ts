import { sql, type Tenant } from '../../tenancy';
import { tailSql } from '../ledger-days';

/**
 * A document between two subsidiaries that has no pair: it was approved before the settings said which subsidiary its counterparty
 * represents.
 */
export interface UnpairedRow {
  readonly id: string;
  readonly number: string;
  readonly kind: string;
  readonly subsidiaryId: string;
  readonly sisterId: string;
  readonly date: string;
  readonly currencyCode: string;
  /** Its total; of one by account, what it has on the accounts between the two. */
  readonly amount: string;
  /** Its counterparty does not represent the sister; a line of it is on an account between the two. */
  readonly byAccount: boolean;
}

/** Whether a document `t` still stands: what it was listed for may have been reversed since. */
const STANDS = "t.transaction_status in ('POSTED', 'PAID', 'CLOSED')";

/** Of one company (`of`) the listed documents that are still in no pair, the oldest first: it stops after enough of them. */
const listed = (of: string, limit: number) =>
  `select u.document_id as id, u.sister_id, u.by_account from intercompany_unpaired u
   cross join lateral (select t.id from business_transactions t where t.organization_id = $1::uuid and t.id = u.document_id and ${STANDS} offset 0) t
   where u.organization_id = $1::uuid and ${of} and u.posting_date between $3::date and $4::date
     and (select p.id from intercompany_pairs p where p.organization_id = $1::uuid and p.source_id = u.document_id and p.sister_id = u.sister_id) is null
     and (select p.id from intercompany_pairs p where p.organization_id = $1::uuid and p.mirror_id = u.document_id and p.subsidiary_id = u.sister_id) is null
   order by u.posting_date, u.document_id limit ${limit}`;

/** Of a company and of its sisters, or of each company. */
const places = ({
  subsidiaryId,
  limit,
}: {
  readonly subsidiaryId?: string | undefined;
  readonly limit: number;
}) =>
  subsidiaryId === undefined
    ? `select u.* from subsidiaries s cross join lateral (${listed('u.subsidiary_id = s.id', limit)}) u
       where s.organization_id = $1::uuid`
    : `(${listed('u.subsidiary_id = $2::uuid', limit)}) union (${listed('u.sister_id = $2::uuid', limit)})`;

/** What the document `g` has on the accounts between its company and the sister. */
const DUE = `(select coalesce(sum(i.debit - i.credit), 0) from intercompany_accounts a
  join transaction_impact_lines i on i.organization_id = $1::uuid and i.transaction_id = g.id and i.account_id in (a.due_from_account_id, a.due_to_account_id)
  where a.organization_id = $1::uuid and a.subsidiary_id = g.subsidiary_id and a.sister_id = g.sister_id)`;

/**
 * Documents between subsidiaries without a pair, the oldest first. Those that are posted are kept in a list (keep-unpaired in prisma/sql);
 * those of the entries the list does not have yet, and what is approved and waits to be posted, are looked up.
 */
export function readUnpaired(
  tenant: Tenant,
  query: {
    readonly subsidiaryId?: string | undefined;
    readonly from?: string | undefined;
    readonly to?: string | undefined;
    readonly limit: number;
  },
): Promise<UnpairedRow[]> {
  return sql(
    tenant,
    `with ${tailSql('$1::uuid')}, fresh as materialized (
       select u.o_document_id as id, u.o_sister_id as sister_id, u.o_by_account as by_account from daybook_unpaired_of(array(
         select x.source_id from tail e
         cross join lateral (select y.* from ledger_entries y where y.organization_id = $1::uuid and y.id = e.id offset 0) x
         where x.transaction_id is not null and x.reversal_of_id is null
         union all
         select w.transaction_id from unposted_documents w where w.organization_id = $1::uuid)) u
     ), found as (
       ${places(query)}
       union
       select f.id, f.sister_id, f.by_account from fresh f
     ), page as materialized (
       select t.id, t.transaction_number, t.kind, t.subsidiary_id, f.sister_id, f.by_account, coalesce(t.posting_date, t.transaction_date) as date,
         t.currency_code, t.total_amount
       from found f
       cross join lateral (select x.* from business_transactions x where x.organization_id = $1::uuid and x.id = f.id offset 0) t
       where ($2::uuid is null or $2::uuid in (t.subsidiary_id, f.sister_id))
         and coalesce(t.posting_date, t.transaction_date) between $3::date and $4::date
       order by date, t.id limit ${query.limit}
     )
     select g.id, g.transaction_number as number, g.kind, g.subsidiary_id as "subsidiaryId", g.sister_id as "sisterId", g.date,
       g.currency_code as "currencyCode", (case when g.by_account then ${DUE} else g.total_amount end)::text as amount, g.by_account as "byAccount"
     from page g
     order by g.date, g.id`,
    [tenant.organizationId, query.subsidiaryId ?? null, query.from ?? '0001-01-01', query.to ?? '9999-12-31'],
  );
}

/**
 * For Verify: posted documents between subsidiaries without a pair that the list does not have, and what it has without such a document.
 * $1 organization.
 */
export const UNPAIRED_CHECK = `
  with ${tailSql('$1::uuid')}, named as materialized (
    select u.o_document_id as id, u.o_sister_id as sister_id, u.o_by_account as by_account from daybook_unpaired_of(array(
      select x.id from intercompany_parties p cross join lateral (values (p.customer_id), (p.vendor_id)) e(id)
      join business_transactions x on x.organization_id = $1::uuid and x.entity_id = e.id where p.organization_id = $1::uuid
      union
      select x.source_id from intercompany_accounts a
      join ledger_lines l on l.organization_id = $1::uuid and l.account_id in (a.due_from_account_id, a.due_to_account_id)
      join ledger_entries x on x.organization_id = $1::uuid and x.id = l.entry_id where a.organization_id = $1::uuid
      union
      select u.document_id from intercompany_unpaired u where u.organization_id = $1::uuid)) u where u.o_is_posted
  ), kept as materialized (
    select u.document_id as id, u.sister_id, u.by_account from intercompany_unpaired u
    join business_transactions t on t.organization_id = $1::uuid and t.id = u.document_id and ${STANDS}
    where u.organization_id = $1::uuid
      and not exists (select from intercompany_pairs p where p.organization_id = $1::uuid and p.source_id = u.document_id and p.sister_id = u.sister_id)
      and not exists (select from intercompany_pairs p where p.organization_id = $1::uuid and p.mirror_id = u.document_id and p.subsidiary_id = u.sister_id)
  )
  select coalesce(t.transaction_number, 'a document') || ' is missing in the list of documents without a mirror, or listed without being one' as label
  from (select n.* from named n where n.id not in (select unnest(array_agg(x.source_id)) from tail e join ledger_entries x on x.organization_id = $1::uuid and x.id = e.id)
    except select * from kept
    union all (select * from kept except select * from named)) d
  left join business_transactions t on t.organization_id = $1::uuid and t.id = d.id`;
