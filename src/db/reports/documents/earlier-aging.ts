import type { Tenant } from '../../tenancy';
import { parameters } from '../parameters';
import { type AgingPage, LINE, NO_PARTY, partiesOf, walkedFrom } from './aging-parties';
import { type EarlierQuery, earlierParts } from './earlier-day';
import { spansSql } from './earlier-spans';
import { bucketSql, kindsOf, nameOf, openItemsSql, placeSql, signed } from './open-items-sql';

/**
 * The common table expressions of a page of the aging of an earlier day on which much was open: `totals` from sums by day, `shown` the items of the
 * counterparties up to the end of the page, which are found by going through their names, and `named` these counterparties. How many rows there are on all
 * pages takes the counterparty of every span, and nothing else of it.
 */
export function earlierAgingSql(
  tenant: Pick<Tenant, 'organizationId'>,
  query: EarlierQuery,
  page: AgingPage,
): { readonly p: ReturnType<typeof parameters>; readonly text: string; readonly isWhole: string } {
  const p = parameters();
  const items = openItemsSql(p, query, tenant.organizationId, 'KEPT');
  const org = `${p.add(tenant.organizationId)}::uuid`;
  const asOf = `${p.add(query.asOf)}::date`;
  const parts = earlierParts(p, org, query, page, { known: 'others', from: walkedFrom(p, query, page) });
  const bucket = bucketSql(asOf, (_, at) => String(at));
  const columns =
    'i.party, i.is_listed, i.is_unowed, i.bucket, i.subsidiary_id, i.currency_code, i.open, i.open_base';
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
     ), ${parts.walked}, shown as materialized (
       select ${columns} from others i where (i.party in (select w.id from walked w)) is true or not i.is_listed
       union all
       select i.party, true, false, ${bucket}, i.subsidiary_id, i.currency_code, i.open, i.open_base from (
         select w.id as party, v.due_date, v.subsidiary_id, v.currency_code, ${signed('v.amount', 'p')} as open, ${signed('v.base', 'p')} as open_base
         from walked w cross join spans s cross join lateral (${parts.spansOf()} offset 0) v ${parts.placed} where ${parts.isMeant}) i
     ), parties as materialized (
       select ${LINE} as origin, i.party, i.is_listed, i.currency_code as "currencyCode" from shown i group by i.is_unowed, 2, 3, 4
     ), named as materialized (
       select g.*, coalesce(w.name, ${nameOf(org, 'g.party')}) as "entityName", nullif(g.party, ${NO_PARTY}) as "entityId"
       from parties g left join walked w on w.id = g.party
     ), counted as materialized (
       select count(*)::int from (
         select i.is_unowed, i.party, i.currency_code from others i
         union
         select false, v.entity_id, v.currency_code from (${spansSql(org, asOf, p.add(kindsOf(query.roles)), '')}) v
         cross join lateral (${placeSql(query.roles, 'v')}) p where ${parts.isMeant}) c
     )`;
  return { p, text, isWhole: parts.isWhole };
}
