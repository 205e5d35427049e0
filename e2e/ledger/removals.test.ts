import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createDocument } from '@/testing/documents';
import { foundTestOrganization, type TestOrganization } from '@/testing/organization';
import { withOwner } from '@/testing/owner';
import { allRecipes } from '../support/writes/all';
import { worldOf } from '../support/writes/world';

// Proves the indexes business_transaction_lines_named_sql_idx, business_transactions_named_sql_idx, revenue_positions_named_sql_idx, contract_costs_named_sql_idx
// and budget_lines_accounts_sql_idx, and the laws documents/hold-line-references and structure/hold-listed of prisma/sql.

/** A separate database: how many rows a statement reads depends on what others have in the tables. */
const database = await vi.hoisted(async () => (await import('@/testing/empty-database')).emptyDatabase());
afterAll(() => database.leave());

const DOCUMENTS = 6_000;
const LINES_EACH = 4;
/** The rows of two summaries of 32 pages. */
const MOST_READ = 4_000;

/** What documents and lines name, with the column that names it, and the verb that removes it. */
const NAMED = [
  ['classes', 'business_transaction_lines', 'class_id', 'classes.remove'],
  ['departments', 'business_transaction_lines', 'department_id', 'departments.remove'],
  ['locations', 'business_transaction_lines', 'location_id', 'locations.remove'],
  ['projects', 'business_transaction_lines', 'project_id', 'projects.remove'],
  ['accounts', 'business_transaction_lines', 'account_id', 'accounts.remove'],
  ['tax_codes', 'business_transaction_lines', 'tax_code_id', 'setup.taxCodes.remove'],
  ['transaction_types', 'business_transactions', 'transaction_type_id', 'setup.transactionTypes.remove'],
  ['subsidiaries', 'business_transactions', 'subsidiary_id', 'subsidiaries.remove'],
] as const;

/** What names an account without a foreign key, with the parts of its rows that are given, and what is set to name one more. */
const NAMING_ACCOUNTS = [
  [
    'revenue_positions',
    'revenue_contracts',
    `(organization_id, contract_id, subsidiary_id, currency_code, cohort, receivable_account_id, deferred_account_id, contract_asset_account_id, refund_account_id,
       cash_account_id, exchange_account_id, interest_expense_account_id, interest_income_account_id)
     select $1, gen_random_uuid(), gen_random_uuid(), 'USD', '2026-01', $2, $2, $2, $2, $2, $2, $2, $2`,
    'refund_account_id = $id',
  ],
  [
    'contract_costs',
    'contract_costs',
    `(organization_id, id, contract_id, cost_kind, subsidiary_id, currency_code, amount, posting_date, facts, decision, why, start_date, months, asset_account_id,
       expense_account_id, impair_account_id, offset_account_id)
     select $1, gen_random_uuid(), gen_random_uuid(), 'OBTAIN', gen_random_uuid(), 'USD', 1, '2026-01-10', '{}', 'CAPITALISED', 'Incremental', '2026-01-10', 12, $2, $2, $2, $2`,
    'offset_account_id = $id',
  ],
  [
    'budget_lines',
    'budget_lines',
    `(organization_id, id, budget_id, cost_code, description, category, original_amount, sort_order, account_ids)
     select $1, gen_random_uuid(), gen_random_uuid(), 'C' || n, 'A line', 'LABOR', 1, n, array[$2::uuid]`,
    'account_ids = account_ids || $id',
  ],
] as const;

let org: TestOrganization;
/** Of each table a record that nothing names, and others that lines name. */
const unused = new Map<string, string>();

const made = async (verb: string) => {
  const recipe = allRecipes[verb];
  if (recipe === undefined) throw new Error(`no recipe for ${verb}`);
  return ((await recipe(worldOf(org))) as { id: string }).id;
};

