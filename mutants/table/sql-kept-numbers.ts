import { type Mutant, plantedIn } from '../mutant';

const JUDGED = ['e2e/revenue/facts/judged-costs.test.ts'];
/** The other tests of that file lay the same costs again and again. */
const OPEN = { title: 'costs of a contract are open' };
const DAYS = ['e2e/ledger/counts/contract-days.test.ts'];

/** Numbers that are kept with those of records: open costs of contracts, and contracts of days. */
export const SQL_KEPT_NUMBERS: readonly Mutant[] = [
  ...plantedIn('sql', 'prisma/sql/revenue/note-open-costs.sql', JUDGED, [
    [
      'a-voided-cost-stays-open',
      "RETURN p_kind <> 'LOSS' AND NOT p_voided AND",
      "RETURN p_kind <> 'LOSS' AND",
      'A contract would have judgments to answer about costs that no longer count.',
      OPEN,
    ],
    [
      'a-provision-is-open-to-judgment',
      "RETURN p_kind <> 'LOSS' AND NOT",
      'RETURN NOT',
      'A contract with a provision for a loss would never have all of its judgments answered.',
      OPEN,
    ],
    [
      'open-costs-of-a-statement-count-once',
      'count(*) AS n FROM new_costs n',
      '1 AS n FROM new_costs n',
      'Of an import of costs, one would be open.',
      OPEN,
    ],
    [
      'costs-that-are-gone-stay-open',
      'c.contract_id::text, -c.n',
      'c.contract_id::text, 0',
      'Judgments would be open that no list shows.',
      OPEN,
    ],
    [
      'a-cost-that-changes-is-open-twice',
      '(VALUES (OLD.contract_id, -1,',
      '(VALUES (OLD.contract_id, 0,',
      'A cost that was voided would stay open to judgment.',
      OPEN,
    ],
    [
      'changed-costs-are-not-noted',
      'WHEN (old.voided <> new.voided OR',
      'WHEN (false AND old.voided <> new.voided AND',
      'A cost that was voided would stay open to judgment.',
      OPEN,
    ],
    [
      'new-costs-are-not-noted',
      'REFERENCING NEW TABLE AS new_costs\n  FOR EACH STATEMENT EXECUTE',
      'REFERENCING NEW TABLE AS new_costs\n  FOR EACH STATEMENT WHEN (false) EXECUTE',
      'A contract would have judgments to answer that its number of open ones does not say.',
      OPEN,
    ],
    [
      'removed-costs-are-not-noted',
      'REFERENCING OLD TABLE AS old_costs\n  FOR EACH STATEMENT EXECUTE',
      'REFERENCING OLD TABLE AS old_costs\n  FOR EACH STATEMENT WHEN (false) EXECUTE',
      'Judgments would be open that no list shows.',
      OPEN,
    ],
  ]),
  ...plantedIn('db', 'src/db/revenue/contracts/judgements.ts', JUDGED, [
    [
      'what-became-open-later-was-open-then',
      'return kept === null ? costs : kept - costs;',
      'return kept === null ? costs : kept;',
      'As of last month, costs recorded since would be open.',
      OPEN,
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
      'new-contracts-are-not-noted',
      'REFERENCING NEW TABLE AS new_contracts\n  FOR EACH STATEMENT EXECUTE',
      'REFERENCING NEW TABLE AS new_contracts\n  FOR EACH STATEMENT WHEN (false) EXECUTE',
      'A list of the days of an import would be empty.',
    ],
    [
      'removed-contracts-are-not-noted',
      'REFERENCING OLD TABLE AS old_contracts\n  FOR EACH STATEMENT EXECUTE',
      'REFERENCING OLD TABLE AS old_contracts\n  FOR EACH STATEMENT WHEN (false) EXECUTE',
      'A list of some days would promise pages that it does not have.',
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
  ...plantedIn('db', 'src/db/stores/record-counts.ts', JUDGED, [
    [
      'open-costs-of-a-branch-are-those-it-may-not-see',
      "if (tenant.subsidiaryIds !== null) return null;\n  const asked = `r.organization_id = $1::uuid and r.noun = 'open_",
      "const asked = `r.organization_id = $1::uuid and r.noun = 'open_",
      'A caller within a branch would be told that nothing is open.',
      OPEN,
    ],
  ]),
];
