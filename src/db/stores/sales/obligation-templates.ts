import { recordStore } from '../../record-store';
import { sql, type Tenant } from '../../tenancy';

/** The performance obligations that arise when items are sold. */
export const obligationTemplates = recordStore('ObligationTemplate');

/** An item with the fields a contract needs and its performance obligations, ordered by key. */
export interface PromisingItem {
  readonly id: string;
  readonly code: string;
  readonly name: string;
  readonly itemType: string;
  readonly templates: readonly {
    readonly key: string;
    readonly description: string | null;
    readonly pattern: { readonly kind: string };
    readonly productCode: string | null;
    readonly weight: string;
    readonly revenueAccountId: string | null;
    readonly capacity: string;
    readonly nature: string;
  }[];
  /** The product of the newest standalone price for the item in this currency on this day; null when there is none. */
  readonly pricedAs: string | null;
}

/** Items with their templates. */
export async function promisingItems(
  tenant: Tenant,
  ids: readonly string[],
  currencyCode: string,
  day: string,
): Promise<PromisingItem[]> {
  if (ids.length === 0) return [];
  return sql<PromisingItem>(
    tenant,
    `select i.id, i.code, i.name, i.item_type as "itemType",
       coalesce((select jsonb_agg(jsonb_build_object('key', t.key, 'description', t.description, 'pattern', t.pattern,
           'productCode', t.product_code, 'weight', t.weight::text, 'revenueAccountId', t.revenue_account_id, 'capacity', t.capacity,
           'nature', t.nature) order by t.key)
         from obligation_templates t where t.organization_id = i.organization_id and t.item_id = i.id), '[]') as templates,
       (select s.product_code from ssp_entries s where s.organization_id = i.organization_id and s.item_id = i.id and s.currency_code = $3
          and s.stratum = '' and s.valid_from <= $4::date and (s.valid_to is null or s.valid_to >= $4::date)
        order by s.valid_from desc limit 1) as "pricedAs"
     from items i where i.organization_id = $1::uuid and i.id = any ($2::uuid[])`,
    [tenant.organizationId, ids, currencyCode, day],
  );
}
