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
 * unapplied amount is the total, plus any discount a payment clears, less what was applied (worded as in the index).
 */
export async function readUnapplied(
  tenant: Tenant,
  query: UnappliedQuery,
): Promise<{ readonly ids: readonly string[]; readonly total: number }> {
  const { values, add } = parameters();
  const conditions = [`t.organization_id = ${add(tenant.organizationId)}::uuid`];
  const where = (value: unknown, condition: (place: string) => string) => {
    if (value !== undefined && value !== null) conditions.push(condition(add(value)));
  };
  where(query.kind, (place) => `t.kind = ${place}`);
  where(query.status, (place) => `t.transaction_status = ${place}`);
  where(query.transactionTypeId, (place) => `t.transaction_type_id = ${place}::uuid`);
  where(query.entityId, (place) => `t.entity_id = ${place}::uuid`);
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
       select t.id, t.transaction_date, t.transaction_number from business_transactions t
       where ${conditions.join(' and ')}
         and t.kind in ${kindList(SETTLING_KINDS)}
         and t.applied_amount <> t.total_amount + case when t.kind in ${kindList(PAYMENT_KINDS)} then t.discount_amount else 0 end
         and t.reversal_date is null and t.cancelled_at is null and t.transaction_status in ('POSTED', 'CLOSED')
     )
     select (select count(*)::int from unapplied) as total, coalesce(array(
       select u.id::text from unapplied u order by u.transaction_date desc, u.transaction_number desc
       offset ${add(query.offset)}::int limit ${add(query.limit)}::int), '{}') as ids`,
    values as unknown[],
  );
  return row ?? { ids: [], total: 0 };
}
