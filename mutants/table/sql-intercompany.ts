import { type Mutant, plantedIn } from '../mutant';

const DOCUMENTS = 'prisma/sql/documents';
const LEDGER = 'prisma/sql/ledger';
const UNPAIRED = ['e2e/ledger/groups/unpaired.test.ts'];
const OPEN_PAIRS = ['e2e/ledger/groups/open-pairs.test.ts'];
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
      'a-party-leaves-what-its-accounts-listed',
      'DO UPDATE SET by_account = false',
      'DO NOTHING',
      'An invoice to a customer who comes to represent a sister would be mirrored by a journal of one of its lines.',
    ],
    [
      'a-pair-given-up-lists-nothing',
      'AFTER INSERT OR UPDATE OR DELETE ON intercompany_pairs',
      'AFTER INSERT OR UPDATE ON intercompany_pairs',
      'A document whose pair was given up for another would be forgotten.',
    ],
  ]),
  ...plantedIn('sql', `${DOCUMENTS}/fold-unpaired.sql`, OPEN_PAIRS, [
    [
      'what-agrees-once-it-is-posted-stays-listed',
      'SET is_judged = false WHERE o.organization_id',
      'SET is_judged = true WHERE o.organization_id',
      'A close would compare every pair whose mirror was posted later than its document, for ever.',
      { title: 'leave the list' },
    ],
  ]),
  ...plantedIn('sql', `${DOCUMENTS}/compare-pairs.sql`, OPEN_PAIRS, [
    [
      'a-side-that-may-still-change-is-final',
      '(p.mirror_id IS NULL OR m.ledger_entry_id IS NOT NULL OR NOT v.mirror_lives)',
      'true',
      'A bill posted in another month, after someone accepted that it was not posted yet, would not be asked about.',
      { title: 'a side may still change' },
    ],
    [
      'accounts-between-two-are-not-compared',
      ' OR NOT k.by_account AND x.our_due <> -x.their_due',
      '',
      'An invoice that reduces what is due from a sister would agree with a bill that does not.',
      { tests: ['e2e/ledger/groups/by-account.test.ts'], title: 'opposite account' },
    ],
    [
      'costs-of-others-must-be-eliminated',
      'v.source_lives AND NOT k.by_account AND EXISTS',
      'v.source_lives AND EXISTS',
      'A bill of an outside vendor, partly for a sister, could never agree with its mirror.',
      { tests: ['e2e/ledger/groups/by-account.test.ts'] },
    ],
  ]),
  ...plantedIn('sql', `${DOCUMENTS}/judge-pairs.sql`, OPEN_PAIRS, [
    [
      'what-was-compared-agrees',
      'WHERE c.o_is_final AND c.o_differences <@ p.accepted_differences',
      'WHERE c.o_is_final',
      'Differences that no one accepted would not be asked about at a close.',
      { tests: ['e2e/ledger/groups/open-pairs-histories.test.ts'] },
    ],
    [
      'differences-of-drafts-are-the-last-word',
      'WHERE c.o_is_final AND ',
      'WHERE ',
      'A mirror that is changed before it is posted would not be compared again.',
      { title: 'a side may still change' },
    ],
    [
      'what-is-being-listed-is-waited-for',
      'LIMIT p_limit FOR UPDATE SKIP LOCKED',
      'LIMIT p_limit',
      'A document reversed while its pair is compared would be forgotten.',
      { title: 'before what listed them is committed' },
    ],
  ]),
  ...plantedIn('sql', `${DOCUMENTS}/keep-open-pairs.sql`, OPEN_PAIRS, [
    [
      'new-pairs-are-not-listed',
      'AFTER INSERT OR UPDATE OR DELETE ON intercompany_pairs',
      'AFTER DELETE ON intercompany_pairs',
      'A close would ask about no pair.',
      { title: 'leave the list' },
    ],
    [
      'pairs-given-up-stay-listed',
      "IF TG_OP = 'DELETE' THEN\n    DELETE FROM intercompany_open_pairs o",
      "IF TG_OP = 'DELETE' THEN\n    UPDATE intercompany_open_pairs o SET is_judged = true",
      'Rows without a pair would stay for ever.',
      { title: 'leave the list' },
    ],
    [
      'withdrawn-documents-list-nothing',
      "WHEN (new.transaction_status IN ('CANCELLED', 'REVERSED')",
      "WHEN (new.transaction_status IN ('CANCELLED')",
      'An invoice reversed in one company would stay as a bill in the other, and both periods would close.',
      { title: 'leave the list' },
    ],
    [
      'accounts-between-companies-open-nothing',
      'AFTER INSERT OR UPDATE OR DELETE ON intercompany_accounts',
      'AFTER UPDATE ON intercompany_accounts',
      'Journals that agreed by other accounts would not be compared again.',
      { title: 'elimination of an account' },
    ],
    [
      'elimination-opens-nothing',
      'WHEN (old.elimination IS DISTINCT FROM new.elimination)',
      'WHEN (false)',
      'Amounts that consolidation eliminates no longer would not be asked about.',
      { title: 'elimination of an account' },
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
