import fs from 'node:fs';
import { describe, expect, it } from 'vitest';
import { conformanceOf, hollowProofs, proofsIn } from './conformance';
import { ownFiles } from './own-files';

describe('docs/conformance.md', () => {
  it('matches the titles of the tests; run npx tsx scripts/conformance.ts after changing one', () => {
    const proofs = proofsIn(ownFiles('.', /\.test\.ts$/));
    expect(proofs.length).toBeGreaterThan(100);
    expect(fs.readFileSync('docs/conformance.md', 'utf8')).toBe(conformanceOf(proofs));
  });

  it('counts only tests of code that a surface reaches', () => {
    const files = ownFiles('.', /\.tsx?$/);
    expect(hollowProofs(proofsIn(files), files).map(({ file, title }) => `${file}: ${title}`)).toEqual([]);
  });

  it('refuses a claim whose test uses only an oracle or an uncalled law, and accepts one that goes through a helper', () => {
    const files = [
      { path: 'src/server/main.ts', text: "import { used } from '@/core/revenue/laws';\nused();" },
      {
        path: 'src/core/revenue/laws.ts',
        text: 'export function used() { return 1; }\nexport function forgotten() { return 2; }',
      },
      { path: 'e2e/revenue/oracle/sum.ts', text: 'export const expected = 1;' },
      {
        path: 'e2e/revenue/books.ts',
        text: "import { used } from '@/core/revenue/laws';\nexport const open = () => used();",
      },
      {
        path: 'e2e/revenue/cases.test.ts',
        text: `import { forgotten } from '@/core/revenue/laws';
          import { open } from './books';
          import { expected } from './oracle/sum';
          const through = () => open();
          it('606-10-55 Example 1: by itself', () => { expect(expected).toBe(1); });
          it('606-10-55 Example 2: forgotten', () => { expect(forgotten()).toBe(2); });
          it('606-10-55 Example 3: through a helper', () => { expect(through()).toBe(1); });
          it.each([1])('606-10-55 Example 4: of a table', () => { expect(through()).toBe(1); });`,
      },
    ];
    const proofs = proofsIn(files);
    expect(proofs).toHaveLength(4);
    expect(hollowProofs(proofs, files).map(({ title }) => title.slice(0, 19))).toEqual([
      '606-10-55 Example 1',
      '606-10-55 Example 2',
    ]);
  });
});
