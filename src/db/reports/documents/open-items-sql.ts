import { AGING_BUCKETS, type AgingBucket } from '@/core/billing/aging';
import { OWED_KINDS, PAYMENT_KINDS, SETTLING_KINDS, type TransactionKind } from '@/core/transactions/kinds';
import { SUBLEDGER_PLACES, type SubledgerPlace } from '@/core/transactions/subledgers';
import { kindList, type Parameters } from '../parameters';
import { ADDED, KEPT, keptSql, SPANS, spansSql } from './earlier-spans';

export interface OpenItemQuery {
  /** The control accounts whose items are asked for. */
  readonly roles: readonly string[];
  readonly entityId?: string | undefined;
  /** The subsidiaries, each with the factor from its base currency to the report's. */
  readonly subsidiaries: readonly { readonly id: string; readonly rate: string }[];
  readonly asOf: string;
  /** The lengths of spans that are looked for (`waited`), where they are known; otherwise all. */
  readonly lengths?: readonly number[];
}

/**
 * The common table expressions up to `items`: everything that is open on a day, with what it is carried at. Amounts above zero
 * are owed: by customers among the receivables, to vendors and employees among the payables.
 * - Documents posted by then and not reversed by then, less what was applied by then. Both sides of an application count: the
 *   unapplied amount of a payment is an open item as well. That is what is not applied now and what was settled after the day
 *   (document_spans, which follow a corrected rate). What is applied in part now in another currency, or was corrected, and what was taken back or
 *   reversed after the day, is read document by document.
 * - Receivables of revenue contracts: each amount that fell due, the oldest paid first; a customer's credit as one item. Read of the contracts
 *   that owe now (revenue_positions) and those whose receivable moved after the day.
 * - Unrealized exchange differences that revaluation posted on the control account: in base currency alone.
 * `scope` has the subsidiaries with their rates. For SUMS the items have no words: neither the
 * names of counterparties nor what would have to be looked up document by document. For KEPT the spans are added up without their counterparties
 * (document_span_days), as items that are `is_kept`. For PLACES what needs no document to be known remains in
 * `carried` (an amount each, of which a document may have several), and `items` has the rest, without names. LEFT is the same without the spans.
 */
