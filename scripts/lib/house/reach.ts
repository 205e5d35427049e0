import path from 'node:path';
import ts from 'typescript';
import type { SourceFile } from './breach';

/** The entry points: pages, the server, the other programs, and the demo company. */
const DOORS =
  /^(?:src\/app\/.*|src\/instrumentation(?:-client)?|src\/server\/main|src\/jobs\/(?:verify|people|cut-over)-main|prisma\/seed\/main)\.tsx?$/;
const SOURCE = /^(?:src|prisma\/seed)\/.*\.tsx?$/;
/** Generated code and test code: the testing folder, the folder of worked cases, and the tests themselves. */
const NOT_OURS = /^src\/(?:db\/generated|testing|core\/revenue\/cases)\/|\.test\.tsx?$|\.d\.ts$/;

/** A file's declarations, the names each of them needs, and the names needed to load the file. */
export interface Module {
  /** Name of a declaration → line, and the names its text mentions. */
  readonly declared: ReadonlyMap<string, { readonly line: number; readonly mentions: ReadonlySet<string> }>;
  /** Names mentioned by statements that run when the file is loaded. */
  readonly loading: ReadonlySet<string>;
  /** Local name → the file and the name there ("*" for everything). */
  readonly imported: ReadonlyMap<string, { readonly from: string; readonly name: string }>;
  /** Files loaded as a whole: for their side effects, or by import(). */
  readonly whole: readonly string[];
  /** Exported name → local name. */
  readonly exported: ReadonlyMap<string, string>;
  /** Files whose exports are all re-exported here. */
  readonly passedOn: readonly string[];
}

/** A name that no entry point reaches. */
export interface Unreached {
  readonly path: string;
  readonly line: number;
  readonly name: string;
}

/** The names in each file that an entry point reaches, directly or through other files. */
export class Reach {
  readonly #modules = new Map<string, Module>();
  readonly #reached = new Map<string, Set<string>>();

  constructor(files: readonly SourceFile[]) {
    const sources = files.filter((file) => SOURCE.test(file.path) && !NOT_OURS.test(file.path));
    const known = new Set(sources.map((file) => file.path));
    for (const file of sources) this.#modules.set(file.path, moduleOf(file, known));
    for (const door of known) if (DOORS.test(door)) this.#reachAll(door);
  }

  /** Whether an entry point reaches this export of the file or, without a name, any of them. */
  has(file: string, name?: string): boolean {
    const names = this.#reached.get(file);
    if (names === undefined) return false;
    if (name === undefined) return names.size > 0;
    return names.has(this.#modules.get(file)?.exported.get(name) ?? name);
  }

  /** The declarations that no entry point reaches, in file order. */
  unreached(): Unreached[] {
    const found: Unreached[] = [];
    for (const [file, { declared }] of [...this.#modules].sort(([a], [b]) => a.localeCompare(b)))
      for (const [name, { line }] of declared)
        if (!this.#reached.get(file)?.has(name)) found.push({ path: file, line, name });
    return found;
  }

  #reachAll(file: string): void {
    this.#load(file);
    const module = this.#modules.get(file);
    for (const name of module?.declared.keys() ?? []) this.#reach(file, name);
    for (const name of module?.exported.keys() ?? []) this.#reachExport(file, name);
    for (const next of module?.passedOn ?? []) this.#reachAll(next);
  }

  #load(file: string): void {
    const module = this.#modules.get(file);
    if (module === undefined || this.#reached.has(file)) return;
    this.#reached.set(file, new Set());
    for (const name of module.loading) this.#reach(file, name);
    for (const next of module.whole) this.#reachAll(next);
  }

  #reachExport(file: string, name: string): void {
    const module = this.#modules.get(file);
    if (module === undefined) return;
    const local = module.exported.get(name);
    if (local !== undefined) this.#reach(file, local);
    else for (const next of module.passedOn) this.#reachExport(next, name);
  }

  #reach(file: string, name: string): void {
    this.#load(file);
    const module = this.#modules.get(file);
    const reached = this.#reached.get(file);
    if (module === undefined || reached === undefined || reached.has(name)) return;
    const imported = module.imported.get(name);
    if (imported !== undefined) {
      reached.add(name);
      if (imported.name === '*') this.#reachAll(imported.from);
      else {
        this.#load(imported.from);
        this.#reachExport(imported.from, imported.name);
      }
    }
    const declaration = module.declared.get(name);
    if (declaration === undefined) return;
    reached.add(name);
    for (const mention of declaration.mentions) this.#reach(file, mention);
  }
}

/** Parses the top level of a file; `known` are the paths an import can resolve to. */
export function moduleOf({ path: file, text }: SourceFile, known: ReadonlySet<string>): Module {
  const kind = file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, false, kind);
  const declared = new Map<string, { line: number; mentions: Set<string> }>();
  const loading = new Set<string>();
  const imported = new Map<string, { from: string; name: string }>();
  const exported = new Map<string, string>();
  const whole = new Set<string>();
  const passedOn: string[] = [];
  const resolve = (specifier: ts.Expression | undefined) =>
    specifier !== undefined && ts.isStringLiteral(specifier)
      ? resolved(file, specifier.text, known)
      : undefined;
  const read = (node: ts.Node, into: Set<string>) =>
    visit(node, into, (specifier) => {
      const from = resolve(specifier);
      if (from !== undefined) whole.add(from);
    });
  const declare = (name: string, node: ts.Node, statement: ts.Statement) => {
    const before = declared.get(name);
    const line = before?.line ?? source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1;
    const mentions = before?.mentions ?? new Set<string>();
    read(node, mentions);
    declared.set(name, { line, mentions });
    if (isExported(statement)) exported.set(isDefault(statement) ? 'default' : name, name);
  };

