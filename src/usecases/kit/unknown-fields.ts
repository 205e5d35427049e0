import type { z } from 'zod';
import { refuse } from '@/core/refusals';
import { sentenceFor } from './run';

/** Where a field stands in an input, e.g. `['price', 'variable', '0', 'constrain']`. */
export type FieldPath = readonly string[];

/** Fields named in one answer; a hostile body has more than anyone wants to read. */
const MOST_NAMED = 50;

/** What is said of an unknown field. */
export const NOT_KNOWN = 'is not a known field';

/** Adds the unknown fields of a value to `found`. */
type Finder = (value: unknown, path: FieldPath, found: FieldPath[]) => void;

const finders = new WeakMap<z.core.$ZodType, Finder | null>();

/**
 * The fields of an input that its schema does not have, nested ones with their path; at most `MOST_NAMED`. zod drops them
 * silently, which turns a misspelled field into one that was never sent. Where alternatives are allowed, the one that
 * parsing takes decides what is known.
 */
export function unknownFields(schema: z.ZodType, value: unknown): FieldPath[] {
  const found: FieldPath[] = [];
  finderOf(schema)?.(value, [], found);
  return found;
}

/** Refuses INVALID_INPUT with every unknown field by name. */
export function refuseUnknownFields(schema: z.ZodType, value: unknown): void {
  refuseFields(unknownFields(schema, value));
}

/** Refuses INVALID_INPUT for the fields given, if there are any. */
export function refuseFields(unknown: readonly FieldPath[]): void {
  if (unknown.length === 0) return;
  const issues = unknown.map((path) => ({ path, message: NOT_KNOWN }));
  refuse('INVALID_INPUT', sentenceFor(issues), { issues });
}

/** What looks for unknown fields under a schema, made once; null where a value has no fields of its own. */
function finderOf(schema: z.core.$ZodType): Finder | null {
  const known = finders.get(schema);
  if (known !== undefined) return known;
  const made = madeFinder(schema as z.core.$ZodTypes);
  finders.set(schema, made);
  return made;
}

function madeFinder(schema: z.core.$ZodTypes): Finder | null {
  const { def } = schema._zod;
  switch (def.type) {
    case 'object':
      return ofObject(def);
    case 'array':
      return ofItems(() => def.element);
    case 'tuple':
      return ofItems((place) => def.items[place] ?? def.rest);
    case 'record':
      return ofValues(finderOf(def.valueType));
    case 'union':
      return ofUnion(def);
    case 'pipe':
      // A value is read by the first schema; a plain function before it (`preprocess`) leaves the fields as they are.
      return finderOf((def.in as z.core.$ZodTypes)._zod.def.type === 'transform' ? def.out : def.in);
    case 'optional':
    case 'nullable':
    case 'nonoptional':
    case 'default':
    case 'prefault':
    case 'readonly':
    case 'catch':
    case 'success':
      return finderOf(def.innerType);
    case 'intersection':
    case 'lazy':
    case 'map':
    case 'set':
    case 'promise':
    case 'function':
      throw new Error(`an input of type ${def.type}: teach unknown-fields.ts which of its fields are known`);
    default:
      return null;
  }
}

function ofObject({ shape, catchall }: z.core.$ZodObjectDef): Finder {
  const inner = new Map(Object.entries(shape).map(([name, field]) => [name, finderOf(field)]));
  const others =
    catchall === undefined || catchall._zod.def.type === 'never' ? undefined : finderOf(catchall);
  return (value, path, found) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return;
    for (const [name, field] of Object.entries(value)) {
      if (found.length >= MOST_NAMED) return;
      // A caller inside the process writes `undefined` for what it leaves out; JSON cannot say it.
      if (field === undefined) continue;
      const finder = inner.has(name) ? inner.get(name) : others;
      if (finder === undefined) found.push([...path, name]);
      else finder?.(field, [...path, name], found);
    }
  };
}

function ofItems(schemaAt: (place: number) => z.core.$ZodType | null | undefined): Finder {
  return (value, path, found) => {
    if (!Array.isArray(value)) return;
    for (const [place, item] of value.entries()) {
      if (found.length >= MOST_NAMED) return;
      const schema = schemaAt(place);
      if (schema) finderOf(schema)?.(item, [...path, String(place)], found);
    }
  };
}

function ofValues(inner: Finder | null): Finder | null {
  if (inner === null) return null;
  return (value, path, found) => {
    if (typeof value !== 'object' || value === null) return;
    for (const [name, field] of Object.entries(value)) inner(field, [...path, name], found);
  };
}

function ofUnion(def: z.core.$ZodUnionDef & { readonly discriminator?: string }): Finder | null {
  const options = def.options.map((option) => ({ option, finder: finderOf(option) }));
  if (options.every(({ finder }) => finder === null)) return null;
  const { discriminator } = def;
  return (value, path, found) => {
    if (typeof value !== 'object' || value === null) return;
    const taken = options.find(({ option }) =>
      discriminator === undefined
        ? (option as z.ZodType).safeParse(value).success
        : option._zod.propValues?.[discriminator]?.has((value as Record<string, never>)[discriminator]),
    );
    if (taken !== undefined) {
      taken.finder?.(value, path, found);
      return;
    }
    // No alternative fits, so parsing will refuse the value; what none of them knows is named all the same.
    const each = options.flatMap(({ finder }) => {
      if (finder === null) return [];
      const own: FieldPath[] = [];
      finder(value, path, own);
      return [own];
    });
    const [first = [], ...rest] = each;
    const isIn = (own: readonly FieldPath[], one: FieldPath) =>
      own.some((other) => other.join() === one.join());
    found.push(...first.filter((one) => rest.every((own) => isIn(own, one))));
  };
}