export function openItemsSql(
  p: Parameters,
  query: OpenItemQuery,
  organizationId: string,
  extent: 'ITEMS' | 'SUMS' | 'PLACES' | 'KEPT' | 'LEFT',
): string {
  const org = `${p.add(organizationId)}::uuid`;
  const asOf = `${p.add(query.asOf)}::date`;
  const entityId = query.entityId === undefined ? null : `${p.add(query.entityId)}::uuid`;
  /** Said only where one is asked for, so that an index that leads to a counterparty is used. */
  const ofEntity = (column: string) => (entityId === null ? '' : `and ${column} = ${entityId}`);
  /** The same where the other conditions find fewer rows than a counterparty may have: so worded, no index of counterparties is used. */
  const amongThem = (column: string) => (entityId === null ? '' : `and (${column} = ${entityId}) is true`);
  /** A contract that owes is looked up for its customer before its receivables are. */
  const ofCustomer = (contract: string) =>
    entityId === null
      ? ''
      : `and exists (select from revenue_contracts k where k.organization_id = ${org} and k.id = ${contract} and k.customer_id = ${entityId})`;
  const ids = p.add(query.subsidiaries.map(({ id }) => id));
  const rates = p.add(query.subsidiaries.map(({ rate }) => rate));
  const roles = p.add(query.roles);
  // A statement names all of its parameters.
  const kinds = extent === 'LEFT' ? '' : p.add(kindsOf(query.roles));
  const discount = DISCOUNT;
  /** Of these control accounts alone, in the statement's text, so that the indexes of what is open lead to no other document. */
  const openKinds = (known: readonly TransactionKind[]) =>
    kindList(known.filter((kind) => kindsOf(query.roles).includes(kind)));
  /** Whether what a document `t` is carried at follows from its columns: it is in base currency, or nothing was applied to it and its rate never corrected. */
  const isPlain = (cleared: string) =>
    `(t.currency_code = t.base_currency_code or t.applied_amount = 0 and ${cleared} = 0 and (
        select i.source_id from rate_correction_items i where i.organization_id = ${org} and i.source_id = t.id and i.kind = 'DOCUMENT' limit 1) is null)`;
  const back = `coalesce(a.reversed_on, a.reversed_at::date)`;
  // One that was taken back after the day still counts on it, unless one of its sides was reversed by then.
  const live = `a.applied_on <= ${asOf} and (a.reversed_at is null or (${back} > ${asOf} and not exists (
         select from business_transactions y where y.organization_id = ${org} and y.id in (a.document_id, a.payment_id) and y.reversal_date <= ${asOf})))`;
  /** The columns that only a list of items has: sums pass by tens of thousands of items, and each column costs. */
  const words = (columns: string) =>
    extent === 'SUMS' ? '' : extent === 'KEPT' ? ', false as is_kept' : `, ${columns}`;
  const named = (id: string) => (extent === 'ITEMS' ? nameOf(org, id) : `''`);
  /** The spans that were open on the day, or their sums. */
  const spans =
    extent === 'KEPT' ? keptSql(org, asOf, kinds) : spansSql(org, asOf, kinds, ofEntity('x.entity_id'));
  const found = extent === 'LEFT' ? '' : `${spans} union all`;
  const carried = {
    ITEMS: `${carriedItemsSql(org, 'carried')} union all`,
    SUMS: `${carriedColumns('x.due_date')} from carried x union all`,
    KEPT: `${carriedColumns('x.due_date')}, x.document_id = ${KEPT} from carried x union all`,
    PLACES: '',
    LEFT: '',
  }[extent];
  const lengths = query.lengths === undefined ? '' : `where x.waited = any (${p.add(query.lengths)}::int[])`;
  return `
  with scope as materialized (
    select s.id, s.base_currency, coalesce(c.minor_units, 2) as digits, u.rate
    from unnest(${ids}::uuid[], ${rates}::numeric[]) as u(id, rate)
    join subsidiaries s on s.organization_id = ${org} and s.id = u.id
    left join currencies c on c.organization_id = s.organization_id and c.code = s.base_currency
  ), spans as materialized (
    select x.waited, ${asOf} + x.days as until from (values ${SPANS}) x(waited, days) ${lengths}
  ), unsettled as materialized (
    select t.id as document_id, t.subsidiary_id, t.kind, t.entity_type, t.entity_id, t.currency_code, t.due_date,
      ${isPlain(discount)} as is_plain, t.total_amount + ${discount} - t.applied_amount as amount,
      case when t.currency_code = t.base_currency_code then t.total_amount + ${discount} - t.applied_amount else t.base_total_amount end as base
    from business_transactions t where t.organization_id = ${org} and t.kind in ${openKinds(SETTLING_KINDS)}
      and t.applied_amount <> t.total_amount + ${discount} and t.reversal_date is null and t.cancelled_at is null
      ${ofEntity('t.entity_id')} and t.posting_date <= ${asOf} and t.ledger_entry_id is not null
    union all
    select t.id, t.subsidiary_id, t.kind, t.entity_type, t.entity_id, t.currency_code, t.due_date, ${isPlain('0')},
      t.total_amount - t.applied_amount,
      case when t.currency_code = t.base_currency_code then t.total_amount - t.applied_amount else t.base_total_amount end
    from business_transactions t where t.organization_id = ${org} and t.kind in ${openKinds(OWED_KINDS)}
      and t.applied_amount <> t.total_amount and t.reversal_date is null and t.cancelled_at is null
      ${ofEntity('t.entity_id')} and t.posting_date <= ${asOf} and t.ledger_entry_id is not null
  ), candidates as materialized (
    select u.document_id as id from unsettled u where not u.is_plain
    union
    select t.id from business_transactions t where t.organization_id = ${org} and t.reversal_date > ${asOf} ${amongThem('t.entity_id')}
    union
    select v.id from payment_applications a cross join lateral (values (a.document_id), (a.payment_id)) v(id)
    where a.organization_id = ${org} and a.reversed_on > ${asOf} and a.applied_on <= ${asOf}
  ), documents as materialized (
    select t.id, t.transaction_number, t.kind, t.entity_type, t.entity_id, t.subsidiary_id, t.transaction_date, t.due_date, t.currency_code, t.total_amount,
      t.ledger_entry_id, p.role, p.sign,
      t.total_amount + ${discount} as settles,
      case when k.rate is null and ${discount} = 0 then t.base_total_amount
           else daybook_round_even((t.total_amount + ${discount}) * coalesce(k.rate, t.exchange_rate), s.digits) end as base
    from candidates n
    cross join lateral (select x.* from business_transactions x where x.organization_id = ${org} and x.id = n.id offset 0) t
    join scope s on s.id = t.subsidiary_id
    cross join lateral (${placeSql(query.roles, 't')}) p
    -- Carried at the rate of its last correction, where it was corrected.
    left join lateral (select i.after_rate as rate from rate_correction_items i where i.organization_id = ${org} and i.source_id = t.id
                         and i.kind = 'DOCUMENT' order by i.correction_id desc limit 1) k on true
    where t.posting_date <= ${asOf} and t.ledger_entry_id is not null and (t.reversal_date is null or t.reversal_date > ${asOf})
      ${ofEntity('t.entity_id')}
      and p.role is not null
  ), amounts as (
    ${found} select ${ADDED.replaceAll('x.', 'u.')}, u.base from unsettled u where u.is_plain
  ), carried as (
    select m.*, p.role, p.sign, s.base_currency
    from amounts m join scope s on s.id = m.subsidiary_id
    cross join lateral (${placeSql(query.roles, 'm')}) p
    -- Of an array, so that the list is hashed however long the planner expects it: rows by rows were minutes with some thousand candidates.
    where p.role is not null and m.document_id not in (select unnest(array_agg(n.id)) from candidates n)
  ), owing as materialized (
    select p.contract_id from revenue_positions p
    where p.organization_id = ${org} and (p.receivable <> 0 or p.receivable_base <> 0) and 'RECEIVABLE' = any (${roles}::text[])
      ${ofCustomer('p.contract_id')}
    union
    select m.contract_id from revenue_movements m
    where m.organization_id = ${org} and (m.receivable <> 0 or m.receivable_base <> 0) and m.posting_date > ${asOf}
      and 'RECEIVABLE' = any (${roles}::text[]) ${ofCustomer('m.contract_id')}
  ), dues as (
    select m.contract_id, m.subsidiary_id, m.currency_code, m.posting_date, min(m.id::text)::uuid as id, min(m.entry_id::text)::uuid as entry_id,
      sum(m.receivable) filter (where m.receivable > 0) as due,
      sum(m.receivable) as moved, sum(m.receivable_base) as moved_base
    from owing w
    cross join lateral (select x.* from revenue_movements x where x.organization_id = ${org} and x.contract_id = w.contract_id
                        and (x.receivable <> 0 or x.receivable_base <> 0) and x.posting_date <= ${asOf} offset 0) m
    group by 1, 2, 3, 4
  ), aged as (
    select d.*, coalesce(sum(d.due) over w, 0) as cumulated, coalesce(sum(d.due) over c, 0) as billed, sum(d.moved) over c as open,
      sum(d.moved_base) over c as open_base, row_number() over w as place, count(*) over c as places
    from dues d window w as (partition by d.contract_id order by d.posting_date), c as (partition by d.contract_id)
  ), parts as (
    -- What was settled is what was billed less what is open; the oldest is settled first. A credit has no due date.
    select a.*, greatest(least(coalesce(a.due, 0), a.cumulated - (a.billed - a.open)), 0) as part,
      greatest(least(a.cumulated - (a.billed - a.open), a.open), 0) as reached
    from aged a
  ), owed as (
    select r.contract_id, r.subsidiary_id, r.currency_code, r.posting_date as due_date, r.id, r.entry_id, r.part as amount, r.open, r.open_base,
      daybook_round_even(r.open_base * r.reached / r.open, s.digits)
        - daybook_round_even(r.open_base * greatest(r.reached - r.part, 0) / r.open, s.digits) as base
    from parts r join scope s on s.id = r.subsidiary_id where r.open > 0 and r.part > 0
    union all
    select r.contract_id, r.subsidiary_id, r.currency_code, null, r.id, r.entry_id, r.open, r.open, r.open_base, r.open_base
    from parts r where r.open <= 0 and r.place = r.places and (r.open <> 0 or r.open_base <> 0)
  ), unrealized as (
    select a.control_for as role, l.subsidiary_id, l.currency_code, sum(l.base_debit - l.base_credit)
        * case when a.control_for = 'RECEIVABLE' then 1 else -1 end as base
    from (
      select e.id, e.subsidiary_id from ledger_entries e
      where e.organization_id = ${org} and e.source_kind in ('REVALUATION', 'REVALUATION_REVERSAL') and e.posting_date <= ${asOf}
      union all
      select i.entry_id, e.subsidiary_id from rate_correction_items i join ledger_entries e on e.organization_id = i.organization_id and e.id = i.entry_id
      where i.organization_id = ${org} and i.kind in ('REVALUATION', 'REVALUATION_REVERSAL') and e.posting_date <= ${asOf}
    ) e
    -- Entry by entry: a planner that expects many of them reads every line of the organization instead.
    cross join lateral (select x.* from ledger_lines x where x.organization_id = ${org} and x.entry_id = e.id offset 0) l
    join accounts a on a.organization_id = ${org} and a.id = l.account_id and a.control_for = any (${roles}::text[])
    group by 1, 2, 3
  ), items as (
    select d.role, d.subsidiary_id, 'DOCUMENT' as origin, d.entity_type, d.entity_id, d.due_date, d.currency_code,
      d.sign * (d.settles - coalesce(a.amount, 0)) as open, d.sign * (d.base - coalesce(a.base, 0)) as open_base
      ${words(`s.base_currency, d.id, null::uuid as contract_id, d.transaction_number as number, d.kind, ${named('d.entity_id')} as entity_name,
        d.transaction_date, d.total_amount, d.settles, coalesce(a.amount, 0) as applied, d.ledger_entry_id`)}
    from documents d join scope s on s.id = d.subsidiary_id
    -- Document by document: as a join, a planner that does not know how few or how many are open reads every application for each of them.
    left join lateral (
      select sum(y.amount) as amount, sum(y.base) as base from (
        select a.amount, a.document_base as base from payment_applications a
        where a.organization_id = ${org} and a.document_id = d.id and ${live}
        union all
        select coalesce(a.payment_amount, a.amount), a.payment_base from payment_applications a
        where a.organization_id = ${org} and a.payment_id = d.id and ${live}) y offset 0
    ) a on true
    where d.settles <> coalesce(a.amount, 0) or d.base <> coalesce(a.base, 0)
    union all
    ${carried}
    select 'RECEIVABLE', o.subsidiary_id, 'CONTRACT', 'CUSTOMER', k.customer_id, o.due_date, o.currency_code, o.amount, o.base
      ${words(`s.base_currency, o.id, k.id, k.contract_number, 'REVENUE_CONTRACT', ${named('k.customer_id')}, coalesce(o.due_date, k.contract_date),
        o.amount, o.amount, 0, o.entry_id`)}
    from owed o join scope s on s.id = o.subsidiary_id
    join revenue_contracts k on k.organization_id = ${org} and k.id = o.contract_id ${ofEntity('k.customer_id')}
    union all
    select u.role, u.subsidiary_id, 'REVALUATION', null, null, null, u.currency_code, 0, u.base
      ${words(`s.base_currency, s.id, null, '', 'REVALUATION', '', ${asOf}, 0, 0, 0, null`)}
    from unrealized u join scope s on s.id = u.subsidiary_id where u.base <> 0 ${entityId === null ? '' : 'and false'}
  )`;
}

