/**
 * The common table expression `tail`: the entries that the sums by day do not have yet, by number (fold-ledger in prisma/sql). Seconds
 * after a posting there are none. Whoever reads ledger_days or entry_days adds them, in the same statement or snapshot.
 * `org` is the placeholder of the organization; `when` a condition without which nothing is looked up.
 */
export const tailSql = (org: string, when = 'true'): string => `
  tail as materialized (
    select e.id, e.subsidiary_id, e.period_id, e.posting_date, e.source_kind
    from number_counters c
    left join folded_numbers m on m.organization_id = c.organization_id and m.fiscal_year = c.fiscal_year
    cross join lateral generate_series(coalesce(m.through_number, 0) + 1, c.next_value - 1) n(number)
    -- The number is a value before it is compared: an expression that might leak what it sees may not use the index under row security.
    cross join lateral (select daybook_format_number('GL', c.fiscal_year, n.number) as entry_number offset 0) f
    cross join lateral (
      select x.id, x.subsidiary_id, x.period_id, x.posting_date, x.source_kind from ledger_entries x
      where x.organization_id = ${org} and x.entry_number = f.entry_number offset 0) e
    where c.organization_id = ${org} and c.series = 'GL' and ${when}
  )`;

/**
 * The lines `l` of the entries `e` of a statement. Entry by entry: a planner that expects many entries would read every line of an account.
 */
export const linesOfEntries = (org: string): string =>
  `cross join lateral (select y.* from ledger_lines y where y.organization_id = ${org} and y.entry_id = e.id offset 0) l`;
