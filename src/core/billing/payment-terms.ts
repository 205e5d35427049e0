import {
  type AccountingDate,
  addDays,
  addMonths,
  daysInMonth,
  endOfMonth,
  firstOfMonth,
  monthOf,
  yearOf,
} from '../periods/calendar';

/** When an amount is due, counted from the document's date. */
export type PaymentTerms =
  /** This many calendar days after the document's date; 0: on receipt. */
  | { readonly counts: 'DAYS'; readonly days: number }
  /** This many calendar days after the end of the document's month. */
  | { readonly counts: 'DAYS_AFTER_MONTH'; readonly days: number }
  /** On that day of the month that follows the document's. */
  | { readonly counts: 'DAY_OF_NEXT_MONTH'; readonly day: number };

const AT_ONCE = /^(due )?(up)?on receipt$|^due now$|^immediate(ly)?$|^cash$|^cod$|^cia$|^prepa(id|yment)$/;
// A discount for paying early ("2/10 net 30") does not move the due date.
const DISCOUNT = /^\d+([.,]\d+)?\s*%?\s*\/?\s*\d+\s*,?\s*(?=n(et)?\b|n\/)/;
const NET = /^(?:n(?:et)?\s*\/?\s*)?(\d{1,3})(?: ?d(?:ays?)?)?$/;
const AFTER_MONTH = /^(?:n(?:et)?\s*)?(\d{1,3})(?: days?)?\s*\+?\s*eom$|^eom\s*\+?\s*(\d{1,3})?(?: days?)?$/;
const NEXT_MONTH = /^(\d{1,2})(?:st|nd|rd|th)?\s*(?:mfi|prox(?:imo)?|of (?:the )?(?:next|following) month)$/;

/**
 * Reads payment terms as people write them: `NET30`, `Net 30 days`, `n/30`, `2/10 net 30`, `EOM`, `EOM + 15`, `net 30 EOM`,
 * `15 MFI`, `10th of the following month`, `due on receipt`, `COD`. Null for any other text: what cannot be read gives
 * no due date.
 */
export function readPaymentTerms(text: string): PaymentTerms | null {
  const words = text
    .trim()
    .toLowerCase()
    .replaceAll(/[\s_-]+/g, ' ')
    .replaceAll('.', '');
  if (AT_ONCE.test(words)) return { counts: 'DAYS', days: 0 };
  const plain = words.replace(DISCOUNT, '');
  const net = NET.exec(plain);
  if (net !== null) return { counts: 'DAYS', days: Number(net[1]) };
  const month = AFTER_MONTH.exec(plain);
  if (month !== null) return { counts: 'DAYS_AFTER_MONTH', days: Number(month[1] ?? month[2] ?? '0') };
  const next = NEXT_MONTH.exec(plain);
  if (next === null) return null;
  const day = Number(next[1]);
  return day >= 1 && day <= 31 ? { counts: 'DAY_OF_NEXT_MONTH', day } : null;
}

/** The day an amount is due; a day that the next month does not have is its last one. */
export function dueOn(terms: PaymentTerms, date: AccountingDate): AccountingDate {
  switch (terms.counts) {
    case 'DAYS':
      return addDays(date, terms.days);
    case 'DAYS_AFTER_MONTH':
      return addDays(endOfMonth(date), terms.days);
    case 'DAY_OF_NEXT_MONTH': {
      const next = addMonths(firstOfMonth(yearOf(date), monthOf(date)), 1);
      const last = daysInMonth(yearOf(next), monthOf(next));
      return addDays(next, Math.min(terms.day, last) - 1);
    }
  }
}

/** The due date that terms in words give a document; null when nothing is said or it cannot be read. */
export function dueDateBy(terms: string | null | undefined, date: AccountingDate): AccountingDate | null {
  const read = terms === null || terms === undefined ? null : readPaymentTerms(terms);
  return read === null ? null : dueOn(read, date);
}