  for (const statement of source.statements) {
    if (ts.isImportDeclaration(statement)) {
      const from = resolve(statement.moduleSpecifier);
      if (from === undefined) continue;
      const clause = statement.importClause;
      if (clause === undefined) whole.add(from);
      if (clause?.name) imported.set(clause.name.text, { from, name: 'default' });
      const bindings = clause?.namedBindings;
      if (bindings && ts.isNamespaceImport(bindings)) imported.set(bindings.name.text, { from, name: '*' });
      if (bindings && ts.isNamedImports(bindings))
        for (const { name, propertyName } of bindings.elements)
          imported.set(name.text, { from, name: (propertyName ?? name).text });
    } else if (ts.isExportDeclaration(statement)) {
      const from = resolve(statement.moduleSpecifier);
      if (statement.exportClause && ts.isNamedExports(statement.exportClause)) {
        for (const { name, propertyName } of statement.exportClause.elements) {
          const there = (propertyName ?? name).text;
          if (from === undefined) exported.set(name.text, there);
          else {
            imported.set(`export ${name.text}`, { from, name: there });
            exported.set(name.text, `export ${name.text}`);
          }
        }
      } else if (from !== undefined) passedOn.push(from);
    } else if (ts.isVariableStatement(statement)) {
      for (const declaration of statement.declarationList.declarations)
        for (const name of namesOf(declaration.name)) declare(name, declaration, statement);
    } else if (
      (ts.isFunctionDeclaration(statement) ||
        ts.isClassDeclaration(statement) ||
        ts.isInterfaceDeclaration(statement) ||
        ts.isTypeAliasDeclaration(statement) ||
        ts.isEnumDeclaration(statement)) &&
      statement.name
    ) {
      declare(statement.name.text, statement, statement);
    } else read(statement, loading);
  }
  return { declared, loading, imported, whole: [...whole], exported, passedOn };
}

/** The names the text of a node mentions. */
export function mentionsOf(node: ts.Node): Set<string> {
  const names = new Set<string>();
  visit(node, names, () => {});
  return names;
}

/** Every identifier below the node, except names after a dot and names of fields: those belong to another declaration. */
function visit(
  node: ts.Node,
  into: Set<string>,
  dynamic: (specifier: ts.Expression | undefined) => void,
): void {
  if (ts.isIdentifier(node)) into.add(node.text);
  if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword)
    dynamic(node.arguments[0]);
  if (
    ts.isImportTypeNode(node) &&
    ts.isLiteralTypeNode(node.argument) &&
    ts.isStringLiteral(node.argument.literal)
  )
    dynamic(node.argument.literal);
  ts.forEachChild(node, (child) => {
    const isMember =
      (ts.isPropertyAccessExpression(node) ||
        ts.isPropertyAssignment(node) ||
        ts.isPropertySignature(node)) &&
      child === node.name &&
      !ts.isComputedPropertyName(child);
    if (!isMember) visit(child, into, dynamic);
  });
}

function namesOf(name: ts.BindingName): string[] {
  if (ts.isIdentifier(name)) return [name.text];
  return name.elements.flatMap((element) => (ts.isOmittedExpression(element) ? [] : namesOf(element.name)));
}

const has = (node: ts.Statement, kind: ts.SyntaxKind) =>
  ts.canHaveModifiers(node) && (ts.getModifiers(node) ?? []).some((modifier) => modifier.kind === kind);
const isExported = (node: ts.Statement) => has(node, ts.SyntaxKind.ExportKeyword);
const isDefault = (node: ts.Statement) => has(node, ts.SyntaxKind.DefaultKeyword);

function resolved(from: string, specifier: string, known: ReadonlySet<string>): string | undefined {
  const base = specifier.startsWith('@/')
    ? `src/${specifier.slice(2)}`
    : specifier.startsWith('.')
      ? path.posix.join(path.posix.dirname(from), specifier)
      : undefined;
  if (base === undefined) return undefined;
  return [base, `${base}.ts`, `${base}.tsx`].find((candidate) => known.has(candidate));
}
