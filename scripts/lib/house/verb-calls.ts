import path from 'node:path';
import ts from 'typescript';
import type { Breach, SourceFile } from './breach';

const ROOT = 'src/surfaces/trpc/root.ts';
const ROUTER = /^src\/surfaces\/trpc\/(?:root|routers\/[a-z-]+)\.ts$/;
const SCREEN = /^src\/(?:ui|app)\/.*\.tsx?$/;
const TEST = /\.test\.tsx?$/;
/** How the client calls verbs: hooks, one-time calls of the client, and prefetches of a page. */
const ASKS = new Set([
  'useQuery',
  'useSuspenseQuery',
  'useInfiniteQuery',
  'useMutation',
  'prefetch',
  'prefetchInfinite',
  'fetch',
  'query',
  'mutate',
]);

/** Every verb the routers offer, by its dotted name: `revenue.contracts.get`. */
export function verbsIn(files: readonly SourceFile[]): string[] {
  const sources = new Map(
    files.filter((file) => ROUTER.test(file.path)).map((file) => [file.path, parsed(file)]),
  );
  const root = sources.get(ROOT);
  if (root === undefined) return [];
  return verbsOf(declarationOf(root, 'appRouter'), root, sources, '').sort();
}

/** Those of the named verbs that some screen calls. */
export function callsIn(files: readonly SourceFile[], verbs: readonly string[]): Set<string> {
  const known = new Set(verbs);
  const roots = new Set(verbs.map((verb) => verb.split('.')[0]));
  const called = new Set<string>();
  for (const file of files.filter((each) => SCREEN.test(each.path) && !TEST.test(each.path))) {
    const source = parsed(file);
    const shortNames = shortNamesIn(source);
    const look = (node: ts.Node): void => {
      if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)) {
        const said = chainOf(node.expression, shortNames);
        const from = said.findIndex((segment) => roots.has(segment));
        const last = said.at(-1) ?? '';
        if (from >= 0) {
          const asked = said.slice(from, ASKS.has(last) ? -1 : undefined).join('.');
          if (known.has(asked)) called.add(asked);
        }
      }
      ts.forEachChild(node, look);
    };
    look(source);
  }
  return called;
}

/**
 * Compares the routers with the screens. A verb no screen calls is in the list of `unseen` verbs with the reason why
 * none does; a verb in that list that a screen calls, or that does not exist, does not belong there.
 */
export function verbBreaches(
  files: readonly SourceFile[],
  unseen: Readonly<Record<string, string>>,
  list: string,
): Breach[] {
  const verbs = verbsIn(files);
  const called = callsIn(files, verbs);
  const missing = verbs
    .filter((verb) => !called.has(verb) && unseen[verb] === undefined)
    .map((verb) => ({
      path: ROOT,
      rule: `${verb} is called by no screen`,
      why: `A verb that people cannot reach does not exist for them: give it a screen, or its reason a line in ${list}.`,
    }));
  const stale = Object.keys(unseen)
    .filter((verb) => called.has(verb) || !verbs.includes(verb))
    .map((verb) => ({
      path: list,
      rule: called.has(verb) ? `${verb} is called by a screen` : `${verb} is not a verb`,
      why: 'The list names only verbs of the routers that no screen calls. Remove the line.',
    }));
  return [...missing, ...stale];
}

const parsed = ({ path: file, text }: SourceFile) =>
  ts.createSourceFile(
    file,
    text,
    ts.ScriptTarget.Latest,
    true,
    file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS,
  );