/** What a payment `t` clears beyond its total. */
const DISCOUNT = `case when t.kind in ${kindList(PAYMENT_KINDS)} then t.discount_amount else 0 end`;

/** An amount of a row that has its `sign`, above zero where it is owed. */
export const signed = (amount: string, row = 'x') =>
  `case ${row}.sign when 1 then ${amount} else -${amount} end`;
const carriedColumns = (dueDate: string) =>
  `select x.role, x.subsidiary_id, 'DOCUMENT', x.entity_type, x.entity_id, ${dueDate}, x.currency_code, ${signed('x.amount')}, ${signed('x.base')}`;

/** The items of the amounts of `carried`, or of some of them, document by document, as the columns of `items`. */
export const carriedItemsSql = (org: string, from: string, name = nameOf(org, 'x.entity_id')): string =>
  `${carriedColumns('t.due_date')}, x.base_currency, t.id, null::uuid, t.transaction_number, x.kind, ${name}, t.transaction_date,
      t.total_amount, t.total_amount + ${DISCOUNT}, t.total_amount + ${DISCOUNT} - x.amount, t.ledger_entry_id
    from (select y.document_id, y.role, y.sign, y.subsidiary_id, y.base_currency, y.kind, y.entity_type, y.entity_id, y.currency_code,
        sum(y.amount) as amount, sum(y.base) as base from ${from} y group by 1, 2, 3, 4, 5, 6, 7, 8, 9) x
    cross join lateral (select t.* from business_transactions t where t.organization_id = ${org} and t.id = x.document_id offset 0) t`;

