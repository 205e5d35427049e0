import type { ImportField } from './import-field';
import type { ImportNoun } from './import-noun';
import { IMPORTABLE } from './importable';

/** For each column of a file, the field it holds, or null when the column is left out. */
export type Mapping = readonly (string | null)[];

/** A header without case, spaces and punctuation: `E-Mail Address` → `emailaddress`. */
export const squeezed = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

/** The kinds of field that are not guessed where two columns have the same header. */
const GUESSED_ONCE: ReadonlySet<ImportField['kind']> = new Set(['number', 'day']);

/**
 * The fields the columns probably hold, judging by their headers: exact names first, then other common names. Of two columns with the same name
 * neither is taken for an amount or a day.
 */
export function guessMapping(noun: ImportNoun, headers: readonly string[]): Mapping {
  const { fields } = IMPORTABLE[noun];
  const names = headers.map(squeezed);
  const guessed: (string | null)[] = headers.map(() => null);
  const taken = new Set<string>();
  const isTwofold = (name: string) => names.indexOf(name) !== names.lastIndexOf(name);
  const assign = (fits: (field: ImportField, name: string) => boolean) => {
    for (const [at, name] of names.entries()) {
      if (guessed[at] !== null || name === '') continue;
      const found = fields.find((one) => !taken.has(one.name) && fits(one, name));
      // A person says which of two columns with the same name holds an amount or a day: the first may be last year's.
      if (found === undefined || (GUESSED_ONCE.has(found.kind) && isTwofold(name))) continue;
      guessed[at] = found.name;
      taken.add(found.name);
    }
  };
  assign((one, name) => squeezed(one.name) === name || squeezed(one.label) === name);
  assign((one, name) => one.also.includes(name));
  return guessed;
}

/** The required fields that no column holds. */
export function missingFields(noun: ImportNoun, mapping: Mapping): ImportField[] {
  const said = new Set(mapping);
  const missing = IMPORTABLE[noun].fields.filter((one) => one.isRequired && !said.has(one.name));
  const hasSides = noun === 'journals' || noun === 'openingBalances';
  if (!hasSides || said.has('amount') || (said.has('debit') && said.has('credit'))) return missing;
  const sides = said.has('debit') ? 'credit' : said.has('credit') ? 'debit' : 'amount';
  return [...missing, ...IMPORTABLE[noun].fields.filter(({ name }) => name === sides)];
}

/** One sentence on why the columns cannot be read this way; null when they can. */
export function mappingProblem(noun: ImportNoun, mapping: Mapping): string | null {
  const known = new Map(IMPORTABLE[noun].fields.map((one) => [one.name, one.label]));
  const seen = new Set<string>();
  for (const name of mapping) {
    if (name === null) continue;
    const label = known.get(name);
    if (label === undefined) return `${IMPORTABLE[noun].label} have no field ${name}.`;
    if (seen.has(name)) return `Two columns are mapped to ${label}. Keep only one.`;
    seen.add(name);
  }
  const missing = missingFields(noun, mapping).map(({ label }) => label);
  return missing.length === 0 ? null : `Choose the column for: ${missing.join(', ')}.`;
}
