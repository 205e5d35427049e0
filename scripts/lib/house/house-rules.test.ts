import { describe, expect, test } from 'vitest';
import { breachesOf } from './house-rules';

const rulesBroken = (path: string, text = '') => breachesOf([{ path, text }]).map(({ rule }) => rule);
// Built here, so that this file does not break the rules it tests.
const UNFINISHED = ['TO', 'DO'].join('');

describe('the house rules', () => {
  test.each([
    ['src/usecases/transactions/posting/post-transaction.ts'],
    ['src/usecases/prospects/convert-to-lead.ts'],
    ['src/core/fx/rates.ts'],
    ['src/core/refusals.ts'],
    ['src/db/stores/sales/prospects.ts'],
    ['src/db/catalogue.db.test.ts'],
    ['src/app/books/[org]/transactions/page.tsx'],
    ['src/app/api/v1/[...path]/route.ts'],
    ['src/ui/kit/tables/data-table.tsx'],
    ['src/surfaces/a/fields/prospects.ts'],
    ['src/surfaces/trpc/routers/ledger.ts'],
    ['e2e/contracts/a/prospects.test.ts'],
    ['prisma/migrations/20261120000000_foundation/migration.sql'],
    ['prisma/schema.sql'],
  ])('%s is an allowed name', (path) => {
    expect(rulesBroken(path)).toEqual([]);
  });

  test.each([
    ['src/usecases/transactions/transaction-stuff.ts', 'not a name of src/usecases/'],
    ['src/core/anything.ts', 'not a name of src/core/'],
    ['src/ui/button.tsx', 'not a name of src/ui/'],
    ['prisma/sql/append-entries.sql', 'not a name of prisma/'],
    ['prisma/sql/ledger/append_entries.sql', 'not a name of prisma/'],
    ['src/app/books/table.tsx', 'not a name of src/app/'],
    ['src/ui/kit/utils.ts', 'a name that says nothing'],
    ['src/ui/helpers/table.tsx', 'a folder name that says nothing'],
    ['src/core/money/BigMoney.ts', 'a name in another spelling'],
  ])('%s is refused', (path, rule) => {
    expect(rulesBroken(path)).toContain(rule);
  });

  test.each([
    ['src/core/money/x.ts', `// ${UNFINISHED}: later`, 'an unfinished mark'],
    ['src/core/money/x.ts', 'const a = parseFloat(text);', 'a floating-point reader'],
    ['src/surfaces/c/door.ts', 'const a = Number(line.unitPrice);', 'money as a JavaScript number'],
    [
      'src/core/revenue/x.ts',
      ['const why = `share $', '{share.toFixed()} of it`;'].join(''),
      'an amount in a sentence without its currency',
    ],
    [
      'src/usecases/revenue/x.ts',
      ['refuse(`less than $', '{toPlainString(sum(parts))}.`);'].join(''),
      'an amount in a sentence without its currency',
    ],
    ['src/core/periods/x.ts', 'const now = new Date();', 'a clock, or chance, in the core'],
    [
      'src/ui/kit/x.ts',
      'const day = new Date(Date.UTC(year, month, 0)).toISOString();',
      'days counted outside the calendar',
    ],
    ['prisma/seed/build/x.ts', 'day.setUTCDate(day.getUTCDate() - 1);', 'days counted outside the calendar'],
    [
      'e2e/ledger/x.test.ts',
      ['await expect.poll(read, { time', 'out: 5_000 }).toBe(1);'].join(''),
      'a wait with a limit of its own',
    ],
    ['src/usecases/kit/x.ts', 'const id = text as OrganizationId;', 'a minted organization id'],
    ['src/core/money/x.ts', "export { a } from './a';\nexport * from './b';", 'a barrel'],
    ['src/core/money/x.ts', 'x;\n'.repeat(401), 'a file longer than 400 lines'],
    ['src/app/api/route.ts', 'x;\n'.repeat(16), 'a route file longer than 15 lines'],
  ])('in %s, %j is refused', (path, text, rule) => {
    expect(rulesBroken(path, text)).toContain(rule);
  });

  const LAW =
    '-- Promises something.\n--\n-- Refuses: nothing.\n-- Locks: none.\n-- Rule: docs/house.md.\n-- Proved by: e2e/ledger/x.test.ts,\n--   e2e/ledger/y.test.ts.\nCREATE FUNCTION daybook_x() …';
  test('a law with its head is accepted', () => {
    const files = [
      { path: 'prisma/sql/ledger/x.sql', text: LAW },
      { path: 'e2e/ledger/x.test.ts', text: 'select daybook_x()' },
      { path: 'e2e/ledger/y.test.ts', text: '// Proves the law ledger/x of prisma/sql.' },
    ];
    expect(breachesOf(files)).toEqual([]);
    for (const [path, text] of [
      ['e2e/ledger/x.test.ts', 'select daybook_xy()'],
      ['e2e/ledger/y.test.ts', 'ledger/x-rays'],
    ] as const) {
      const broken = files.map((file) => (file.path === path ? { path, text } : file));
      expect(breachesOf(broken).map(({ rule }) => rule)).toEqual(['a law that its test does not name']);
    }
    expect(breachesOf(files.slice(0, 1))).toHaveLength(2);
  });

  test.each([
    ['prisma/sql/ledger/x.sql', 'CREATE FUNCTION x() …', 'a law without its head'],
    ['prisma/sql/ledger/x.sql', LAW.replace('-- Locks: none.\n', ''), 'a law without its head'],
    ['prisma/sql/ledger/x.sql', LAW.replace('CREATE', 'CREATE OR REPLACE'), 'a law that replaces another'],
    ['prisma/migrations/20270101000000_x/migration.sql', 'CREATE TRIGGER t …', 'a law in a migration'],
  ])('in %s, %j is refused', (path, text, rule) => {
    expect(rulesBroken(path, text)).toContain(rule);
  });

  test('a parsed page number or port is not money', () => {
    expect(
      rulesBroken(
        'src/surfaces/kit/paging.ts',
        'const page = Number(query.page);\nconst port = Number(env.PORT);',
      ),
    ).toEqual([]);
  });
});
