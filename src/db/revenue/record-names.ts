import { labelsOf, type NamedRecord, NO_RECORD } from '../../core/revenue/reports/record-labels';
import { sql, type Tenant } from '../tenancy';
import { NO_ID } from './months-then';

/** Categories of records ($1: the organization), with what tells those of one name apart. A report names all of a kind; of customers, those it shows. */
const RECORDS = {
  account: `select id, code || ' ' || name as name, code from accounts where organization_id = $1::uuid`,
  subsidiary: 'select id, name, code from subsidiaries where organization_id = $1::uuid',
  class: 'select id, name, code from classes where organization_id = $1::uuid',
  department: 'select id, name, code from departments where organization_id = $1::uuid',
  location: 'select id, name, code from locations where organization_id = $1::uuid',
} as const;
const CUSTOMERS =
  'select c.id, c.company_name as name, c.customer_id as code from customers c where c.organization_id = $1::uuid';

/**
 * What a category's records are called, by id, `none` for no record: no two alike, so that those who share a name are told apart by their
 * codes. Of customers, those with these ids. Empty for a category that is not one of records.
 */
export async function namesOf(
  tenant: Tenant,
  category: string,
  ids: readonly string[] = [],
): Promise<Map<string, string>> {
  const [text, values] =
    category === 'customer'
      ? [`${CUSTOMERS} and c.id in (select unnest(array_agg(u.id)) from unnest($2::uuid[]) as u (id))`, [ids]]
      : [(RECORDS as Readonly<Record<string, string | undefined>>)[category], []];
  if (text === undefined) return new Map();
  const records = await sql<NamedRecord>(tenant, text, [tenant.organizationId, ...values]);
  return new Map([[NO_ID, NO_RECORD], ...labelsOf(records)]);
}

/**
 * The ids of the records that a report calls so, zero for no record; null for a category that is not one of records. A customer may be the only
 * one of its name in a report and not in the books: then all of that name are meant, of whom the others have no part in the figure.
 */
export async function idsNamed(tenant: Tenant, category: string, label: string): Promise<string[] | null> {
  if (category !== 'customer') {
    const names = await namesOf(tenant, category);
    if (names.size === 0) return null;
    return [...names].filter(([, name]) => name === label).map(([id]) => id);
  }
  if (label === NO_RECORD) return [NO_ID];
  // A label begins with the name.
  const records = await sql<NamedRecord>(
    tenant,
    `${CUSTOMERS} and left($2, length(c.company_name)) = c.company_name`,
    [tenant.organizationId, label],
  );
  const labels = labelsOf(records);
  const labeled = records.filter(({ id }) => labels.get(id) === label);
  return (labeled.length > 0 ? labeled : records.filter(({ name }) => name === label)).map(({ id }) => id);
}
