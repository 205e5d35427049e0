import type pg from 'pg';
import { newId } from '@/lib/ids';
import type { TestOrganization } from '@/testing/organization';
import { withOwner } from '@/testing/owner';
import { REFERENCES_OF_SETS } from './references-of-sets';

interface Column {
  readonly table: string;
  readonly name: string;
  readonly type: string;
  readonly required: boolean;
  readonly hasDefault: boolean;
}

/** Values where a check constraint or the meaning requires more than a name: `table.column` or `*.column`. */
const VALUES: Readonly<Record<string, unknown>> = {
  'business_transactions.kind': 'JOURNAL',
  'transaction_types.kind': 'JOURNAL',
  'employees.entity_types': ['Employee'],
  'exchange_rates.from_currency': 'EUR',
  'exchange_rates.to_currency': 'USD',
  'ledger_batch_lines.credit': '0',
  'currencies.code': 'XOF',
  '*.currency_code': 'USD',
  '*.base_currency': 'USD',
  '*.base_currency_code': 'USD',
  '*.country_code': 'US',
  '*.period': '2026-11',
  'fiscal_calendars.pattern': '4-4-5',
  'fiscal_calendars.start_month': 1,
  'imports.noun': 'orders',
  'source_orders.told': {},
  'source_orders.made': {
    contract: null,
    invoice: null,
    endsOn: null,
    facts: {},
    customerKey: null,
    isCalledOff: false,
    again: 0,
  },
  'source_orders.answers': {},
  'revenue_runs.kind': 'EVENT',
  // The generated cut-over has a proposed opening, which requires a person and a time.
  'cut_overs.opening_proposed_at': '2026-11-05T00:00:00Z',
  'cut_overs.opening_proposed_by_name': 'Ada Byron',
  // Shared, so that only the organization boundary keeps others out, and so that it can be a list's default.
  'saved_views.is_shared': true,
  'saved_view_defaults.screen': 'transactions',
};

/** References that point back to a referring table: no table order satisfies both, and null is allowed. */
const BACK = [
  'subscriptions.revenue_contract_id',
  'leads.converted_customer_id',
  'leads.converted_prospect_id',
];

/** Optional references with a unique constraint, which two subsidiaries that share a record would violate. */
const ONCE = ['intercompany_parties.vendor_id'];

/** One of several references of which a record has exactly one. */
const EITHER = ['activities.prospect_id'];

/**
 * Left out: tables filled by posting, by sealing, by a trigger or by calls, and rows that belong to
 * a person rather than a record.
 */
const LEFT_OUT = new Set([
  'audit_log',
  'audit_seals',
  'security_seals',
  'idempotency_keys',
  'ledger_balances',
  'ledger_batch_entries',
  'ledger_dimension_balances',
  'ledger_entries',
  'ledger_lines',
  'ledger_seals',
  'number_counters',
  'provider_people',
  'provisioned_group_members',
  'memberships',
  'transaction_impact_lines',
  'change_orders',
  'unposted_documents',
  // These tables say where organizations are, not what they contain (docs/decisions/0015-servers.md).
  'memberships_elsewhere',
  'organization_gates',
  'placements',
]);

/**
 * Gives an organization a record of every kind, each text of which contains a canary that must never be
 * seen elsewhere. Rows are generated from the catalog, so a new table is either covered automatically or
 * fails here. Returns the canary.
 */
export async function furnish(organization: TestOrganization): Promise<string> {
  return (await furnishBeside(organization, new Map())).canary;
}

/**
 * The same, except that for some tables a record is `given`, to which the generated rows refer. Also returns the ids
 * created.
 */
export async function furnishBeside(
  organization: TestOrganization,
  given: ReadonlyMap<string, string>,
): Promise<{ readonly canary: string; readonly ids: ReadonlyMap<string, string> }> {
  const canary = `canary${newId().slice(-12)}`;
  const ids = new Map<string, string>();
  await withOwner(async (client) => {
    await client.query(`select set_config('app.organization_id', $1, false)`, [organization.organizationId]);
    const columns = await columnsOf(client);
    const references = await referencesOf(client);
    for (const back of [...BACK, ...ONCE, ...EITHER]) references.delete(back);
    const allowed = await allowedValues(client);
    const tables = [...new Set(columns.map(({ table }) => table))].filter(
      (table) => !LEFT_OUT.has(table) && !given.has(table),
    );
    const made = new Map(given);
    const { rows: sisters } = await client.query<{ id: string }>(
      `insert into subsidiaries (organization_id, id, name, code, base_currency) values ($1, $2, $3, $4, 'USD') returning id`,
      [organization.organizationId, newId(), `${canary} sister`, newId()],
    );
    const sister = sisters[0]?.id;
    for (const table of inOrder(tables, references)) {
      const own = columns.filter((column) => column.table === table);
      const id = newId();
      const row = new Map<string, unknown>();
      for (const column of own) {
        const value = valueFor(column, {
          id,
          organizationId: organization.organizationId,
          canary,
          made,
          sister,
          target: references.get(`${table}.${column.name}`),
          allowed: allowed.get(`${table}.${column.name}`),
        });
        if (value !== undefined) row.set(column.name, value);
      }
      const names = [...row.keys()];
      // A row without an id, such as a step of founding, may already exist, since it belongs to the whole organization.
      const again = row.has('id') ? '' : ' on conflict do nothing';
      await client
        .query(
          `insert into "${table}" (${names.map((name) => `"${name}"`).join(', ')}) values (${names.map((_, index) => `$${index + 1}`).join(', ')})${again}`,
          [...row.values()],
        )
        .catch((error: Error) => {
          throw new Error(`${table} cannot be furnished: ${error.message}`);
        });
      if (!row.has('id')) continue;
      made.set(table, id);
      ids.set(table, id);
    }
  });
  return { canary, ids };
}

