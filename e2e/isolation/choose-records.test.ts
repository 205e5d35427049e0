import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closeConnections } from '@/db/client';
import { recordStore } from '@/db/record-store';
import { customers } from '@/db/stores/sales/customers';
import { employees } from '@/db/stores/sales/employees';
import { items } from '@/db/stores/sales/items';
import { projects } from '@/db/stores/sales/projects';
import { sql, withTenantRead, withTenantSql, withTenantWrite } from '@/db/tenancy';
import { cases } from '@/testing/long-run';
import { foundTestOrganization, type TestOrganization } from '@/testing/organization';
import { matchChoices, rankOf } from '@/ui/kit/input/match-choices';
import { runForOutput } from '@/usecases/kit/run';
import { createCompany } from '@/usecases/projects/company-records';
import { createSubsidiary } from '@/usecases/subsidiaries/create-subsidiary';

// Proves the law sales/choose-records of prisma/sql against what a field finds in a list that it has loaded (src/ui/kit/input/match-choices.ts).

const vendors = recordStore('Vendor');
const TABLES = {
  customer: ['customers', 'company_name', 'customer_id'],
  vendor: ['vendors', 'name', 'code'],
  employee: ['employees', 'name', 'code'],
  item: ['items', 'name', 'code'],
  project: ['projects', 'name', 'code'],
} as const;
type Noun = keyof typeof TABLES;
const NOUNS = Object.keys(TABLES) as Noun[];

let org: TestOrganization;
let branch: string;
const claim = (isConfined: boolean) => ({
  organizationId: org.principals.admin.organizationId,
  userId: null,
  ...(isConfined ? { subsidiaryIds: [branch] } : {}),
});

const NAMES = [
  'Bay',
  'Bay Foods',
  'bay foods of C-01',
  'Harbor Bay & Sons',
  'Harbor-Bay (North)',
  'Harbor Labs',
  'A1 Harbor',
  'Ha 100%_\\ Works',
  'Zürich Bay, AG',
  'Müller/Bay',
  '%s',
  "O'Neil_Labs",
  '_Labs',
];
const nameOf = (n: number) => NAMES[n % NAMES.length] + (n < NAMES.length ? '' : ` ${n}`);
const RECORDS = 40;

beforeAll(async () => {
  org = await foundTestOrganization();
  const call = org.callAs('admin');
  const root = org.ids.rootSubsidiary;
  branch = (await runForOutput(createSubsidiary, call, { name: 'Branch', code: 'B' })).id;
  const company = await runForOutput(createCompany, call, {
    code: 'CO',
    name: 'Company',
    subsidiaryIds: [root, branch],
  });
  await withTenantWrite(claim(false), async (tenant) => {
    for (let n = 0; n < RECORDS; n += 1) {
      const name = nameOf(n);
      const code =
        n % 9 === 8
          ? `bay ${n}`
          : `${n % 2 === 0 ? 'C' : 'c'}-${String((n * 17) % RECORDS).padStart(2, '0')}`;
      const recordStatus = n % 6 === 5 ? 'inactive' : 'active';
      const own = n % 3 === 0 ? branch : root;
      const subsidiaryId = n % 4 === 0 ? null : own;
      const mailed = `ha.${n}@bay.example`;
      await customers.insert(tenant, {
        ...{ companyName: name, customerId: n % 4 === 1 ? null : code, contactEmail: mailed },
        ...{ recordStatus, subsidiaryId },
      });
      await employees.insert(tenant, {
        ...{ name, code: n % 4 === 1 ? null : code, email: mailed, entityTypes: ['Employee'] },
        ...{ recordStatus, subsidiaryId },
      });
      await items.insert(tenant, { name, code, recordStatus });
      await vendors.insert(tenant, { name, code, email: mailed, recordStatus });
      await projects.insert(tenant, {
        ...{ companyId: company.id, code, name, subsidiaryId: own, currencyCode: 'USD', recordStatus },
      });
    }
  });
});
afterAll(closeConnections);

type Known = { readonly id: string; readonly label: string; readonly code: string | undefined };

/** The active records that a caller reaches, in the order in which a field shows them. */
const known = new Map<string, Promise<Known[]>>();
function inOrder(noun: Noun, isConfined: boolean): Promise<Known[]> {
  const key = `${noun} ${isConfined}`;
  const [table, name, code] = TABLES[noun];
  const order = noun === 'item' || noun === 'project' ? code : name;
  const rows =
    known.get(key) ??
    withTenantRead(claim(isConfined), (tenant) =>
      sql<Known>(
        tenant,
        `select id, ${name} as label, ${code} as code from ${table} where record_status = 'active' order by ${order}, id`,
        [],
      ),
    );
  known.set(key, rows);
  return rows;
}

