import SCIMMY from 'scimmy';
import { refuseScim, withoutSchema } from './messages';

/** No directory sends longer or more deeply nested ones, and they take long to read. */
const LONGEST = 1_000;
const MOST_GROUPS = 6;
const MOST_ALTERNATIVES = 12;

type Expression = Readonly<Record<string, unknown>>;

/** A filter as it was sent (RFC 7644, section 3.4.2.2). */
export interface AskedFilter {
  /** For a filter that only compares one attribute for equality: the attribute, in lower case, and the value. */
  readonly equal: { readonly attribute: string; readonly value: string } | null;
  /** Whether a resource fits. */
  fits(resource: unknown): boolean;
}

/**
 * Reads a filter. Text is compared without regard to case, except `externalId`, as the schemas say (RFC 7643, section 4.1). Refuses
 * invalidFilter for anything that is not a filter and for one that is too long to be read quickly.
 */
export function filterFrom(text: string): AskedFilter {
  demandSimple(text, 'invalidFilter');
  const filter = parsed(text);
  const [first, ...others] = filter as unknown as Expression[];
  const folded = filterOf([...(filter as unknown as Expression[])].map(foldedExpression));
  return {
    equal: first === undefined || others.length > 0 ? null : equalityIn(first),
    fits(resource) {
      try {
        return folded.match([foldedValue(resource)]).length === 1;
      } catch {
        // An attribute that the resource does not have; the library reads it anyway.
        return false;
      }
    },
  };
}

/** The IDs named by the filter of a path such as `members[value eq "…"]`; null for any other filter. */
export function idsIn(filter: string): readonly string[] | null {
  demandSimple(filter, 'invalidPath');
  const ids: string[] = [];
  for (const expression of parsed(filter) as unknown as Expression[]) {
    const equality = equalityIn(expression);
    if (equality === null || equality.attribute !== 'value') return null;
    ids.push(equality.value);
  }
  return ids;
}

/** Refuses what the library would take long to read. */
export function demandSimple(text: string, scimType: 'invalidFilter' | 'invalidPath'): void {
  const groups = text.match(/[([]/g)?.length ?? 0;
  const alternatives = text.match(/\bor\b/gi)?.length ?? 0;
  if (text.length <= LONGEST && groups <= MOST_GROUPS && alternatives <= MOST_ALTERNATIVES) return;
  refuseScim(400, scimType, 'This is too long or too complex.');
}

/** A schema may stand before an attribute's name; the library would take it for an attribute name. */
const parsed = (text: string) => filterOf(text.replaceAll(/(?<![\w"])urn:[\w.:-]+/gi, withoutSchema));

function filterOf(expression: string | Expression[]): SCIMMY.Types.Filter {
  try {
    return new SCIMMY.Types.Filter(expression);
  } catch (error) {
    const detail = error instanceof Error ? error.message : 'This is not a filter.';
    return refuseScim(400, 'invalidFilter', detail);
  }
}

function equalityIn(expression: Expression): AskedFilter['equal'] {
  const [path, value] = onlyLeaf(expression, []) ?? [];
  if (path === undefined || !Array.isArray(value) || value.length !== 2) return null;
  const [comparator, wanted] = value as unknown[];
  if (String(comparator).toLowerCase() !== 'eq' || typeof wanted !== 'string') return null;
  return { attribute: path.join('.').toLowerCase(), value: wanted };
}

/** The one comparison of an expression, with the path of its attribute; null when there are more. */
function onlyLeaf(value: unknown, path: readonly string[]): readonly [readonly string[], unknown] | null {
  if (Array.isArray(value)) return [path, value];
  const entries = Object.entries((value ?? {}) as Expression);
  const [only] = entries;
  return entries.length !== 1 || only === undefined ? null : onlyLeaf(only[1], [...path, only[0]]);
}

/** Compared as it is: the directory's own ID. */
const isExact = (name: string) => name.toLowerCase() === 'externalid';

function foldedExpression(expression: Expression): Expression {
  return Object.fromEntries(
    Object.entries(expression).map(([name, value]) => [
      name,
      isExact(name)
        ? value
        : Array.isArray(value)
          ? foldedComparison(value)
          : foldedExpression(value as Expression),
    ]),
  );
}

function foldedComparison(comparison: readonly unknown[]): unknown[] {
  return comparison.map((part) => {
    if (Array.isArray(part)) return foldedComparison(part);
    if (typeof part === 'string') return part.toLowerCase();
    return typeof part === 'object' && part !== null ? foldedExpression(part as Expression) : part;
  });
}

function foldedValue(value: unknown): unknown {
  if (typeof value === 'string') return value.toLowerCase();
  if (Array.isArray(value)) return value.map(foldedValue);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, isExact(name) ? inner : foldedValue(inner)]),
  );
}
