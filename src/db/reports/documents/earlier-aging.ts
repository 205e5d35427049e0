import type { Tenant } from '../../tenancy';
import { parameters } from '../parameters';
import { type AgingPage, LINE, NO_PARTY, partiesOf, walkedFrom } from './aging-parties';
import { type EarlierQuery, earlierParts, upTo } from './earlier-day';
import { spansSql } from './earlier-spans';
import { bucketSql, kindsOf, nameOf, openItemsSql, placeSql, signed } from './open-items-sql';

/** The parts of the statement of a page of the aging of an earlier day. */
interface EarlierAging {
  readonly p: ReturnType<typeof parameters>;
  /** The common table expressions before the page is chosen. */
  readonly text: string;
  /** The one after it: `shown`, the items of the counterparties on the page. */
  readonly shown: string;
  /** Whether the page was found. */
  readonly isWhole: string;
  /** Whether `counted` has all rows. */
  readonly isCounted: string;
}

/** Whether the rows are counted to the end of the next page alone; what is before a cursor is not gone through, and can only be counted with the rest. */
export const isCountBounded = ({ isBounded, after }: AgingPage): boolean =>
  isBounded === true && after === null;

/**
 * The common table expressions of a page of the aging of an earlier day on which much was open: `totals` from sums by day, and `named` the counterparties up
 * to the end of the page, which are found by going through their names, with the currencies of what each owed; of those on the page (`listed`) the items
 * are read. How many rows there are on all pages takes the counterparty of every span, and nothing else of it; to the end of the next page they are those of `named`.
 */
export function earlierAgingSql(
  tenant: Pick<Tenant, 'organizationId'>,
  query: EarlierQuery,
  page: AgingPage,
): EarlierAging {
  const p = parameters();
  const items = openItemsSql(p, query, tenant.organizationId, 'KEPT');
  const org = `${p.add(tenant.organizationId)}::uuid`;
  const asOf = `${p.add(query.asOf)}::date`;
  const isBounded = isCountBounded(page);
  const needed = upTo(page) + (isBounded ? page.limit : 0);
  const parts = earlierParts(p, org, query, {
    known: 'others',
    from: walkedFrom(p, query, page),
    needed,
    hasCodes: true,
  });
  const bucket = bucketSql(asOf, (_, at) => String(at));
  const columns =
    'i.party, i.is_listed, i.is_unowed, i.bucket, i.subsidiary_id, i.currency_code, i.open, i.open_base';
  // One counterparty more than rows was looked for, so that there is a row beyond those that are counted.
  const counted = isBounded
    ? `select (case when ${parts.isFull} then ${p.add(needed - 1)}::bigint else count(*) end)::int as count from named`
    : `select count(*)::int from (
         select i.is_unowed, i.party, i.currency_code from others i
         union
         select false, v.entity_id, v.currency_code from (${spansSql(org, asOf, p.add(kindsOf(query.roles)), '')}) v
         cross join lateral (${placeSql(query.roles, 'v')}) p where ${parts.isMeant}) c`;
  const text = `${items}, placed as materialized (
       select coalesce(i.entity_id, ${NO_PARTY}) as party, coalesce(i.entity_type = '${partiesOf(query).type}', false) as is_listed,
         i.origin = 'REVALUATION' as is_unowed, ${bucket} as bucket, i.subsidiary_id, i.currency_code, i.open, i.open_base, i.is_kept from items i
     ), totals as materialized (
       select t.*, s.rate from (
         select i.subsidiary_id, i.currency_code, i.is_unowed, i.bucket, sum(i.open) as open, sum(i.open_base) as open_base
         from placed i group by 1, 2, 3, 4) t
       join scope s on s.id = t.subsidiary_id
     ), others as materialized (
       select ${columns} from placed i where not i.is_kept
     ), ${parts.walked}, parties as materialized (
       select ${LINE} as origin, i.party, i.is_listed, i.currency_code as "currencyCode" from others i
       where (i.party in (select w.id from walked w)) is true or not i.is_listed
       union
       select 'OWED', w.id, true, c.code from walked w cross join lateral unnest(w.codes) c(code)
     ), named as materialized (
       select g.*, coalesce(w.name, ${nameOf(org, 'g.party')}) as "entityName", nullif(g.party, ${NO_PARTY}) as "entityId"
       from parties g left join walked w on w.id = g.party
     ), counted as materialized (
       ${counted}
     )`;
  const shown = `shown as materialized (
       select ${columns} from others i where (i.party in (select l.party from listed l)) is true
       union all
       select i.party, true, false, ${bucket}, i.subsidiary_id, i.currency_code, i.open, i.open_base from (
         select w.id as party, v.due_date, v.subsidiary_id, v.currency_code, ${signed('v.amount', 'p')} as open, ${signed('v.base', 'p')} as open_base
         from (select distinct l.party as id from listed l) w cross join spans s cross join lateral (${parts.spansOf()} offset 0) v ${parts.placed}
         where ${parts.isMeant}) i
     )`;
  return { p, text, shown, isWhole: parts.isWhole, isCounted: isBounded ? parts.isAll : 'true' };
}