/** The verbs below an expression of a router: an object of verbs and routers, a name, or one verb. */
function verbsOf(
  node: ts.Expression | undefined,
  source: ts.SourceFile,
  sources: ReadonlyMap<string, ts.SourceFile>,
  prefix: string,
): string[] {
  if (node === undefined) return [];
  if (ts.isIdentifier(node)) {
    const [there, name] = importOf(source, node.text, sources) ?? [source, node.text];
    return verbsOf(declarationOf(there, name), there, sources, prefix);
  }
  if (ts.isObjectLiteralExpression(node))
    return node.properties.flatMap((property) => {
      if (ts.isSpreadAssignment(property)) return verbsOf(property.expression, source, sources, prefix);
      if (!ts.isPropertyAssignment(property)) return [];
      return verbsOf(
        property.initializer,
        source,
        sources,
        `${prefix === '' ? '' : `${prefix}.`}${property.name.getText()}`,
      );
    });
  if (ts.isAsExpression(node)) return verbsOf(node.expression, source, sources, prefix);
  if (ts.isCallExpression(node)) {
    if (node.expression.getText() === 'createTrpcRouter')
      return verbsOf(node.arguments[0], source, sources, prefix);
    const made = ts.isIdentifier(node.expression) ? returnOf(source, node.expression.text) : undefined;
    if (made !== undefined) return verbsOf(made, source, sources, prefix);
  }
  return [prefix];
}

/** The value of a constant at the top level of a file. */
function declarationOf(source: ts.SourceFile, name: string): ts.Expression | undefined {
  for (const statement of source.statements)
    if (ts.isVariableStatement(statement))
      for (const declaration of statement.declarationList.declarations)
        if (declaration.name.getText() === name) return declaration.initializer;
  return undefined;
}

/** What a function of this file returns, when it makes a router. */
function returnOf(source: ts.SourceFile, name: string): ts.Expression | undefined {
  const made = source.statements.find(
    (statement): statement is ts.FunctionDeclaration =>
      ts.isFunctionDeclaration(statement) && statement.name?.text === name,
  );
  return made?.body?.statements.find(ts.isReturnStatement)?.expression;
}

/** The router file a name is imported from, and its name there. */
function importOf(
  source: ts.SourceFile,
  name: string,
  sources: ReadonlyMap<string, ts.SourceFile>,
): [ts.SourceFile, string] | undefined {
  for (const statement of source.statements) {
    if (!ts.isImportDeclaration(statement) || !ts.isStringLiteral(statement.moduleSpecifier)) continue;
    const named = statement.importClause?.namedBindings;
    if (named === undefined || !ts.isNamedImports(named)) continue;
    const element = named.elements.find((each) => each.name.text === name);
    const there = sources.get(
      `${path.posix.join(path.posix.dirname(source.fileName), statement.moduleSpecifier.text)}.ts`,
    );
    if (element && there) return [there, (element.propertyName ?? element.name).text];
  }
  return undefined;
}

/** Local names for a part of the routers: `{ revenue: { reports } }`, `const reports = trpc.revenue.reports`. */
function shortNamesIn(source: ts.SourceFile): Map<string, string[]> {
  const names = new Map<string, string[]>();
  const pattern = (binding: ts.ObjectBindingPattern, above: string[]): void => {
    for (const element of binding.elements) {
      const said = [...above, (element.propertyName ?? element.name).getText()];
      if (ts.isObjectBindingPattern(element.name)) pattern(element.name, said);
      else if (said.length > 1) names.set(element.name.getText(), said);
    }
  };
  const look = (node: ts.Node): void => {
    if ((ts.isParameter(node) || ts.isVariableDeclaration(node)) && ts.isObjectBindingPattern(node.name))
      pattern(node.name, []);
    else if (
      ts.isVariableDeclaration(node) &&
      ts.isIdentifier(node.name) &&
      node.initializer &&
      ts.isPropertyAccessExpression(node.initializer)
    )
      names.set(node.name.text, chainOf(node.initializer, names));
    ts.forEachChild(node, look);
  };
  look(source);
  return names;
}

/** The names of `a.b.c` from left to right; a left end that is not a name (a call, an `await`) is left out. */
function chainOf(node: ts.Expression, shortNames: ReadonlyMap<string, string[]>): string[] {
  if (ts.isPropertyAccessExpression(node)) return [...chainOf(node.expression, shortNames), node.name.text];
  if (ts.isNonNullExpression(node)) return chainOf(node.expression, shortNames);
  return ts.isIdentifier(node) ? (shortNames.get(node.text) ?? [node.text]) : [];
}
