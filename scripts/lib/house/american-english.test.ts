import { describe, expect, test } from 'vitest';
import { breachesOf } from './house-rules';

const found = (path: string, text: string) =>
  breachesOf([{ path, text }]).filter(({ rule }) => rule === 'a British spelling');
// Built here, so that this file does not break the rule it tests.
const british = (word: string) =>
  word.replace('z', 's').replace('judgm', 'judgem').replace('color', 'colour');

describe('prose is American English', () => {
  test.each([
    ['src/core/money/x.ts', `/** Revenue is ${british('recognized')} when it is earned. */`],
    ['src/core/money/x.ts', `const a = 1; // the ${british('color')} of a state`],
    ['src/core/money/x.ts', `refuse('The cost was not ${british('capitalized')}.');`],
    ['src/ui/kit/x.tsx', `          Nothing is ${british('recognized')} before`],
    ['e2e/ledger/x.test.ts', `  it('every ${british('judgment')} has its evidence', async () => {`],
    [
      'docs/guides/accountants.md',
      `**${british('Judgments').replace('Judgm', 'Judgem')}** stay with the contract.`,
    ],
    ['README.md', `The month's revenue is ${british('recognized')}.`],
    ['prisma/sql/revenue/x.sql', `-- What is ${british('recognized')} is never taken back.`],
    ['prisma/schema/revenue.prisma', `  amount Decimal /// ${british('recognized')} by the runs`],
    ['scripts/lib/x.mjs', `// the ${british('color')} of a state`],
    ['src/core/money/x.ts', '// An amount is no count.'],
    ['docs/guides/accountants.md', 'Revalue as often as one likes.'],
  ])('in %s, %j is refused', (path, text) => {
    expect(found(path, text)).toHaveLength(1);
  });

  test.each([
    [
      'an identifier',
      'src/core/money/x.ts',
      `const ${british('recognized')} = row.${british('recognized')};`,
    ],
    ['a field in a code span', 'docs/guides/errors.md', `\`${british('recognized')}\` is a field`],
    ['a code', 'src/core/money/x.ts', '// A LICENCE begins when it is provided.'],
    ['a string of one word', 'src/core/money/x.ts', `const field = '${british('recognized')}';`],
    ['SQL', 'src/db/stores/x.ts', `const sql = 'select ${british('recognized')} from rows';`],
    ['a fenced block', 'docs/guides/x.md', `\`\`\`json\n{"is ${british('recognized')}": 1}\n\`\`\``],
    ['the contract', 'docs/interface/x.md', `It is ${british('recognized')}.`],
    ['American English', 'src/core/money/x.ts', '// Revenue is recognized; the document is cancelled.'],
    [
      'a sentence about what is missing',
      'src/core/money/x.ts',
      '// There is no rate, and it is no longer asked.',
    ],
    ['the code of a law', 'prisma/sql/revenue/x.sql', `SELECT ${british('recognized')} FROM rows;`],
  ])('%s keeps its spelling', (_what, path, text) => {
    expect(found(path, text)).toEqual([]);
  });
});
