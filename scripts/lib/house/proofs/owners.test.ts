import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { ownFiles } from '../own-files';

/** The line of a law's head that says which of the two texts of a rule is authoritative, and which test compares the other with it. */
const OWNER = /^-- Owner(?: of [\w ]+)?: (?:.*\n--(?! (?:Refuses|Locks|Rule|Proved)\b))*.*/gm;
/** How a test says that it tries at least 500 cases. */
const MANY =
  /toBeGreaterThanOrEqual\((?:[5-9]\d\d|\d[\d_]{3,})\)|batchesOf\(1, (?:[5-9]\d\d|\d[\d_]{3,})\)|CASES = (?:[5-9]\d\d|\d[\d_]{3,});/;

/** Tests that compare a law with its source without generated cases, each for a reason. */
const NOT_DRAWN: Readonly<Record<string, string>> = {
  'src/db/vocabularies.db.test.ts': 'It compares whole lists of words, which are the only cases there are.',
  'e2e/ledger/closing/days.test.ts': 'The documents own their sums by day; their columns are compared whole.',
  'e2e/revenue/reports/movement-sums.test.ts':
    'The movements own their sums; every sum there is, is compared.',
  'src/usecases/transactions/create-documents.db.test.ts':
    'Both ways store what the core has computed; a document of each sort shows that they store the same.',
};

const held = ownFiles('.', /^prisma\/sql\/.*\.sql$/).flatMap(({ path, text }) =>
  [...text.matchAll(OWNER)].flatMap(([owner]) =>
    (owner.replaceAll('\n--', '').match(/[\w./-]+\.test\.ts/g) ?? []).map((by) => ({ path, by })),
  ),
);

describe('a law with a second text, in core or in what it adds up', () => {
  test('says which of the two is authoritative', () => {
    expect(held.length).toBeGreaterThan(25);
  });

  test.each(held)(
    '$path is compared with it by $by over at least 500 cases, or a reason is listed here',
    ({ by }) => {
      const text = existsSync(by) ? readFileSync(by, 'utf8') : '';
      expect(text).not.toBe('');
      expect(MANY.test(text) || NOT_DRAWN[by] !== undefined).toBe(true);
    },
  );

  test('loses its exception when it no longer needs one', () => {
    const needed = new Set(held.map(({ by }) => by).filter((by) => !MANY.test(readFileSync(by, 'utf8'))));
    expect(Object.keys(NOT_DRAWN).filter((by) => !needed.has(by))).toEqual([]);
  });
});
