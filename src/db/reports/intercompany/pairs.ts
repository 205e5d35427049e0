import type { PairDifference } from '@/core/intercompany/differences';
import { KIND_FACTS, OPEN_ITEM_KINDS, TRANSACTION_KINDS } from '@/core/transactions/kinds';
import { sql, type Tenant } from '../../tenancy';
import { kindList } from '../parameters';
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

const LINE_KINDS = TRANSACTION_KINDS.filter((kind) => KIND_FACTS[kind].contra === 'LINES');

/** What a document has on the accounts between two companies. */
const due = (document: string, subsidiary: string, sister: string) =>
  `(select coalesce(sum(i.debit - i.credit), 0) from intercompany_accounts a
     join transaction_impact_lines i on i.organization_id = $1::uuid and i.transaction_id = ${document}.id
       and i.account_id in (a.due_from_account_id, a.due_to_account_id)
     where a.organization_id = $1::uuid and a.subsidiary_id = ${subsidiary} and a.sister_id = ${sister})`;

/** A document's lines and control account that consolidation would leave standing: tax and cash are with others. */
const kept = (document: string) =>
  `exists (select from transaction_impact_lines i join accounts c on c.organization_id = $1::uuid and c.id = i.account_id
     left join business_transaction_lines l on l.organization_id = $1::uuid and l.transaction_id = i.transaction_id
       and l.line_number = i.document_line_number
     where i.organization_id = $1::uuid and i.transaction_id = ${document}.id and c.elimination is distinct from 'INTERCOMPANY'
       and (i.from_subledger and ${document}.kind in ${kindList(OPEN_ITEM_KINDS)}
         or l.line_type <> 'TAX' and ${document}.kind in ${kindList(LINE_KINDS)}))`;

const lives = (document: string) => `${document}.transaction_status not in ('CANCELLED', 'REVERSED')`;

const side = (document: string, amount: string) =>
  `case when ${document}.id is not null then jsonb_build_object('id', ${document}.id, 'number', ${document}.transaction_number, 'kind', ${document}.kind,
     'status', ${document}.transaction_status, 'date', coalesce(${document}.posting_date, ${document}.transaction_date),
     'currencyCode', ${document}.currency_code, 'amount', ${amount}::text) end`;

/**
 * Every pair with the differences between its two sides. $1 is the organization. A pair of which the caller sees one side alone is
 * compared by those who see both.
 */
const PAIRS = `
  select p.id, p.subsidiary_id, p.sister_id, k.by_account, p.problem, p.mirror_id, p.accepted_differences, p.accepted_reason, p.accepted_by, p.accepted_at,
    s.id as source_id, ${side('s', 'x.ours')} as source, ${side('m', 'x.theirs')} as mirror,
    coalesce(s.posting_date, s.transaction_date) as source_day, coalesce(m.posting_date, m.transaction_date) as mirror_day,
    s.reversal_date as source_back, m.reversal_date as mirror_back,
    s.ledger_entry_id is not null and m.ledger_entry_id is not null as both_posted,
    array_remove(array[
      case when p.mirror_id is null and ${lives('s')} then 'NO_MIRROR' end,
      case when ${lives('s')} <> ${lives('m')} then 'ONE_WITHDRAWN' end,
      case when ${lives('s')} and ${lives('m')} and (s.ledger_entry_id is null) <> (m.ledger_entry_id is null) then 'ONE_POSTED' end,
      case when ${lives('s')} and ${lives('m')} and s.currency_code <> m.currency_code then 'CURRENCY' end,
      case when ${lives('s')} and ${lives('m')} and s.currency_code = m.currency_code
        and (x.ours <> x.theirs or not k.by_account and ${due('s', 'p.subsidiary_id', 'p.sister_id')} <> -${due('m', 'p.sister_id', 'p.subsidiary_id')})
        then 'AMOUNT' end,
      case when ${lives('s')} and ${lives('m')} and not exists (
        select from fiscal_periods q where q.organization_id = $1::uuid and not q.is_adjustment and q.subsidiary_id in (s.subsidiary_id, m.subsidiary_id)
          and s.posting_date between q.start_date and q.end_date and m.posting_date between q.start_date and q.end_date)
        and s.posting_date is not null and m.posting_date is not null then 'PERIOD' end,
      case when ${lives('s')} and not k.by_account and (${kept('s')} or ${lives('m')} and ${kept('m')}) then 'NOT_ELIMINATED' end
    ], null) as differences
  from intercompany_pairs p
  left join business_transactions s on s.organization_id = $1::uuid and s.id = p.source_id
  left join business_transactions m on m.organization_id = $1::uuid and m.id = p.mirror_id
  -- Journals have no counterparty between them and a sister.
  cross join lateral (select p.by_account or coalesce('JOURNAL' in (s.kind, m.kind), s.kind = 'JOURNAL', m.kind = 'JOURNAL', false) as by_account) k
  cross join lateral (select
    case when k.by_account then ${due('s', 'p.subsidiary_id', 'p.sister_id')} else s.total_amount end as ours,
    case when k.by_account then -${due('m', 'p.sister_id', 'p.subsidiary_id')} else m.total_amount end as theirs) x
  where p.organization_id = $1::uuid`;

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

/** Pairs, the newest first. */
export function readPairs(tenant: Tenant, query: PairQuery): Promise<PairRow[]> {
  const within = (column: string) => `x.${column} between $5::date and $6::date`;
  return sql(
    tenant,
    `select x.id, x.subsidiary_id as "subsidiaryId", x.sister_id as "sisterId", x.by_account as "byAccount", x.source, x.mirror, x.mirror_id is not null as "hasMirror",
       x.problem, x.differences, x.accepted_differences as "acceptedDifferences", x.accepted_reason as "acceptedReason",
       x.accepted_by as "acceptedBy", to_char(x.accepted_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "acceptedAt"
     from (${PAIRS} and ($2::uuid is null or $2::uuid in (p.subsidiary_id, p.sister_id))
       and ($3::uuid is null or $3::uuid in (p.source_id, p.mirror_id)) and ($7::uuid is null or p.id = $7::uuid)
       and ($8::uuid is null or p.id < $8::uuid)) x
     where (not $4::boolean or ${OPEN}) and ($5::date is null or ${within('source_day')} or ${within('mirror_day')}
       or ${within('source_back')} or ${within('mirror_back')})
     order by x.id desc limit $9`,
    [
      tenant.organizationId,
      query.subsidiaryId ?? null,
      query.documentId ?? null,
      query.onlyOpen ?? false,
      query.from ?? null,
      query.to ?? '9999-12-31',
      query.id ?? null,
      query.after ?? null,
      query.limit,
    ],
  );
}

/**
 * For Verify: pairs that are posted on both sides, or on one and withdrawn on the other, and disagree; and where the list of documents
 * without a pair differs from them. $1 organization.
 */
export const INTERCOMPANY_CHECK = `
  select coalesce(x.source->>'number', 'a document') || ' and ' || coalesce(x.mirror->>'number', 'its mirror') || ': ' || array_to_string(x.differences, ', ') as label
  from (${PAIRS}) x where ${OPEN} and (x.both_posted or x.source is null)
  union all
  select d.label from (${UNPAIRED_CHECK}) d`;
