/** What a text field is asked for. */
interface Containing {
  readonly contains: string;
  readonly mode: 'insensitive';
}

/** A filter over text fields that contain what was typed, letters' case aside. `%` and `_` mean themselves. */
export function containing(text: string, fields: readonly string[]): Record<string, Containing>[] {
  const literal = text.replace(/[\\%_]/g, (sign) => `\\${sign}`);
  return fields.map((field) => ({ [field]: { contains: literal, mode: 'insensitive' } }));
}
