import ts from 'typescript';
import type { SourceFile } from './breach';
import { type Module, mentionsOf, moduleOf, Reach } from './reach';

/** A test that proves a paragraph or an example: its title, its file, and the names it mentions. */
export interface Proof {
  readonly title: string;
  readonly file: string;
  readonly mentions: ReadonlySet<string>;
}

const TESTS = /^(?:src\/core\/revenue|e2e\/revenue)\/.*\.test\.ts$/;
const CLAIM = /606-10|340-40|605-35|830-10|IFRS 15|IAS 21|IAS 37/;
/** Tests of facts that are recorded late, twice, in parts or wrong: examples, and laws over random histories. */
const LIFE =
  /^(?:in any order|oracle|provisions|interest|permutation|closes in between|addition|void|split|day|idempotence|conservation|scale): /;
/** Code whose use by a test proves nothing: arithmetic, the shape of an answer, and the tests' own oracles. */
const PROVES_NOTHING = /^(?:src\/(?:core\/money\/|core\/outcome|lib\/|testing\/)|e2e\/.*\/oracle\/)/;
const REFERENCE =
  /IAS 37\.\d+|(?:606-10|340-40|605-35|830-10)-\d+(?:-\d+[A-Z]?)?(?:,? Example \d+(?: Cases? [A-Z](?:(?: and |, )[A-Z])*)?)?/;

/** What the product does not do, or leaves to the accountant's own figures. */
const NOT_DONE = [
  'The portfolio approach (606-10-10-4) is not a separate feature: a portfolio is recorded as its contracts, or as one contract with their totals, whose shares are rounded once (Example 51).',
  'Repurchase agreements: a lapse is recorded and earned; an exercise is recorded as the amount repaid and, for a financing, as the termination of the contract. The lease itself (842) is shown as revenue over its term.',
  'Known as of: what a transaction records counts as known from its start; a report as of a moment at which one was running is cut back to just before it and says so. What a step of a run posts counts from the start of that step, also where it waited for a contract of which a fact was recorded meanwhile.',
  'Costs of a contract that follow obligations (340-40-35-1) cover renewals when they are agreed, not before; those amortized over time cover expected ones.',
  'The test for losses (605-35-25-45) compares the costs with the price as its constraint (606-10-32-11) leaves it; costs of materials and work themselves are booked by their own documents.',
  'Dimensions that an account starts to require apply to contracts activated and obligations added after that; runs continue to post earlier ones.',
  'A credit memo for a contract settles its refund liability, and lowers the price as a whole by what exceeds it; a cancellation of only the rest of a contract is recorded as a credit note of that mode.',
  'What an order of another system adds later stays in the contract of that order and is netted with it, also where it is a separate contract (606-10-25-12): the other system tells what happens of one contract. Elsewhere such a modification becomes a contract of its own, unless the caller says otherwise (`ownContract` false).',
  'A bill or a payment recorded as a document is taken back by reversing the document, not by voiding its fact; the laws over random histories cover facts recorded under the contract.',
  'A committed minimum is in money, of commitment periods of equal length; one that is stated in units is entered at their price. Commitment periods other than months, quarters, years or the whole term, and a part of a minimum that is carried over for less than the rest of the term, have no terms of their own.',
  'A committed minimum with a supplier, or with a price of which a part is expected to be refunded, is refused. A modification does not take a minimum away: it sets the later ones to zero.',
  'A bill may say which obligation or commitment period it is for; so may a credit memo, and so do the lines that the billing of a subscription drafts for an item that became one obligation of its contract; an item that became several, or was changed within its term, is not named. Payments do not say it. Bills that say nothing are taken to cover the payments of a financing plan in their order before anything else.',
  'The profit within goods that one company of a group sold to another, which still holds them (810-10-45-1), is not calculated: an elimination company takes the entry. What a payment between two companies is applied to is not mirrored.',
  'A price that is less than the materials without margin in it (606-10-55-21) leaves the share satisfied as it was until the price or the costs change again.',
];

