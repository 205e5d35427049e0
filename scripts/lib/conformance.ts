import fs from 'node:fs';
import path from 'node:path';

/** A test that proves a paragraph or an example: its title, and where it is. */
export interface Proof {
  readonly title: string;
  readonly file: string;
}

const FOLDERS = [
  'src/core/revenue/cases',
  'src/core/revenue',
  'src/core/revenue/contracts',
  'src/core/revenue/modifications',
  'e2e/revenue',
];
const TITLE =
  /(?:it|test)(?:\.each[^;]*?\]\))?\(\s*(['"`])((?:(?!\1).|\\\1)*(?:606-10|340-40|830-10|IFRS 15|IAS 21)(?:(?!\1).|\\\1)*)\1/gs;
const REFERENCE =
  /(?:606-10|340-40|830-10)-\d+(?:-\d+[A-Z]?)?(?:,? Example \d+(?: Cases? [A-Z](?:(?: and |, )[A-Z])*)?)?/;

/** Honestly: what the product does not do, or leaves to the accountant's own figures. */
const NOT_DONE = [
  'The portfolio approach (606-10-10-4) has no form of its own: a portfolio is told as its contracts, or as one contract of their sums, whose shares are rounded once (Example 51).',
  'Repurchase agreements: a lapse is told and earned; an exercise is told as what is paid back and, under a financing, the termination of the contract. The lease itself (842) is shown as revenue over its term.',
  'Contract assets in a foreign currency stay at the rate they arose at; receivables, refund liabilities and what is owed to suppliers are revalued monthly.',
  'Known as of: what a transaction records counts as known from its start; a report of a moment at which one was running is cut back to just before it and says so. Of two facts told of one contract at once, the one recorded later can count as known first.',
  'Dimensions an account starts to require bind contracts activated and promises added after that; what runs post of earlier ones is not stopped.',
  'A credit memo of a contract settles its refund liability, else lowers the price as a whole; what cancels only the rest of a contract is told as a credit note of that mode.',
];

/** The tests whose titles name a paragraph or an example of the standards. */
export function proofsIn(root: string): Proof[] {
  const found: Proof[] = [];
  for (const folder of FOLDERS) {
    for (const name of fs.readdirSync(path.join(root, folder)).sort()) {
      if (!name.endsWith('.test.ts')) continue;
      const file = `${folder}/${name}`;
      const text = fs.readFileSync(path.join(root, file), 'utf8');
      for (const [, , title] of text.matchAll(TITLE)) {
        if (title !== undefined) found.push({ title: title.replaceAll("\\'", "'"), file });
      }
    }
  }
  return found;
}

/** docs/conformance.md: what of the standards is proved, by which test, and what is not done. */
export function conformanceOf(proofs: readonly Proof[]): string {
  const rows = proofs
    .map((proof) => ({ reference: REFERENCE.exec(proof.title)?.[0] ?? 'other', ...proof }))
    .sort(
      (a, b) =>
        a.reference.localeCompare(b.reference, 'en', { numeric: true }) || a.file.localeCompare(b.file),
    );
  const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll('\n', ' ');
  return [
    '# Conformance with ASC 606, ASC 340-40 and IFRS 15',
    '',
    'Generated from the titles of the tests by `npx tsx scripts/conformance.ts`; do not edit. Tests under `e2e/revenue` go',
    'through the use-cases down to posted ledger entries, those under `src/core/revenue` through the pure engine.',
    '',
    '| Paragraph or example | What Daybook does | Test |',
    '|---|---|---|',
    ...rows.map(({ reference, title, file }) => `| ${cell(reference)} | ${cell(title)} | \`${file}\` |`),
    '',
    '## Not done',
    '',
    ...NOT_DONE.map((line) => `- ${line}`),
    '',
  ].join('\n');
}