/** The kinds of documents that post to control accounts. */
export const kindsOf = (roles: readonly string[]): string[] => [
  ...new Set(SUBLEDGER_PLACES.filter(({ role }) => roles.includes(role)).map(({ kind }) => kind)),
];

/** Whether a positive total is owed: 1, or -1 for what is settled with it. */
const signOf = ({ side, role }: SubledgerPlace) =>
  (side === 'DEBIT') === (role === 'RECEIVABLE') ? '1' : '-1';

/**
 * The control account of a document or amount among these, as `role` (null where it is another), and its `sign`. Both are in the statement's
 * text, because a planner that does not know how many amounts there are goes through all of them for each row of a table of places.
 */
export function placeSql(roles: readonly string[], of: string): string {
  const isOfType = ({ entityType }: SubledgerPlace) => entityType !== null;
  const ofType = [...SUBLEDGER_PLACES.filter(isOfType), ...SUBLEDGER_PLACES.filter((one) => !isOfType(one))];
  const asked = new Set(ofType.filter(({ role }) => roles.includes(role)).map(({ kind }) => kind));
  const chosen = (shown: (place: SubledgerPlace) => string) => {
    const cases = ofType
      .filter(({ kind }) => asked.has(kind))
      .map((place) => {
        const ofEntity = place.entityType === null ? '' : ` and ${of}.entity_type = '${place.entityType}'`;
        return `when ${of}.kind = '${place.kind}'${ofEntity} then ${roles.includes(place.role) ? shown(place) : 'null'}`;
      });
    return cases.length === 0 ? 'null' : `case ${cases.join(' ')} end`;
  };
  return `select (${chosen(({ role }) => `'${role}'`)})::text as role, (${chosen(signOf)})::int as sign`;
}

/** The name of a counterparty: looked up among vendors where it is not a customer, among employees where it is neither. */
export const nameOf = (org: string, id: string) => `coalesce(
      (select c.company_name from customers c where c.organization_id = ${org} and c.id = ${id}),
      (select v.name from vendors v where v.organization_id = ${org} and v.id = ${id}),
      (select m.name from employees m where m.organization_id = ${org} and m.id = ${id}), '')`;

/**
 * Days past due on the day of the report; an item due that day, or without a due date, is CURRENT. Kept equal to core/billing/aging by a
 * test.
 */
export function bucketSql(
  asOf: string,
  shown: (bucket: AgingBucket, at: number) => string = (bucket) => `'${bucket}'`,
): string {
  const [current, ...late] = AGING_BUCKETS.map(shown);
  const limits = [30, 60, 90].map((days, at) => `when ${asOf} - i.due_date <= ${days} then ${late[at]}`);
  return `case when i.due_date is null or ${asOf} - i.due_date <= 0 then ${current} ${limits.join(' ')} else ${late.at(-1)} end`;
}
