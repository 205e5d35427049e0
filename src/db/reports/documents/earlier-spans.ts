/**
 * What `waited` of a span says (spans-of in prisma/sql) and within how many days of a day it was settled that was open on it. Zero does
 * not occur: settled on the day it was posted, it was never open at the end of one.
 */
export const SPANS = [...Array.from({ length: 14 }, (_, n) => [n + 1, 2 ** (n + 1) - 1]), [15, 1_000_000]]
  .map(([waited, days]) => `(${waited}, ${days})`)
  .join(', ');

/** What an amount is added up by, of a span or a document `x`; then what it is carried at in base currency. */
export const ADDED =
  'x.document_id, x.subsidiary_id, x.entity_id, x.due_date, x.kind, x.entity_type, x.currency_code, x.amount';
const ADDED_WITH_BASE = `${ADDED}, coalesce(x.base, x.amount) as base`;

/** Spans, or sums of them, `x` of a length `s` that a day is in. */
export const openOn = (asOf: string) =>
  `x.waited = s.waited and x.settled_on > ${asOf} and x.settled_on <= s.until and x.opened_on <= ${asOf}`;
const OF_KINDS = (kinds: string) => `x.kind = any (${kinds}::text[])`;

/** The spans that were open on a day, of the lengths `s`. */
export const spansSql = (
  org: string,
  asOf: string,
  kinds: string,
  ofEntity: string,
) => `select v.* from spans s
      cross join lateral (
        select ${ADDED_WITH_BASE} from document_spans x
        where x.organization_id = ${org} and ${openOn(asOf)}
          and ${OF_KINDS(kinds)} ${ofEntity} offset 0) v`;

/** Stands for the documents of spans that are added up without them; unlike null it is not among those read one by one. */
export const KEPT = `'00000000-0000-0000-0000-000000000000'::uuid`;
const KEPT_COLUMNS = `x.subsidiary_id, x.due_on as due_date, x.kind, coalesce(x.entity_type, '') as entity_type, x.currency_code`;

/** Sums of spans that were open on a day: what is kept, of the lengths `s`, and what is noted since. */
export const keptSumsSql = (
  org: string,
  asOf: string,
  kinds: string,
  columns: string,
) => `select v.* from spans s
      cross join lateral (
        select ${columns} from document_span_days x where x.organization_id = ${org} and ${openOn(asOf)} and ${OF_KINDS(kinds)} offset 0) v
      union all
      select ${columns} from document_span_changes x
      where x.organization_id = ${org} and x.settled_on > ${asOf} and x.opened_on <= ${asOf} and ${OF_KINDS(kinds)}`;

/**
 * The spans that were open on a day as sums without documents and counterparties, less what belongs to the documents that are read one by
 * one (`candidates`). Each span is above zero, so that a sum of zero is of none, of which there is no row.
 */
export const keptSql = (org: string, asOf: string, kinds: string) => `
      select ${KEPT} as document_id, k.subsidiary_id, null::uuid as entity_id, k.due_date, k.kind, k.entity_type, k.currency_code,
        sum(k.amount) as amount, sum(k.base) as base
      from (
        ${keptSumsSql(org, asOf, kinds, `${KEPT_COLUMNS}, x.amount, x.base`)}
        union all
        select v.* from candidates n
        cross join lateral (
          select ${KEPT_COLUMNS.replace('x.due_on', `coalesce(x.due_date, '9999-12-31')`)}, -x.amount, -coalesce(x.base, x.amount) from document_spans x
          where x.organization_id = ${org} and x.document_id = n.id and x.settled_on > ${asOf} and x.opened_on <= ${asOf} and ${OF_KINDS(kinds)} offset 0) v) k
      group by k.subsidiary_id, k.due_date, k.kind, k.entity_type, k.currency_code having sum(k.amount) <> 0`;

/** The spans of a counterparty `w` that were open on a day, of the lengths `s`. */
export const spansOfPartySql = (org: string, asOf: string, kinds: string, columns = ADDED_WITH_BASE) => `
        select ${columns} from document_spans x
        where x.organization_id = ${org} and x.entity_id = w.id and ${openOn(asOf)} and ${OF_KINDS(kinds)}`;
