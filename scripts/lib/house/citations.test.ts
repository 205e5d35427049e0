import { describe, expect, it } from 'vitest';
import { brokenCitations } from './citations';

const RULES = '# Rules\n\n## 1. The ledger\n\nEvery entry balances.\n\n4. **Numbers**\n';
const broken = (path: string, text: string) =>
  brokenCitations(
    [
      { path, text },
      { path: 'docs/rules.md', text: RULES },
      { path: 'src/core/sum.ts', text: '' },
    ],
    new Set([path, 'docs/rules.md', 'src/core/sum.ts']),
  ).map(({ why }) => why);

describe('links and citations', () => {
  it.each([
    ['docs/a.md', 'See [the rules](rules.md#1-the-ledger) and [why](https://example.org).'],
    ['src/a.ts', '// See rules.md 1, "every entry balances", rules.md, habit 4, and src/core/sum.ts.'],
    ['e2e/ledger/a.test.ts', "it('as rules.md 1 says', () => {});"],
    ['src/b.ts', "const notProse = 'nowhere.md 9';"],
    ['prisma/sql/a.sql', '-- Rule: docs/rules.md, "The ledger".\nSELECT 1;'],
  ])('%s: %s is a valid citation', (path, text) => {
    expect(broken(path, text)).toEqual([]);
  });

  it.each([
    ['docs/a.md', 'See [the rules](rules.md#2-nothing).', 'docs/rules.md has no heading #2-nothing.'],
    ['docs/a.md', 'See [more](more.md).', 'There is no docs/more.md.'],
    ['src/a.ts', '/** As rules.md 2 says. */', 'rules.md has no section 2.'],
    [
      'src/a.ts',
      '/** As rules.md 1, "no one\n * knows", says. */',
      'rules.md does not contain “no one knows”.',
    ],
    ['src/a.ts', '// See nowhere.md.', 'No page is called nowhere.md.'],
    ['src/a.ts', '// See src/core/product.ts.', 'There is no src/core/product.ts.'],
    ['prisma/sql/a.sql', '-- Rule: rules.md 7.\nSELECT 1;', 'rules.md has no section 7.'],
    ['e2e/ledger/a.test.ts', "it('as rules.md 3 says', () => {});", 'rules.md has no section 3.'],
  ])('%s: %s is not', (path, text, why) => {
    expect(broken(path, text)).toContain(why);
  });
});
