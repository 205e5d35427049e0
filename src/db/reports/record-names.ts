import { sql, type Tenant } from '../tenancy';

/** The records that are known by a number or a name. */
export const NAMED_KINDS = [
  'person',
  'transaction',
  'entry',
  'contract',
  'subscription',
  'account',
  'subsidiary',
  'department',
  'class',
  'location',
  'warehouse',
  'customer',
  'vendor',
  'employee',
  'item',
  'priceList',
  'taxCode',
  'transactionType',
  'period',
  'project',
  'policy',
] as const;
export type NamedKind = (typeof NAMED_KINDS)[number];

export interface RecordName {
  readonly id: string;
  readonly kind: NamedKind;
  /** The name that people see: a document's number, a person's or an account's name. */
  readonly name: string;
}

const from = (table: string, name: string) =>
  `select t.id, ${name} as name from ${table} t where t.organization_id = $1::uuid`;
const coded = "t.code || ' ' || t.name";

const TABLES: Readonly<Record<NamedKind, string>> = {
  person: `select u.id, u.name from users u where exists (select from memberships m
    where m.organization_id = $1::uuid and m.user_id = u.id)`,
  transaction: from('business_transactions', 't.transaction_number'),
  entry: from('ledger_entries', 't.entry_number'),
  contract: from('revenue_contracts', 't.contract_number'),
  subscription: from('subscriptions', 't.subscription_number'),
  account: from('accounts', coded),
  subsidiary: from('subsidiaries', 't.name'),
  department: from('departments', 't.name'),
  class: from('classes', 't.name'),
  location: from('locations', 't.name'),
  warehouse: from('warehouses', 't.name'),
  customer: from('customers', 't.company_name'),
  vendor: from('vendors', 't.name'),
  employee: from('employees', 't.name'),
  item: from('items', coded),
  priceList: from('price_lists', 't.name'),
  taxCode: from('tax_codes', coded),
  transactionType: from('transaction_types', 't.name'),
  period: from('fiscal_periods', 't.label'),
  project: from('projects', coded),
  policy: from('revenue_policies', 't.name'),
};

/** The names of records of these kinds; IDs of other records, or out of the caller's reach, are left out. */
export function readRecordNames(
  tenant: Tenant,
  kinds: readonly NamedKind[],
  ids: readonly string[],
): Promise<RecordName[]> {
  if (kinds.length === 0 || ids.length === 0) return Promise.resolve([]);
  const parts = kinds.map(
    (kind) => `select n.id, '${kind}' as kind, n.name from (${TABLES[kind]}) n where n.id = any ($2::uuid[])`,
  );
  return sql<RecordName>(tenant, parts.join(' union all '), [tenant.organizationId, ids]);
}

/** Who did what with a document. A name is null where the step was not taken, or by the system. */
export interface DocumentPeople {
  readonly id: string;
  readonly preparedBy: string | null;
  readonly submittedBy: string | null;
  readonly approvedBy: string | null;
  readonly postedBy: string | null;
}

const nameOf = (column: string) => `coalesce(
  (select u.name from users u where u.id = ${column}),
  (select c.name from api_clients c where c.organization_id = t.organization_id and c.id = ${column}),
  (select k.name from api_keys k where k.organization_id = t.organization_id and k.id = ${column}))`;

/** The names of those who prepared, submitted, approved and posted these documents, as far as the caller reaches the documents. */
export function readDocumentPeople(tenant: Tenant, ids: readonly string[]): Promise<DocumentPeople[]> {
  return sql<DocumentPeople>(
    tenant,
    `select t.id, ${nameOf('t.created_by')} as "preparedBy", ${nameOf('t.submitted_by')} as "submittedBy",
       ${nameOf('t.approved_by')} as "approvedBy", ${nameOf('e.posted_by')} as "postedBy"
     from business_transactions t
     left join ledger_entries e on e.organization_id = t.organization_id and e.id = t.ledger_entry_id
     where t.organization_id = $1::uuid and t.id = any ($2::uuid[])`,
    [tenant.organizationId, ids],
  );
}
