import { recordStore } from '../../record-store';
import { recordStream } from '../../record-stream';
import { sql, type Tenant } from '../../tenancy';

/** Price lists. */
export const priceLists = recordStore('PriceList');

export const streamPriceLists = recordStream('PriceList');

/** The dated prices on price lists. */
export const prices = recordStore('PriceListItem');

/** Keeps one default per currency: the other lists in that currency are no longer the default. */
export async function clearOtherDefaults(tenant: Tenant, currencyCode: string, keep: string): Promise<void> {
  await sql(
    tenant,
    `update price_lists set is_default = false
     where organization_id = $1::uuid and currency_code = $2 and is_default and id <> $3::uuid`,
    [tenant.organizationId, currencyCode, keep],
  );
}

/** The price of an item on a day for a quantity: the largest minimum quantity reached, then the latest start date. */
export async function priceOn(
  tenant: Tenant,
  priceListId: string,
  itemId: string,
  quantity: string,
  onDay: string,
): Promise<string | null> {
  const [row] = await sql<{ unitPrice: string }>(
    tenant,
    `select unit_price::text as "unitPrice" from price_list_items
     where organization_id = $1::uuid and price_list_id = $2::uuid and item_id = $3::uuid
       and minimum_quantity <= $4::numeric and valid_from <= $5::date and (valid_to is null or valid_to >= $5::date)
     order by minimum_quantity desc, valid_from desc limit 1`,
    [tenant.organizationId, priceListId, itemId, quantity, onDay],
  );
  return row?.unitPrice ?? null;
}
