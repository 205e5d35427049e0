import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closeConnections } from '@/db/client';
import { newId } from '@/lib/ids';
import { contend, wordsOf } from '@/testing/contenders';
import { createDocument } from '@/testing/documents';
import { foundTestOrganization, type TestOrganization } from '@/testing/organization';
import { withOwner } from '@/testing/owner';
import { accountVerbs } from '@/usecases/accounts/account-records';
import { customerVerbs } from '@/usecases/customers/customer-records';
import { createEmployee, removeEmployee } from '@/usecases/employees/employee-records';
import type { UseCase } from '@/usecases/kit/define';
import { runForOutput } from '@/usecases/kit/run';
import { refusalForViolation } from '@/usecases/kit/violations';
import { createCompany } from '@/usecases/projects/company-records';
import { createSubsidiary } from '@/usecases/subsidiaries/create-subsidiary';
import { vendorVerbs } from '@/usecases/vendors/vendor-records';
import { furnish } from '../support/furnish';
import { REFERENCES_OF_SETS } from '../support/references-of-sets';

// Proves the laws identity/hold-custom-roles, documents/hold-entity, documents/hold-impact-accounts, documents/hold-line-references,
// platform/rows-of-imports, structure/hold-listed of prisma/sql.

afterAll(closeConnections);

interface Reference {
  readonly child: string;
  readonly column: string;
  readonly parent: string;
  readonly onDelete: string;
}

/** Every foreign key between tables of an organization. */
const foreignKeys = (client: pg.ClientBase) =>
  client
    .query<Reference>(
      `select con.conrelid::regclass::text as child, a.attname as column, con.confrelid::regclass::text as parent, con.confdeltype as "onDelete"
       from pg_constraint con join pg_attribute a on a.attrelid = con.conrelid and a.attnum = con.conkey[2]
       where con.contype = 'f' and cardinality(con.conkey) = 2 order by 1, 2`,
    )
    .then(({ rows }) => rows);

/** Tables written by posting, or from a policy whose accounts are protected; their rows never change to name another record. */
const NEVER_RENAMED = ['transaction_impact_lines', 'contract_costs', 'revenue_positions'];

/** References in lists and pairs, which triggers enforce as a foreign key would. */
const HELD_BY_TRIGGERS: readonly Reference[] = [
  ...['customers', 'vendors', 'employees'].map((parent) => ({
    child: 'business_transactions',
    column: 'entity_id',
    parent,
    onDelete: 'a',
  })),
  { child: 'transaction_impact_lines', column: 'account_id', parent: 'accounts', onDelete: 'a' },
  ...REFERENCES_OF_SETS.map(({ child, column, parent }) => ({
    ...{ child, column, parent },
    onDelete: ['business_transactions', 'imports'].includes(parent) ? 'c' : 'a',
  })),
  { child: 'budget_lines', column: 'account_ids', parent: 'accounts', onDelete: 'a' },
  { child: 'contract_costs', column: 'offset_account_id', parent: 'accounts', onDelete: 'a' },
  { child: 'revenue_positions', column: 'deferred_account_id', parent: 'accounts', onDelete: 'a' },
  ...['memberships', 'invitations'].map((child) => ({
    child,
    column: 'custom_role_ids',
    parent: 'custom_roles',
    onDelete: 'a',
  })),
  ...['companies', 'memberships', 'api_clients'].map((child) => ({
    child,
    column: 'subsidiary_ids',
    parent: 'subsidiaries',
    onDelete: 'a',
  })),
];

const KIND: Readonly<Record<string, string>> = {
  customers: 'CUSTOMER',
  vendors: 'VENDOR',
  employees: 'EMPLOYEE',
};