/** The tests whose titles name a paragraph or an example of the standards. */
export function proofsIn(files: readonly SourceFile[]): Proof[] {
  return files
    .filter(({ path }) => TESTS.test(path))
    .sort((a, b) => (a.path < b.path ? -1 : 1))
    .flatMap(({ path: file, text }) => {
      const found: Proof[] = [];
      /** The declarations next to the test in its describe block: name → what it mentions. */
      const beside = new Map<string, Set<string>>();
      const look = (node: ts.Node): void => {
        const title = titleOf(node);
        if (title !== null && (CLAIM.test(title) || LIFE.test(title)))
          found.push({ title, file, mentions: mentionsOf(node) });
        const name = nameOf(node);
        if (name !== null) beside.set(name, mentionsOf(node));
        ts.forEachChild(node, look);
      };
      look(ts.createSourceFile(file, text, ts.ScriptTarget.Latest, false));
      return found.map((proof) => ({ ...proof, mentions: closed(proof.mentions, beside) }));
    });
}

/** The name of a function or a constant. */
function nameOf(node: ts.Node): string | null {
  const isNamed = ts.isVariableDeclaration(node) || ts.isFunctionDeclaration(node);
  return isNamed && node.name !== undefined && ts.isIdentifier(node.name) ? node.name.text : null;
}

/** The names, with everything they mention in turn. */
function closed(names: ReadonlySet<string>, beside: ReadonlyMap<string, Set<string>>): Set<string> {
  const all = new Set(names);
  for (const name of all) for (const mention of beside.get(name) ?? []) all.add(mention);
  return all;
}

/** The title of it('…'), test('…') or it.each(…)('…'); null for anything else. */
function titleOf(node: ts.Node): string | null {
  if (!ts.isCallExpression(node)) return null;
  let callee: ts.Expression = node.expression;
  while (ts.isCallExpression(callee) || ts.isPropertyAccessExpression(callee)) callee = callee.expression;
  const [title] = node.arguments;
  const isTest = ts.isIdentifier(callee) && (callee.text === 'it' || callee.text === 'test');
  return isTest && title !== undefined && ts.isStringLiteralLike(title) ? title.text : null;
}

/**
 * Claims whose tests prove nothing: neither the test nor what it calls among the tests' own files uses a law, a use-case or a
 * table that the server, a page, a job or the demo company uses.
 */
export function hollowProofs(proofs: readonly Proof[], files: readonly SourceFile[]): Proof[] {
  const reach = new Reach(files);
  const sources = new Map(files.map((file) => [file.path, file]));
  const known = new Set(sources.keys());
  const modules = new Map<string, Module>();
  const moduleAt = (path: string) => {
    const source = sources.get(path);
    if (source === undefined) return undefined;
    const module = modules.get(path) ?? moduleOf(source, known);
    modules.set(path, module);
    return module;
  };
  const proves = (file: string, names: Iterable<string>, seen: Set<string>): boolean => {
    const module = moduleAt(file);
    if (module === undefined) return false;
    return [...names].some((name) => {
      const id = `${file} ${name}`;
      if (seen.has(id)) return false;
      seen.add(id);
      const declared = module.declared.get(name);
      if (declared !== undefined && proves(file, declared.mentions, seen)) return true;
      const imported = module.imported.get(name);
      if (imported === undefined || PROVES_NOTHING.test(imported.from)) return false;
      return imported.from.startsWith('e2e/')
        ? proves(imported.from, [imported.name], seen)
        : reach.has(imported.from, imported.name === '*' ? undefined : imported.name);
    });
  };
  return proofs.filter((proof) => !proves(proof.file, proof.mentions, new Set()));
}

/** docs/conformance.md: which parts of the standards are proved, by which test, and what is not done. */
export function conformanceOf(proofs: readonly Proof[]): string {
  const rows = proofs
    .filter(({ title }) => !LIFE.test(title))
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
    '## Recorded in any order',
    '',
    'Facts come late, twice, in parts and wrong, and months are closed in between. What a contract is follows from the facts by',
    'their dates, whatever the order in which they are recorded: by examples through the use-cases down to the ledger, and by laws',
    'over random histories with every kind of fact (`DAYBOOK_HISTORIES` and `DAYBOOK_SEED` ask for more and for others).',
    '',
    '| Guarantee | Test |',
    '|---|---|',
    ...proofs
      .filter(({ title }) => LIFE.test(title))
      .map(({ title, file }) => `| ${cell(title.replace('in any order: ', ''))} | \`${file}\` |`),
    '',
    '## Not done',
    '',
    ...NOT_DONE.map((line) => `- ${line}`),
    '',
  ].join('\n');
}
