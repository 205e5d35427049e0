const ofLines = (column: string, parent: string) => ({ child: 'business_transaction_lines', column, parent });

/** References of rows that come in sets, which laws check once per statement in place of foreign keys (docs/house.md, "The database"). */
export const REFERENCES_OF_SETS: readonly {
  readonly child: string;
  readonly column: string;
  readonly parent: string;
}[] = [
  ofLines('account_id', 'accounts'),
  ofLines('class_id', 'classes'),
  ofLines('department_id', 'departments'),
  ofLines('item_id', 'items'),
  ofLines('location_id', 'locations'),
  ofLines('project_id', 'projects'),
  ofLines('tax_code_id', 'tax_codes'),
  ofLines('transaction_id', 'business_transactions'),
  { child: 'transaction_impact_lines', column: 'transaction_id', parent: 'business_transactions' },
  { child: 'import_rows', column: 'import_id', parent: 'imports' },
];
