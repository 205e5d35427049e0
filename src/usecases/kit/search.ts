/** A filter on one text field. */
interface Containing {
  readonly contains: string;
  readonly mode: 'insensitive';
}

/** A filter on text fields that contain the search text, ignoring case. `%` and `_` match literally. */
export const containing = (text: string, fields: readonly string[]): Record<string, Containing>[] =>
  fields.map((field) => ({ [field]: { contains: literalOf(text), mode: 'insensitive' } }));

/** The same text as a LIKE pattern. */
export const patternOf = (text: string): string => `%${literalOf(text)}%`;

const literalOf = (text: string) => text.replace(/[\\%_]/g, (sign) => `\\${sign}`);
