import { type JsonSchema, sampleOf } from '../sample';

/** JSON text that JSON.stringify could not produce. */
class Raw {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

const LONG = 'x'.repeat(100_000);
const DEEP = `${'['.repeat(2_000)}${']'.repeat(2_000)}`;

/** Invalid values: wrong types, ranges, Unicode, markup, prototype keys. */
const HOSTILE: readonly unknown[] = [
  null,
  '',
  ' ',
  0,
  -1,
  new Raw('-0'),
  1.5,
  2 ** 53,
  new Raw('1e400'),
  new Raw('-1e400'),
  new Raw('1e-400'),
  new Raw('0.1234567890123456789'),
  '1e5',
  'NaN',
  'Infinity',
  '0x10',
  '1,234.56',
  '-',
  '9'.repeat(40),
  `0.${'1'.repeat(40)}`,
  true,
  false,
  [],
  {},
  [[]],
  [null],
  { a: 1 },
  '\u{1F4A5}',
  '\uD800',
  '\u202Eabc',
  '\u0000',
  'a\u0000b',
  'é'.repeat(5_000),
  LONG,
  new Raw(DEEP),
  '<script>alert(1)</script>',
  `'; drop table users; --`,
  `${'$'}{7*7}`,
  '{{7*7}}',
  '../../etc/passwd',
  '%00',
  '%',
  '__proto__',
  'constructor',
  new Raw('{"__proto__":{"admin":true}}'),
  { constructor: { prototype: { admin: true } } },
  '2026-02-30',
  '2026-13-01',
  '0000-00-00',
  '+275760-09-13',
  '10000-01-01',
  '2026-11-05T25:00:00Z',
  'not-an-id',
  '00000000-0000-0000-0000-000000000000',
  'ffffffff-ffff-ffff-ffff-ffffffffffff',
  'USDX',
  'usd',
  'XXX',
  'DRAFT',
  'POSTED',
  'archived',
];

export type Pick = <T>(items: readonly T[]) => T;

/** Invalid whole bodies, instead of an invalid value inside a valid one. */
const BODIES: readonly string[] = [
  '',
  '{',
  '[',
  'null',
  '[]',
  '""',
  '0',
  'true',
  '{"a":1,}',
  '{"a":1}{"b":2}',
  '\ufeff{}',
  '{"__proto__":{"x":1}}',
  DEEP,
  `"${LONG}"`,
  '{"name":"\\u0000"}',
  '{"name":"\\ud800"}',
  `{${Array.from({ length: 2_000 }, (_, index) => `"k${index}":${index}`).join(',')}}`,
];

/** A body for the schema with one to three values made invalid, or a body that does not match it at all. */
export function hostileBody(
  schema: JsonSchema,
  pick: Pick,
  chance: () => number,
  idFor: (field: string) => string,
): string {
  if (chance() < 0.12) return pick(BODIES);
  const value = sampleOf(schema, idFor);
  const places = placesOf(value);
  const changes = 1 + Math.floor(chance() * 3);
  let changed = value;
  for (let count = 0; count < changes && places.length > 0; count += 1) {
    changed = replaceAt(changed, pick(places), chance() < 0.1 ? undefined : pick(HOSTILE));
  }
  if (chance() < 0.05)
    changed = {
      ...(changed as object),
      [pick(['__proto__', 'constructor', 'toString', 'id', 'organizationId'])]: pick(HOSTILE),
    };
  return write(changed);
}

/** An invalid value for a path segment or query parameter. */
export function hostileText(pick: Pick): string {
  const value = pick(HOSTILE);
  return value instanceof Raw
    ? value.text.slice(0, 500)
    : String(typeof value === 'object' ? JSON.stringify(value) : value).slice(0, 2_000);
}

type Place = readonly string[];

function placesOf(value: unknown, at: Place = []): Place[] {
  if (value === null || typeof value !== 'object') return [at];
  return [at, ...Object.entries(value).flatMap(([key, inner]) => placesOf(inner, [...at, key]))].filter(
    (place) => place.length > 0,
  );
}

function replaceAt(value: unknown, place: Place, by: unknown): unknown {
  const [head, ...rest] = place;
  if (head === undefined) return by;
  if (value === null || typeof value !== 'object' || value instanceof Raw) return value;
  if (Array.isArray(value))
    return value.map((inner, index) => (String(index) === head ? replaceAt(inner, rest, by) : inner));
  return { ...value, [head]: replaceAt((value as Record<string, unknown>)[head], rest, by) };
}

function write(value: unknown): string {
  if (value instanceof Raw) return value.text;
  if (value === null || typeof value !== 'object') return JSON.stringify(value) ?? 'null';
  if (Array.isArray(value)) return `[${value.map(write).join(',')}]`;
  return `{${Object.entries(value)
    .filter(([, inner]) => inner !== undefined)
    .map(([key, inner]) => `${JSON.stringify(key)}:${write(inner)}`)
    .join(',')}}`;
}
