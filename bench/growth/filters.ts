import { isIdSchema, type JsonSchema } from '../../e2e/support/sample';
import { TODAY } from './sizes';

/** Values of a vocabulary that are tried one by one; of a longer one the first. */
const VALUES = 14;
/** The page that is asked for of a list with page numbers: far into those that grow, beyond the end of the others. */
const FAR_PAGE = 900;

type Properties = Readonly<Record<string, JsonSchema>>;
/** Inputs by what they ask for. */
type Asked = Record<string, Record<string, unknown>>;

/**
 * Every optional field that a list or report is narrowed or sorted by, one at a time: a word, each value of a vocabulary, a far page, a
 * month, an earlier day, and ids: of the records with the most lines or documents.
 */
export function filtersOf(schema: JsonSchema, ids: (field: string) => string | undefined): Asked {
  const required = new Set(schema.required ?? []);
  const properties: Properties = schema.properties ?? {};
  const asked: Asked = {};
  for (const [name, inner] of Object.entries(properties)) {
    if (required.has(name)) continue;
    for (const value of valuesOf(name, inner, ids)) asked[`${name} ${String(value)}`] = { [name]: value };
  }
  const order = Object.keys(properties).find((name) => /^(sortOrder|orderDirection)$/.test(name));
  const field = Object.keys(properties).find((name) => /^(sortField|orderBy)$/.test(name));
  if (order !== undefined && field !== undefined)
    for (const value of wordsOf(properties[field]))
      for (const way of wordsOf(properties[order]))
        asked[`by ${String(value)}, ${String(way)}`] = { [field]: value, [order]: way };
  return asked;
}

/** Of a field with more values, or of more orders, so many are tried together with others. */
const TOGETHER = 4;

/** Every two of these fields together: of a field, and of the orders, no more than four values. */
export function pairsOf(schema: JsonSchema, ids: (field: string) => string | undefined): Asked {
  const fields = new Map<string, [string, Record<string, unknown>][]>();
  for (const [name, asked] of Object.entries(filtersOf(schema, ids))) {
    const field = Object.keys(asked).join();
    // An order is asked for both ways at once with the field that it sorts by.
    if (/^(sortOrder|orderDirection|sortField|orderBy)$/.test(field)) continue;
    fields.set(field, [...(fields.get(field) ?? []), [name, asked]]);
  }
  const all = [...fields.values()].map((values) => values.slice(0, TOGETHER));
  return Object.fromEntries(
    all.flatMap((some, at) =>
      all
        .slice(at + 1)
        .flatMap((others) =>
          some.flatMap(([one, asked]) =>
            others.map(([other, more]) => [`${one} + ${other}`, { ...asked, ...more }] as const),
          ),
        ),
    ),
  );
}

function valuesOf(
  name: string,
  schema: JsonSchema,
  ids: (field: string) => string | undefined,
): readonly unknown[] {
  if (/^(format|limit|after|before|sortField|sortOrder|orderBy|orderDirection|count)$/.test(name)) return [];
  if (name === 'page') return [typeOf(schema) === 'string' ? String(FAR_PAGE) : FAR_PAGE];
  if (name === 'search') return ['needle', 'Harbor', 'zebra crossing'];
  if (isIdSchema(schema) || /(Id|_id)$/.test(name)) {
    const found = ids(name);
    return found === undefined ? [] : [found];
  }
  if (name === 'knownAsOf') return [`${TODAY}T12:00:00Z`];
  if (/^(asOf|as_of|effectiveAsOf)$/.test(name)) return dayAndMonth('2026-03-31');
  if (/^(from|date_?from)$/i.test(name)) return dayAndMonth('2026-11-01');
  if (/^(to|date_?to)$/i.test(name)) return dayAndMonth('2026-01-31');
  if (name === 'currencyCode' || name === 'fromCurrency') return ['EUR'];
  if (name === 'period') return ['2026-06'];
  if (name === 'fiscalYear') return [2026];
  const words = wordsOf(schema);
  if (words.length > 0) return words.slice(0, VALUES);
  return typeOf(schema) === 'boolean' ? [true, false] : [];
}

/** The day and its month: reports that are asked for days refuse a month, and the others a day. */
const dayAndMonth = (day: string): readonly string[] => [day, day.slice(0, 7)];

const typeOf = ({ type, anyOf }: JsonSchema): unknown =>
  (Array.isArray(type) ? type[0] : type) ?? anyOf?.find(({ type: one }) => one !== 'null')?.type;

const wordsOf = (schema: JsonSchema | undefined): readonly unknown[] =>
  schema?.enum ?? schema?.anyOf?.find(({ enum: words }) => words !== undefined)?.enum ?? [];
