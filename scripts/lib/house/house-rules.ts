import { britishSpellings } from './american-english';
import type { Breach, SourceFile } from './breach';
import { VOCABULARY } from './house-vocabulary';

type NameRule = {
  rule: string;
  why: string;
  in: RegExp;
  not?: RegExp;
  breaks: (file: SourceFile) => boolean;
};
type LineRule = { rule: string; why: string; in: RegExp; not?: RegExp; word: RegExp };

const CODE = /^(?:src|scripts|e2e|bench|mutants|prisma\/seed)\/.*\.(?:ts|tsx|mjs|cjs|js)$/;
const GENERATED = /^src\/db\/generated\//;
const TEST = /\.test\.tsx?$/;

/** Names that say nothing about the content. */
const EMPTY_NAMES = [
  'utils',
  'util',
  'helpers',
  'helper',
  'common',
  'shared',
  'misc',
  'service',
  'services',
  'manager',
  'types',
  'interfaces',
  'constants',
  'index',
  'lib',
];

const baseName = (path: string) =>
  (path.split('/').at(-1) ?? '').replace(/(?:\.(?:db|laws))?(?:\.test|\.spec)?\.[a-z]+$/, '');
const linesOf = (text: string) => text.replace(/\n$/, '').split('\n').length;

const NAME_RULES: NameRule[] = [
  {
    rule: 'a name that says nothing',
    why: `No file is called ${EMPTY_NAMES.slice(0, 5).join(', ')} … or index: a folder shows what it holds, and nothing is exported twice.`,
    in: /^(?:src|scripts|e2e|bench|mutants|prisma\/seed)\//,
    breaks: ({ path }) => EMPTY_NAMES.includes(baseName(path)),
  },
  {
    rule: 'a folder name that says nothing',
    why: 'The same for folders; src/lib and scripts/lib are the two of that name.',
    in: /^(?:src|e2e|bench|mutants|prisma\/seed)\//,
    breaks: ({ path }) =>
      path
        .split('/')
        .slice(0, -1)
        .some((part, depth) => EMPTY_NAMES.includes(part) && !(depth === 1 && part === 'lib')),
  },
  {
    rule: 'a name in another spelling',
    why: 'Files and folders are kebab-case, in small letters; Next alone has [brackets] and (groups).',
    in: /^(?:src|scripts|e2e|bench|mutants|prisma\/seed)\//,
    breaks: ({ path }) =>
      path
        .split('/')
        .some((part, index, parts) =>
          index === parts.length - 1
            ? !/^[a-z0-9]+(?:-[a-z0-9]+)*(?:\.(?:db|laws|test|spec|d))*\.[a-z]+$/.test(part)
            : !/^(?:[a-z0-9]+(?:-[a-z0-9]+)*(?:\.(?:json|xml|txt|well-known))?|_?\[{1,2}(?:\.{3})?[a-zA-Z]+\]{1,2}|\([a-z-]+\)|\.[a-z-]+)$/.test(
                part,
              ),
        ),
  },
  {
    rule: 'a file longer than 400 lines',
    why: 'A file is read in one sitting. Split it by what it says, not by its length.',
    in: CODE,
    breaks: ({ text }) => linesOf(text) > 400,
  },
  {
    rule: 'a route file longer than 15 lines',
    why: 'src/app routes and nothing else; the work is in ui and surfaces.',
    in: /^src\/app\/.*\/?route\.tsx?$/,
    breaks: ({ text }) => linesOf(text) > 15,
  },
  {
    rule: 'a law without its head',
    why: 'A file of prisma/sql begins with what it promises, then says Refuses, Locks, Rule and Proved by, each in a comment line.',
    in: /^prisma\/sql\/.*\.sql$/,
    breaks: ({ text }) =>
      !text.startsWith('-- ') ||
      !['Refuses', 'Locks', 'Rule', 'Proved by'].every((word) => text.includes(`\n-- ${word}: `)),
  },
  {
    rule: 'a barrel',
    why: 'A file that only passes on what others export hides where things live.',
    in: CODE,
    breaks: ({ text }) => {
      const code = text.replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '').trim();
      return (
        code !== '' &&
        code
          .split(/;\s*/)
          .filter(Boolean)
          .every((statement) =>
            /^export\s+(?:type\s+)?(?:\*|\{[^}]*\})(?:\s+as\s+\w+)?\s+from\s/.test(statement.trim()),
          )
      );
    },
  },
];