function valueFor(
  column: Column,
  {
    id,
    organizationId,
    canary,
    made,
    sister,
    target,
    allowed,
  }: {
    id: string;
    organizationId: string;
    canary: string;
    made: Map<string, string>;
    /** A subsidiary used only by records between two subsidiaries. */
    sister: string | undefined;
    target: string | undefined;
    allowed: string | undefined;
  },
): unknown {
  if (column.name === 'organization_id') return organizationId;
  if (column.name === 'id') return id;
  if (column.name === 'sister_id') return sister;
  if (target !== undefined) return target === column.table ? undefined : made.get(target);
  // An array column cannot have a foreign key.
  if (column.name === 'subsidiary_ids') return [made.get('subsidiaries')].filter((id) => id !== undefined);
  const fixed = VALUES[`${column.table}.${column.name}`] ?? VALUES[`*.${column.name}`];
  if (fixed !== undefined) return fixed;
  if (allowed !== undefined && column.required && !column.hasDefault) return allowed;
  if (column.hasDefault) return undefined;
  if (
    !column.required &&
    !['name', 'description', 'memo', 'notes', 'email', 'code', 'title'].includes(column.name)
  )
    return undefined;
  switch (column.type) {
    case 'uuid':
      return newId();
    case 'date':
      return '2026-11-05';
    case 'timestamp with time zone':
      return '2026-11-05T00:00:00Z';
    case 'numeric':
      return '1';
    case 'smallint':
    case 'integer':
    case 'bigint':
      return /year/.test(column.name) ? 2019 : 1;
    case 'boolean':
      return false;
    case 'jsonb':
      return '{}';
    case 'ARRAY':
      return [];
    default:
      return `${canary} ${column.table} ${column.name}`;
  }
}

async function columnsOf(client: pg.ClientBase): Promise<Column[]> {
  const { rows } = await client.query<Column>(
    `select c.table_name as table, c.column_name as name, c.data_type as type, c.is_nullable = 'NO' as required, c.column_default is not null as "hasDefault"
     from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
     where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and exists (
       select 1 from information_schema.columns o where o.table_schema = 'public' and o.table_name = c.table_name and o.column_name = 'organization_id')
     order by c.table_name, c.ordinal_position`,
  );
  return rows;
}

/** `table.column` → the first value its check constraint allows. */
async function allowedValues(client: pg.ClientBase): Promise<Map<string, string>> {
  const { rows } = await client.query<{ place: string; value: string }>(
    `select con.conrelid::regclass::text || '.' || found[1] as place, found[2] as value
     from pg_constraint con, regexp_matches(pg_get_constraintdef(con.oid), '\\(?(\\w+) = ANY \\(ARRAY\\[''([^'']+)''', 'g') found
     where con.contype = 'c'`,
  );
  return new Map(rows.map(({ place, value }) => [place, value]));
}

/** `child.column` → the table its composite key refers to. */
async function referencesOf(client: pg.ClientBase): Promise<Map<string, string>> {
  const { rows } = await client.query<{ child: string; name: string; parent: string }>(
    `select con.conrelid::regclass::text as child, a.attname as name, con.confrelid::regclass::text as parent
     from pg_constraint con join pg_attribute a on a.attrelid = con.conrelid and a.attnum = con.conkey[2]
     where con.contype = 'f' and cardinality(con.conkey) = 2`,
  );
  return new Map([
    ...rows.map(({ child, name, parent }) => [`${child}.${name}`, parent] as const),
    ...REFERENCES_OF_SETS.map(({ child, column, parent }) => [`${child}.${column}`, parent] as const),
  ]);
}

/** Parents before children; a circle is broken at an arbitrary point (its optional side stays empty). */
function inOrder(tables: readonly string[], references: ReadonlyMap<string, string>): string[] {
  const parents = new Map(tables.map((table) => [table, new Set<string>()]));
  for (const [place, parent] of references) {
    const child = place.split('.')[0] ?? '';
    if (child !== parent && parents.has(parent)) parents.get(child)?.add(parent);
  }
  const sorted: string[] = [];
  const left = new Set(tables);
  while (left.size > 0) {
    const ready = [...left].filter((table) =>
      [...(parents.get(table) ?? [])].every((parent) => !left.has(parent)),
    );
    for (const table of ready.length > 0 ? ready : [...left].slice(0, 1)) {
      sorted.push(table);
      left.delete(table);
    }
  }
  return sorted;
}
