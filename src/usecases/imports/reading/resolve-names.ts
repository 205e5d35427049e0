import type { ImportField, Referred } from '@/core/imports/import-field';
import { IMPORT_NOUNS, type ImportNoun } from '@/core/imports/import-noun';
import { IMPORTABLE } from '@/core/imports/importable';
import type { ReadRow } from '@/core/imports/read-row';
import type { Unit } from '@/core/imports/read-rows';
import { recordsNamed } from '@/db/stores/records-by-name';
import type { Tenant } from '@/db/tenancy';
import { isId } from '@/lib/ids';
import type { Named } from '../import-shape';
import type { PlacedProblem } from '../refusals/import-refusals';

const ONE: Readonly<Record<Referred, string>> = {
  accounts: 'account',
  classes: 'class',
  customers: 'customer',
  departments: 'department',
  employees: 'employee',
  items: 'item',
  locations: 'location',
  price_lists: 'price list',
  subsidiaries: 'subsidiary',
  vendors: 'vendor',
};

type Found = ReadonlyMap<Referred, Map<string, readonly string[]>>;

/** The ids that cells refer to, by row, and the references that were not found. */
export interface Resolved {
  readonly named: readonly Named[];
  readonly problems: readonly PlacedProblem[];
}

/** Looks up every code or name in the cells of some units, with one query per kind of record. */
export async function lookUpNames(tenant: Tenant, noun: ImportNoun, units: readonly Unit[]): Promise<Found> {
  const found = new Map<Referred, Map<string, readonly string[]>>();
  const wanted = new Map<Referred, Set<string>>();
  for (const { rows } of units) {
    for (const row of rows) {
      for (const { refersTo, name } of references(noun)) {
        const text = row.values[name];
        if (refersTo === undefined || text === undefined) continue;
        wanted.set(refersTo, (wanted.get(refersTo) ?? new Set()).add(text));
      }
    }
  }
  for (const [table, texts] of wanted) {
    found.set(table, new Map(await recordsNamed(tenant, table, [...texts])));
  }
  return found;
}

/**
 * The ids that a unit's cells refer to. In a check, `isPromised` recognizes the codes and names of earlier rows of the
 * same file: their records do not exist yet, so such a cell is left out.
 */
export function resolveNames(
  noun: ImportNoun,
  unit: Unit,
  found: Found,
  isPromised: (name: string) => boolean,
): Resolved {
  const named: Named[] = [];
  const problems: PlacedProblem[] = [];
  for (const [index, row] of unit.rows.entries()) {
    const ids: Record<string, string> = {};
    for (const field of references(noun)) {
      const text = row.values[field.name];
      if (text === undefined || field.refersTo === undefined) continue;
      // A cell that is wrong by itself, as the total of a report, names nothing that is worth looking for.
      if (row.problems.some((problem) => problem.field === field.name)) continue;
      const matches = found.get(field.refersTo)?.get(text) ?? [];
      const [id] = matches;
      if (matches.length === 1 && id !== undefined) ids[field.name] = id;
      else if (matches.length === 0 && isId(text)) ids[field.name] = text;
      else if (matches.length > 1 || field.refersTo !== noun || !isPromised(text)) {
        problems.push({ row: index, field: field.name, message: unresolved(field, text, matches.length) });
      }
    }
    named.push(ids);
  }
  return {
    named: named.map((ids, index) => ({ ...withoutReferences(noun, unit.rows[index]), ...ids })),
    problems,
  };
}

/** Looks up some of the names again after records were created that may carry them. */
export async function refreshNames(
  tenant: Tenant,
  noun: ImportNoun,
  found: Found,
  names: readonly string[],
): Promise<void> {
  if (names.length === 0 || !isReferred(noun)) return;
  for (const [name, ids] of await recordsNamed(tenant, noun, names)) found.get(noun)?.set(name, ids);
}

const isReferred = (noun: ImportNoun): noun is ImportNoun & Referred => Object.hasOwn(ONE, noun);

/** The records of the same kind that the rows refer to, e.g. their parents, by code or name. */
export function namedAmong(noun: ImportNoun, units: readonly Unit[]): ReadonlySet<string> {
  const own = references(noun).filter(({ refersTo }) => refersTo === noun);
  return new Set(
    units.flatMap(({ rows }) => rows.flatMap(({ values }) => own.flatMap(({ name }) => values[name] ?? []))),
  );
}

/** The fields by which other rows of a file may refer to a row's record. */
export const namesPromised = (noun: ImportNoun): readonly string[] =>
  noun === 'customers' ? ['customerId', 'companyName'] : ['code', 'name'];

/** The code and name by which other rows of a file may refer to this row's record. */
export const namesPromisedBy = (noun: ImportNoun, { values }: ReadRow): string[] =>
  namesPromised(noun).flatMap((name) => values[name] ?? []);

/** The fields that name other records, by noun: asked for each row of a large file. */
const REFERENCES: ReadonlyMap<ImportNoun, readonly ImportField[]> = new Map(
  IMPORT_NOUNS.map((noun) => [
    noun,
    IMPORTABLE[noun].fields.filter(({ refersTo }) => refersTo !== undefined),
  ]),
);

const references = (noun: ImportNoun): readonly ImportField[] => REFERENCES.get(noun) ?? [];

/** The verb receives the resolved id in place of a reference's text; undefined when there is none. */
function withoutReferences(noun: ImportNoun, row: ReadRow | undefined): Record<string, string> {
  const none: Record<string, undefined> = {};
  for (const { name } of references(noun)) if (row?.values[name] !== undefined) none[name] = undefined;
  return none as unknown as Record<string, string>;
}

function unresolved({ label, refersTo }: ImportField, text: string, matches: number): string {
  const noun = refersTo === undefined ? 'record' : ONE[refersTo];
  return matches > 1
    ? `${label}: ${matches} ${refersTo} are named ${text}; use the code.`
    : `${label}: no ${noun} has the code or name ${text}.`;
}
