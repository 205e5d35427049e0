import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { IMPORT_NOUNS, IMPORT_PERMISSIONS } from '@/core/imports/import-noun';
import type { RefusalError } from '@/core/refusals';
import { closeConnections } from '@/db/client';
import { contend, holdRow, valuesOf } from '@/testing/contenders';
import { foundTestOrganization, type TestOrganization } from '@/testing/organization';
import { withOwner } from '@/testing/owner';
import { subscribe } from '@/testing/subscriber';
import type { UseCase } from '../kit/define';
import { runForOutput } from '../kit/run';
import { applyRecordPortion } from './apply-portion';
import { checkImport } from './check-import';
import { createImport } from './create-import';
import { getImport } from './get-import';
import { IMPORT_VERBS } from './import-verbs';
import { listRowsOfImport } from './list-import-rows';
import { listAllImports } from './list-imports';
import { removeStoredImport } from './remove-import';
import { runImport } from './run-import';
import { startImport } from './start-import';
import { updateMapping } from './update-mapping';

// Proves the law platform/keep-imported-row of prisma/sql.

let org: TestOrganization;
beforeAll(async () => {
  org = await foundTestOrganization();
  await subscribe(org);
});
afterAll(closeConnections);

type Role = 'admin' | 'accountant' | 'sales' | 'viewer' | 'revenue';
const ask = <Input, Output>(
  useCase: UseCase<Input, Output>,
  input: unknown,
  role: Role = 'admin',
  at = org,
) => runForOutput(useCase, at.callAs(role), input);
const refusalOf = (work: Promise<unknown>) =>
  work.then(
    () => 'allowed',
    (error: RefusalError) => error.refusal?.code ?? String(error),
  );

async function upload(noun: string, table: readonly (readonly string[])[], more: object = {}) {
  const [columns, ...rows] = table;
  return (await ask(createImport, { noun, fileName: `${noun}.csv`, columns, rows, ...more })).id;
}
const rowsOf = async (id: string) =>
  (await ask(listRowsOfImport, { id, limit: 5_000 })).rows.map((row) => [
    row.rowNumber,
    row.rowState,
    row.errorField,
    row.errorMessage,
  ]);

/** The number of rows in each table of the organization, not counting imports and audit. */
function books(organizationId = org.organizationId): Promise<Record<string, number>> {
  return withOwner(async (client) => {
    await client.query(`select set_config('app.organization_id', $1, false)`, [organizationId]);
    const found: Record<string, number> = {};
    for (const table of [
      'customers',
      'vendors',
      'prospects',
      'accounts',
      'business_transactions',
      'number_counters',
    ]) {
      const { rows } = await client.query<{ n: number }>(
        `select count(*)::int as n from ${table} where organization_id = $1`,
        [organizationId],
      );
      found[table] = rows[0]?.n ?? 0;
    }
    return found;
  });
}

const VENDORS = [
  ['Vendor', 'Code', 'Email', 'Currency', 'Parent'],
  ['Paper & Co', 'IMP-1', 'paper@example.com', 'USD', ''],
  ['Ink', 'IMP-2', '', 'XXXX', ''],
  ['Toner', 'IMP-3', '', 'EUR', 'IMP-1'],
  ['Twin', 'IMP-1', '', '', ''],
  ['Taken', 'VEND-00001', '', '', ''],
  ['Orphan', 'IMP-6', '', '', 'NOBODY'],
];

