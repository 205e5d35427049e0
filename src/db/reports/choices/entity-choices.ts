import type { Tenant } from '../../tenancy';
import { type Asked, type Offered, offeredRecords } from './offered';

export type EntityKind = 'CUSTOMER' | 'VENDOR' | 'EMPLOYEE';

/** A counterparty, with the terms agreed with it; null for employees and where there are none. */
export interface EntityChoice {
  readonly id: string;
  readonly code: string | null;
  readonly name: string;
  /** In words. */
  readonly paymentTerms: string | null;
  readonly taxCodeId: string | null;
  readonly discountPercent: string | null;
  readonly currencyCode: string | null;
}

/** The counterparties of the organization $1, by kind. */
export const ENTITY_TABLES: Readonly<Record<EntityKind, string>> = {
  CUSTOMER: `select id, customer_id as code, company_name as name, payment_terms, tax_code_id, discount_percent, currency_code, record_status from customers where organization_id = $1::uuid`,
  VENDOR: `select id, code, name, payment_terms, tax_code_id, discount_percent, currency_code, record_status from vendors where organization_id = $1::uuid`,
  EMPLOYEE: `select id, code, name, null as payment_terms, null::uuid as tax_code_id, null::numeric as discount_percent, null as currency_code, record_status
    from employees where organization_id = $1::uuid`,
};

const NOUNS = { CUSTOMER: 'customer', VENDOR: 'vendor', EMPLOYEE: 'employee' } as const;

/** Active counterparties of one kind by name, those that typed text means, or some by id. */
export function readEntityChoices(
  tenant: Tenant,
  kind: EntityKind,
  asked: Asked,
): Promise<Offered<EntityChoice>> {
  const columns = `r.id, r.code, r.name, r.payment_terms as "paymentTerms", r.tax_code_id as "taxCodeId",
    trim_scale(r.discount_percent)::text as "discountPercent", r.currency_code as "currencyCode"`;
  const offer = { noun: NOUNS[kind], from: ENTITY_TABLES[kind], columns, order: 'r.name, r.id' };
  return offeredRecords<EntityChoice>(tenant, offer, asked);
}
