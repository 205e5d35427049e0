import type { Choice } from '@/ui/kit/input/select-field';

/** One field of a line. */
export type RowColumn = {
  readonly name: string;
  readonly label: string;
  readonly required?: boolean;
  readonly wide?: boolean;
  readonly isNumber?: boolean;
  readonly choices?: readonly Choice[];
};

/** The values of a line, by the names of its fields. */
export type FormRow = Readonly<Record<string, string>>;

/** The lines a form's value stands for; forms hold texts, so lines are held as JSON. */
export function rowsIn(value: string | undefined): FormRow[] {
  return value === undefined || value === '' ? [] : (JSON.parse(value) as FormRow[]);
}

/** The lines without those in which nothing was typed, each text trimmed. */
export function writtenRows(value: string | undefined): FormRow[] {
  return rowsIn(value)
    .map((row) => Object.fromEntries(Object.entries(row).map(([name, text]) => [name, text.trim()])))
    .filter((row) => Object.values(row).some((text) => text !== ''));
}
