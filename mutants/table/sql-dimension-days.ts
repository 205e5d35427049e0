import { type Mutant, plantedIn } from '../mutant';

/** The sums by class, department, location and project, which statements and the activity of an account read instead of balances and lines. */
export const SQL_DIMENSION_DAYS: readonly Mutant[] = plantedIn(
  'sql',
  'prisma/sql/ledger/fold-ledger.sql',
  ['e2e/ledger/by-dimension.test.ts'],
  [
    [
      'lines-of-a-known-class-are-forgotten',
      'base_debit = excluded.base_debit + d.base_debit, base_credit = excluded.base_credit + d.base_credit',
      'base_debit = excluded.base_debit, base_credit = excluded.base_credit',
      'A statement of a class, department, location or project would show only what was posted last.',
    ],
    [
      'locations-are-not-added-up',
      "('DEPARTMENT', l.department_id), ('LOCATION', l.location_id)",
      "('DEPARTMENT', l.department_id), ('DEPARTMENT', l.location_id)",
      'A statement of a location would lose what was posted more than a few seconds ago.',
    ],
    [
      'projects-are-not-added-up',
      "('PROJECT', l.project_id)) AS v",
      "('PROJECT', l.department_id)) AS v",
      'A statement of a project would lose what was posted more than a few seconds ago.',
    ],
    [
      'lines-of-a-known-day-are-forgotten-by-dimension',
      'line_count = d.line_count + excluded.line_count\n    ), dimension_periods',
      'line_count = excluded.line_count\n    ), dimension_periods',
      'The activity of an account of a class would lose lines of a day to which something was posted twice.',
    ],
  ],
);
