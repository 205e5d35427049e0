import {
  type AccountingDate,
  addDays,
  addMonths,
  endOfMonth,
  firstOfMonth,
  monthOf,
  startOfMonth,
  yearOf,
} from '@/core/periods/calendar';

/** One month of the story. */
export interface StoryMonth {
  /** 0 is the first month of the books. */
  readonly index: number;
  /** Months before the current one; 0 is this month. */
  readonly age: number;
  readonly year: number;
  /** 1 to 12. */
  readonly month: number;
  readonly start: AccountingDate;
  readonly end: AccountingDate;
  /** `March 2026`. */
  readonly label: string;
  /** A day of the month, or the last day of a shorter month. */
  day(dayOfMonth: number): AccountingDate;
}

/** The story's time span: from the first day of last year, when Meridian moved its books to Daybook, to today. */
export interface Timeline {
  readonly today: AccountingDate;
  readonly start: AccountingDate;
  readonly months: readonly StoryMonth[];
  readonly thisMonth: StoryMonth;
}

const NAMES = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];

/** The months from January of last year to the current one: 13 to 24 months, all within the periods a new organization has. */
export function timelineUpTo(today: AccountingDate): Timeline {
  const start = firstOfMonth(yearOf(today) - 1, 1);
  const present = startOfMonth(today);
  const months: StoryMonth[] = [];
  for (let first = start; first <= present; first = addMonths(first, 1)) {
    const end = endOfMonth(first);
    const begin = first;
    months.push({
      index: months.length,
      age: 0,
      year: yearOf(begin),
      month: monthOf(begin),
      start: begin,
      end,
      label: `${NAMES[monthOf(begin) - 1]} ${yearOf(begin)}`,
      day: (dayOfMonth) => {
        const wanted = addDays(begin, dayOfMonth - 1);
        return [wanted, end].sort()[0] ?? end;
      },
    });
  }
  const aged = months.map((month) => ({ ...month, age: months.length - 1 - month.index }));
  const thisMonth = aged.at(-1);
  if (thisMonth === undefined) throw new Error(`no month before ${today}`);
  return { today, start, months: aged, thisMonth };
}