const choose = (noun: Noun, typed: string, most: number, isConfined: boolean, read = 2_000) =>
  withTenantRead(claim(isConfined), async (tenant) => {
    const [row] = await sql<{ ids: string[] }>(
      tenant,
      'select daybook_choose_records($1, $2, $3::int, $4::int)::text[] as ids',
      [noun, typed, most, read],
    );
    return row?.ids ?? [];
  });

/** A word of one or two ASCII letters is looked for at the starts of words only. */
function isOffered(choice: Known, typed: string): boolean {
  const words = typed.trim().toLowerCase().split(/\s+/);
  if (rankOf(choice, words, typed.trim().toLowerCase()) !== 4) return true;
  const starts = `${choice.code ?? ''} ${choice.label}`.toLowerCase().split(/[^\p{L}\p{N}]+/u);
  return words
    .filter((word) => /^[a-z0-9]{1,2}$/.test(word))
    .every((word) => starts.some((start) => start.startsWith(word)));
}

const piece = fc.constantFrom(
  ...[
    'Bay',
    'bay',
    'ba',
    'b',
    'ay',
    'Harbor',
    'har',
    'arb',
    'Foods',
    'foo',
    'of',
    'C-0',
    'c-01',
    'C-17',
    '01',
    '1',
    'a1',
    '%',
    '_',
    '100%_\\',
  ],
  ...[
    "o'neil",
    'neil',
    'Zürich',
    'rich',
    'müll',
    'sons',
    '&',
    '(north',
    'north)',
    '%s',
    'no such',
    "'",
    '\\',
    'labs',
    'bay 8',
  ],
);
const typed = fc
  .array(piece, { minLength: 1, maxLength: 3 })
  .chain((pieces) =>
    fc.constantFrom(pieces.join(' '), ` ${pieces.join('  ')}`, pieces.join(' ').toUpperCase()),
  );

describe('the records that typed text means', () => {
  it('are those that a field finds in a list, in the same order', async () => {
    const seen = { found: 0, several: 0, cut: 0, confined: 0 };
    const asked = fc.record({
      noun: fc.constantFrom(...NOUNS),
      typed,
      most: fc.constantFrom(1, 3, 60),
      isConfined: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(asked, async ({ noun, typed, most, isConfined }) => {
        const all = await inOrder(noun, isConfined);
        const meant = matchChoices(all, typed, RECORDS).filter((choice) => isOffered(choice, typed));
        const ids = await choose(noun, typed, most, isConfined);
        expect(ids).toEqual(meant.slice(0, most).map(({ id }) => id));
        seen.found += ids.length > 0 ? 1 : 0;
        seen.several += ids.length > 1 ? 1 : 0;
        seen.cut += meant.length > most ? 1 : 0;
        seen.confined += isConfined && ids.length > 0 ? 1 : 0;
      }),
      { numRuns: cases(600, 3_000) },
    );
    for (const [kind, times] of Object.entries(seen)) expect(times, kind).toBeGreaterThanOrEqual(50);
    expect(cases(600, 3_000)).toBeGreaterThanOrEqual(500);
  });

  it('has the one that is called so, or has the code, however many others match', async () => {
    const all = await inOrder('vendor', false);
    const bay = all.find(({ label }) => label === 'Bay');
    const coded = all.find(({ code }) => code?.startsWith('C-'));
    // No other match is read.
    expect(await choose('vendor', 'Bay', 1, false, 0)).toEqual([bay?.id]);
    expect((await choose('vendor', (coded?.code ?? '').toLowerCase(), 1, false, 0))[0]).toBe(coded?.id);
  });

  it('is nothing for no word, and for a noun that is not offered', async () => {
    for (const typed of ['', '   ']) expect(await choose('vendor', typed, 60, false)).toEqual([]);
    expect(await choose('lead' as Noun, 'bay', 60, false)).toEqual([]);
  });

  it('is nothing of another organization', async () => {
    const other = await foundTestOrganization();
    const rows = await withTenantSql(
      { organizationId: other.principals.admin.organizationId, userId: null },
      (tenant) =>
        sql<{ ids: string[] }>(
          tenant,
          'select daybook_choose_records(n, t, 60)::text[] as ids from unnest($1::text[]) n cross join unnest($2::text[]) t',
          [NOUNS, ['bay', 'harbor', 'C-01']],
        ),
    );
    expect(rows.map(({ ids }) => ids)).toEqual(rows.map(() => []));
    expect(rows).toHaveLength(15);
  });
});
