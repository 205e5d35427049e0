import { sql, type Tenant } from '../tenancy';
import { DOCUMENT_CHECKS } from './verify-documents';
import { LEDGER_CHECKS } from './verify-ledger';
import { REVENUE_CHECKS } from './verify-revenue';

const ALL = { ...LEDGER_CHECKS, ...DOCUMENT_CHECKS, ...REVENUE_CHECKS };

/** The breaches one check found: how many, and the names of the first. */
export interface FoundBreaches {
  readonly check: keyof typeof ALL | 'REFERENCES';
  readonly count: string;
  readonly examples: readonly string[];
}

/** Breaches named for each check; the others are counted. */
const NAMED = 5;

/** Runs every check that is a statement of its own, each over whole tables. Has no time limit; answers those that found something. */
export async function findBreaches(tenant: Tenant): Promise<FoundBreaches[]> {
  await sql(tenant, 'set local statement_timeout = 0');
  const found: FoundBreaches[] = [];
  for (const [check, text] of Object.entries(ALL)) {
    const [row] = await sql<{ count: string; examples: string[] }>(
      tenant,
      `select count(*)::text as count, coalesce((array_agg(b.label order by b.label))[1:${NAMED}], '{}') as examples from (${text}) b`,
      [tenant.organizationId],
    );
    if (row !== undefined && row.count !== '0') found.push({ check: check as keyof typeof ALL, ...row });
  }
  const dangling = await findDangling(tenant);
  if (dangling.length > 0) {
    const examples = dangling.slice(0, NAMED).map(({ label, count }) => `${label} (${count})`);
    found.push({ check: 'REFERENCES', count: String(dangling.length), examples });
  }
  return found;
}

interface Reference {
  readonly table: string;
  readonly target: string;
  readonly columns: readonly string[];
  readonly targets: readonly string[];
}

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;

/**
 * References that lead nowhere: every foreign key within the organization, from the catalog, as one join of two tables. The
 * database refuses them as they are written; a restore without triggers or a repair by hand does not.
 */
async function findDangling(tenant: Tenant): Promise<{ label: string; count: string }[]> {
  const references = await sql<Reference>(
    tenant,
    `select c.conrelid::regclass::text as "table", c.confrelid::regclass::text as target,
       array(select a.attname::text from unnest(c.conkey) with ordinality k(n, place)
             join pg_attribute a on a.attrelid = c.conrelid and a.attnum = k.n order by k.place) as columns,
       array(select a.attname::text from unnest(c.confkey) with ordinality k(n, place)
             join pg_attribute a on a.attrelid = c.confrelid and a.attnum = k.n order by k.place) as targets
     from pg_constraint c
     where c.contype = 'f' and c.connamespace = current_schema()::regnamespace
       and has_table_privilege(c.conrelid, 'SELECT') and has_table_privilege(c.confrelid, 'SELECT')
     order by 1, c.conname`,
  );
  const found: { label: string; count: string }[] = [];
  const ours = references.filter(
    ({ columns, targets }) =>
      columns.length > 1 && columns[0] === 'organization_id' && targets[0] === 'organization_id',
  );
  for (const { table, target, columns, targets } of ours) {
    const joined = columns.map((column, index) => `y.${quoted(targets[index] ?? '')} = x.${quoted(column)}`);
    const present = columns.slice(1).map((column) => `x.${quoted(column)} is not null`);
    const [row] = await sql<{ count: string }>(
      tenant,
      `select count(*)::text as count from ${table} x where x.organization_id = $1::uuid and ${present.join(' and ')}
         and not exists (select from ${target} y where ${joined.join(' and ')})`,
      [tenant.organizationId],
    );
    if (row !== undefined && row.count !== '0') {
      found.push({ label: `${table}.${columns.slice(1).join(', ')} to ${target}`, count: row.count });
    }
  }
  return found;
}
