import { amountText } from '../money/currency';
import type { DecimalString } from '../money/decimal';

/** One cell of a file with its type: a spreadsheet calculates with money and dates but never with text. */
export type SheetCell =
  | { readonly kind: 'words'; readonly text: string }
  | { readonly kind: 'money'; readonly value: DecimalString; readonly currency: string }
  | { readonly kind: 'day'; readonly day: string }
  | null;

export type SheetLine = {
  readonly cells: readonly SheetCell[];
  /** A heading or a total. */
  readonly isStrong?: boolean;
};

/** A table to be exported: its description, columns and lines as shown on the screen. */
export type Sheet = {
  /** The file name without its extension. */
  readonly name: string;
  readonly title: string;
  /** The lines above the table in a spreadsheet: organization, period, subsidiary, currency. */
  readonly facts: readonly (readonly [label: string, value: string])[];
  readonly columns: readonly string[];
  readonly lines: readonly SheetLine[];
};

/** Text, or an empty cell. */
export function words(text: string | null | undefined): SheetCell {
  return text === null || text === undefined || text === '' ? null : { kind: 'words', text };
}

/** An amount with its currency, which determines the decimal places; an empty cell if there is no amount. */
export function money(value: DecimalString | null | undefined, currency: string): SheetCell {
  return value === null || value === undefined || value === ''
    ? null
    : { kind: 'money', value: amountText(value, currency), currency };
}

/** A calendar date, `YYYY-MM-DD`. */
export function day(value: string | null | undefined): SheetCell {
  return value === null || value === undefined || value === '' ? null : { kind: 'day', day: value };
}
