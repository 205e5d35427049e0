import { type Mutant, plantedIn } from '../mutant';

const DOCUMENTS = 'prisma/sql/documents';
const UNPAIRED = ['e2e/ledger/groups/unpaired.test.ts'];

/** What is kept of documents between subsidiaries. */
export const SQL_INTERCOMPANY: readonly Mutant[] = [
  ...plantedIn('sql', `${DOCUMENTS}/unpaired-of.sql`, UNPAIRED, [
    [
      'mirrors-are-without-a-pair',
      '\n    AND NOT EXISTS (SELECT FROM intercompany_pairs p WHERE p.organization_id = daybook_organization() AND p.mirror_id = t.id)',
      '',
      'The bill that mirrors an invoice would be listed as lacking a mirror, and get one.',
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
      'CREATE TRIGGER intercompany_pairs_listed AFTER INSERT OR UPDATE OR DELETE ON intercompany_pairs\n  FOR EACH ROW EXECUTE FUNCTION daybook_list_pair();',
      '',
      'A document whose pair was given up for another would be forgotten.',
    ],
  ]),
];