describe('a record that is named elsewhere', () => {
  let org: TestOrganization;
  beforeAll(async () => {
    org = await foundTestOrganization();
    await furnish(org);
    await createDocument(org);
  });

  /** The error of a statement inside a transaction that is rolled back. */
  const errorOf = async (client: pg.ClientBase, text: string, values: unknown[]) => {
    await client.query('savepoint one');
    const error = await client.query(text, values).then(
      () => null,
      (reason: Error) => reason,
    );
    await client.query('rollback to savepoint one');
    return error;
  };

  it('is not deleted, and one that is gone cannot be named: over every reference of the schema, in business terms', async () => {
    const wrong: string[] = [];
    let tried = 0;
    await withOwner(async (client) => {
      await client.query('begin');
      await client.query(`select set_config('app.organization_id', $1, true)`, [org.organizationId]);
      for (const { child, column, parent, onDelete } of [
        ...(await foreignKeys(client)),
        ...HELD_BY_TRIGGERS,
      ]) {
        const isList = column.endsWith('_ids');
        const type =
          KIND[parent] !== undefined && column === 'entity_id' ? `, entity_type = '${KIND[parent]}'` : '';
        const value = isList ? 'array[$2::uuid]' : '$2::uuid';
        // In a table that refers to itself, a row other than the one named.
        const other = child === parent ? 'and id <> $2' : '';
        const one = `ctid = (select ctid from "${child}" where organization_id = $1 ${other} limit 1)`;
        const name = `${child}.${column} → ${parent}`;
        // Named: the refusal of a deletion says what uses it. Rows of ledgers cannot be changed at all, not even to name something.
        const { rows } = await client.query<{ id: string }>(
          `select id from "${parent}" where organization_id = $1 order by id desc limit 1`,
          [org.organizationId],
        );
        await client.query('savepoint named');
        const named = await client
          .query(`update "${child}" set "${column}" = ${value}${type} where ${one}`, [
            org.organizationId,
            rows[0]?.id,
          ])
          .then(
            ({ rowCount }) => (rowCount ?? 0) > 0,
            () => false,
          );
        if (named && !['c', 'n'].includes(onDelete)) {
          tried += 1;
          const error = await errorOf(
            client,
            `delete from "${parent}" where organization_id = $1 and id = $2`,
            [org.organizationId, rows[0]?.id],
          );
          const code = refusalForViolation(error)?.refusal.code;
          if (code !== 'IN_USE' && !/reversed, never deleted|append-only/.test(error?.message ?? ''))
            wrong.push(`${name}: deleting says ${code ?? error?.message ?? 'nothing'}`);
        }
        await client.query('rollback to savepoint named');
        // Gone: naming it is refused with that reason.
        const missing = await errorOf(
          client,
          `update "${child}" set "${column}" = ${value}${type} where ${one}`,
          [org.organizationId, newId()],
        );
        const refused = refusalForViolation(missing)?.refusal.code;
        const isFixed =
          onDelete === 'a' &&
          NEVER_RENAMED.includes(child) &&
          HELD_BY_TRIGGERS.some((held) => held.child === child);
        const mayNotChange = /append-only|immutable|violates check constraint/.test(missing?.message ?? '');
        if (refused !== 'REFERENCE_NOT_FOUND' && !mayNotChange && named && !isFixed)
          wrong.push(`${name}: naming says ${refused ?? missing?.message ?? 'nothing'}`);
        if (!isList) continue;
        // Foreign keys check new rows as well as changed ones; a trigger does so only where it is declared for both.
        const added = await errorOf(
          client,
          `insert into "${child}" select (jsonb_populate_record(null::"${child}", to_jsonb(t) || jsonb_build_object('id', $2::uuid, '${column}', jsonb_build_array($3::uuid)))).*
           from "${child}" t where organization_id = $1 limit 1`,
          [org.organizationId, newId(), newId()],
        );
        const code = refusalForViolation(added)?.refusal.code;
        if (code !== 'REFERENCE_NOT_FOUND')
          wrong.push(`${name}: a new row says ${code ?? added?.message ?? 'nothing'}`);
      }
      await client.query('rollback');
    });
    expect(wrong).toEqual([]);
    expect(tried).toBeGreaterThan(90);
  });
});

