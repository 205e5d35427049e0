import { type Mutant, plantedIn } from '../mutant';

const NARROWED = ['e2e/ledger/counts/narrowed-lists.test.ts'];
const COUNTS = ['e2e/ledger/counts/record-counts.test.ts'];
const COMMITMENTS = ['e2e/ledger/counts/commitment-sums.test.ts'];

/** The numbers of records that lists state, the lists that are read with them, and what commitments come to by cost code. */
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
      'one-value-is-taken-for-the-whole-state',
      'fields.length === 1 || second !== undefined',
      'fields.length > 0 || second !== undefined',
      'A list of the snapshots of a project would be empty.',
    ],
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
  ...plantedIn(
    'db',
    'src/db/record-store.ts',
    ['e2e/ledger/gathered.test.ts'],
    [
      [
        'what-is-empty-is-sorted-with-the-rest',
        "(direction.nulls === 'last') === (direction.sort === 'asc')",
        'true',
        'Prospects by revenue, the largest first, would sort all of them for each page.',
        { title: 'prospects' },
      ],
      [
        'a-status-that-no-record-has-is-looked-for-in-all',
        '(nearer.skip ?? 0) >= total',
        'false',
        'A list of archived employees, where none is, would go through all of them.',
        { title: 'that none has' },
      ],
    ],
  ),
  ...plantedIn('db', 'src/db/revenue/contracts/contracts.ts', NARROWED, [
    [
      'a-page-from-the-end-has-the-first-contracts',
      "isReversed ? 'asc' : 'desc'",
      "isReversed ? 'desc' : 'desc'",
      'The last page of contracts would show others.',
    ],
    [
      'the-last-page-passes-over-all-contracts',
      'fromNearerEnd<ContractRow, never>(page, total)',
      '{ ...page, isReversed: false }',
      'The last page of a hundred thousand contracts would be read behind all others.',
    ],
    [
      'contracts-of-a-status-are-counted-with-all-others',
      '{ contractStatus: query.status };',
      '{};',
      'The list of drafts would promise pages that it does not have.',
    ],
  ]),
  ...plantedIn('db', 'src/db/reports/security-log.ts', NARROWED, [
    [
      'events-of-a-kind-are-looked-for-in-the-whole-log',
      'where.push(`e.event = ',
      "where.push(`e.event || '' = ",
      'To see that no password was refused, the whole log would be read.',
    ],
  ]),
  ...plantedIn('db', 'src/db/stores/background-jobs.ts', NARROWED, [
    [
      'jobs-beyond-the-last-are-looked-for-in-all',
      'if (kept !== null && query.skip >= kept)',
      'if (kept !== null && query.skip < 0)',
      'A page that is not there would read every job with its log.',
    ],
  ]),
  ...plantedIn('policies', 'prisma/sql/identity/confined.sql', COUNTS, [
    [
      'a-branch-reads-how-many-records-all-have',
      'ON record_counts AS RESTRICTIVE TO daybook_confined USING (false)',
      'ON record_counts AS RESTRICTIVE TO daybook_confined USING (true)',
      'A caller confined to a branch could read how many records the whole organization has.',
    ],
    [
      'a-branch-reads-what-others-just-wrote',
      'ON record_count_changes AS RESTRICTIVE TO daybook_confined USING (false)',
      'ON record_count_changes AS RESTRICTIVE TO daybook_confined USING (true)',
      'A caller confined to a branch could read how many records others just stored.',
    ],
  ]),
  ...plantedIn('sql', 'prisma/sql/sales/note-commitments.sql', COMMITMENTS, [
    [
      'a-voided-commitment-stays-committed',
      "RETURN p_state IN ('APPROVED', 'COMPLETE') AND p_approved_changes = 0",
      'RETURN p_approved_changes = 0',
      'A budget would be bound by what was voided, or was only a draft.',
    ],
    [
      'a-changed-commitment-is-counted-twice',
      "RETURN p_state IN ('APPROVED', 'COMPLETE') AND p_approved_changes = 0",
      "RETURN p_state IN ('APPROVED', 'COMPLETE') AND p_approved_changes IS NOT NULL",
      'With its first change order, a commitment would count twice in its budget.',
    ],
    [
      'lines-are-noted-while-their-commitment-changes',
      ' ORDER BY c.id FOR SHARE',
      ' ORDER BY c.id',
      'A line added while its commitment is voided would bind the budget forever.',
    ],
    [
      'a-moved-commitment-binds-the-old-project',
      '\n    OR old.project_id <> new.project_id)',
      ')',
      'A commitment moved to another project would stay in the budget of the first.',
    ],
    [
      'removed-lines-stay-committed',
      'array_agg(-o.amount))',
      'array_agg(o.amount * 0))',
      'A budget would be bound by lines that were removed.',
    ],
    [
      'changed-lines-are-added-to-what-they-were',
      'o.cost_code, -o.amount FROM old_lines',
      'o.cost_code, 0 FROM old_lines',
      'A line corrected from 100 to 90 would count 190.',
    ],
    [
      'new-lines-are-not-noted',
      'REFERENCING NEW TABLE AS new_lines\n  FOR EACH STATEMENT EXECUTE',
      'REFERENCING NEW TABLE AS new_lines\n  FOR EACH STATEMENT WHEN (false) EXECUTE',
      'A new commitment would bind no budget.',
    ],
    [
      'changed-lines-are-not-noted',
      'REFERENCING OLD TABLE AS old_lines NEW TABLE AS new_lines\n  FOR EACH STATEMENT EXECUTE',
      'REFERENCING OLD TABLE AS old_lines NEW TABLE AS new_lines\n  FOR EACH STATEMENT WHEN (false) EXECUTE',
      'A budget would be bound by what a line was before it was corrected.',
    ],
    [
      'removed-lines-are-not-noted',
      'REFERENCING OLD TABLE AS old_lines\n  FOR EACH STATEMENT EXECUTE',
      'REFERENCING OLD TABLE AS old_lines\n  FOR EACH STATEMENT WHEN (false) EXECUTE',
      'A budget would be bound by lines that were removed.',
    ],
    [
      'removed-commitments-stay-committed',
      'BEFORE DELETE ON commitments FOR EACH ROW EXECUTE',
      'BEFORE DELETE ON commitments FOR EACH ROW WHEN (false) EXECUTE',
      'A budget would be bound by commitments that were removed.',
    ],
  ]),
  ...plantedIn('sql', 'prisma/sql/sales/fold-commitments.sql', COMMITMENTS, [
    [
      'sums-are-replaced-by-their-change',
      'amount = s.amount + excluded.amount',
      'amount = excluded.amount',
      'A budget would be bound by the newest commitments alone.',
    ],
    [
      'sums-of-nothing-are-kept',
      'IF v_nothing THEN',
      'IF false THEN',
      'Cost codes to which nothing is committed would be read with every budget.',
    ],
  ]),
  ...plantedIn('policies', 'prisma/sql/identity/confined.sql', COMMITMENTS, [
    [
      'a-branch-reads-what-others-are-committed-to',
      "('commitment_sums', 'project_id', 'projects'),",
      '',
      'A caller confined to a branch could read what projects of other subsidiaries are committed to.',
    ],
    [
      'a-branch-reads-what-others-just-committed-to',
      "('commitment_sum_changes', 'project_id', 'projects'),",
      '',
      'A caller confined to a branch could read what others just committed to.',
    ],
  ]),
];
