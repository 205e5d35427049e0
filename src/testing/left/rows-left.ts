export type Query = (text: string, values?: readonly unknown[]) => Promise<Record<string, unknown>[]>;

/** Records that rows refer to, and what they are called in place of their ids. */
const NAMES = [
  ['accounts', 'code'],
  ['departments', 'code'],
  ['classes', 'code'],
  ['locations', 'code'],
  ['subsidiaries', 'code'],
  ['customers', 'company_name'],
  ['vendors', 'name'],
  ['transaction_types', 'code'],
  [
    'business_transactions',
    // A reversal is called after what it reverses, since its number depends on who was first.
    `coalesce((select 'reversal of ' || r.transaction_number from business_transactions r where r.organization_id = x.organization_id
       and r.id = x.reverses_transaction_id), x.reference_number, x.transaction_number)`,
  ],
  [
    'ledger_entries',
    `'of ' || coalesce((select coalesce((select 'reversal of ' || r.transaction_number from business_transactions r
       where r.organization_id = x.organization_id and r.id = t.reverses_transaction_id), t.reference_number, t.transaction_number)
     from business_transactions t where t.organization_id = x.organization_id and t.id = x.transaction_id), x.source_kind)`,
  ],
  ['fiscal_periods', "x.label || ' ' || x.subsidiary_id::text"],
] as const;

const ID = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;
const LEFT_OUT = ['organization_id', 'created_at', 'updated_at'];

export interface RowsLeft {
  /** A table's rows as sorted text, with names in place of ids and numbers and without moments; some columns are left out. */
  rows(table: string, without?: readonly string[], where?: string): Promise<string[]>;
  /** Any value in the same form. */
  stable(value: unknown): string;
}

/**
 * Reads an organization's tables in a form that two ways of doing the same leave alike: `query` speaks for that organization, `more` names
 * ids that no table explains.
 */
export async function rowsLeft(
  query: Query,
  more: ReadonlyMap<string, string> = new Map(),
): Promise<RowsLeft> {
  const names = new Map(more);
  for (const [table, name] of NAMES) {
    const found = await query(
      `select x.id, ${name} as name from ${table} x where x.organization_id = daybook_organization()`,
    );
    for (const row of found) names.set(String(row.id), `${table} ${String(row.name)}`);
  }
  const named = (text: string) => text.replace(ID, (id) => names.get(id) ?? 'some id');
  const stable = (value: unknown): string =>
    // Twice: the name of a period contains the id of its subsidiary.
    named(named(JSON.stringify(value)))
      .replace(/\d{4}-\d\d-\d\dT[\d:.]+(Z|\+00:00)/g, 'then')
      .replace(/"(JE|GL)-(\d{4})-\d{6}"/g, '"$1-$2-n"');
  return {
    stable,
    async rows(table, without = [], where = 'true') {
      const found = await query(
        `select to_jsonb(x) - $1::text[] as row from ${table} x where x.organization_id = daybook_organization() and ${where}`,
        [[...LEFT_OUT, ...without]],
      );
      return found.map(({ row }) => stable(row)).sort();
    },
  };
}
