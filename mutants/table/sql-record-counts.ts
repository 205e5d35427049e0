import { type Mutant, plantedIn } from '../mutant';

const NARROWED = ['e2e/ledger/counts/narrowed-lists.test.ts'];
const COUNTS = ['e2e/ledger/counts/record-counts.test.ts'];
const JUDGED = ['e2e/revenue/facts/judged-costs.test.ts'];
const DAYS = ['e2e/ledger/counts/contract-days.test.ts'];
const RUNS = ['e2e/ledger/counts/run-contracts.test.ts'];
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
  ...plantedIn('sql', 'prisma/sql/revenue/note-open-costs.sql', JUDGED, [
    [
      'a-voided-cost-stays-open',
      "RETURN p_kind <> 'LOSS' AND NOT p_voided AND",
      "RETURN p_kind <> 'LOSS' AND",
      'A contract would have judgments to answer about costs that no longer count.',
    ],
    [
      'a-provision-is-open-to-judgment',
      "RETURN p_kind <> 'LOSS' AND NOT",
      'RETURN NOT',
      'A contract with a provision for a loss would never have all of its judgments answered.',
    ],
    [
      'open-costs-of-a-statement-count-once',
      'count(*) AS n FROM new_costs n',
      '1 AS n FROM new_costs n',
      'Of an import of costs, one would be open.',
    ],
    [
      'costs-that-are-gone-stay-open',
      'c.contract_id::text, -c.n',
      'c.contract_id::text, 0',
      'Judgments would be open that no list shows.',
    ],
    [
      'a-cost-that-changes-is-open-twice',
      '(VALUES (OLD.contract_id, -1,',
      '(VALUES (OLD.contract_id, 0,',
      'A cost that was voided would stay open to judgment.',
    ],
    [
      'changed-costs-are-not-noted',
      'WHEN (old.voided <> new.voided OR',
      'WHEN (false AND old.voided <> new.voided AND',
      'A cost that was voided would stay open to judgment.',
    ],
    [
      'removed-costs-are-not-noted',
      'REFERENCING OLD TABLE AS old_costs\n  FOR EACH STATEMENT EXECUTE',
      'REFERENCING OLD TABLE AS old_costs\n  FOR EACH STATEMENT WHEN (false) EXECUTE',
      'Judgments would be open that no list shows.',
    ],
  ]),
  ...plantedIn('db', 'src/db/revenue/contracts/judgements.ts', JUDGED, [
    [
      'what-became-open-later-was-open-then',
      "c.created_at > $3::timestamptz')];",
      "c.created_at is null and c.created_at > $3::timestamptz')];",
      'As of last month, costs recorded since would be open.',
    ],
    [
      'open-costs-of-a-branch-are-those-it-may-not-see',
      '(tenant.subsidiaryIds === null ? ',
      '(tenant !== null ? ',
      'A caller within a branch would be told that nothing is open.',
    ],
  ]),
  ...plantedIn('sql', 'prisma/sql/revenue/note-contract-days.sql', DAYS, [
    [
      'contracts-of-a-file-count-once',
      'count(*) AS n FROM new_contracts n',
      '1 AS n FROM new_contracts n',
      'A list of the days of an import would lack its last pages.',
    ],
    [
      'removed-contracts-stay-counted-on-their-day',
      "'YYYY-MM-DD'), -c.n",
      "'YYYY-MM-DD'), 0",
      'A list of some days would promise pages that it does not have.',
    ],
    [
      'a-contract-is-of-both-of-its-dates',
      "to_char(OLD.contract_date, 'YYYY-MM-DD'), -1)",
      "to_char(OLD.contract_date, 'YYYY-MM-DD'), 0)",
      'A contract whose date was corrected would be counted on both days.',
    ],
    [
      'corrected-dates-are-not-noted',
      'WHEN (old.contract_date <> new.contract_date)',
      'WHEN (false)',
      'A contract whose date was corrected would be counted on the wrong day.',
    ],
    [
      'removed-contracts-are-not-noted',
      'REFERENCING OLD TABLE AS old_contracts\n  FOR EACH STATEMENT EXECUTE',
      'REFERENCING OLD TABLE AS old_contracts\n  FOR EACH STATEMENT WHEN (false) EXECUTE',
      'A list of some days would promise pages that it does not have.',
    ],
  ]),
  ...plantedIn('sql', 'prisma/sql/revenue/note-run-contracts.sql', RUNS, [
    [
      'a-contract-that-is-due-again-counts-twice',
      'AND c.moved = (SELECT count(*)',
      'AND c.moved <= (SELECT count(*)',
      'A list of the contracts of a run would promise pages that it does not have.',
    ],
    [
      'two-movements-of-one-statement-are-two-contracts',
      'SELECT c.organization_id, c.run_id, count(*) AS n',
      'SELECT c.organization_id, c.run_id, sum(c.moved) AS n',
      'A list of the contracts of a run would promise pages that it does not have.',
    ],
    [
      'the-run-of-a-fact-is-kept-too',
      'AND r.id = c.run_id AND r.contract_id IS NULL)',
      'AND r.id = c.run_id)',
      'Every fact that posts revenue would leave a note, in which a file of facts would drown.',
    ],
  ]),
  ...plantedIn('db', 'src/db/stores/record-counts.ts', DAYS, [
    [
      'the-last-day-is-not-in-the-range',
      `r.state collate "C" <= $3`,
      `r.state collate "C" < $3`,
      'A list through the end of the year would lack the contracts of New Year’s Eve.',
    ],
  ]),
  ...plantedIn('db', 'src/db/revenue/contracts/contracts.ts', DAYS, [
    [
      'contracts-of-days-and-a-status-are-those-of-the-days',
      'return query.status === undefined ? keptContractsOfDays',
      'return query.status !== null ? keptContractsOfDays',
      'A list of the drafts of a month would promise pages that it does not have.',
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
