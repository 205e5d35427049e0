import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closeConnections } from '@/db/client';
import { newId } from '@/lib/ids';
import { contend } from '@/testing/contenders';
import { createDocument, journalLines } from '@/testing/documents';
import { foundTestOrganization, type TestOrganization } from '@/testing/organization';
import { withOwner } from '@/testing/owner';
import { createImport } from '@/usecases/imports/create-import';
import { runForOutput } from '@/usecases/kit/run';
import { allRecipes } from '../support/writes/all';
import { worldOf } from '../support/writes/world';

// Proves the laws documents/hold-line-references, documents/hold-impact-accounts, documents/delete-parts, platform/rows-of-imports of prisma/sql:
// they do what foreign keys did, so every test here would pass with those too.

/** What lines name, with the column and the verb whose recipe makes one. */
const NAMED = [
  ['accounts', 'account_id', 'accounts.remove'],
  ['classes', 'class_id', 'classes.remove'],
  ['departments', 'department_id', 'departments.remove'],
  ['items', 'item_id', 'items.remove'],
  ['locations', 'location_id', 'locations.remove'],
  ['projects', 'project_id', 'projects.remove'],
  ['tax_codes', 'tax_code_id', 'setup.taxCodes.remove'],
] as const;

let org: TestOrganization;
beforeAll(async () => {
  org = await foundTestOrganization();
});
afterAll(closeConnections);

type Work = (client: pg.ClientBase) => Promise<unknown>;

const made = async (verb: string) => {
  const recipe = allRecipes[verb];
  if (recipe === undefined) throw new Error(`no recipe for ${verb}`);
  return ((await recipe(worldOf(org))) as { id: string }).id;
};

/** A draft of two lines. */
const draft = async () =>
  (
    await createDocument(org, {
      kind: 'JOURNAL',
      lines: journalLines(org, [
        ['1110', '5.00'],
        ['3100', '-5.00'],
      ]),
    })
  ).id;

const running =
  (text: string, ...values: readonly unknown[]): Work =>
  async (client) => {
    await client.query(`select set_config('app.organization_id', $1, true)`, [org.organizationId]);
    await client.query(text, [org.organizationId, ...values]);
  };

/** In a transaction of its own; the code of the error that ended it, or null. */
const alone = (work: Work) => (): Promise<string | null> =>
  withOwner(async (client) => {
    await client.query('begin');
    try {
      await work(client);
      await client.query('commit');
      return null;
    } catch (error) {
      await client.query('rollback');
      return (error as { code?: string }).code ?? String(error);
    }
  });

/** What became of a work that had to wait for another. */
const waited = async (first: Work, second: Work) => {
  const [outcome] = await contend(first, [alone(second)]);
  if (outcome === undefined || outcome.status === 'rejected') throw outcome?.reason;
  return outcome.value;
};

const count = (table: string, column: string, id: string) =>
  withOwner(async (client) => {
    const { rows } = await client.query<{ n: number }>(
      `select count(*)::int as n from ${table} where organization_id = $1 and ${column} = $2`,
      [org.organizationId, id],
    );
    return rows[0]?.n;
  });

const removing = (table: string, id: string) =>
  running(`delete from ${table} where organization_id = $1 and id = $2`, id);
const adding = (documentId: string, column: string, id: string) =>
  running(
    `insert into business_transaction_lines (organization_id, transaction_id, line_number, line_type, description, quantity, unit_price,
       line_amount, tax_amount, ${column})
     select $1::uuid, $2::uuid, n, 'ITEM', 'Line', 1, 1, 1, 0, case n when 8 then $3::uuid end from generate_series(7, 9) n`,
    documentId,
    id,
  );
const renaming = (documentId: string, column: string, id: string) =>
  running(
    `update business_transaction_lines set ${column} = $3 where organization_id = $1 and transaction_id = $2 and line_number = 2`,
    documentId,
    id,
  );

const REFUSED = '23503';

