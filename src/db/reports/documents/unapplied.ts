import { SEARCHED_TERMS } from '@/core/transactions/header-terms';
import { PAYMENT_KINDS, SETTLING_KINDS } from '@/core/transactions/kinds';
import { columnOf } from '../../row-from-sql';
import { sql, type Tenant } from '../../tenancy';
import { kindList, parameters } from '../parameters';

export interface UnappliedQuery {
  readonly kind?: string | undefined;
  readonly status?: string | undefined;
  readonly transactionTypeId?: string | undefined;
  readonly entityId?: string | undefined;
  readonly subsidiaryId?: string | undefined;
  readonly dateFrom?: string | undefined;
  readonly dateTo?: string | undefined;
  /** A LIKE pattern with special characters escaped. */
  readonly pattern?: string | undefined;
  readonly offset: number;
  readonly limit: number;
}

/**
 * The ids of a page of posted payments and credits with an unapplied amount, newest first, and their total number. The
 * unapplied amount is the total, plus any discount a payment clears, less what was applied (worded as in the index). They come from their index
 * first: few are unapplied, and a kind or a day that is asked for as well may have a third of all documents.
 */
export async function readUnapplied(
  tenant: Tenant,
  query: UnappliedQuery,
): Promise<{ readonly ids: readonly string[]; readonly total: number }> {
  const { values, add } = parameters();
  const org = `${add(tenant.organizationId)}::uuid`;
  const ofEntity = query.entityId === undefined ? '' : ` and x.entity_id = ${add(query.entityId)}::uuid`;
  const conditions: string[] = ['true'];
  const where = (value: unknown, condition: (place: string) => string) => {
    if (value !== undefined && value !== null) conditions.push(condition(add(value)));
  };
  where(query.kind, (place) => `t.kind = ${place}`);
  where(query.status, (place) => `t.transaction_status = ${place}`);
  where(query.transactionTypeId, (place) => `t.transaction_type_id = ${place}::uuid`);
  where(query.subsidiaryId, (place) => `t.subsidiary_id = ${place}::uuid`);
  where(query.dateFrom, (place) => `t.transaction_date >= ${place}::date`);
  where(query.dateTo, (place) => `t.transaction_date <= ${place}::date`);
  where(
    query.pattern,
    (place) =>
      `(${['transactionNumber', ...SEARCHED_TERMS].map((name) => `t.${columnOf(name)} ilike ${place}`).join(' or ')})`,
  );
  const [row] = await sql<{ ids: string[]; total: number }>(
    tenant,
    `with unapplied as materialized (
       select t.id, t.transaction_date, t.transaction_number from (
         select x.* from business_transactions x
         where x.organization_id = ${org}${ofEntity} and x.kind in ${kindList(SETTLING_KINDS)}
           and x.applied_amount <> x.total_amount + case when x.kind in ${kindList(PAYMENT_KINDS)} then x.discount_amount else 0 end
           and x.reversal_date is null and x.cancelled_at is null and x.transaction_status in ('POSTED', 'CLOSED')
         offset 0) t
       where ${conditions.join(' and ')}
     )
     select (select count(*)::int from unapplied) as total, coalesce(array(
       select u.id::text from unapplied u order by u.transaction_date desc, u.transaction_number desc
       offset ${add(query.offset)}::int limit ${add(query.limit)}::int), '{}') as ids`,
    values as unknown[],
  );
  return row ?? { ids: [], total: 0 };
}
