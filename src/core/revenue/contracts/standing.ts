import { roundToCurrency, toAmountString } from '@/core/money/currency';
import { type Decimal, type DecimalString, dec, sum, ZERO } from '@/core/money/decimal';
import { type DateString, daysInclusive } from '../days';
import type { ContractState, RecognitionRow } from './contract-state';

/** What a row has earned before a day: an event's row wholly once it happened, a schedule's by its days. */
function earned(row: RecognitionRow, date: DateString, currencyCode: string): Decimal {
  if (row.source !== 'SCHEDULE' || row.end < date) return dec(row.amount);
  if (row.start >= date) return ZERO;
  const left = dec(row.amount)
    .times(String(daysInclusive(date, row.end)))
    .div(String(daysInclusive(row.start, row.end)));
  return dec(row.amount).minus(roundToCurrency(left, currencyCode));
}

/**
 * Recognized of an obligation up to the day before `date`, as a modification on that day finds it: all that events
 * brought, and the schedule by days.
 */
export function recognisedBefore(state: ContractState, key: string, date: DateString): DecimalString {
  const rows = state.rows.filter((row) => row.key === key);
  return toAmountString(sum(rows.map((row) => earned(row, date, state.currencyCode))), state.currencyCode);
}
