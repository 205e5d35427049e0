import type { Plain } from '../../record-row';
import { type Page, recordStore } from '../../record-store';
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

/** A price with what a list shows of its item, and whether it is the one used on the day: the newest valid one of its list, item and quantity. */
export type ListedPrice = Plain<'PriceListItem'> & {
  readonly itemCode: string;
  readonly itemName: string;
  readonly isInEffect: boolean;
};

interface Place {
  readonly id: string;
  readonly itemCode: string;
  readonly itemName: string;
  readonly isInEffect: boolean;
}

/** The lists that have such prices, by name, and how many each has. */
async function listsInOrder(
  tenant: Tenant,
  asked: { readonly priceListId: string | null; readonly itemId: string | null },
): Promise<readonly { readonly id: string; readonly n: number }[]> {
  // Of all items it is kept how many prices each list has; a caller within some subsidiaries does not see what is kept.
  const isKept = asked.itemId === null && tenant.subsidiaryIds === null;
  const counted = isKept
    ? `select c.state::uuid as id, sum(c.record_count) as n from (
         select r.state, r.record_count from record_counts r where r.organization_id = $1::uuid and r.noun = 'price_list_items'
         union all
         select r.state, r.record_count from record_count_changes r where r.organization_id = $1::uuid and r.noun = 'price_list_items') c
       where $3::uuid is null group by 1`
    : `select p.price_list_id as id, count(*) as n from price_list_items p
       where p.organization_id = $1::uuid and ($3::uuid is null or p.item_id = $3::uuid) group by 1`;
  return sql(
    tenant,
    `select l.id, c.n::int as n from (${counted}) c join price_lists l on l.organization_id = $1::uuid and l.id = c.id
     where c.n > 0 and ($2::uuid is null or l.id = $2::uuid) order by l.name, l.id`,
    [tenant.organizationId, asked.priceListId, asked.itemId],
  );
}

/** Prices on one list by the names of items, then quantity, the newest first. */
const placesOn = (
  tenant: Tenant,
  asked: { readonly priceListId: string; readonly itemId: string | null; readonly onDay: string },
  { skip, take }: { readonly skip: number; readonly take: number },
) =>
  sql<Place>(
    tenant,
    `with page as materialized (
       select p.id, p.price_list_id, p.item_id, p.minimum_quantity, p.valid_from, p.valid_to, i.code, i.name
       from items i
       join price_list_items p on p.organization_id = $1::uuid and p.price_list_id = $2::uuid and p.item_id = i.id
       where i.organization_id = $1::uuid ${asked.itemId === null ? 'and $3::uuid is null' : 'and i.id = $3::uuid'}
       order by i.name, i.id, p.minimum_quantity, p.valid_from desc, p.id offset $5::int limit $6::int
     )
     select p.id, p.code as "itemCode", p.name as "itemName",
       p.valid_from <= $4::date and coalesce(p.valid_to >= $4::date, true) and not exists (
         select from price_list_items n where n.organization_id = $1::uuid and n.price_list_id = p.price_list_id and n.item_id = p.item_id
           and n.minimum_quantity = p.minimum_quantity and n.valid_from > p.valid_from and n.valid_from <= $4::date
           and coalesce(n.valid_to >= $4::date, true)) as "isInEffect"
     from page p order by p.name, p.item_id, p.minimum_quantity, p.valid_from desc, p.id`,
    [tenant.organizationId, asked.priceListId, asked.itemId, asked.onDay, skip, take],
  );

/** A page of the prices of a list, an item or both, by the names of lists and items, then quantity, the newest first; and how many there are. */
export async function pageOfPrices(
  tenant: Tenant,
  asked: { readonly priceListId: string | null; readonly itemId: string | null; readonly onDay: string },
  { skip, take }: { readonly skip: number; readonly take: number },
): Promise<Page<ListedPrice>> {
  const lists = await listsInOrder(tenant, asked);
  const total = lists.reduce((sum, { n }) => sum + n, 0);
  if (skip >= total) return { rows: [], total };
  const places: Place[] = [];
  // List by list, so that the prices of one are read in the order of the items' names and none is sorted.
  let before = skip;
  for (const { id: priceListId, n } of lists) {
    if (before < n)
      places.push(
        ...(await placesOn(tenant, { ...asked, priceListId }, { skip: before, take: take - places.length })),
      );
    if (places.length >= take) break;
    before = Math.max(0, before - n);
  }
  const found = await prices.list(tenant, { where: { id: { in: places.map(({ id }) => id) } } });
  const priceOf = new Map(found.map((price) => [price.id, price]));
  const rows = places.flatMap(({ id, ...more }) => {
    const price = priceOf.get(id);
    return price === undefined ? [] : [{ ...price, ...more }];
  });
  return { rows, total };
}
