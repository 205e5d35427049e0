/** A filter on one text field. */
interface Containing {
  readonly contains: string;
  readonly mode: 'insensitive';
}

/** A filter on text fields that contain the search text, ignoring case. `%` and `_` match literally. */
export function containing(text: string, fields: readonly string[]): Record<string, Containing>[] {
  const literal = text.replace(/[\\%_]/g, (sign) => `\\${sign}`);
  return fields.map((field) => ({ [field]: { contains: literal, mode: 'insensitive' } }));
}
