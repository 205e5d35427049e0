import type { Tenant } from '../../tenancy';
import { parameters } from '../parameters';

/** A customer as its line in a file. */
export interface CustomerStreamRow {
  readonly id: string;
  readonly companyName: string;
  readonly customerId: string | null;
  readonly contactEmail: string | null;
  readonly paymentTerms: string | null;
  readonly recordStatus: string;
}

/** The statement of every customer that a list shows, by name. `pattern`: a LIKE pattern with special characters escaped. */
export function customerStatement(
  tenant: Tenant,
  query: { readonly pattern: string | null; readonly includeInactive: boolean },
): { readonly text: string; readonly values: readonly unknown[] } {
  const p = parameters();
  const where = [`c.organization_id = ${p.add(tenant.organizationId)}::uuid`];
  if (!query.includeInactive) where.push("c.record_status = 'active'");
  if (query.pattern !== null) {
    const pattern = p.add(query.pattern);
    where.push(
      `(c.company_name ilike ${pattern} or c.customer_id ilike ${pattern} or c.contact_email ilike ${pattern})`,
    );
  }
  const text = `select c.id::text as id, c.company_name as "companyName", c.customer_id as "customerId", c.contact_email as "contactEmail",
      c.payment_terms as "paymentTerms", c.record_status as "recordStatus"
    from customers c where ${where.join(' and ')} order by c.company_name, c.id`;
  return { text, values: p.values };
}