describe.each(NAMED)('%s that lines of documents name', (table, column, verb) => {
  it.each([
    ['new lines', adding],
    ['changed lines', renaming],
  ])(
    '%s wait for a deletion and are then refused; so are those that name what never was',
    async (_, naming) => {
      const [id, document] = [await made(verb), await draft()];
      expect(await waited(removing(table, id), naming(document, column, id))).toBe(REFUSED);
      expect(await count('business_transaction_lines', column, id)).toBe(0);
      expect(await alone(naming(document, column, newId()))()).toBe(REFUSED);
      expect(await count('business_transaction_lines', 'transaction_id', document)).toBe(2);
    },
  );

  it.each([
    ['new lines', adding],
    ['changed lines', renaming],
  ])('a deletion waits for %s and is then refused, as is another id', async (_, naming) => {
    const [id, document] = [await made(verb), await draft()];
    expect(await waited(naming(document, column, id), removing(table, id))).toBe(REFUSED);
    expect(await count(table, 'id', id)).toBe(1);
    expect(
      await alone(
        running(`update ${table} set id = $3 where organization_id = $1 and id = $2`, id, newId()),
      )(),
    ).toBe(REFUSED);
  });

  it('are deleted once no line names them', async () => {
    const [id, document] = [await made(verb), await draft()];
    expect(await alone(adding(document, column, id))()).toBeNull();
    expect(await alone(removing('business_transactions', document))()).toBeNull();
    expect(await alone(removing(table, id))()).toBeNull();
  });
});

const PARTS = [
  [
    'lines',
    'business_transaction_lines',
    `insert into business_transaction_lines (organization_id, transaction_id, line_number, line_type, description, quantity, unit_price,
       line_amount, tax_amount) values ($1, $2, 7, 'ITEM', 'Line', 1, 1, 1, 0)`,
  ],
  [
    'the entry it will make',
    'transaction_impact_lines',
    `insert into transaction_impact_lines (organization_id, transaction_id, line_number, debit, credit, base_debit, base_credit)
     values ($1, $2, 7, 0, 0, 0, 0)`,
  ],
] as const;

describe.each(PARTS)('a document and %s', (_, table, insert) => {
  const moving = (from: string, to: string) =>
    running(
      `update ${table} set transaction_id = $3 where organization_id = $1 and transaction_id = $2 and line_number = 2`,
      from,
      to,
    );

  it('a part waits for a deletion and is then refused; so is one of a document that never was', async () => {
    const [document, other] = [await draft(), await draft()];
    expect(await waited(removing('business_transactions', document), running(insert, document))).toBe(
      REFUSED,
    );
    expect(await count(table, 'transaction_id', document)).toBe(0);
    expect(await alone(running(insert, newId()))()).toBe(REFUSED);
    expect(await alone(moving(other, document))()).toBe(REFUSED);
  });

  it('a deletion waits for a part and takes it too, and no part of another document', async () => {
    const [document, other] = [await draft(), await draft()];
    expect(await waited(running(insert, document), removing('business_transactions', document))).toBeNull();
    expect(await count(table, 'transaction_id', document)).toBe(0);
    expect(await count(table, 'transaction_id', other)).toBe(2);
  });

  it('a document with it keeps its id', async () => {
    const document = await draft();
    await alone(
      running(
        `delete from ${table === 'business_transaction_lines' ? 'transaction_impact_lines' : 'business_transaction_lines'}
         where organization_id = $1 and transaction_id = $2`,
        document,
      ),
    )();
    const renamed = running(
      `update business_transactions set id = $3 where organization_id = $1 and id = $2`,
      document,
      newId(),
    );
    expect(await alone(renamed)()).toBe(REFUSED);
  });
});

describe('an import and its rows', () => {
  const upload = async () =>
    (
      await runForOutput(createImport, org.callAs('admin'), {
        noun: 'customers',
        fileName: 'customers.csv',
        columns: ['Name'],
        rows: [['One'], ['Two']],
      })
    ).id;
  const adds = (id: string) =>
    running(
      `insert into import_rows (organization_id, import_id, row_number, cells) values ($1, $2, 3, '["Three"]')`,
      id,
    );

  it('a row waits for a deletion and is then refused; so is one of an import that never was', async () => {
    const [id, other] = [await upload(), await upload()];
    expect(await waited(removing('imports', id), adds(id))).toBe(REFUSED);
    expect(await count('import_rows', 'import_id', id)).toBe(0);
    expect(await alone(adds(newId()))()).toBe(REFUSED);
    expect(
      await alone(
        running(
          `update import_rows set import_id = $3 where organization_id = $1 and import_id = $2`,
          other,
          id,
        ),
      )(),
    ).toBe(REFUSED);
  });

  it('a deletion waits for a row and takes it too, and no row of another import', async () => {
    const [id, other] = [await upload(), await upload()];
    expect(await waited(adds(id), removing('imports', id))).toBeNull();
    expect(await count('import_rows', 'import_id', id)).toBe(0);
    expect(await count('import_rows', 'import_id', other)).toBe(2);
  });

  it('an import with rows keeps its id', async () => {
    const id = await upload();
    expect(
      await alone(
        running('update imports set id = $3 where organization_id = $1 and id = $2', id, newId()),
      )(),
    ).toBe(REFUSED);
  });
});
