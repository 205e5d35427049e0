import { readFileSync } from 'node:fs';
import ts from 'typescript';
import { describe, expect, test } from 'vitest';

/** A contract by date, and one of its obligations. */
const CONTRACT = 'e2e/revenue/oracle/by-date.ts';
const PROMISE = 'e2e/revenue/oracle/held.ts';

/** What a file imports at run time: types are gone by then. */
function broughtIn(text: string): string[] {
  const { statements } = ts.createSourceFile('oracle.ts', text, ts.ScriptTarget.Latest);
  return statements.flatMap((one) => {
    const isOnlyType = ts.isImportDeclaration(one)
      ? one.importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword
      : ts.isExportDeclaration(one) && one.isTypeOnly;
    const from = ts.isImportDeclaration(one) || ts.isExportDeclaration(one) ? one.moduleSpecifier : undefined;
    return from !== undefined && ts.isStringLiteral(from) && !isOnlyType ? [from.text] : [];
  });
}

describe('the independent calculation of cumulative revenue by date', () => {
  const [contract, promise] = [CONTRACT, PROMISE].map((file) => readFileSync(file, 'utf8'));

  test('is complete in two files of under 300 lines: a contract, and one of its obligations', () => {
    for (const text of [contract, promise]) expect(text?.trimEnd().split('\n').length).toBeLessThan(300);
  });

  test('imports nothing but types, so that it shares no code with core or with another oracle', () => {
    expect(broughtIn(contract ?? '')).toEqual(['./held']);
    expect(broughtIn(promise ?? '')).toEqual([]);
    for (const text of [contract, promise]) expect(text).not.toMatch(/\b(?:import|require)\(|@\/core/);
  });

  test('an import, a re-export and an import for its effect are each seen, a type is not', () => {
    const sources = [
      "import { dec } from 'a';",
      "export { dec } from 'b';",
      "import 'c';",
      "import { type D, d } from 'd';",
    ];
    expect(broughtIn([...sources, "import type { E } from 'e';"].join('\n'))).toEqual(['a', 'b', 'c', 'd']);
  });
});
