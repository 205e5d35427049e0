import path from 'node:path';
import type { Breach, SourceFile } from './breach';

const CODE = /^(?:src|e2e|bench|prisma|scripts|mutants)\/.*\.(?:ts|tsx|mjs|cjs|sql|prisma)$/;
/**
 * Files that mention paths which need not exist: the naming rules and their tests, and migrations, which never change and name files as
 * they were then.
 */
const ABOUT_PATHS =
  /^scripts\/lib\/house\/(?:house-rules|house-vocabulary|citations|conformance|folders)\b|^src\/db\/generated\/|^prisma\/migrations\//;
const LINK = /!?\[[^\]]*\]\(([^)\s]+)\)/g;
const NAMED_FILE =
  /(?<![\w./-])(?:docs|src|e2e|bench|prisma|scripts)\/[\w./[\]-]+\.(?:md|tsx?|mjs|cjs|sql|prisma|json|png)\b/g;
const PAGE =
  /(?<![\w/-])(?:docs\/(?:[\w-]+\/)*)?([\w-]+)\.md\b(?:,? (?:section )?(\d+)\b|, habit (\d+)\b)?((?:,? [\w ]{1,30})?,? "([^"]+)")?/g;
const INTERFACE = /\binterface (\d+(?:\.\d+)?)\b/g;

/** A page that citations can refer to, with its anchors. */
interface Page {
  readonly path: string;
  readonly text: string;
  readonly anchors: ReadonlySet<string>;
}

/**
 * Checks that every link in a page and every citation in a comment, a page or a test's title leads somewhere: links to files
 * and their headings, `docs/…` and `src/…` to files, "accounting.md 4" to the heading with that number, a page followed by
 * words in quotes to a page that contains them, "interface 3.4" to that section of the interface.
 */
export function brokenCitations(files: readonly SourceFile[], paths: ReadonlySet<string>): Breach[] {
  const pages = files.filter((file) => file.path.endsWith('.md')).map(pageOf);
  const byName = new Map<string, Page[]>();
  for (const page of pages) {
    const name = path.posix.basename(page.path, '.md');
    byName.set(name, [...(byName.get(name) ?? []), page]);
  }
  return files
    .filter((file) => !ABOUT_PATHS.test(file.path))
    .flatMap((file) => {
      const isPage = file.path.endsWith('.md');
      if (!isPage && !CODE.test(file.path)) return [];
      const prose = isPage ? linesOf(file.text) : proseOf(file);
      return prose.flatMap(({ line, text }) =>
        [...(isPage ? linksIn(text, file.path, pages, paths) : []), ...namesIn(text, byName, paths)].map(
          (why): Breach => ({
            path: file.path,
            line,
            rule: 'a citation of something that does not exist',
            why,
          }),
        ),
      );
    });
}

function linksIn(text: string, from: string, pages: readonly Page[], paths: ReadonlySet<string>): string[] {
  return [...text.matchAll(LINK)].flatMap(([, target = '']) => {
    if (/^[a-z]+:|^\//.test(target)) return [];
    const [file = '', anchor] = target.split('#');
    const to = file === '' ? from : path.posix.normalize(path.posix.join(path.posix.dirname(from), file));
    const isFolder = [...paths].some((one) => one.startsWith(`${to.replace(/\/$/, '')}/`));
    if (!paths.has(to) && !isFolder) return [`There is no ${to}.`];
    const page = pages.find((one) => one.path === to);
    return anchor !== undefined && page !== undefined && !page.anchors.has(anchor)
      ? [`${to} has no heading #${anchor}.`]
      : [];
  });
}

function namesIn(text: string, byName: ReadonlyMap<string, Page[]>, paths: ReadonlySet<string>): string[] {
  const files = [...text.matchAll(NAMED_FILE)]
    .map(([name]) => name)
    // Generated files are not in a checkout before the generator has run.
    .filter((name) => !paths.has(name) && !name.startsWith('src/db/generated/'));
  const cited = [...text.matchAll(PAGE)].flatMap(([, name = '', number, habit, , quoted]) => {
    const pages = byName.get(name);
    if (pages === undefined) return [`No page is called ${name}.md.`];
    if (number !== undefined && !pages.some((page) => has(page, `## ${number}.`)))
      return [`${name}.md has no section ${number}.`];
    if (habit !== undefined && !pages.some((page) => has(page, `${habit}. `)))
      return [`${name}.md has no habit ${habit}.`];
    return quoted !== undefined && !pages.some((page) => plain(page.text).includes(plain(quoted)))
      ? [`${name}.md does not contain “${quoted}”.`]
      : [];
  });
  const sections = [...text.matchAll(INTERFACE)].flatMap(([, number = '']) =>
    byName
      .get('service-interface')
      ?.some((page) => has(page, `## ${number}.`) || has(page, `### ${number} `)) === false
      ? [`The interface has no section ${number}.`]
      : [],
  );
  return [...files.map((name) => `There is no ${name}.`), ...cited, ...sections];
}

const has = ({ text }: Page, start: string) => `\n${text}`.includes(`\n${start}`);
const plain = (text: string) =>
  text
    .toLowerCase()
    .replace(/[’`*_]/g, "'")
    .replace(/\s+/g, ' ');

function pageOf({ path: where, text }: SourceFile): Page {
  const headings = [...text.matchAll(/^#+ (.+)$/gm)].map(([, title = '']) => slugOf(title));
  return { path: where, text, anchors: new Set(headings) };
}

/** The anchor of a heading in a link. */
function slugOf(title: string): string {
  return title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/\s/g, '-');
}

type Line = { readonly line: number; readonly text: string };

function linesOf(text: string): Line[] {
  return text.split('\n').map((one, index) => ({ line: index + 1, text: one }));
}

/** Comments and titles of tests. The lines of one comment are joined into one text. */
function proseOf({ path: where, text }: SourceFile): Line[] {
  const comments = where.endsWith('.sql')
    ? /(?:^[ \t]*--.*\n?)+|--.*$/gm
    : /\/\*[\s\S]*?\*\/|(?:^[ \t]*\/\/.*\n?)+|(?<=\s)\/\/ .*$/gm;
  const titles =
    /\b(?:it|test|describe)(?:\.(?:sequential|concurrent))?(?:\.each[^;]{0,2000}?\]\))?\(\s*(['"`])((?:(?!\1).|\\\1)*)\1/g;
  const found: Line[] = [];
  const lineAt = (index: number) => text.slice(0, index).split('\n').length;
  for (const { 0: comment, index } of text.matchAll(comments))
    found.push({ line: lineAt(index), text: comment.replace(/\n[ \t]*(?:\*|--|\/\/)?[ \t]*/g, ' ') });
  if (/\.(?:test|spec)\.tsx?$/.test(where))
    for (const { 2: title = '', index } of text.matchAll(titles))
      found.push({ line: lineAt(index), text: title });
  return found;
}
