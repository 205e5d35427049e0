import { type Mutant, plantedIn } from '../mutant';

const COUNTS = ['e2e/ledger/counts/record-counts.test.ts'];

/** The numbers of records that lists state, and the lists that are read with them. */
export const SQL_RECORD_COUNTS: readonly Mutant[] = [
  ...plantedIn('sql', 'prisma/sql/platform/note-records.sql', COUNTS, [
    [
      'a-statement-that-stores-several-records-counts-one',
      'AS state, count(*) AS n FROM new_records n',
      'AS state, 1 AS n FROM new_records n',
      'After an import, a list would lack its last pages.',
    ],
    [
      'deleted-records-stay-counted',
      'TG_TABLE_NAME, c.state, -c.n',
      'TG_TABLE_NAME, c.state, 0',
      'A list would promise pages that it does not have.',
    ],
    [
      'a-record-is-archived-and-still-active',
      'daybook_state_of(to_jsonb(OLD), TG_ARGV), -1)',
      'daybook_state_of(to_jsonb(OLD), TG_ARGV), 0)',
      'Each record that was archived would be counted twice.',
    ],
    [
      'the-second-column-is-not-kept',
      `concat_ws('/', p_record ->> p_columns[0], p_record ->> p_columns[1])`,
      `concat_ws('/', p_record ->> p_columns[0])`,
      'A list of employees who have left would be empty.',
    ],
    [
      'a-change-of-the-second-column-is-not-noted',
      `' OR ' ORDER BY c.n)`,
      `' AND ' ORDER BY c.n)`,
      'An employee who left would stay counted among those who work here.',
    ],
    [
      'deletes-are-not-noted',
      'REFERENCING OLD TABLE AS old_records FOR EACH STATEMENT EXECUTE',
      'REFERENCING OLD TABLE AS old_records FOR EACH STATEMENT WHEN (false) EXECUTE',
      'A list would promise pages that it does not have.',
    ],
  ]),
  ...plantedIn('sql', 'prisma/sql/platform/fold-counts.sql', COUNTS, [
    [
      'numbers-are-replaced-by-their-change',
      'record_count = r.record_count + excluded.record_count',
      'record_count = excluded.record_count',
      'A list would state only what the last round added.',
    ],
    [
      'numbers-that-came-to-zero-are-kept',
      'IF v_nothing THEN',
      'IF false THEN',
      'Values that no record has would be read with every count.',
    ],
  ]),
  ...plantedIn('db', 'src/db/stores/record-counts.ts', COUNTS, [
    [
      'callers-within-subsidiaries-are-said-how-many-all-have',
      ' || tenant.subsidiaryIds !== null',
      '',
      'A branch would be said how many records the whole company has, or none.',
    ],
    [
      'what-is-not-added-up-is-not-counted',
      'r.noun = $2) c',
      'r.noun is null) c',
      'A record just created would be missing in the number of its list.',
    ],
    [
      'a-condition-on-another-column-is-forgotten',
      'if (place === 0 ||',
      'if (place === 0) continue;\n    if (',
      'A list of one name would state how many records there are.',
    ],
  ]),
  ...plantedIn(
    'db',
    'src/db/record-store.ts',
    ['src/db/record-pages.db.test.ts'],
    [
      [
        'the-empty-are-passed-over-twice',
        'rows.length > 0 || skip === 0 ? skip : await store.count(tenant, first)',
        'skip',
        'A page among those without a value would repeat the first of them.',
      ],
      [
        'a-page-has-the-empty-only',
        'return [...rows, ...(await store.list(',
        'return [...(await store.list(',
        'The page on which those without a value begin would lack the rest.',
      ],
    ],
  ),
];
