import { sql, type Tenant } from '../../tenancy';

/** An item as a form offers it: with its words, its accounts, and its prices for a customer on a day. */
export interface ItemChoice {
  readonly id: string;
  readonly code: string;
  readonly name: string;
  readonly description: string | null;
  readonly revenueAccountId: string | null;
  readonly expenseAccountId: string | null;
  readonly taxCodeId: string | null;
  /** By the quantity from which each holds, the largest first; empty when no list has a price. */
  readonly prices: readonly { readonly from: string; readonly unitPrice: string }[];
}

/**
 * The active items by code. Prices are those of the customer's own list when it is in the currency, else of the currency's default
 * list, as they are in force on the day; of several for one quantity the latest.
 */
export function readItemChoices(
  tenant: Tenant,
  {
    customerId,
    currencyCode,
    date,
  }: {
    readonly customerId: string | null;
    readonly currencyCode: string;
    readonly date: string;
  },
  limit: number,
): Promise<ItemChoice[]> {
  return sql<ItemChoice>(
    tenant,
    `with list as (
       select l.id from price_lists l
       left join customers c on c.organization_id = l.organization_id and c.id = $2::uuid and c.price_list_id = l.id
       where l.organization_id = $1::uuid and l.currency_code = $3 and l.record_status = 'active' and (c.id is not null or l.is_default)
         and (l.valid_from is null or l.valid_from <= $4::date) and (l.valid_to is null or l.valid_to >= $4::date)
       order by c.id is null limit 1),
     known as (
       select p.item_id, jsonb_agg(jsonb_build_object('from', trim_scale(p.minimum_quantity)::text, 'unitPrice', trim_scale(p.unit_price)::text)
         order by p.minimum_quantity desc) as prices
       from (select distinct on (p.item_id, p.minimum_quantity) p.item_id, p.minimum_quantity, p.unit_price
         from price_list_items p where p.organization_id = $1::uuid and p.price_list_id = (select id from list)
           and p.valid_from <= $4::date and (p.valid_to is null or p.valid_to >= $4::date)
         order by p.item_id, p.minimum_quantity, p.valid_from desc) p
       group by p.item_id)
     select i.id, i.code, i.name, i.description, i.revenue_account_id as "revenueAccountId", i.expense_account_id as "expenseAccountId",
       i.tax_code_id as "taxCodeId", coalesce(k.prices, '[]') as prices
     from items i left join known k on k.item_id = i.id
     where i.organization_id = $1::uuid and i.record_status = 'active' order by i.code, i.id limit $5::int`,
    [tenant.organizationId, customerId, currencyCode, date, limit],
  );
}