describe('a check of an upload', () => {
  test('reports for each row whether it can be imported, names the field at fault, and writes nothing else', async () => {
    const id = await upload('vendors', VENDORS);
    const before = await books();
    const checked = await ask(checkImport, { id });
    expect(checked.importStatus).toBe('CHECKED');
    expect(checked.counts).toMatchObject({ total: 6, ready: 2, failed: 4, imported: 0, left: 0 });
    expect(await rowsOf(id)).toEqual([
      [1, 'READY', null, null],
      [2, 'FAILED', 'currencyCode', 'Currency: must be an ISO 4217 currency code such as USD.'],
      // Its parent is the file's first row, which does not exist yet.
      [3, 'READY', null, null],
      [4, 'FAILED', 'code', 'Code: row 1 also has IMP-1.'],
      [5, 'FAILED', 'code', 'Another vendor already has the code VEND-00001.'],
      [6, 'FAILED', 'parentId', 'Parent vendor: no vendor has the code or name NOBODY.'],
    ]);
    expect(await books()).toEqual(before);
  });

  test('says everything that is wrong with a row at once: its cells, the records it names, and what the verb refuses', async () => {
    const id = await upload('customers', [
      ['Company name', 'Email', 'Credit limit', 'Currency', 'Parent customer', 'Receivable account'],
      ['', 'no address', 'much', 'USD', 'NOBODY', '9999'],
      ['Acme', 'no address', '-5', 'XXX', '', ''],
    ]);
    const before = await books();
    await ask(checkImport, { id });
    const { rows } = await ask(listRowsOfImport, { id, limit: 10 });
    expect(rows.map(({ errorField, errorFields }) => [errorField, errorFields])).toEqual([
      [
        'creditLimit',
        ['creditLimit', 'companyName', 'parentCustomerId', 'receivableAccountId', 'contactEmail'],
      ],
      ['contactEmail', ['contactEmail', 'creditLimit', 'currencyCode']],
    ]);
    expect(rows[0]?.errorMessage).toBe(
      'Credit limit: “much” is not a number. Company name is empty. ' +
        'Parent customer: no customer has the code or name NOBODY. Receivable account: no account has the code or name 9999. ' +
        'Email: must be an email address.',
    );
    expect(rows[1]?.errorMessage?.match(/(Email|Credit limit|Currency): /g)).toHaveLength(3);
    expect(await books()).toEqual(before);
  });

  test('takes no number from a series, so that no code is skipped', async () => {
    const before = await books();
    const id = await upload('vendors', [['Name'], ['Unnumbered']]);
    await ask(checkImport, { id });
    expect(await books()).toEqual(before);
  });
});