const LINE_RULES: LineRule[] = [
  {
    rule: 'a law in a migration',
    why: 'Functions, triggers, policies and views are files of prisma/sql, so that each has one current text.',
    in: /^prisma\/migrations\/.*\.sql$/,
    word: /\bCREATE\s+(?:OR\s+REPLACE\s+)?(?:CONSTRAINT\s+)?(?:FUNCTION|PROCEDURE|TRIGGER|POLICY|VIEW)\b/i,
  },
  {
    rule: 'a law that replaces another',
    why: 'The migrator drops what changed; a file that says OR REPLACE would take the place of what another one made.',
    in: /^prisma\/sql\/.*\.sql$/,
    word: /\bCREATE\s+OR\s+REPLACE\b/i,
  },
  {
    rule: 'an unfinished mark',
    why: 'What is not done is an issue, not a comment.',
    in: /\.(?:ts|tsx|mjs|cjs|js|css|sql|prisma)$/,
    word: /\b(?:TO\x44O|FIX\x4dE|HA\x43K)\b/,
  },
  {
    rule: 'a test that is switched off or alone',
    why: 'A test that does not run guards nothing.',
    in: /\.(?:test|spec)\.tsx?$/,
    word: /\b(?:it|test|describe)\.(?:only|skip|todo|fixme|fails)\b/,
  },
  {
    rule: 'a floating-point reader',
    why: 'parseFloat loses cents. Amounts are decimal strings; inside core they are Decimal.',
    in: /^src\/.*\.tsx?$/,
    not: TEST,
    word: /\bparseFloat\s*\(/,
  },
  {
    rule: 'money as a JavaScript number',
    why: 'A number has 15 digits and no cents. Keep the decimal string, or Decimal inside core.',
    in: /^src\/.*\.tsx?$/,
    not: TEST,
    word: /\b(?:Number|\+)\s*\(\s*[\w.[\]?]*(?:amount|balance|total|debit|credit|price|subtotal|revenue(?!Recognition)|rate)\w*\s*\)/i,
  },
  {
    rule: 'an amount in a sentence without its currency',
    why: 'A sentence says 1200.00 in USD and 1200 in JPY: amountInFull of core/money/currency writes it. The files left out write rates, quantities and percentages.',
    in: /^src\/.*\.tsx?$/,
    not: /\.test\.tsx?$|^src\/core\/(?:imports\/journal-rows|revenue\/contracts\/flows)\.ts$|^src\/usecases\/(?:periods\/ledger-blockers|subscriptions\/bill-subscription)\.ts$/,
    word: /`[^`]*\$\{(?:[^{}`]*\.toFixed\(\)|toPlainString\([^{}`]*)\}/,
  },
  {
    rule: 'a clock, or chance, in the core',
    why: 'The laws are the same every day; today and new ids come in as arguments.',
    in: /^src\/core\/.*\.ts$/,
    not: TEST,
    word: /\bnew Date\(\s*\)|\bDate\.now\(|\bMath\.random\(|\bprocess\.|\bTemporal\.Now\b/,
  },
  {
    rule: 'days counted outside the calendar',
    why: 'Two places that count days disagree one day. core/periods/calendar counts them, in integers.',
    in: /^(?:src|prisma\/seed)\/.*\.tsx?$/,
    not: TEST,
    word: /\.set(?:UTC)?(?:Date|Month|FullYear)\(|\.get(?:UTC)?Day\(|\bDate\.UTC\(/,
  },
  {
    rule: 'a wait with a limit of its own',
    why: 'A slow machine reaches it. expect.poll waits long by itself; anything else takes PATIENCE_MS of src/testing/patience.',
    in: /\.test\.ts$|^src\/testing\//,
    word: /\btimeout: \d/,
  },
  {
    rule: 'a switched-off check',
    why: 'Types are argued with, not silenced.',
    in: CODE,
    word: /@ts-(?:ignore|nocheck)|\bas any\b/,
  },
  {
    rule: 'a minted organization id',
    why: 'Only src/auth proves who a caller is; everybody else receives the id from there.',
    in: /^src\/.*\.tsx?$/,
    not: /^src\/(?:auth|testing)\/|\.test\.tsx?$/,
    word: /\bas OrganizationId\b/,
  },
];

/** The head of a law names the tests that prove it; each must exist and name the law, as a function or as noun/name. */
function unprovedLaws(files: SourceFile[]): Breach[] {
  const texts = new Map(files.map(({ path, text }) => [path, text]));
  return files.flatMap(({ path, text }) => {
    const [, law] = /^prisma\/sql\/(.+)\.sql$/.exec(path) ?? [];
    if (law === undefined) return [];
    const named = /^-- Proved by: ((?:.*\n-- {3})*.*)$/m.exec(text)?.[1] ?? '';
    const made = `daybook_${law.split('/').at(-1)?.replaceAll('-', '_')}`;
    const names = new RegExp(`(?:\\b${made}\\b|\\b${law}(?![\\w-]))`);
    return (named.match(/[\w./-]+\.test\.ts/g) ?? [])
      .filter((test) => !names.test(texts.get(test) ?? ''))
      .map((test) => ({
        path,
        rule: 'a law that its test does not name',
        why: `${test} is missing or names neither ${made} nor ${law}. Point to the test that fails when the law's text is damaged.`,
      }));
  });
}

/** The floor's closed vocabulary: a name must match one of its patterns. */
function vocabularyBreach({ path }: SourceFile): Breach | undefined {
  const floor = VOCABULARY.find(({ in: place }) => path.startsWith(place));
  if (!floor) return undefined;
  const rest = path.slice(floor.in.length);
  if (floor.names.some((pattern) => pattern.test(rest))) return undefined;
  return { path, rule: `not a name of ${floor.in}`, why: floor.why };
}

/** Every breach in these files, in file order. */
export function breachesOf(files: SourceFile[]): Breach[] {
  const breaches: Breach[] = unprovedLaws(files);
  for (const file of files.filter(({ path }) => !GENERATED.test(path))) {
    for (const rule of NAME_RULES) {
      if (applies(rule, file.path) && rule.breaks(file))
        breaches.push({ path: file.path, rule: rule.rule, why: rule.why });
    }
    breaches.push(...britishSpellings(file));
    const unknown = vocabularyBreach(file);
    if (unknown) breaches.push(unknown);
    for (const rule of LINE_RULES.filter((rule) => applies(rule, file.path))) {
      file.text.split('\n').forEach((text, index) => {
        if (rule.word.test(text))
          breaches.push({ path: file.path, line: index + 1, rule: rule.rule, why: rule.why });
      });
    }
  }
  return breaches;
}

function applies({ in: place, not }: { in: RegExp; not?: RegExp }, path: string): boolean {
  return place.test(path) && !not?.test(path);
}
