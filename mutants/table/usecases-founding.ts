import { type Mutant, plantedIn } from '../mutant';

/** Founding, closing and deleting an organization, and opening its books. */
export const USECASES_FOUNDING: readonly Mutant[] = [
  ...plantedIn(
    'usecases',
    'src/usecases/founding/step-record.ts',
    ['src/usecases/founding/founding.db.test.ts'],
    [
      [
        'a-founding-step-is-made-twice',
        'if (isSameAnswer(before.answers, answers)) return before;',
        '',
        'A second click would be refused instead of answered with what was created.',
      ],
      [
        'two-owners-found-over-each-other',
        'if (context.expectedVersion !== before.version) {',
        'if (false) {',
        'The chart one owner chose would be replaced by a colleague who had not seen it.',
      ],
      [
        'founding-asks-for-no-rights',
        "if (permission === undefined) return;\n  refuse('FORBIDDEN',",
        "if (permission === undefined || permission) return;\n  refuse('FORBIDDEN',",
        'A role that may only rename the organization could change its chart of accounts.',
      ],
    ],
  ),
  ...plantedIn(
    'usecases',
    'src/usecases/founding/found-calendar.ts',
    ['src/usecases/founding/founding.db.test.ts'],
    [
      [
        'a-calendar-is-founded-over-entries',
        'if (!facts.isUnderWay && closed === 0) return;',
        'if (closed === 0) return;',
        'Periods with entries would be recreated under another calendar.',
      ],
      [
        'a-short-first-year-is-long',
        '.filter(({ endDate }) => endDate >= firstDay);',
        ';',
        'The books would have periods before the company existed.',
      ],
    ],
  ),
  ...plantedIn(
    'auth',
    'src/auth/principal.ts',
    ['src/usecases/organizations/close-organization.db.test.ts'],
    [
      [
        'closed-books-can-be-written',
        'proof.isClosed === true ?',
        'false ?',
        'Closed books would continue to change.',
      ],
      ['closed-books-cannot-be-reopened', "  'org.organization.write',\n", '', 'Closing would be for good.'],
    ],
  ),
  ...plantedIn(
    'sql',
    'prisma/sql/identity/delete-organization.sql',
    ['src/usecases/organizations/close-organization.db.test.ts'],
    [
      [
        'deleting-one-deletes-all',
        "EXECUTE format('DELETE FROM %I WHERE organization_id = daybook_organization()', v_table);",
        "EXECUTE format('DELETE FROM %I', v_table);",
        'Deleting one organization would delete the records of all others.',
      ],
      [
        'sealed-logs-keep-an-organization',
        "'security_log', 'security_seals', 'outbox_events'",
        "'security_log', 'outbox_events'",
        'An organization could not be deleted once a server had sealed its security log, seconds after its first entry.',
      ],
    ],
  ),
  ...plantedIn(
    'usecases',
    'src/usecases/cut-over/cut-over-rules.ts',
    ['src/usecases/cut-over/opening-four-eyes.db.test.ts'],
    [
      [
        'books-are-opened-by-one',
        'preparedBy: isProposed(cutOver) ? [cutOver.openingProposedBy] : null,',
        'preparedBy: [],',
        'The largest entry of the books would be made by one person, although the organization requires two.',
      ],
      [
        'figures-change-below-a-proposal',
        'if (!isProposed(cutOver)) return;',
        'if (cutOver !== null) return;',
        'The second person would approve different figures from those proposed.',
      ],
    ],
  ),
  ...plantedIn(
    'usecases',
    'src/usecases/imports/start-import.ts',
    ['src/usecases/cut-over/opening-four-eyes.db.test.ts'],
    [
      [
        'contracts-are-imported-by-their-uploader',
        'if (!(await isOwnWork(tenant, [createdBy], principal.actor.id))) return;',
        'if (createdBy !== undefined) return;',
        'Every row of the file would be refused one by one instead of the file.',
      ],
    ],
  ),
  ...plantedIn(
    'usecases',
    'src/usecases/transactions/posting/reverse-documents.ts',
    ['src/usecases/cut-over/opening-four-eyes.db.test.ts'],
    [
      [
        'an-opening-entry-is-reversed-as-a-document',
        'await demandNoOpening(tenant, ids);',
        '',
        'The cut-over would claim that the books are open, and could not be opened again.',
      ],
    ],
  ),
  ...plantedIn(
    'usecases',
    'src/usecases/cut-over/open-cut-over.ts',
    ['src/usecases/cut-over/cut-over.db.test.ts'],
    [
      [
        'books-open-without-a-trial-balance',
        '\n  demandTrialBalance(accounts);',
        '',
        'Revenue of contracts would be recognized before the opening entry is refused.',
      ],
    ],
  ),
  ...plantedIn(
    'usecases',
    'src/usecases/imports/refusals/row-refusals.ts',
    ['src/usecases/imports/refusals/row-refusals.test.ts'],
    [
      [
        'a-row-says-its-first-error',
        'outcome.problems.filter((problem) => problem.row === index)',
        'outcome.problems.filter((problem) => problem.row === index).slice(0, 1)',
        'A file would be corrected and uploaded once for each error of a row.',
      ],
    ],
  ),
  ...plantedIn(
    'usecases',
    'src/usecases/imports/reading/resolve-names.ts',
    ['src/usecases/imports/reading/odd-files.db.test.ts'],
    [
      [
        'a-total-is-also-an-unknown-account',
        'if (row.problems.some((problem) => problem.field === field.name)) continue;',
        '',
        'A row that is the total of a report would be said to name an account that does not exist.',
      ],
    ],
  ),
  ...plantedIn(
    'usecases',
    'src/usecases/imports/import-rules.ts',
    ['src/usecases/imports/import-rules.db.test.ts'],
    [
      [
        'a-canceled-import-is-stuck',
        '|| (await hasStopped(tenant, one))',
        '',
        'An import whose job was canceled could be neither undone nor deleted.',
      ],
      [
        'an-import-is-undone-while-it-runs',
        '!busy.includes(one.importStatus) ||',
        'busy.length > 0 ||',
        'Rows would be removed while others are still being imported.',
      ],
    ],
  ),
];