describe('a run', () => {
  test('imports every valid row through the create verb, each with its audit row and event, and keeps the reason for the rest', async () => {
    const id = await upload('vendors', VENDORS);
    const done = await ask(runImport, { id });
    expect(done.importStatus).toBe('DONE');
    expect(done.counts).toMatchObject({ imported: 2, failed: 4, ready: 0, pending: 0 });
    const { rows } = await ask(listRowsOfImport, { id, state: 'IMPORTED' });
    const made = rows.map(({ recordId }) => recordId);
    const found = await withOwner(async (client) => {
      await client.query(`select set_config('app.organization_id', $1, false)`, [org.organizationId]);
      return (
        await client.query(
          `select v.code, p.code as parent,
             (select count(*)::int from audit_log a where a.organization_id = v.organization_id and a.record_id = v.id
                and a.action = 'vendors.create' and a.actor_id = $3) as audited,
             (select count(*)::int from outbox_events e where e.organization_id = v.organization_id and e.record_id = v.id
                and e.event_type = 'vendors.create') as reported
           from vendors v left join vendors p on p.organization_id = v.organization_id and p.id = v.parent_id
           where v.organization_id = $1 and v.id = any ($2::uuid[]) order by v.code`,
          [org.organizationId, made, org.users.admin.id],
        )
      ).rows;
    });
    expect(found).toEqual([
      { code: 'IMP-1', parent: null, audited: 1, reported: 1 },
      { code: 'IMP-3', parent: 'IMP-1', audited: 1, reported: 1 },
    ]);
  });

  test('repeated imports nothing twice, not even a duplicate of a row that was imported', async () => {
    const id = await upload('customers', [
      ['Company name', 'Customer number'],
      ['Once Ltd', 'ONCE-1'],
      ['Twice Ltd', 'ONCE-1'],
    ]);
    await ask(runImport, { id });
    const before = await books();
    const again = await ask(runImport, { id });
    expect(again.counts).toMatchObject({ imported: 1, failed: 1 });
    expect(await books()).toEqual(before);
  });

  test('retries failures, since a missing record may have been created in between', async () => {
    const id = await upload('vendors', [
      ['Name', 'Code', 'Parent'],
      ['Child', 'LATE-2', 'LATE-1'],
    ]);
    expect((await ask(runImport, { id })).counts).toMatchObject({ failed: 1 });
    await ask(runImport, {
      id: await upload('vendors', [
        ['Name', 'Code'],
        ['Parent', 'LATE-1'],
      ]),
    });
    expect((await ask(runImport, { id })).counts).toMatchObject({ imported: 1, failed: 0 });
  });

  test('continues where it stopped in the middle', async () => {
    const names = Array.from({ length: 120 }, (_, index) => [`Resumed ${index}`]);
    const id = await upload('customers', [['Company'], ...names]);
    const before = await books();
    await ask(startImport, { id, doing: 'RUNNING' });
    await ask(applyRecordPortion, { id, doing: 'RUNNING' });
    const half = await ask(getImport, { id });
    expect(half.importStatus).toBe('RUNNING');
    expect(half.counts).toMatchObject({ total: 120, imported: 50, left: 70 });
    const done = await ask(runImport, { id });
    expect(done.counts).toMatchObject({ imported: 120, failed: 0 });
    expect((await books()).customers).toBe((before.customers ?? 0) + 120);
  });

  test("whose portion crashes leaves none of that portion's records or results", async () => {
    const id = await upload('customers', [['Company'], ['Undone Ltd']]);
    const before = await books();
    await ask(startImport, { id, doing: 'RUNNING' });
    // A dry run of the portion is rolled back exactly as a crash would roll it back.
    await runForOutput(applyRecordPortion, org.callAs('admin', { dryRun: true }), { id, doing: 'RUNNING' });
    expect(await books()).toEqual(before);
    expect((await ask(getImport, { id })).counts).toMatchObject({ imported: 0, pending: 1 });
    expect((await ask(runImport, { id })).counts).toMatchObject({ imported: 1 });
  });

  test('started twice at once imports each row once', async () => {
    const names = Array.from({ length: 160 }, (_, index) => [`Race ${index}`]);
    const id = await upload('prospects', [['Name'], ...names]);
    const before = await books();
    const runs = valuesOf(
      await contend(holdRow('imports', org.organizationId, id), [
        () => ask(runImport, { id }),
        () => ask(runImport, { id }, 'sales'),
      ]),
    );
    expect(runs.map(({ importStatus }) => importStatus)).toEqual(['DONE', 'DONE']);
    expect((await books()).prospects).toBe((before.prospects ?? 0) + 160);
    const { rows } = await ask(listRowsOfImport, { id, limit: 5_000 });
    expect(new Set(rows.map(({ recordId }) => recordId)).size).toBe(160);
  });

  test('a row that was imported cannot be changed, even by the owner of the tables', async () => {
    const id = await upload('customers', [['Company'], ['Kept Ltd']]);
    await ask(runImport, { id });
    const change = withOwner(async (client) => {
      await client.query(`select set_config('app.organization_id', $1, false)`, [org.organizationId]);
      await client.query(
        `update import_rows set row_state = 'PENDING', record_id = null where import_id = $1`,
        [id],
      );
    });
    await expect(change).rejects.toThrow(/already been imported/);
  });

  test('continues past a row that the database itself refuses, and keeps the rows around it', async () => {
    const id = await upload('customers', [
      ['Company', 'Subsidiary'],
      ['Before Ltd', ''],
      ['Nowhere Ltd', '01940000-0000-7000-8000-00000000dead'],
      ['After Ltd', ''],
    ]);
    await ask(runImport, { id });
    expect(await rowsOf(id)).toEqual([
      [1, 'IMPORTED', null, null],
      [2, 'FAILED', 'subsidiaryId', 'The record in subsidiaryId does not exist.'],
      [3, 'IMPORTED', null, null],
    ]);
  });

  test('stores a formula as plain text', async () => {
    const id = await upload('customers', [['Company'], ['=1+1'], ['@SUM(A1)']]);
    await ask(runImport, { id });
    const { rows } = await ask(listRowsOfImport, { id });
    const names = await withOwner(async (client) => {
      await client.query(`select set_config('app.organization_id', $1, false)`, [org.organizationId]);
      const found = await client.query<{ name: string }>(
        'select company_name as name from customers where id = any ($1::uuid[]) order by 1',
        [rows.map(({ recordId }) => recordId)],
      );
      return found.rows.map(({ name }) => name);
    });
    expect(names.sort()).toEqual(['=1+1', '@SUM(A1)']);
  });
});

