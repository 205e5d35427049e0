import type { Parameters } from '../parameters';
import { nameOf, type OpenItemQuery } from './open-items-sql';

/** The place of a row of counterparties in their order. */
export interface AgingPlace {
  readonly origin: string;
  readonly entityName: string;
  readonly entityId: string | null;
  readonly currencyCode: string;
}

/** Some rows of counterparties by their order: after a place or after so many, at most so many. */
export interface AgingPage {
  readonly offset: number;
  readonly limit: number;
  readonly after: AgingPlace | null;
  /** A LIKE pattern that the name of the counterparty matches; null for all. */
  readonly pattern: string | null;
  /** Rows of an earlier day are counted to the end of the next page, where counting all of them would take reading everything that was open. */
  readonly isBounded?: boolean;
}

/** The names of more counterparties than this are not looked up one by one. */
const MANY_NAMES = 2_000;
/** Stands for the counterparty of a document without one: unlike null it can be looked up in a list. */
export const NO_PARTY = `'00000000-0000-0000-0000-000000000000'::uuid`;
/** Follows every counterparty of a name. */
const LAST_PARTY = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/** A row of counterparties is of amounts owed, or of differences that no one owes. */
export const LINE = `case when i.is_unowed then 'REVALUATION' else 'OWED' end`;

/** Whose names a control account's counterparties have, apart from a few. */
interface Parties {
  readonly type: string;
  readonly table: string;
  readonly name: string;
}
const PARTIES: Readonly<Record<string, Parties>> = {
  RECEIVABLE: { type: 'CUSTOMER', table: 'customers', name: 'company_name' },
  PAYABLE: { type: 'VENDOR', table: 'vendors', name: 'name' },
  EMPLOYEE_PAYABLE: { type: 'EMPLOYEE', table: 'employees', name: 'name' },
};
/** The counterparties of the control account that is asked for. */
export function partiesOf({ roles: [role = ''] }: OpenItemQuery): Parties {
  const parties = PARTIES[role];
  if (parties === undefined) throw new Error(`${role} has no counterparties`);
  return parties;
}

/** The counterparties of items, by what a row of them is of. */
const partiesSql = (condition: string) => `
       select ${LINE} as origin, i.party, i.is_listed, i.currency_code as "currencyCode" from placed i ${condition} group by i.is_unowed, 2, 3, 4`;

/** The names of counterparties, read at once where there are many: looked up, forty thousand took a quarter of the aging's time. */
export const extentSql = (from: string) =>
  `extent as materialized (select exists (select from ${from} offset ${MANY_NAMES}) as is_many)`;
export const IS_MANY = '(select x.is_many from extent x)';
/** A join `c` with the names of all counterparties, where there are many. */
export function namedJoin(org: string, query: OpenItemQuery, row: string): string {
  const { table, name } = partiesOf(query);
  return `left join (select n.id, n.${name} as name from ${table} n where n.organization_id = ${org} and ${IS_MANY} offset 0) c on c.id = ${row}.party`;
}
/** The name and id of a counterparty, from that join or looked up. */
export const nameFrom = (org: string, row: string) =>
  `coalesce(c.name, ${nameOf(org, `${row}.party`)}) as "entityName", nullif(${row}.party, ${NO_PARTY}) as "entityId"`;

/** The counterparties with their names where one has to know all names: those that match a pattern, or those whose names a caller may see. */
export function searchedSql(
  p: Parameters,
  org: string,
  query: OpenItemQuery,
  { pattern }: AgingPage,
): string {
  const matching = pattern === null ? '' : `where n."entityName" ilike ${p.add(pattern)}`;
  return `parties as materialized (${partiesSql('')}
     ), ${extentSql('parties')}, named as materialized (
       select n.* from (select g.*, ${nameFrom(org, 'g')} from parties g ${namedJoin(org, query, 'g')}) n ${matching}
     ), counted as (select count(*)::int from named)`;
}

/**
 * The counterparties up to the end of the page. Where there are many, those that own their names' table are gone through by name, in its index, until
 * the page is full: sorting forty thousand names took a third of the aging's time. They are listed in an array first, because a planner that may expect
 * millions of them would not hash them. None is missing there: whoever has documents cannot be
 * deleted (refuse-delete-of-used-entity in prisma/sql).
 */
export function walkedSql(
  p: Parameters,
  org: string,
  query: OpenItemQuery,
  { offset, limit, after }: AgingPage,
): string {
  const { table, name } = partiesOf(query);
  const from = walkedFrom(p, query, { after });
  return `counted as materialized (
       select count(*)::int from (select from placed i group by i.is_unowed, i.party, i.currency_code)
     ), extent as materialized (select c.count > ${MANY_NAMES} as is_many from counted c
     ), walked as materialized (
       select n.id, n.${name} as name from ${table} n where n.organization_id = ${org} and ${IS_MANY} ${from}
         and (n.id in (select unnest(array_agg(i.party)) from placed i where i.is_listed)) is true
       order by n.${name}, n.id limit ${p.add(offset + limit + 1)}::bigint
     ), parties as materialized (${partiesSql(`where (i.party in (select w.id from walked w)) is true or not (i.is_listed and ${IS_MANY})`)}
     ), named as materialized (
       select g.*, coalesce(w.name, ${nameOf(org, 'g.party')}) as "entityName", nullif(g.party, ${NO_PARTY}) as "entityId"
       from parties g left join walked w on w.id = g.party
     )`;
}

/** The condition for names from the place on after which a page begins. */
export function walkedFrom(p: Parameters, query: OpenItemQuery, { after }: Pick<AgingPage, 'after'>): string {
  if (after === null) return '';
  // The one at the place itself may have rows of other currencies after it, so it does not count.
  return `and (n.${partiesOf(query).name}, n.id) >= (${p.add(after.entityName)}::text, ${p.add(after.entityId ?? LAST_PARTY)}::uuid)`;
}
