import type { PairDifference } from '@/core/intercompany/differences';
import { sql, type Tenant } from '../../tenancy';
import { UNPAIRED_CHECK } from './unpaired';

/** One side of a pair. */
export interface PairSide {
  readonly id: string;
  readonly number: string;
  readonly kind: string;
  readonly status: string;
  /** The day it is posted on, or dated while it is not posted. */
  readonly date: string;
  readonly currencyCode: string;
  /** Its total; of a pair about accounts (`byAccount`), what it has on the accounts between the two. */
  readonly amount: string;
}

/** A document between two subsidiaries and its mirror. */
export interface PairRow {
  readonly id: string;
  readonly subsidiaryId: string;
  readonly sisterId: string;
  /** About lines on the accounts between the two, not about a counterparty that represents one of them. */
  readonly byAccount: boolean;
  /** Null where the caller may not see that company. */
  readonly source: PairSide | null;
  readonly mirror: PairSide | null;
  /** There is a mirror, whether the caller may see it or not. */
  readonly hasMirror: boolean;
  readonly problem: string | null;
  readonly differences: readonly PairDifference[];
  readonly acceptedDifferences: readonly string[];
  readonly acceptedReason: string | null;
  readonly acceptedBy: string | null;
  readonly acceptedAt: string | null;
}

const side = (document: string, amount: string) =>
  `case when ${document}.id is not null then jsonb_build_object('id', ${document}.id, 'number', ${document}.transaction_number, 'kind', ${document}.kind,
     'status', ${document}.transaction_status, 'date', coalesce(${document}.posting_date, ${document}.transaction_date),
     'currencyCode', ${document}.currency_code, 'amount', ${amount}::text) end`;

/**
 * The pairs whose ids the common table expression `asked` has, with what their two sides disagree in (compare-pairs in prisma/sql). $1 is the
 * organization.
 */
const COMPARED = `
  select p.id, p.subsidiary_id, p.sister_id, c.o_by_account as by_account, p.problem, p.mirror_id, p.accepted_differences, p.accepted_reason,
    p.accepted_by, p.accepted_at, c.o_source_id as source_id, ${side('s', 'c.o_ours')} as source, ${side('m', 'c.o_theirs')} as mirror,
    c.o_is_posted as both_posted, c.o_differences as differences
  from daybook_compare_pairs(array(select a.id from asked a)) c
  join intercompany_pairs p on p.organization_id = $1::uuid and p.id = c.o_id
  left join business_transactions s on s.organization_id = $1::uuid and s.id = c.o_source_id
  left join business_transactions m on m.organization_id = $1::uuid and m.id = c.o_mirror_id`;

const OPEN = 'not (x.differences <@ x.accepted_differences)';

export interface PairQuery {
  readonly subsidiaryId?: string | undefined;
  readonly documentId?: string | undefined;
  readonly id?: string | undefined;
  /** Only those with a difference that no one accepted. */
  readonly onlyOpen?: boolean | undefined;
  /** Only those with a side dated, posted or reversed in these days. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly after?: string | undefined;
  readonly limit: number;
}

/** Whether a side of the pair `p` is dated, posted or reversed in the days asked about. */
const DATED = `($4::date is null or exists (select from business_transactions d where d.organization_id = $1::uuid and d.id in (p.source_id, p.mirror_id)
  and (coalesce(d.posting_date, d.transaction_date) between $4::date and $5::date or d.reversal_date between $4::date and $5::date)))`;

/** What a question about pairs narrows down to. */
const NARROWED = `p.organization_id = $1::uuid and ($2::uuid is null or $2::uuid in (p.subsidiary_id, p.sister_id))
  and ($3::uuid is null or $3::uuid in (p.source_id, p.mirror_id)) and ($6::uuid is null or p.id = $6::uuid) and ($7::uuid is null or p.id < $7::uuid)
  and ${DATED}`;

/** Pairs, the newest first. Those with a difference are found in the list of those that may have one (keep-open-pairs in prisma/sql). */
export function readPairs(tenant: Tenant, query: PairQuery): Promise<PairRow[]> {
  const { onlyOpen = false, limit } = query;
  const asked = onlyOpen
    ? `select p.id from intercompany_open_pairs o
       cross join lateral (select y.* from intercompany_pairs y where y.organization_id = $1::uuid and y.id = o.pair_id offset 0) p
       where o.organization_id = $1::uuid and ${NARROWED}`
    : `select p.id from intercompany_pairs p where ${NARROWED} order by p.id desc limit ${limit}`;
  return sql(
    tenant,
    `with asked as materialized (${asked})
     select x.id, x.subsidiary_id as "subsidiaryId", x.sister_id as "sisterId", x.by_account as "byAccount", x.source, x.mirror,
       x.mirror_id is not null as "hasMirror", x.problem, x.differences, x.accepted_differences as "acceptedDifferences",
       x.accepted_reason as "acceptedReason", x.accepted_by as "acceptedBy",
       to_char(x.accepted_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "acceptedAt"
     from (${COMPARED}) x where not ${onlyOpen} or ${OPEN} order by x.id desc limit ${limit}`,
    [
      tenant.organizationId,
      query.subsidiaryId ?? null,
      query.documentId ?? null,
      query.from ?? null,
      query.to ?? '9999-12-31',
      query.id ?? null,
      query.after ?? null,
    ],
  );
}

/**
 * For Verify: pairs that are posted on both sides, or on one and withdrawn on the other, and disagree; those that disagree without being in the list
 * of those that may; and where the list of documents without a pair differs from them. Every pair is compared. $1 organization.
 */
export const INTERCOMPANY_CHECK = `
  with asked as materialized (select p.id from intercompany_pairs p where p.organization_id = $1::uuid),
    every as materialized (
      select coalesce(x.source->>'number', 'a document') || ' and ' || coalesce(x.mirror->>'number', 'its mirror') as pair, x.id, x.differences,
        x.both_posted, x.source_id
      from (${COMPARED}) x where ${OPEN})
  select e.pair || ': ' || array_to_string(e.differences, ', ') as label from every e where e.both_posted or e.source_id is null
  union all
  select e.pair || ' disagree and are missing in the list of pairs that a close looks at' from every e
  where not exists (select from intercompany_open_pairs o where o.organization_id = $1::uuid and o.pair_id = e.id)
  union all
  select d.label from (${UNPAIRED_CHECK}) d`;