describe('an upload', () => {
  test('above 5,000 rows, or with rows wider than the header, is refused with the reason', async () => {
    const rows = Array.from({ length: 5_001 }, () => ['x']);
    await expect(ask(createImport, { noun: 'vendors', columns: ['Name'], rows })).rejects.toThrow(
      'at most 5000 rows',
    );
    const wide = { noun: 'vendors', columns: ['Name'], rows: [['a'], ['b', 'c']] };
    await expect(ask(createImport, wide)).rejects.toThrow('row 2 has more cells');
  });

  test('whose required column is not chosen is refused for checking; once chosen, it is checked', async () => {
    const id = await upload('vendors', [['Firma'], ['Papier AG']]);
    await expect(ask(checkImport, { id })).rejects.toThrow('Choose the column for: Name.');
    await ask(updateMapping, { id, mapping: ['name'] });
    expect((await ask(checkImport, { id })).counts).toMatchObject({ ready: 1 });
    expect(await refusalOf(ask(updateMapping, { id, mapping: ['shoeSize'] }))).toBe('INVALID_INPUT');
  });

  test('of corrected failures reuses the column mapping of the import they failed in', async () => {
    const id = await upload('vendors', [['Firma'], ['Tinte AG']], { mapping: ['name'] });
    const table = [
      ['Why it failed', 'Firma'],
      ['Name: must be shorter.', 'Tinte GmbH'],
    ];
    const corrected = await upload('vendors', table, { correctsImportId: id });
    expect((await ask(getImport, { id: corrected })).mapping).toEqual([null, 'name']);
  });

  test('is removed with its rows; the records it created stay', async () => {
    const id = await upload('customers', [['Company'], ['Stays Ltd']]);
    await ask(runImport, { id });
    const before = await books();
    await ask(removeStoredImport, { id });
    expect(await refusalOf(ask(getImport, { id }))).toBe('NOT_FOUND');
    expect(await books()).toEqual(before);
  });
});

describe('who may import', () => {
  test('follows the create permission: each noun requires the permission of its create verb', () => {
    for (const noun of IMPORT_NOUNS) {
      const { create, together } = IMPORT_VERBS[noun];
      // What is made a whole portion at once has no create verb: the portion asks for the noun's permission.
      if (create === null) expect([noun, typeof together]).toEqual([noun, 'function']);
      else expect([noun, create.permission]).toEqual([noun, IMPORT_PERMISSIONS[noun]]);
    }
  });

  test('follows the role: sales may import prospects, accountants may not', async () => {
    const table = { noun: 'prospects', columns: ['Name'], rows: [['Anna']] };
    expect(await refusalOf(ask(createImport, table, 'accountant'))).toBe('FORBIDDEN');
    const { id } = await ask(createImport, table, 'sales');
    expect(await refusalOf(ask(runImport, { id }, 'accountant'))).toBe('FORBIDDEN');
    expect(await refusalOf(ask(listRowsOfImport, { id }, 'viewer'))).toBe('FORBIDDEN');
    const seen = (await ask(listAllImports, {}, 'accountant')).rows.map(({ noun }) => noun);
    expect(seen).not.toContain('prospects');
    expect(seen).toContain('vendors');
    expect((await ask(listAllImports, {}, 'viewer')).rows).toEqual([]);
  });

  test('a user confined to subsidiaries sees only their own imports', async () => {
    const confined = { ...org.principals.admin, subsidiaryScope: [org.ids.rootSubsidiary] };
    const other = { ...confined, actor: { ...confined.actor, id: org.users.auditor.id } };
    const id = await upload('customers', [['Company'], ['Hidden Ltd']]);
    const by = (principal: typeof confined) => org.callAs('admin', { principal });
    expect((await runForOutput(getImport, by(confined), { id })).id).toBe(id);
    expect(await refusalOf(runForOutput(getImport, by(other), { id }))).toBe('NOT_FOUND');
    expect((await runForOutput(listAllImports, by(other), {})).rows).toEqual([]);
  });

  test('another organization gets NOT_FOUND, and cannot correct an import that is not its own', async () => {
    const id = await upload('customers', [['Company'], ['Ours Ltd']]);
    const stranger = await foundTestOrganization();
    for (const useCase of [
      getImport,
      checkImport,
      runImport,
      listRowsOfImport,
      removeStoredImport,
    ] as const) {
      expect(await refusalOf(ask(useCase as UseCase<unknown, unknown>, { id }, 'admin', stranger))).toBe(
        'NOT_FOUND',
      );
    }
    const table = { noun: 'customers', columns: ['Company'], rows: [['X']], correctsImportId: id };
    expect(await refusalOf(ask(createImport, table, 'admin', stranger))).toBe('NOT_FOUND');
    expect((await ask(listAllImports, {}, 'admin', stranger)).rows).toEqual([]);
  });
});
