import { systemStatement, type TenantClaim } from '../tenancy';

/**
 * Copies the sums that contract balances follow from, as known a moment ago, by which every transaction of the organization had ended; returns
 * whether it did (copy-balances in prisma/sql). `least`: only of so many contracts; `apart`: only if something was recorded of more than so many since the last copy.
 * Like sealing it is not a tenant's write.
 */
export async function copyBalances(
  claim: Pick<TenantClaim, 'organizationId'>,
  {
    beforeRun,
    least = 1_000,
    apart = 500,
  }: { readonly beforeRun: boolean; readonly least?: number; readonly apart?: number },
): Promise<boolean> {
  // What is running is seen of others slightly late (known-through in prisma/sql), which is not waited for.
  const { rows } = await systemStatement<{ copied: boolean }>(claim.organizationId, {
    text: `select daybook_copy_balances(daybook_known_through(clock_timestamp() - interval '250 milliseconds') - interval '1 millisecond', $1, $2::int, $3::int) as copied`,
    values: [beforeRun, least, apart],
  });
  return rows[0]?.copied ?? false;
}

/** Adds up to `limit` contracts to the newest copy that does not have all of them; returns how many, 0 when nothing is left. */
export async function copyPastBalances(
  claim: Pick<TenantClaim, 'organizationId'>,
  limit: number,
): Promise<number> {
  const { rows } = await systemStatement<{ n: number }>(claim.organizationId, {
    text: 'select daybook_copy_past_balances($1::int) as n',
    values: [limit],
  });
  return rows[0]?.n ?? 0;
}

/**
 * The first and the last copy against the rows of all contracts, by how these stood at its moment, 2,000 contracts at a time; every copy is made in the same way, and
 * nothing but the end of a contract changes one. $1: the organization.
 */
export const DIFFERENT_COPIES = `
    select 'balances ' || t.currency_code || ' as known at ' || to_char(t.moment at time zone 'utc', 'YYYY-MM-DD HH24:MI:SS')
    from (
      with complete as (
        select c.moment from revenue_balance_copies c where c.organization_id = $1::uuid and c.copied_to is null
          and not exists (select from revenue_touched_contracts n where n.organization_id = $1::uuid and n.recorded_at <= c.moment)
      ), picked as materialized (
        select min(c.moment) as moment from complete c union select max(c.moment) from complete c
      ), portions as materialized (
        select array_agg(x.standing) as kept
        from (
          select k::revenue_checked_standings as standing, (row_number() over (order by k.contract_id) - 1) / 2000 as portion
          from revenue_checked_standings k where k.organization_id = $1::uuid
        ) x
        where exists (select from complete) group by x.portion
      )
      select b.moment, b.subsidiary_id, b.currency_code, b.since_month, b.month, b.contracts, b.receivable, b.contract_asset, b.deferred, b.revenue,
        b.from_opening, b.prior, b.due_soon
      from picked q join revenue_copied_balances b on b.organization_id = $1::uuid and b.moment = q.moment
      union all
      select q.moment, p.* from picked q cross join portions g
      cross join lateral daybook_balance_parts(null, '{-1}', null,
        array(select s::revenue_checked_standings from daybook_contract_standings(null, q.moment, g.kept) s)) p
      where q.moment is not null
    ) t group by t.moment, t.subsidiary_id, t.currency_code, t.since_month, t.month
    having (sum(contracts), sum(receivable), sum(contract_asset), sum(deferred), sum(revenue), sum(from_opening), sum(prior), sum(due_soon))
      is distinct from (0, 0, 0, 0, 0, 0, 0, 0)`;
