/**
 * The areas of the books in which rights are given, with what may be done in each; a permission is `area.verb`.
 * `core/permissions` says who has which.
 */
export const AREAS = {
  'crm.prospect': ['read', 'write', 'delete', 'convert'],
  'crm.lead': ['read', 'write'],
  'crm.customer': ['read', 'write'],
  'hr.employee': ['read', 'write', 'private'],
  'org.structure': ['read', 'write'],
  'org.organization': ['read', 'write', 'create'],
  'org.member': ['read', 'write'],
  'org.credential': ['read', 'write'],
  'org.audit': ['read'],
  'org.security': ['read'],
  'gl.account': ['read', 'write'],
  'gl.setup': ['read', 'write'],
  'gl.period': ['read', 'close', 'lock', 'postSoftClosed'],
  'gl.transaction': ['read', 'create', 'edit', 'submit', 'approve', 'post', 'reverse', 'cancel'],
  'gl.report': ['read'],
  'gl.verify': ['run'],
  billing: ['read', 'write'],
  purchasing: ['read', 'write'],
  revenue: ['read', 'write', 'run', 'policy'],
  project: ['read', 'write'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

export type Area = keyof typeof AREAS;

/** What is known of the records of a table. */
interface Noun {
  /** One of them, as people call it. */
  readonly one: string;
  /** The area whose rights to read and write are those of the record. */
  readonly area?: Area;
  /** The noun of its audit rows, where people can look at those alone. */
  readonly inAudit?: string;
}

/**
 * The nouns of the books, by their tables: what a refusal calls a record, who may read and write it, and by what the audit
 * trail is filtered, in this order. A table that is not here is called by its name without the last s.
 */
export const NOUNS = {
  business_transactions: { one: 'transaction', inAudit: 'transaction' },
  prospects: { one: 'prospect', inAudit: 'prospect' },
  customers: { one: 'customer', inAudit: 'customer' },
  vendors: { one: 'vendor', area: 'purchasing', inAudit: 'vendor' },
  employees: { one: 'employee', inAudit: 'employee' },
  accounts: { one: 'account', area: 'gl.account', inAudit: 'account' },
  price_lists: { one: 'price list', area: 'billing', inAudit: 'price list' },
  fiscal_periods: { one: 'fiscal period', inAudit: 'period' },
  subsidiaries: { one: 'subsidiary', inAudit: 'subsidiary' },
  departments: { one: 'department', area: 'org.structure', inAudit: 'department' },
  classes: { one: 'class', area: 'org.structure', inAudit: 'class' },
  locations: { one: 'location', area: 'org.structure', inAudit: 'location' },
  warehouses: { one: 'warehouse', area: 'org.structure', inAudit: 'warehouse' },
  api_keys: { one: 'api key', inAudit: 'API key' },
  memberships: { one: 'member', inAudit: 'member' },
  invitations: { one: 'invitation', inAudit: 'invitation' },
  sign_in_providers: { one: 'sign-in provider', inAudit: 'sign-in provider' },
  provisioning_tokens: { one: 'directory token', inAudit: 'directory token' },
  provisioned_people: { one: 'directory person', inAudit: 'directory person' },
  provisioned_groups: { one: 'directory group', inAudit: 'directory group' },
  mails: { one: 'mail', inAudit: 'mail' },
  custom_roles: { one: 'role', inAudit: 'role' },
  other_ledgers: { one: 'other ledger', area: 'gl.setup', inAudit: 'other ledger' },
  order_sources: { one: 'order source', area: 'revenue', inAudit: 'order source' },
  source_orders: { one: 'source order', inAudit: 'source order' },
  ledger_batches: { one: 'ledger batch', inAudit: 'ledger batch' },
  units_of_measure: { one: 'unit of measure', area: 'org.structure' },
  items: { one: 'item', area: 'billing' },
  budget_lines: { one: 'budget line' },
  companies: { one: 'company' },
  currencies: { one: 'currency' },
  price_list_items: { one: 'price' },
  revenue_policies: { one: 'revenue policy' },
  ssp_entries: { one: 'standalone selling price' },
  users: { one: 'person' },
} as const satisfies Readonly<Record<string, Noun>>;

type Nouns = typeof NOUNS;

/** The tables whose records are read and written by the rights of an area. */
export type GovernedTable = {
  [Table in keyof Nouns]: Nouns[Table] extends { readonly area: Area } ? Table : never;
}[keyof Nouns];

const ALL: Readonly<Record<string, Noun>> = NOUNS;

/** One record of a table as people call it: `units_of_measure` → `unit of measure`. */
export function nounOf(table: string): string {
  return ALL[table]?.one ?? table.replace(/s$/, '').replaceAll('_', ' ');
}

/** What the audit trail can be filtered by. */
export const AUDITED: readonly string[] = Object.values(ALL).flatMap(({ inAudit }) => inAudit ?? []);

/**
 * A noun with the article it takes in a sentence: *an account*, *a unit of measure*. Nouns of records are meant, of which only those in
 * u- (unit, user) sound otherwise than they are written.
 */
export const withArticle = (noun: string): string => `${/^[aeio]/i.test(noun) ? 'an' : 'a'} ${noun}`;
