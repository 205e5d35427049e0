import { type Mutant, plantedIn } from '../mutant';

/** Row security and grants. */
export const POLICIES_TENANTS: readonly Mutant[] = [
  ...plantedIn(
    'policies',
    'prisma/sql/identity/tenant.sql',
    ['src/db/tenancy.db.test.ts', 'src/db/catalogue.db.test.ts'],
    [
      [
        'everybody-reads-everything',
        "USING (organization_id = daybook_organization()) WITH CHECK (organization_id = daybook_organization())',",
        "USING (true) WITH CHECK (organization_id = daybook_organization())',",
        'Every organization could read the records of all others.',
      ],
      [
        'everybody-writes-everywhere',
        "USING (organization_id = daybook_organization()) WITH CHECK (organization_id = daybook_organization())',",
        "USING (organization_id = daybook_organization()) WITH CHECK (true)',",
        'An organization could write records to another.',
      ],
      [
        'the-ledger-is-read-by-all',
        'USING (organization_id = (SELECT daybook_organization())) WITH CHECK',
        'USING (true) WITH CHECK',
        'Every organization would read the ledger of all.',
        { tests: ['src/db/catalogue.db.test.ts', 'src/db/laws/platform.db.test.ts'] },
      ],
      [
        'one-table-has-no-policy',
        "'prospects',",
        '',
        'A table without a policy would be inaccessible, or open to all if row security were switched off.',
      ],
      [
        'organizations-see-each-other',
        'ON organizations USING (id = daybook_organization())',
        'ON organizations USING (true)',
        'Every organization could see the names of all others.',
        {
          tests: ['src/db/catalogue.db.test.ts', 'src/db/laws/platform.db.test.ts'],
        },
      ],
    ],
  ),
  ...plantedIn(
    'policies',
    'prisma/sql/identity/own-organizations.sql',
    ['src/auth/session.db.test.ts', 'e2e/contracts/auth/token.test.ts'],
    [
      [
        'memberships-of-others-are-seen',
        'USING (user_id = daybook_user())',
        'USING (true)',
        'Anyone could read who works for which organization.',
        { tests: ['src/db/laws/platform.db.test.ts'] },
      ],
      [
        'former-members-see-the-organization',
        " AND m.record_status = 'active')",
        ')',
        'A former member would still see the organization among their own.',
        { tests: ['src/db/laws/platform.db.test.ts'] },
      ],
    ],
  ),
  ...plantedIn(
    'policies',
    'prisma/sql/identity/organization.sql',
    ['src/db/tenancy.db.test.ts'],
    [
      [
        'no-organization-is-an-error',
        "nullif(current_setting('app.organization_id', true), '')::uuid",
        "current_setting('app.organization_id', true)::uuid",
        'A connection without an organization would fail instead of seeing nothing.',
        { tests: ['src/db/laws/platform.db.test.ts'] },
      ],
    ],
  ),
  ...plantedIn(
    'policies',
    'prisma/migrations/20261120000400_sales/migration.sql',
    ['src/db/catalogue.db.test.ts'],
    [
      [
        'row-security-is-not-forced',
        'ALTER TABLE prospects ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;',
        'ALTER TABLE prospects ENABLE ROW LEVEL SECURITY;',
        'The owner of the tables, and everything that runs as the owner, would see every organization.',
      ],
      [
        'row-security-is-off',
        'ALTER TABLE leads ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;',
        '',
        'Every organization could read the leads of all others.',
      ],
    ],
  ),
  ...plantedIn(
    'policies',
    'prisma/sql/identity/confined.sql',
    ['e2e/ledger/confined.test.ts'],
    [
      [
        'documents-are-not-confined',
        "ARRAY['business_transactions', 'contract_cost_rows',",
        "ARRAY['contract_cost_rows',",
        'A caller confined to one subsidiary could approve, change and post the documents of all.',
      ],
      [
        'contracts-are-not-confined',
        "'revenue_contracts', 'revenue_copied_balances',",
        "'revenue_copied_balances',",
        'Someone confined to one subsidiary could read the contracts of all.',
      ],
      [
        'records-move-out-of-reach',
        'USING (%s) WITH CHECK (%s)',
        'USING (%s) WITH CHECK (%s OR true)',
        'Someone confined to one subsidiary could move a record into another.',
        { tests: ['src/db/laws/confined-rooms.db.test.ts'] },
      ],
    ],
  ),
];
