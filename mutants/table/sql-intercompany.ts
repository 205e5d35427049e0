import { type Mutant, plantedIn } from '../mutant';

const DOCUMENTS = 'prisma/sql/documents';
const LEDGER = 'prisma/sql/ledger';
const UNPAIRED = ['e2e/ledger/groups/unpaired.test.ts'];
const MIRRORS = ['e2e/ledger/groups/intercompany.test.ts'];
const BALANCES = ['e2e/ledger/groups/sister-balances.test.ts'];

/** What is kept of documents between subsidiaries. */
export const SQL_INTERCOMPANY: readonly Mutant[] = [
  ...plantedIn('sql', `${DOCUMENTS}/unpaired-of.sql`, UNPAIRED, [
    [
      'mirrors-are-without-a-pair',
      'p.mirror_id = t.id AND p.subsidiary_id = s.sister_id)',
      'false)',
      'The bill that mirrors an invoice would be listed as lacking a mirror, and get one.',
      { tests: MIRRORS, title: 'for a mirror' },
    ],
    [
      'drafts-are-mirrored',
      "x.transaction_status IN ('APPROVED', 'POSTED', 'PAID', 'CLOSED')",
      'true',
      'A document that may still change, or was canceled, would be mirrored in the books of the other company.',
      { tests: ['src/db/laws/documents.db.test.ts'] },
    ],
    [
      'only-journals-are-by-account',
      'WHERE a.organization_id = daybook_organization() AND a.subsidiary_id = t.subsidiary_id\n',
      "WHERE a.organization_id = daybook_organization() AND a.subsidiary_id = t.subsidiary_id AND t.kind = 'JOURNAL'\n",
      'What a bill of an outside vendor leaves due from a sister would never be asked about.',
      { tests: ['e2e/ledger/groups/by-account.test.ts'] },
    ],
    [
      'a-mirror-is-between-no-one-else',
      ' AND p.subsidiary_id = s.sister_id)',
      ')',
      'A bill that mirrors an invoice of one sister and has a line on the account of another would never be asked about by the other.',
      { tests: ['e2e/ledger/groups/by-account.test.ts'] },
    ],
  ]),
  ...plantedIn('sql', `${DOCUMENTS}/fold-unpaired.sql`, UNPAIRED, [
    [
      'what-is-posted-is-not-listed',
      'WHERE u.o_is_posted\n',
      'WHERE false\n',
      'A document whose pair could not be noted when it was approved would be missing once it is posted, and the period would close.',
    ],
  ]),
  ...plantedIn('sql', `${DOCUMENTS}/keep-unpaired.sql`, UNPAIRED, [
    [
      'a-party-lists-nothing',
      'CREATE TRIGGER intercompany_parties_listed AFTER INSERT OR UPDATE OR DELETE ON intercompany_parties\n  FOR EACH ROW EXECUTE FUNCTION daybook_list_sister();',
      '',
      'What was posted before a customer came to represent a subsidiary would never get its mirror.',
    ],
    [
      'accounts-between-companies-list-nothing',
      'CREATE TRIGGER intercompany_accounts_listed AFTER INSERT OR UPDATE OR DELETE ON intercompany_accounts\n  FOR EACH ROW EXECUTE FUNCTION daybook_list_sister();',
      '',
      'Journals posted before the accounts between two companies were named would never get their mirrors.',
    ],
    [
      'a-pair-given-up-lists-nothing',
      'AFTER INSERT OR UPDATE OR DELETE ON intercompany_pairs',
      'AFTER INSERT OR UPDATE ON intercompany_pairs',
      'A document whose pair was given up for another would be forgotten.',
    ],
  ]),
  ...plantedIn('sql', `${LEDGER}/keep-intercompany-days.sql`, BALANCES, [
    [
      'an-account-eliminated-later-has-no-sums',
      "IF NEW.elimination = 'INTERCOMPANY' AND NEW.account_type IN ('ASSET', 'LIABILITY') THEN",
      'IF false THEN',
      'What was posted before an account was marked as intercompany would belong to no sister.',
    ],
    [
      'what-is-not-added-up-yet-counts-twice',
      'SELECT unnest(array_agg(e.id)) FROM number_counters c',
      'SELECT unnest(array_agg(e.id) FILTER (WHERE false)) FROM number_counters c',
      'An entry posted seconds before an account is marked as intercompany would count twice for its sister.',
    ],
  ]),
  ...plantedIn('sql', `${LEDGER}/fold-ledger.sql`, BALANCES, [
    [
      'what-a-counterparty-has-is-not-added-up',
      'WHERE l.entity_id IS NOT NULL AND l.account_id = ANY (v_between)',
      'WHERE false',
      'What a company owes a sister would stay at what it was when the account was marked as intercompany.',
    ],
  ]),
  ...plantedIn('sql', `${LEDGER}/verify-ledger.sql`, BALANCES, [
    [
      'sums-between-companies-are-not-verified',
      '\n           + (SELECT count(*) FROM between_breaches)',
      '',
      'A sum of a counterparty that lost a line would never be found.',
    ],
  ]),
];
