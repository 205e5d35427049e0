import type { DecimalString } from '@/core/money/decimal';

/** One cell of a file, with what it is: a spreadsheet computes with money and days, and never with words. */
export type SheetCell =
  | { readonly kind: 'words'; readonly text: string }
  | { readonly kind: 'money'; readonly value: DecimalString; readonly currency: string }
  | { readonly kind: 'day'; readonly day: string }
  | null;

export type SheetLine = {
  readonly cells: readonly SheetCell[];
  /** A heading or a sum. */
  readonly isStrong?: boolean;
};

/** A table on its way to a file: what it is about, its columns and its lines, as the screen shows them. */
export type Sheet = {
  /** The file's name, without its ending. */
  readonly name: string;
  readonly title: string;
  /** What stands above the table in a spreadsheet: organization, period, subsidiary, currency. */
  readonly facts: readonly (readonly [label: string, value: string])[];
  readonly columns: readonly string[];
  readonly lines: readonly SheetLine[];
};

/** Words, or nothing where there are none. */
export function words(text: string | null | undefined): SheetCell {
  return text === null || text === undefined || text === '' ? null : { kind: 'words', text };
}

/** An amount with its currency, which says how many places are shown; nothing where there is none. */
export function money(value: DecimalString | null | undefined, currency: string): SheetCell {
  return value === null || value === undefined || value === '' ? null : { kind: 'money', value, currency };
}

/** A calendar day, `YYYY-MM-DD`. */
export function day(value: string | null | undefined): SheetCell {
  return value === null || value === undefined || value === '' ? null : { kind: 'day', day: value };
}
