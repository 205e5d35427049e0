import fs from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { EventKind } from '@/core/revenue/contracts/events';
import { bothOf, WHATS } from '../../../e2e/revenue/histories/drawn-facts';
import { conformanceOf, hollowProofs, proofsIn } from './conformance';
import { ownFiles } from './own-files';

/**
 * Every kind of fact the engine knows, by the words for it in the section *Recorded in any order*. A new kind does not compile here until
 * it has some. Null: never recorded for a contract, for the reason next to it.
 */
const LIVED: Readonly<Record<EventKind, string | null>> = {
  // The contract itself.
  created: null,
  activated: null,
  // A bill that is a document is undone by reversing the document, as *Not done* says.
  invoiceReversed: null,
  voided: 'recorded and voided',
  modification: 'modification',
  reassessment: 'variable estimates',
  useEstimate: 'use of a committed minimum and its estimates',
  costEstimate: 'costs and their estimates',
  estimateChange: 'price changes',
  returnsEstimate: 'expected refunds and returns',
  refundEstimate: 'expected refunds and returns',
  hold: 'holds',
  release: 'releases',
  judgement: 'judgments',
  cost: 'a cost of the contract',
  costTerm: 'its new end',
  costTest: 'a test for impairment',
  delivery: 'deliveries',
  progress: 'progress',
  costs: 'costs and their estimates',
  milestone: 'milestones',
  usage: 'usage',
  royalty: 'royalties',
  redemption: 'redemptions',
  lapse: 'lapses',
  return: 'returns',
  journal: 'journals',
  invoice: 'bills',
  creditNote: 'credit notes',
  interest: 'accrued and stated interest',
  accrual: 'accrued and stated interest',
  payment: 'payments',
  payout: 'payouts',
  termination: 'termination',
};
const KINDS = Object.keys(LIVED) as EventKind[];

/** The kinds of fact that the generator of random histories draws. */
const drawnKinds = () =>
  new Set(
    WHATS.flatMap((what) =>
      [20, 60, 160].flatMap((day) =>
        Array.from(
          { length: 12 },
          (_, n) => bothOf({ what, day, size: 1200 + n }, 'f1', 1, 'CARRIED').fact.kind,
        ),
      ),
    ),
  );

describe('docs/conformance.md', () => {
  it('has an example in any order of every kind of fact that the engine knows', () => {
    const page = fs.readFileSync('docs/conformance.md', 'utf8');
    const section = /## Recorded in any order\n([\s\S]*?)\n## /.exec(page)?.[1] ?? '';
    const examples = section
      .split('\n')
      .filter((line) => line.includes('`e2e/revenue/histories/any-order.test.ts`'));
    const missing = KINDS.filter((kind) => {
      const words = LIVED[kind];
      return (
        words !== null && !examples.some((line) => line.includes('recorded late') && line.includes(words))
      );
    });
    expect(missing).toEqual([]);
    expect(page).toContain(
      'A bill or a payment recorded as a document is taken back by reversing the document',
    );
  });

  it('rightly says that the laws hold over random histories with every kind of fact', () => {
    const drawn = drawnKinds();
    // Each history begins with a contract; its facts are voided by the law test itself.
    const begun: readonly EventKind[] = ['created', 'activated', 'voided'];
    expect(KINDS.filter((kind) => !drawn.has(kind) && !begun.includes(kind))).toEqual([]);
  });

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
