import pg from 'pg';
import { expect } from 'vitest';
import { sql, withTenantReport } from '@/db/tenancy';
import type { TestOrganization } from '@/testing/organization';
import type { Call } from '@/usecases/kit/define';

export type Verb = (call: Call, input: object) => Promise<unknown>;

interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
}

interface Plan {
  readonly 'Node Type': string;
  readonly Filter?: string;
  readonly 'Join Filter'?: string;
  readonly 'Relation Name'?: string;
  readonly 'Actual Rows'?: number;
  readonly 'Actual Loops'?: number;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Shared Hit Blocks': number;
  readonly 'Shared Read Blocks': number;
  readonly Plans?: readonly Plan[];
}

/** What a long answer is fetched from; its cost is that of its statement. */
const CURSOR = /^declare \w+ no scroll cursor for /;

/** The statements that a verb sends while it runs. */
async function statementsOf(work: () => Promise<unknown>): Promise<Statement[]> {
  const sent: Statement[] = [];
  const prototype = pg.Client.prototype as unknown as { query: (...given: unknown[]) => unknown };
  const { query } = prototype;
  prototype.query = function (this: unknown, ...given: unknown[]) {
    const [asked, values] = given as [string | Statement, unknown[] | undefined];
    const text = typeof asked === 'string' ? asked : asked.text;
    const bound = typeof asked === 'string' ? values : asked.values;
    const read = text.replace(CURSOR, '');
    if (/^\s*(select|with)\b/i.test(read) && !read.includes('set_config'))
      sent.push({ text: read, values: Array.isArray(bound) ? [...bound] : [] });
    return query.apply(this, given);
  };
  try {
    await work();
  } finally {
    prototype.query = query;
  }
  return sent;
}

const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];

/** The number of 8 kB pages that the statements of a verb touch, the large tables they scan in full, and how many rows they read of each table. */
export async function costOf(
  organization: TestOrganization,
  verb: Verb,
  input: object,
  large: readonly string[],
): Promise<{ pages: number; scanned: string[]; read: ReadonlyMap<string, number> }> {
  const statements = await statementsOf(() => verb(organization.callAs('admin'), input));
  expect(statements.length).toBeGreaterThan(0);
  const claim = { organizationId: organization.principals.admin.organizationId, userId: null };
  let pages = 0;
  const scanned = new Set<string>();
  const read = new Map<string, number>();
  await withTenantReport(claim, async (tenant) => {
    for (const { text, values } of statements) {
      const [row] = await sql<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
        tenant,
        `explain (analyze, buffers, timing off, format json) ${text}`,
        values,
      );
      const plan = row?.['QUERY PLAN'][0].Plan;
      if (plan === undefined) throw new Error('a plan is one row');
      pages += plan['Shared Hit Blocks'] + plan['Shared Read Blocks'];
      for (const node of nodesOf(plan)) {
        const table = node['Relation Name'];
        if (table === undefined) continue;
        if (node['Node Type'] === 'Seq Scan' && large.includes(table)) scanned.add(table);
        const rows = (node['Actual Rows'] ?? 0) + (node['Rows Removed by Filter'] ?? 0);
        read.set(table, (read.get(table) ?? 0) + Math.round(rows * (node['Actual Loops'] ?? 0)));
      }
    }
  });
  return { pages, scanned: [...scanned], read };
}

/** A condition that goes through a list for each row; one whose list is hashed says so. */
const THROUGH_A_LIST = /\bANY \(.*\(SubPlan \d+\)\.col/;

/**
 * The conditions with which the statements of a verb would compare each row with each of a list, where the list is expected to be too long to
 * be hashed: planned with so little memory that any list is. Such a plan takes rows times rows, and books with little in
 * the list do not show it.
 */
export async function comparedOneByOne(
  organization: TestOrganization,
  verb: Verb,
  input: object,
): Promise<string[]> {
  const statements = await statementsOf(() => verb(organization.callAs('admin'), input));
  expect(statements.length).toBeGreaterThan(0);
  const claim = { organizationId: organization.principals.admin.organizationId, userId: null };
  const found = new Set<string>();
  await withTenantReport(claim, async (tenant) => {
    await sql(
      tenant,
      `select set_config('work_mem', '64kB', true), set_config('hash_mem_multiplier', '1', true)`,
    );
    for (const { text, values } of statements) {
      const [row] = await sql<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
        tenant,
        `explain (format json) ${text}`,
        values,
      );
      const plan = row?.['QUERY PLAN'][0].Plan;
      if (plan === undefined) throw new Error('a plan is one row');
      for (const { Filter = '', 'Join Filter': joined = '' } of nodesOf(plan)) {
        for (const condition of [Filter, joined]) if (THROUGH_A_LIST.test(condition)) found.add(condition);
      }
    }
  });
  return [...found];
}