describe('deleting and naming at the same moment', () => {
  let org: TestOrganization;
  beforeAll(async () => {
    org = await foundTestOrganization();
  });

  const scoped = async (client: pg.ClientBase) => {
    await client.query(`select set_config('app.organization_id', $1, true)`, [org.organizationId]);
  };
  const deleting = (table: string, id: string) => async (client: pg.ClientBase) => {
    await scoped(client);
    await client.query(`delete from "${table}" where organization_id = $1 and id = $2`, [
      org.organizationId,
      id,
    ]);
  };
  const numberOf = (table: string, where: string, values: unknown[]) =>
    withOwner(async (client) => {
      const { rows } = await client.query<{ n: number }>(
        `select count(*)::int as n from "${table}" where organization_id = $1 and ${where}`,
        [org.organizationId, ...values],
      );
      return rows[0]?.n;
    });

  const KINDS = [
    [
      'customers',
      'INVOICE',
      'CUSTOMER',
      () => runForOutput(customerVerbs.create, org.callAs('admin'), { companyName: 'Brief' }),
      customerVerbs.remove,
    ],
    [
      'vendors',
      'VENDOR_BILL',
      'VENDOR',
      () => runForOutput(vendorVerbs.create, org.callAs('admin'), { name: 'Brief' }),
      vendorVerbs.remove,
    ],
    [
      'employees',
      'EXPENSE_REPORT',
      'EMPLOYEE',
      () => runForOutput(createEmployee, org.callAs('admin'), { name: 'Brief', entityTypes: ['Employee'] }),
      removeEmployee,
    ],
  ] as const;

  it.each(KINDS)(
    '%s: a document waits for the deletion and is then refused, because the record is gone',
    async (table, kind, entityType, make) => {
      const { id } = await make();
      const outcomes = await contend(deleting(table, id), [
        () => createDocument(org, { kind, entityType, entityId: id }),
      ]);
      expect(wordsOf(outcomes)).toEqual(['REFERENCE_NOT_FOUND']);
      expect(await numberOf('business_transactions', 'entity_id = $2', [id])).toBe(0);
    },
  );

  it.each(KINDS)(
    '%s: a deletion waits for the document and is then refused',
    async (table, kind, entityType, make, remove) => {
      const { id } = await make();
      const { id: sample } = await createDocument(org, { kind });
      const naming = async (client: pg.ClientBase) => {
        await scoped(client);
        await client.query(
          'update business_transactions set entity_type = $3, entity_id = $4 where organization_id = $1 and id = $2',
          [org.organizationId, sample, entityType, id],
        );
      };
      const outcomes = await contend(naming, [
        () => runForOutput(remove as UseCase<{ id: string }, unknown>, org.callAs('admin'), { id }),
      ]);
      expect(wordsOf(outcomes)).toEqual(['IN_USE']);
      expect(await numberOf(table, 'id = $2', [id])).toBe(1);
    },
  );

  const newAccount = (code: string) =>
    runForOutput(accountVerbs.create, org.callAs('admin'), { code, name: code, accountType: 'ASSET' });

  it('an account: a draft that will post to it waits for its deletion and is then refused; the other way around, the deletion is', async () => {
    const gone = await newAccount('1191');
    const journal = (accountId: string) => () =>
      createDocument(org, {
        kind: 'JOURNAL',
        lines: [
          { unitPrice: '5.00', accountId },
          { unitPrice: '-5.00', accountId: org.account('3100') },
        ],
      });
    expect(wordsOf(await contend(deleting('accounts', gone.id), [journal(gone.id)]))).toEqual([
      'REFERENCE_NOT_FOUND',
    ]);
    const kept = await newAccount('1192');
    await journal(kept.id)();
    await expect(
      runForOutput(accountVerbs.remove, org.callAs('admin'), { id: kept.id }),
    ).rejects.toMatchObject({
      refusal: { code: 'IN_USE' },
    });
    expect(await numberOf('accounts', 'id = $2', [kept.id])).toBe(1);
  });

  it('a subsidiary: a company that lists it waits for its deletion and is then refused', async () => {
    const { id } = await runForOutput(createSubsidiary, org.callAs('admin'), {
      code: 'BRIEF',
      name: 'Brief',
      baseCurrency: 'USD',
      countryCode: 'US',
    });
    const company = () =>
      runForOutput(createCompany, org.callAs('admin'), { code: 'C1', name: 'Company', subsidiaryIds: [id] });
    const outcomes = await contend(deleting('subsidiaries', id), [company]);
    expect(wordsOf(outcomes)).toEqual(['REFERENCE_NOT_FOUND']);
    expect(await numberOf('companies', '$2 = any (subsidiary_ids)', [id])).toBe(0);
  });
});