beforeAll(async () => {
  org = await foundTestOrganization();
  const { id } = await createDocument(org);
  const used: Record<string, string> = {};
  for (const [table, named, column, verb] of NAMED) {
    unused.set(table, await made(verb));
    if (named === 'business_transaction_lines') used[column] = await made(verb);
  }
  await withOwner(async (client) => {
    await client.query('begin');
    await client.query('set local session_replication_role = replica');
    await client.query(
      `insert into business_transactions
       select (jsonb_populate_record(t, jsonb_build_object('id', gen_random_uuid(), 'transaction_number', 'X-' || n))).*
       from business_transactions t cross join generate_series(1, ${DOCUMENTS}) n where t.id = $1`,
      [id],
    );
    await client.query(
      `insert into business_transaction_lines
       select (jsonb_populate_record(l, $2::jsonb || jsonb_build_object('transaction_id', t.id, 'line_number', n))).*
       from business_transaction_lines l cross join business_transactions t cross join generate_series(1, ${LINES_EACH}) n
       where l.transaction_id = $1 and t.id <> $1`,
      [id, used],
    );
    for (const [table, , given] of NAMING_ACCOUNTS)
      await client.query(
        `insert into ${table} ${given} from generate_series(1, ${DOCUMENTS * LINES_EACH}) n`,
        [org.organizationId, used.account_id],
      );
    await client.query('commit');
    for (const table of [
      'business_transactions',
      'business_transaction_lines',
      ...NAMING_ACCOUNTS.map(([one]) => one),
    ])
      await client.query(`vacuum (analyze) ${table}`);
  });
});

/**
 * Tries to delete a record, and takes it back: the name of what refused it, and the rows that were read of the table that may name it, the most of
 * several times.
 */
const deleted = (table: string, named: string, id: string, before?: string, times = 1) =>
  withOwner(async (client) => {
    const read = async () => {
      const { rows } = await client.query<{ n: number }>(
        `select (pg_stat_get_xact_tuples_returned($1::regclass) + pg_stat_get_xact_tuples_fetched($1::regclass))::int as n`,
        [named],
      );
      return rows[0]?.n ?? 0;
    };
    await client.query('begin');
    await client.query(`select set_config('app.organization_id', $1, true)`, [org.organizationId]);
    if (before !== undefined) {
      await client.query('set local session_replication_role = replica');
      await client.query(before);
      await client.query('set local session_replication_role = origin');
    }
    let refusedBy: string | undefined | null = null;
    let rows = 0;
    for (let time = 0; time < times; time += 1) {
      await client.query('savepoint deleting');
      const unread = await read();
      refusedBy = await client
        .query(`delete from ${table} where organization_id = $1 and id = $2`, [org.organizationId, id])
        .then(() => null)
        .catch((error: { constraint?: string }) => error.constraint);
      if (refusedBy !== null) await client.query('rollback to savepoint deleting');
      rows = Math.max(rows, (await read()) - unread);
      await client.query('rollback to savepoint deleting');
    }
    await client.query('rollback');
    return { refusedBy, rows };
  });

describe('removing what documents and their lines name', () => {
  it.each(NAMED)('%s: where none has it, hardly any of %s is read', async (table, named) => {
    const { refusedBy, rows } = await deleted(table, named, unused.get(table) ?? '');
    expect(refusedBy).toBeNull();
    expect(rows).toBeLessThan(MOST_READ);
  });

  it.each(NAMED)(
    '%s: a single row of %s that has it in %s refuses it, and is found among few',
    async (table, named, column) => {
      const id = unused.get(table) ?? '';
      const { refusedBy, rows } = await deleted(
        table,
        named,
        id,
        `update ${named} set ${column} = '${id}' where ctid = (select ctid from ${named} order by ctid desc offset 5000 limit 1)`,
      );
      expect(refusedBy).toBe(`${named}_${column}_org_fk`);
      expect(rows).toBeLessThan(MOST_READ);
    },
  );

  it.each(NAMING_ACCOUNTS)(
    'accounts: where none has it, hardly any of %s is read, however often accounts are removed',
    async (named) => {
      // The seventh time a connection would use a plan for any account.
      const { refusedBy, rows } = await deleted(
        'accounts',
        named,
        unused.get('accounts') ?? '',
        undefined,
        7,
      );
      expect(refusedBy).toBeNull();
      expect(rows).toBeLessThan(MOST_READ);
    },
  );

  it.each(NAMING_ACCOUNTS)(
    'accounts: a single row of %s that has it refuses it, and is found among few',
    async (named, by, _given, more) => {
      const id = unused.get('accounts') ?? '';
      const { refusedBy, rows } = await deleted(
        'accounts',
        named,
        id,
        `update ${named} set ${more.replace('$id', `'${id}'::uuid`)} where ctid = (select ctid from ${named} order by ctid desc offset 5000 limit 1)`,
      );
      expect(refusedBy).toBe(`${by}_listed_org_fk`);
      expect(rows).toBeLessThan(MOST_READ);
    },
  );

  it('the tables are long enough for this to be seen', async () => {
    const { rows } = await withOwner((client) =>
      client.query<{ n: number }>('select count(*)::int as n from business_transaction_lines'),
    );
    expect(rows[0]?.n).toBeGreaterThan(5 * MOST_READ);
  });
});
