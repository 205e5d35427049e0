import type { Breach, SourceFile } from './breach';

/** British spellings, by their stems, and the American ones. `cancelled` stays: the interface spells CANCELLED. */
const SPELLINGS: readonly (readonly [RegExp, string])[] = [
  [/\b(?:un)?recognis(?:e[ds]?|ing)\b/i, 'recognize'],
  [/\bjudgements?\b/i, 'judgment'],
  [/\blicences?\b/i, 'license'],
  [/\bcolour(?:s|ed)?\b/i, 'color'],
  [/\bbehaviours?\b/i, 'behavior'],
  [/\bfavour(?:s|ites?)?\b/i, 'favor'],
  [/\borganis(?:e[ds]?|ations?)\b/i, 'organize'],
  [/\bamortis(?:e[ds]?|ing|ation)\b/i, 'amortize'],
  [/\bcapitalis(?:e[ds]?|ing|ation)\b/i, 'capitalize'],
  [/\b(?:un)?(?:author|real|initial|normal|serial|summar|util|optim|maxim|minim)is(?:e[ds]?|ing)\b/i, '-ize'],
  [/\bfulfils?\b/i, 'fulfill'],
  [/\binstalments?\b/i, 'installment'],
  [/\bneighbour(?:s|ing)?\b/i, 'neighbor'],
  [/\blabelled\b/i, 'labeled'],
  [/\bgrey\b/i, 'gray'],
  // Not British spellings, but words that a native reader stumbles over.
  [/\banew\b/i, 'again'],
  [/\bsomebody\b/i, 'someone'],
  [/\bnobody\b/i, 'no one'],
  [/\bafterwards\b/i, 'afterward'],
  [/\bthrow-away\b/i, 'throwaway'],
  [/\bas often as one likes\b/i, 'any number of times'],
  [/\bwhole verifications?\b/i, 'full verification'],
  // "An amount is no count", but "there is no count" and "it is no longer".
  [
    /(?<!\bthere )\b(?:is|are|was|were) no (?!longer\b|more\b|less\b|one\b|other\b|way\b|different\b)[a-z]/i,
    'is not a …',
  ],
];

const PROSE =
  /^(?:(?:src|e2e|docs|scripts|bench)\/.*\.(?:tsx?|mjs|md)|prisma\/(?:sql|schema)\/.*\.(?:sql|prisma)|[A-Z]+\.md)$/;
/**
 * The contract is the client's text, importable columns are what users write, NOTES.md is a notebook; STYLE.md and this rule show what to
 * avoid.
 */
const NOT_OURS =
  /^(?:docs\/interface\/|src\/db\/generated\/|src\/core\/imports\/importable\.ts$|scripts\/lib\/house\/american-english|(?:STYLE|NOTES)\.md$)/;
/** A law that the heads of others name: `prisma/sql/revenue/recognise.sql`. */
const LAW = /\brecognise\b/g;
const SQL = /\b(?:select|insert|update|delete|from|where|returning|values)\b/i;

/**
 * Refuses British spellings in prose: comments (those of SQL and of the Prisma schema, too), strings of several words, text of
 * components, and Markdown outside code. Identifiers, codes (`LICENCE`), fields (`recognised`) and SQL keep their spelling, because they
 * are names.
 */
export function britishSpellings({ path, text }: SourceFile): Breach[] {
  if (!PROSE.test(path) || NOT_OURS.test(path)) return [];
  let isCode = false;
  return text.split('\n').flatMap((line, index) => {
    if (path.endsWith('.md') && line.startsWith('```')) isCode = !isCode;
    const prose = isCode ? '' : proseOf(path, line);
    return SPELLINGS.filter(([word]) => word.test(prose)).map(([word, american]) => ({
      path,
      line: index + 1,
      rule: 'a British spelling',
      why: `"${word.exec(prose)?.[0]}": we write American English (${american}).`,
    }));
  });
}

/** The prose in a line, without names: code spans, links, paths, dotted and uppercase words. */
function proseOf(path: string, line: string): string {
  const found = path.endsWith('.md')
    ? [line]
    : /\.(?:sql|prisma)$/.test(path)
      ? [/(?:--|\/\/\/)\s(.*)$/.exec(line)?.[1]?.replace(LAW, ' ') ?? '']
      : [commentOf(line), ...stringsOf(line), textOf(line)];
  return found
    .join('\n')
    .replace(/`[^`\n]*`|\]\([^)]*\)/g, ' ')
    .replace(/\S*[\w-]*[/_$.=]\w\S*|\b[A-Z]{2,}\b|\w+(?=:\s*\S+[,)}]|\()/g, ' ');
}

function commentOf(line: string): string {
  return /^\s*(?:\/\*\*?|\*(?!\/)|\/\/)\s?(.*)$/.exec(line)?.[1] ?? /\s\/\/ (.*)$/.exec(line)?.[1] ?? '';
}

function stringsOf(line: string): string[] {
  const strings = line.match(/'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\\n]|\\.)*`/g) ?? [];
  return strings
    .map((one) => one.slice(1, -1).replace(/\$\{[^}]*\}/g, ' '))
    .filter((one) => /[A-Za-z] [A-Za-z]/.test(one) && !SQL.test(one));
}

/** A line of component text: only words. */
function textOf(line: string): string {
  return /^\s*[A-Z][\w ,.;:’'()–-]*$/.test(line) && / [a-z]+ /.test(line) ? line : '';
}
