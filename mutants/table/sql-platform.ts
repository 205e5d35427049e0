import { type Mutant, plantedIn } from '../mutant';

const LAWS = 'prisma/sql';
const SMALL = ['src/db/laws/platform.db.test.ts'];
const VIEWS = ['src/usecases/saved-views/saved-views.db.test.ts'];
const IMMUTABLE = ['e2e/ledger/evidence/immutability.test.ts'];

/** Ids, audit, saved views, the organization's tree, and what documents name. */
export const SQL_PLATFORM: readonly Mutant[] = [
  ...plantedIn('sql', `${LAWS}/platform/uuid-v7.sql`, SMALL, [
    [
      'ids-carry-no-moment',
      "'SELECT uuidv7()'",
      "'SELECT gen_random_uuid()'",
      'Rows would no longer be stored in the order in which they came, and every insert would touch another page.',
    ],
  ]),
  ...plantedIn('sql', `${LAWS}/platform/transaction-id.sql`, SMALL, [
    [
      'transactions-of-a-connection-look-alike',
      'pg_current_xact_id()::text::bigint',
      'pg_backend_pid()::bigint',
      'Lines could be added to an entry by a later transaction of the same connection.',
    ],
  ]),
  ...plantedIn('sql', `${LAWS}/platform/refresh-statistics.sql`, SMALL, [
    [
      'some-tables-keep-their-old-statistics',
      ', customers, vendors, audit_log;',
      ', audit_log;',
      'After an import of a million customers every search would be planned for an empty table.',
    ],
  ]),
  ...plantedIn(
    'sql',
    `${LAWS}/platform/unsealed-audit-rows.sql`,
    ['src/db/laws/confinement.db.test.ts'],
    [
      [
        'sealed-rows-count-as-unsealed',
        '\n      AND (SELECT s.audit_id FROM audit_seals s WHERE s.organization_id = v_org AND s.audit_id = a.id) IS NULL',
        '',
        'The overview would warn about audit rows that have long been sealed.',
      ],
      [
        'only-audit-rows-within-reach-are-counted',
        'STABLE SECURITY DEFINER',
        'STABLE',
        'A confined caller would see a negative number of audit rows waiting for their seal.',
      ],
    ],
  ),
  ...plantedIn('sql', `${LAWS}/platform/default-view-is-seen.sql`, VIEWS, [
    [
      'a-list-opens-with-a-view-of-another',
      'AND v.screen = NEW.screen AND (',
      'AND (',
      'The list of payments would open with the filters of contracts.',
    ],
    [
      'a-list-opens-with-a-view-of-somebody-else',
      '(v.is_shared OR v.user_id = NEW.user_id)',
      '(true)',
      'A list would open with a view that its reader cannot see.',
    ],
  ]),
  ...plantedIn('sql', `${LAWS}/platform/forget-hidden-view.sql`, VIEWS, [
    [
      'the-maker-loses-a-view-that-is-hidden',
      ' AND d.user_id <> NEW.user_id',
      '',
      'A person who stops sharing a view would lose it as their own default.',
    ],
    [
      'hidden-views-stay-the-default-of-others',
      '(old.is_shared AND (NOT new.is_shared))',
      '(old.is_shared AND (NOT new.is_shared) AND old.query <> new.query)',
      'A view that was hidden for a day would become the default again for others who did not choose it.',
    ],
  ]),
  ...plantedIn('sql', `${LAWS}/platform/view-stays-whose.sql`, VIEWS, [
    [
      'views-change-hands',
      '(old.user_id <> new.user_id) OR ',
      '',
      'Someone could take over a view that others rely on.',
    ],
  ]),
  ...plantedIn(
    'sql',
    `${LAWS}/platform/refuse-change.sql`,
    ['src/db/laws/revenue.db.test.ts'],
    [
      [
        'rows-of-contract-costs-are-deleted',
        'CREATE TRIGGER contract_cost_rows_append_only BEFORE DELETE OR TRUNCATE ON contract_cost_rows\n  FOR EACH STATEMENT EXECUTE FUNCTION daybook_refuse_change();',
        '',
        'Amortization that was posted could vanish while its entry stays.',
      ],
      [
        'rows-of-revenue-are-deleted',
        'CREATE TRIGGER revenue_rows_append_only BEFORE DELETE OR TRUNCATE ON revenue_rows\n  FOR EACH STATEMENT EXECUTE FUNCTION daybook_refuse_change();',
        '',
        'Revenue that was posted could vanish from its contract while its entry stays.',
      ],
    ],
  ),
  ...plantedIn('sql', `${LAWS}/platform/touch.sql`, IMMUTABLE, [
    [
      'documents-choose-their-version',
      '(new.version <> (old.version + 1)) OR ',
      '',
      'A document could be changed without anyone who has the older version noticing.',
    ],
    [
      'one-table-keeps-its-version',
      'WHERE o_has_version AND',
      "WHERE o_has_version AND o_table <> 'leads' AND",
      'Two people editing one lead would overwrite each other unseen.',
      { tests: ['src/db/catalogue.db.test.ts'] },
    ],
  ]),
  ...plantedIn(
    'sql',
    `${LAWS}/identity/know-organization.sql`,
    ['src/jobs/house-jobs.db.test.ts'],
    [
      [
        'jobs-know-no-new-organization',
        'INSERT INTO known_organizations (id) VALUES (NEW.id) ON CONFLICT DO NOTHING;',
        '',
        'Audit rows of a new organization would never be sealed, nor its webhooks sent.',
        { title: 'finds every organization' },
      ],
    ],
  ),
  ...plantedIn(
    'sql',
    `${LAWS}/identity/lock-admins.sql`,
    ['src/db/laws/confinement.db.test.ts'],
    [
      [
        'admins-are-not-locked',
        ' ORDER BY m.id FOR UPDATE',
        ' ORDER BY m.id',
        'Two admins who demote each other at once would leave the organization without one.',
      ],
      [
        'former-admins-count',
        "m.record_status = 'active' AND ",
        '',
        'The last admin could leave, since one who left years ago is still counted.',
      ],
      [
        'closed-accounts-count-as-admins',
        'u.id = m.user_id AND NOT u.is_disabled',
        'u.id = m.user_id',
        'The last admin who can sign in could leave, since one whose account is closed is counted.',
        { tests: ['e2e/contracts/auth/invitations.test.ts'], title: 'does not count as an owner' },
      ],
      [
        'admins-out-of-reach-do-not-count',
        'VOLATILE SECURITY DEFINER',
        'VOLATILE',
        'A confined admin would be taken for the last one of the organization.',
      ],
    ],
  ),
  ...plantedIn('policies', `${LAWS}/identity/user.sql`, SMALL, [
    [
      'nobody-signed-in-is-an-error',
      "nullif(current_setting('app.user_id', true), '')::uuid",
      "current_setting('app.user_id', true)::uuid",
      'A connection that no one has signed in to would fail instead of seeing nothing.',
    ],
  ]),
  ...plantedIn(
    'sql',
    `${LAWS}/structure/group-size.sql`,
    ['src/db/laws/confinement.db.test.ts'],
    [
      [
        'a-group-is-what-is-within-reach',
        'STABLE SECURITY DEFINER',
        'STABLE',
        'Part of a group would be consolidated as if it were the group.',
      ],
      [
        'grandchildren-are-not-of-the-group',
        'SELECT c.id FROM down JOIN subsidiaries c ON c.organization_id = daybook_organization() AND c.parent_id = down.id',
        'SELECT c.id FROM subsidiaries c WHERE c.organization_id = daybook_organization() AND c.parent_id = p_parent',
        'A group of three tiers would be called complete without its third.',
      ],
    ],
  ),
  ...plantedIn(
    'sql',
    `${LAWS}/structure/subsidiary-ancestors.sql`,
    ['src/db/laws/confinement.db.test.ts'],
    [
      [
        'circles-close-out-of-reach',
        'STABLE SECURITY DEFINER',
        'STABLE',
        'A subsidiary could become its own parent by way of one that the caller does not see.',
      ],
    ],
  ),
  ...plantedIn(
    'sql',
    `${LAWS}/structure/refuse-delete-of-booked.sql`,
    ['src/db/ledger-references.db.test.ts'],
    [
      [
        'periods-with-entries-are-deleted',
        'CREATE TRIGGER fiscal_periods_booked BEFORE DELETE ON fiscal_periods\n  FOR EACH ROW EXECUTE FUNCTION daybook_refuse_delete_of_booked();',
        '',
        'Ledger entries would belong to a month that is gone.',
      ],
      [
        'companies-with-entries-are-deleted',
        'CREATE TRIGGER subsidiaries_booked BEFORE DELETE ON subsidiaries\n  FOR EACH ROW EXECUTE FUNCTION daybook_refuse_delete_of_booked();',
        '',
        'Ledger entries would belong to a company that is gone.',
      ],
    ],
  ),
  ...plantedIn('sql', `${LAWS}/sales/refuse-delete-of-used-entity.sql`, SMALL, [
    [
      'named-customers-are-deleted',
      'CREATE TRIGGER customers_in_use BEFORE DELETE ON customers\n  FOR EACH ROW EXECUTE FUNCTION daybook_refuse_delete_of_used_entity();',
      '',
      'Invoices would be owed by no one.',
    ],
    [
      'named-employees-are-deleted',
      'CREATE TRIGGER employees_in_use BEFORE DELETE ON employees\n  FOR EACH ROW EXECUTE FUNCTION daybook_refuse_delete_of_used_entity();',
      '',
      'Expense reports would be owed to no one.',
    ],
    [
      'named-vendors-are-deleted',
      'CREATE TRIGGER vendors_in_use BEFORE DELETE ON vendors\n  FOR EACH ROW EXECUTE FUNCTION daybook_refuse_delete_of_used_entity();',
      '',
      'Bills would be owed to no one.',
    ],
  ]),
];
