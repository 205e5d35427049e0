import type { Tenant } from '../../tenancy';
import { type Asked, type Offered, offeredRecords } from './offered';

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

const ITEMS = `select id, code, name, description, revenue_account_id, expense_account_id, tax_code_id, record_status
  from items where organization_id = $1::uuid`;

const COLUMNS = `r.id, r.code, r.name, r.description, r.revenue_account_id as "revenueAccountId", r.expense_account_id as "expenseAccountId",
  r.tax_code_id as "taxCodeId", (
    select coalesce(jsonb_agg(jsonb_build_object('from', trim_scale(p.minimum_quantity)::text, 'unitPrice', trim_scale(p.unit_price)::text)
      order by p.minimum_quantity desc), '[]')
    from (select distinct on (p.minimum_quantity) p.minimum_quantity, p.unit_price
      from price_list_items p where p.organization_id = $1::uuid and p.price_list_id = (
          select l.id from price_lists l
          left join customers c on c.organization_id = l.organization_id and c.id = $4::uuid and c.price_list_id = l.id
          where l.organization_id = $1::uuid and l.currency_code = $5 and l.record_status = 'active' and (c.id is not null or l.is_default)
            and (l.valid_from is null or l.valid_from <= $6::date) and (l.valid_to is null or l.valid_to >= $6::date)
          order by c.id is null limit 1)
        and p.item_id = r.id and p.valid_from <= $6::date and (p.valid_to is null or p.valid_to >= $6::date)
      order by p.minimum_quantity, p.valid_from desc) p) as prices`;

/**
 * The active items by code, those that typed text means, or some by id. Prices are those of the customer's own list when it is in the
 * currency, else of the currency's default list, as they are in force on the day; of several for one quantity the latest.
 */
export function readItemChoices(
  tenant: Tenant,
  {
    customerId,
    currencyCode,
    date,
    ...asked
  }: Asked & {
    readonly customerId: string | null;
    readonly currencyCode: string;
    readonly date: string;
  },
): Promise<Offered<ItemChoice>> {
  const offer = { noun: 'item', from: ITEMS, columns: COLUMNS, order: 'r.code, r.id' } as const;
  return offeredRecords<ItemChoice>(tenant, offer, asked, [customerId, currencyCode, date]);
}
