import { preparedSql, type Tenant } from '../../tenancy';
import { type Parameters, parameters } from '../parameters';
import { partiesOf } from './aging-parties';
import { keptSumsSql, SPANS, spansOfPartySql } from './earlier-spans';
import { kindsOf, type OpenItemQuery, placeSql } from './open-items-sql';

/** What was open on a day and is settled since, before any of it is read. */
export interface EarlierExtent {
  /** Documents, each of which was an open item. */
  readonly items: number;
  /** How long their spans are (`waited`). */
  readonly lengths: readonly number[];
  /** Whether some belong to others than the control account's own counterparties, whose names are gone through. */
  readonly hasOthers: boolean;
}

/** A query whose answer is looked for counterparty by counterparty. */
export type EarlierQuery = OpenItemQuery & Pick<Required<OpenItemQuery>, 'lengths'>;

/** With fewer items than this, reading all of them costs less than looking each counterparty up. */
const MANY_ITEMS = 3_000;
/** Up to this row a page is looked for by name; further pages are found among all. */
const FAR = 2_000;
/** Names gone through for each row of a page. Where fewer of them owed something, all who did are found first. */
const NAMES_A_ROW = 10;

interface Place {
  readonly offset: number;
  readonly limit: number;
}

/** Which counterparties are looked for: those of the rows up to a page's end, or of more, among the names that a condition `from` leaves. */
interface Walk {
  /** The table of what is not a span, with its counterparties (`party`). */
  readonly known: string;
  readonly from: string;
  /** Counterparties that are found before the others are left. */
  readonly needed: number;
  /** Whether the currencies of what each owed are found, too, as `codes`. */
  readonly hasCodes?: boolean;
}

/** Whether a page is one of those that are found by going through names; only a caller who may see all names can. */
export const isNear = (
  { subsidiaryIds }: Pick<Tenant, 'subsidiaryIds'>,
  { entityId }: OpenItemQuery,
  { offset, limit }: Place,
): boolean => subsidiaryIds === null && entityId === undefined && offset + limit <= FAR;

/** Whether so much was open then that a page of it is found by going through names. */
export const isWalkable = ({ items, hasOthers }: EarlierExtent): boolean => items >= MANY_ITEMS && !hasOthers;

/** How much was open on a day and is settled since, of one control account: from sums by day, whatever their number. */
export async function readEarlierExtent(tenant: Tenant, query: OpenItemQuery): Promise<EarlierExtent> {
  const p = parameters();
  const org = `${p.add(tenant.organizationId)}::uuid`;
  const asOf = `${p.add(query.asOf)}::date`;
  const kinds = p.add(kindsOf(query.roles));
  const text = `with spans as materialized (select x.waited, ${asOf} + x.days as until from (values ${SPANS}) x(waited, days)
    ), found as (
      ${keptSumsSql(org, asOf, kinds, 'x.waited, x.subsidiary_id, x.kind, x.entity_type, x.item_count')}
    )
    select coalesce(sum(m.item_count), 0)::int as items, coalesce(string_agg(distinct m.waited::text, ','), '') as lengths,
      coalesce(bool_or(m.entity_type <> '${partiesOf(query).type}'), false) as "hasOthers"
    from found m cross join lateral (${placeSql(query.roles, 'm')}) p
    where p.role is not null and m.subsidiary_id = any (${p.add(query.subsidiaries.map(({ id }) => id))}::uuid[])`;
  const name = `open_then_${query.roles.join('_')}`.toLowerCase();
  const [row] = await preparedSql<{ items: number; lengths: string; hasOthers: boolean }>(
    tenant,
    name,
    text,
    p.values,
  );
  const { items = 0, lengths = '', hasOthers = false } = row ?? {};
  return { items, hasOthers, lengths: lengths === '' ? [] : lengths.split(',').map(Number) };
}

/** Counterparties up to the end of a page, and one more: that of the row after which the page begins may have others after it. */
export const upTo = ({ offset, limit }: Place): number => offset + limit + 1;

/** The parts of a statement that looks for what was open counterparty by counterparty. */
export interface EarlierParts {
  /** Whether a span `v` is of the control account and the subsidiaries asked for. */
  readonly isOfScope: string;
  /** The same, and of a document that is not read by itself. */
  readonly isMeant: string;
  /** A join with the place `p` of a span `v`. */
  readonly placed: string;
  /** The spans of a counterparty `w` that were open then. */
  readonly spansOf: (columns?: string) => string;
  /** The common table expression `walked`: counterparties by name that are listed in `known`, or owed something then, until there are enough. */
  readonly walked: string;
  /** Whether enough were found, so that there may be more. */
  readonly isFull: string;
  /** Whether fewer were found, so that there are no others (where it is whole). */
  readonly isAll: string;
  /** Whether enough were found, or all names were looked through. */
  readonly isWhole: string;
}

/** These parts, after the common table expressions of openItemsSql. */
export function earlierParts(
  p: Parameters,
  org: string,
  query: EarlierQuery,
  { known, from, needed: wanted, hasCodes = false }: Walk,
): EarlierParts {
  const asOf = `${p.add(query.asOf)}::date`;
  const kinds = p.add(kindsOf(query.roles));
  const ids = `${p.add(query.subsidiaries.map(({ id }) => id))}::uuid[]`;
  const { table, name } = partiesOf(query);
  const placed = `cross join lateral (${placeSql(query.roles, 'v')}) p`;
  const isOfScope = `p.role is not null and v.subsidiary_id = any (${ids})`;
  const isMeant = `${isOfScope} and v.document_id not in (select unnest(array_agg(n.id)) from candidates n)`;
  const spansOf = (columns?: string) => spansOfPartySql(org, asOf, kinds, columns);
  const needed = `${p.add(wanted)}::bigint`;
  const most = `${p.add(wanted * NAMES_A_ROW)}::bigint`;
  const names = (columns: string) =>
    `select ${columns} from ${table} n where n.organization_id = ${org} ${from} order by n.${name}, n.id`;
  const owing = (columns: string, more: string) =>
    `select ${columns} from spans s cross join lateral (${spansOf(`x.document_id, x.subsidiary_id, x.kind, x.entity_type${more}`)}) v ${placed} where ${isMeant}`;
  const isKnown = `(w.id in (select unnest(array_agg(i.party)) from ${known} i where i.is_listed)) is true`;
  const found = `(${names(`n.id, n.${name} as name`)} limit ${most}) w`;
  const chosen = hasCodes
    ? `select w.id, w.name, c.codes from ${found}
       cross join lateral (${owing('array_agg(distinct v.currency_code) as codes', ', x.currency_code')}) c
       where c.codes is not null or ${isKnown}`
    : `select w.id, w.name from ${found} where ${isKnown} or exists (${owing('', '')})`;
  const isFull = `((select count(*) from walked) >= ${needed})`;
  return {
    isOfScope,
    isMeant,
    placed,
    spansOf,
    walked: `walked as materialized (
       ${chosen}
       order by w.name, w.id limit ${needed}
     )`,
    isFull,
    isAll: `(not ${isFull})`,
    isWhole: `(case when ${isFull} then true else not exists (${names('')} offset ${most} limit 1) end)`,
  };
}
