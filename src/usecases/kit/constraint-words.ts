import type { ConstraintViolation } from '@/db/violations';

interface Unique {
  /** The field to change, as the surfaces name it. */
  readonly field: string;
  readonly words: string;
}

/**
 * Unique constraints over several columns, or whose column name is not clear to a reader: by the start of their name.
 */
const UNIQUE: readonly (readonly [start: string, Unique])[] = [
  ['accounts_fx_role', { field: 'fxRole', words: 'role in exchange differences' }],
  ['accounts_retained_earnings', { field: 'isRetainedEarnings', words: 'retained earnings setting' }],
  ['budget_lines_', { field: 'costCode', words: 'cost code and category' }],
  ['customer_warehouses_', { field: 'warehouseId', words: 'warehouse' }],
  ['exchange_rates_', { field: 'rateDate', words: 'pair of currencies, type and day' }],
  ['fiscal_periods_', { field: 'fiscalYear', words: 'fiscal year and number' }],
  ['invitations_pending_email', { field: 'email', words: 'email address' }],
  ['memberships_', { field: 'email', words: 'person' }],
  ['obligation_templates_', { field: 'key', words: 'item and key' }],
  ['posting_rules_general', { field: 'transactionTypeId', words: 'transaction type' }],
  ['posting_rules_', { field: 'subsidiaryId', words: 'transaction type and subsidiary' }],
  ['price_list_items_', { field: 'validFrom', words: 'item, minimum quantity and first day' }],
  ['provisioned_groups_display_name', { field: 'displayName', words: 'name' }],
  ['provisioned_people_user_name', { field: 'userName', words: 'user name' }],
  ['revenue_events_', { field: 'reference', words: 'reference' }],
  ['revenue_policies_', { field: 'code', words: 'code and version' }],
  ['ssp_entries_', { field: 'validFrom', words: 'product, stratum, currency and first day' }],
  ['tax_rates_', { field: 'validFrom', words: 'first day' }],
  ['users_email', { field: 'email', words: 'email address' }],
];

/** `business_transactions` → `business transactions`. */
export const plural = (table: string) => table.replaceAll('_', ' ');

/** What a unique constraint keeps unique: `tax_codes_organization_id_code_key` → the code of a tax code. */
export function uniqueWords(violation: ConstraintViolation): Unique {
  const known = UNIQUE.find(([start]) => violation.constraint.startsWith(start))?.[1];
  if (known !== undefined) return known;
  const named = /_organization_id_(.+?)(?:_key|_sql_idx)$/.exec(violation.constraint)?.[1];
  const column = named ?? violation.columns.at(-1);
  if (column === undefined) return { field: '', words: 'value' };
  return { field: camel(column), words: column.replaceAll('_', ' ') };
}

export const camel = (name: string) => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
