import { type Mutant, plantedIn } from '../mutant';

const CONTRACTS = 'src/core/revenue/contracts';
const COSTS = ['src/core/revenue/cases/cost-facts.test.ts', 'src/core/revenue/cases/cost-transfer.test.ts'];

/** The terms separate contracts begin with, and what is transferred from a contract. */
export const CORE_SEPARATE: readonly Mutant[] = [
  ...plantedIn(
    'core',
    `${CONTRACTS}/separate-terms.ts`,
    ['e2e/revenue/separated-afterward.test.ts'],
    [
      [
        'separated-although-it-is-no-addition',
        'if (!applicable) {',
        "if (!applicable && why === '') {",
        'A discount on the first contract would vanish when its modification becomes a separate contract.',
      ],
      [
        'separated-without-its-obligations-shares',
        'obligations: additions.map(',
        'obligations: additions.slice(additions.length).map(',
        'A separated contract would have no obligation for its price.',
        { title: 'is separated afterward by deciding again' },
      ],
      [
        'separated-without-its-bonus',
        '...(variable.length > 0 && {',
        '...(variable.length > 99 && {',
        'A bonus agreed with an addition would be lost when the addition becomes a separate contract.',
      ],
      [
        'separated-without-its-installments',
        '...(financing && { financing: {',
        '...(financing === null && { financing: {',
        'Interest on installments would end when the addition becomes a separate contract.',
      ],
    ],
  ),
  ...plantedIn('core', `${CONTRACTS}/transferred.ts`, COSTS, [
    [
      'transferred-more-than-all',
      'done: done.gt(ONE) ? ONE : done.lt(ZERO) ? ZERO : done,',
      'done: done.lt(ZERO) ? ZERO : done,',
      'More than the cost itself would be amortized.',
      {
        survives:
          'No measure is more than one: progress and deliveries beyond the obligation are refused (PROGRESS_OVER_100), and days end with the term.',
      },
    ],
    [
      'transferred-alike-whatever-it-is-worth',
      'if (whole.isZero()) return',
      'if (!whole.isNegative()) return',
      'A small obligation would take as much of the cost of a contract as a large one.',
    ],
    [
      'transferred-anew-after-a-change',
      '      from = after;\n',
      '',
      'After a modification the remaining cost would be amortized by the old measure.',
    ],
    [
      'transferred-without-what-was-before-a-change',
      '      reach(before);\n',
      '',
      'What was transferred before a modification would be amortized with the obligations after it.',
    ],
    [
      'transferred-by-changes-to-come',
      'if (month > period) break;',
      '',
      'A modification dated next year would change what was amortized this year.',
    ],
    [
      'transferred-without-its-last-day',
      'const end = addDays(lastDayOf(period), 1);',
      'const end = lastDayOf(period);',
      'What is transferred on the last day of a month would be amortized in the next.',
    ],
    [
      'transferred-after-time-has-ended-it',
      "return pattern?.kind === 'RATABLE' ? [draft.grid.on(pattern.end).key] : [];",
      'return [];',
      'The cost of a service without recorded facts would never be fully amortized.',
    ],
  ]),
  ...plantedIn(
    'core',
    'src/jobs/clock-watch.ts',
    ['src/jobs/clock-watch.test.ts'],
    [
      [
        'clocks-of-this-machine-are-not-watched',
        'if (isOursBack(now())) {',
        'if (isOursBack(now()) && false) {',
        'Workers would be idle for as long as the server’s clock was set back.',
      ],
      [
        'clocks-of-the-database-are-not-watched',
        ' && isTheirsBack(time)) isToRelease = true;',
        ' && isTheirsBack(time)) isToRelease ||= false;',
        'Turns postponed by the database’s clock would wait for as long as it was set back.',
      ],
      [
        'clocks-forget-when-the-database-is-away',
        '        isToRelease = true;\n        queue.wake();\n',
        '        queue.wake();\n',
        'Postponed work would keep waiting because the database was unavailable for a moment.',
      ],
      [
        'clocks-release-for-ever',
        '      isToRelease = false;\n    },',
        '    },',
        'Attempts postponed on purpose would be made every two seconds from then on.',
      ],
      [
        'clocks-release-the-queue-alone',
        '      await releaseAll();\n',
        '',
        'Webhooks and mail of every organization would wait for as long as the clock was set back.',
      ],
    ],
  ),
  ...plantedIn(
    'core',
    'src/lib/set-back.ts',
    ['src/lib/set-back.test.ts'],
    [
      [
        'set-back-is-any-small-step',
        'ahead < before - MOST_MS;',
        'ahead < before;',
        'A clock adjusted in small steps would restart everything postponed again and again.',
      ],
      [
        'set-back-is-noticed-for-ever',
        '    before = ahead;\n',
        '    before = Math.max(before, ahead);\n',
        'Work postponed after a clock was set back would never wait.',
      ],
      [
        'set-back-forgets-that-time-went-on',
        'const ahead = reading - counted();',
        'const ahead = reading;',
        'A clock set back by less than the time since the last reading would not be noticed.',
      ],
    ],
  ),
];
