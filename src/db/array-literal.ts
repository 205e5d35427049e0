/** Characters that mean nothing in an array literal. */
const PLAIN = /^[\w-]+$/;

/**
 * An array as PostgreSQL writes it (`{a,NULL,"b, c"}`), for hot statements: the driver's encoder quotes and escapes every
 * element, also the ids and words that need neither. Use it where the statement casts the parameter (`$1::uuid[]`).
 */
export function arrayLiteral(values: readonly (string | boolean | null)[]): string {
  let literal = '{';
  for (let index = 0; index < values.length; index += 1) {
    if (index > 0) literal += ',';
    literal += elementOf(values[index] ?? null);
  }
  return `${literal}}`;
}

function elementOf(value: string | boolean | null): string {
  if (value === null) return 'NULL';
  if (typeof value === 'boolean') return value ? 't' : 'f';
  // The four letters unquoted would be no text but a null.
  if (PLAIN.test(value) && !isNullWord(value)) return value;
  return `"${value.replaceAll(/["\\]/g, '\\$&')}"`;
}

const isNullWord = (value: string) => value.length === 4 && value.toUpperCase() === 'NULL';
