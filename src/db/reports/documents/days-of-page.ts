/** What a page of documents is read from. */
interface CountedDays {
  /** Selects days and how many documents each has, from counts and what is not added to them yet: several rows of one day are added up. */
  readonly noted: string;
  /** The documents (t) that are counted: its FROM, and conditions but for the day. */
  readonly matching: string;
  /** Of the page: how many documents come before it, and before its end. */
  readonly first: string;
  readonly end: string;
}

/**
 * The common table expressions `days` (with the documents of each) and `keys` (of the page, newest first when put in order). The days with documents of the page
 * follow from the counts, and on each of them the page is counted in the index of days and numbers from the end that is nearer: the cost is the days of the books and half of
 * the keys of those days at most. Days between them with nothing to show, which may have thousands of other documents, are passed by.
 */
export function daysOfPage({ noted, matching, first, end }: CountedDays): string {
  const some = (order: 'asc' | 'desc', from: string, rows: string) =>
    `(select t.transaction_date, t.transaction_number ${matching} and t.transaction_date = s.day
         order by t.transaction_number ${order} offset s.${from} limit ${rows})`;
  return `noted(day, n) as (
       ${noted}
     ), days as materialized (select x.day, sum(x.n)::bigint as n from noted x group by 1 having sum(x.n) > 0),
     placed as (select d.day, d.n, (sum(d.n) over (order by d.day desc) - d.n)::bigint as before from days d),
     -- Of each day with documents of the page: how many are on it, how many of the day come before them, and how many behind.
     span as materialized (
       select x.day, greatest(0, ${first} - x.before) as before, least(x.n, ${end} - x.before) - greatest(0, ${first} - x.before) as rows,
         x.n - least(x.n, ${end} - x.before) as behind
       from placed x where x.before < ${end} and x.before + x.n > ${first}
     ), keys as materialized (
       select k.transaction_date, k.transaction_number from span s cross join lateral (
         ${some('desc', 'before', 'case when s.before <= s.behind then s.rows else 0 end')}
         union all
         ${some('asc', 'behind', 'case when s.before <= s.behind then 0 else s.rows end')}) k
     )`;
}

/** The documents of the keys (`keys`), newest first, in an array `ids`. */
export const idsOfKeys = (org: string): string => `coalesce(array(
       select x.id::text from keys m
       cross join lateral (select t.id from business_transactions t where t.organization_id = ${org} and t.transaction_number = m.transaction_number offset 0) x
       order by m.transaction_date desc, m.transaction_number desc), '{}') as ids`;
