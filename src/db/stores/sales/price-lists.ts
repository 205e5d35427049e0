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

/** A part of the prices on a list, in its order. */
interface PartOfList {
  readonly priceListId: string;
  readonly skip: number;
  readonly take: number;
}

/** Selects prices (p) on a list by the names of items, then quantity, the newest first; the list, what is passed over and how many follow as SQL. */
const onList = (item: string, list: string, skip: string, take: string) => `
       select p.id, p.price_list_id, p.item_id, p.minimum_quantity, p.valid_from, p.valid_to, i.code, i.name
       from items i
       join price_list_items p on p.organization_id = $1::uuid and p.price_list_id = ${list} and p.item_id = i.id
       where i.organization_id = $1::uuid and ${item}
       order by i.name, i.id, p.minimum_quantity, p.valid_from desc, p.id offset ${skip} limit ${take}`;

/** What a page shows of prices (p), which are in the order of their places. */
const shownOf = (from: string) => `
     select p.id, p.code as "itemCode", p.name as "itemName",
       p.valid_from <= $3::date and coalesce(p.valid_to >= $3::date, true) and not exists (
         select from price_list_items n where n.organization_id = $1::uuid and n.price_list_id = p.price_list_id and n.item_id = p.item_id
           and n.minimum_quantity = p.minimum_quantity and n.valid_from > p.valid_from and n.valid_from <= $3::date
           and coalesce(n.valid_to >= $3::date, true)) as "isInEffect"
     from ${from} order by p.place, p.name, p.item_id, p.minimum_quantity, p.valid_from desc, p.id`;

/** The prices of an item on some lists, one list after the other: one statement, however many lists an item is on. */
const placesOfItem = (tenant: Tenant, itemId: string, onDay: string, parts: readonly PartOfList[]) =>
  sql<Place>(
    tenant,
    shownOf(`unnest($4::uuid[], $5::int[], $6::int[]) with ordinality k(id, skip, take, place)
     cross join lateral (select x.*, k.place from (${onList('i.id = $2::uuid', 'k.id', 'k.skip', 'k.take')}) x) p`),
    [
      tenant.organizationId,
      itemId,
      onDay,
      parts.map(({ priceListId }) => priceListId),
      parts.map(({ skip }) => skip),
      parts.map(({ take }) => take),
    ],
  );

/** The prices of all items on one list: how many are wanted is known when it is planned, so that they are read in the order of the items' names and none is sorted. */
const placesOn = (tenant: Tenant, onDay: string, { priceListId, skip, take }: PartOfList) =>
  sql<Place>(
    tenant,
    `with page as materialized (${onList('$2::uuid is null', '$4::uuid', '$5::int', '$6::int')})
     ${shownOf('(select x.*, 1 as place from page x) p')}`,
    [tenant.organizationId, null, onDay, priceListId, skip, take],
  );

/** What of each list is on a page of all of them, one after the other. */
function partsOfPage(
  lists: readonly { readonly id: string; readonly n: number }[],
  { skip, take }: { readonly skip: number; readonly take: number },
): PartOfList[] {
  const parts: PartOfList[] = [];
  let [before, left] = [skip, take];
  for (const { id: priceListId, n } of lists) {
    if (left === 0) break;
    const part = { priceListId, skip: before, take: Math.min(left, n - before) };
    before = Math.max(0, before - n);
    if (part.take <= 0) continue;
    parts.push(part);
    left -= part.take;
  }
  return parts;
}

/** A page of the prices of a list, an item or both, by the names of lists and items, then quantity, the newest first; and how many there are. */
export async function pageOfPrices(
  tenant: Tenant,
  asked: { readonly priceListId: string | null; readonly itemId: string | null; readonly onDay: string },
  { skip, take }: { readonly skip: number; readonly take: number },
): Promise<Page<ListedPrice>> {
  const lists = await listsInOrder(tenant, asked);
  const total = lists.reduce((sum, { n }) => sum + n, 0);
  if (skip >= total) return { rows: [], total };
  const parts = partsOfPage(lists, { skip, take });
  const places: Place[] = [];
  if (asked.itemId !== null) places.push(...(await placesOfItem(tenant, asked.itemId, asked.onDay, parts)));
  else for (const part of parts) places.push(...(await placesOn(tenant, asked.onDay, part)));
  const found = await prices.list(tenant, { where: { id: { in: places.map(({ id }) => id) } } });
  const priceOf = new Map(found.map((price) => [price.id, price]));
  const rows = places.flatMap(({ id, ...more }) => {
    const price = priceOf.get(id);
    return price === undefined ? [] : [{ ...price, ...more }];
  });
  return { rows, total };
}
