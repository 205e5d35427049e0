import { type Mutant, plantedIn } from '../mutant';

/** The calendar, fiscal years and the status of periods. */
export const CORE_PERIODS: readonly Mutant[] = [
  ...plantedIn(
    'core',
    'src/core/periods/calendar.ts',
    ['src/core/periods/calendar.test.ts'],
    [
      [
        'the-year-1899-is-accepted',
        "text >= '1900-01-01'",
        "text >= '1899-01-01'",
        'Dates that spreadsheets make of empty cells would be stored.',
      ],
      [
        'nineteen-hundred-is-a-leap-year',
        '(year % 100 !== 0 || year % 400 === 0)',
        'true',
        'A document dated 29 February 1900, as spreadsheets have it, would be stored.',
      ],
      [
        'the-nearest-weekday-is-four-days-away',
        'distance > 3 ? distance - 7 : distance',
        'distance > 4 ? distance - 7 : distance',
        'A fiscal year made of weeks would start on the wrong day.',
      ],
      [
        'days-between-lose-their-sign',
        'return dayNumber(to) - dayNumber(from);',
        'return Math.abs(dayNumber(to) - dayNumber(from));',
        'A date in the past would count as one far in the future.',
      ],
    ],
  ),
  ...plantedIn(
    'core',
    'src/core/periods/calendar-timeline.ts',
    ['src/core/periods/calendar-timeline.test.ts'],
    [
      [
        'a-few-days-are-a-year-of-their-own',
        'return gap < 7 ? next : null;',
        'return null;',
        'Two days between a year of months and a year of weeks would be a fiscal year of one period.',
      ],
    ],
  ),
  ...plantedIn(
    'core',
    'src/core/revenue/schedules/schedule.ts',
    ['src/core/revenue/fiscal-periods.test.ts'],
    [
      [
        'a-period-earns-its-months-whole',
        'const end = earlier(span.end, endDate);',
        'const end = span.end;',
        'A period that ends on 4 April would earn all of April.',
      ],
    ],
  ),
  ...plantedIn(
    'core',
    'src/core/periods/fiscal-calendar.ts',
    ['src/core/periods/fiscal-calendar.test.ts'],
    [
      [
        'fiscal-years-are-named-after-their-start',
        'calendar.startMonth === 1 ? fiscalYear : fiscalYear - 1',
        'fiscalYear',
        'A fiscal year starting in July would be numbered one too high.',
      ],
      [
        'the-53rd-week-belongs-to-nobody',
        '(count + (isLong && index === extra ? 1 : 0)) * 7',
        'count * 7',
        'In a 53-week year, a week of postings would have no period.',
      ],

      [
        'the-last-weekday-is-the-nearest',
        "calendar.weekRule === 'LAST' && nearest > first",
        "calendar.weekRule === 'LAST' && nearest < first",
        'A year that ends on the last Saturday of January would end in February.',
        { tests: ['src/core/periods/fiscal-calendar.test.ts'] },
      ],
      [
        'quarters-of-four-periods',
        'Math.floor(index / 3) + 1',
        'Math.floor(index / 4) + 1',
        'April would be reported in the first quarter.',
      ],
    ],
  ),
  ...plantedIn(
    'core',
    'src/core/periods/period-status.ts',
    ['src/core/periods/period-status.test.ts'],
    [
      [
        'locked-periods-open',
        "if (from === 'LOCKED') return no('A locked period stays locked.');",
        '',
        'Figures that have been filed could change.',
      ],
      [
        'periods-close-two-steps-at-a-time',
        'if (Math.abs(step) !== 1)',
        'if (step === 0)',
        'A period could be locked that had never been closed.',
      ],
      [
        'periods-close-out-of-sequence',
        'move.previous !== null && rank(move.previous) < rank(to)',
        'move.previous !== null && rank(move.previous) < 0',
        'March could be closed while February still accepts postings that affect it.',
      ],
      [
        'reopening-under-a-closed-successor',
        'if (move.next !== null && rank(move.next) > rank(to)) {',
        'if (false) {',
        'The opening balance of a closed month would change.',
      ],
      [
        'reopening-without-a-reason',
        "if (move.reason === null || move.reason.trim() === '') {",
        'if (move.reason === null) {',
        'No one could tell afterward why a closed month changed.',
      ],
      [
        'soft-closed-periods-take-all-postings',
        "period?.status === 'SOFT_CLOSED' && posting.mayPostSoftClosed",
        "period?.status === 'SOFT_CLOSED'",
        'Soft-closing a month would have no effect.',
      ],
    ],
  ),
];
