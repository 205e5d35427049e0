import { negative, whole } from './amounts';
import { HOME_LOCATION } from './company';
import {
  BASE_CURRENCY,
  entry,
  type PlannedDocument,
  type PlannedLine,
  type SubsidiaryKey,
} from './documents';

/** A journal of the story; an accrual has the day of its reversal. */
export interface PlannedJournal extends PlannedDocument {
  readonly reverseOn?: string;
}

/** The companies that sell. */
export type Operating = 'US' | 'DE' | 'JP';
export const OPERATING: readonly Operating[] = ['US', 'DE', 'JP'];

/** A monthly figure for each company, in whole units of its currency. */
export type Monthly = Readonly<Record<Operating, number>>;

/** A journal in the company's own currency. */
export function journal(
  subsidiary: SubsidiaryKey,
  name: string,
  date: string,
  memo: string,
  lines: readonly PlannedLine[],
): PlannedJournal {
  const key = `JE:${name}:${subsidiary}:${date}`;
  return { key, kind: 'JOURNAL', subsidiary, date, currency: BASE_CURRENCY[subsidiary], memo, lines };
}

/** Debit one account, credit another. */
export function pair(
  subsidiary: SubsidiaryKey,
  units: number,
  debit: readonly [account: string, text: string, department?: string],
  credit: readonly [account: string, text: string],
): PlannedLine[] {
  const amount = whole(units, BASE_CURRENCY[subsidiary]);
  const dimensions =
    debit[2] === undefined ? {} : { department: debit[2], location: HOME_LOCATION[subsidiary] };
  return [entry(debit[0], amount, debit[1], dimensions), entry(credit[0], negative(amount), credit[1])];
}
