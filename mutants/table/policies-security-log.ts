import { type Mutant, plantedIn } from '../mutant';

/** Locked roles, how often a key may call, and what the security log keeps, seals, removes and shows. */
export const POLICIES_SECURITY_LOG: readonly Mutant[] = [
  ...plantedIn(
    'policies',
    'prisma/sql/identity/security-log.sql',
    ['src/db/laws/security-log.db.test.ts'],
    [
      [
        'organizations-read-each-others-security-log',
        'CREATE POLICY tenant ON security_log USING (organization_id = daybook_organization()) WITH CHECK',
        'CREATE POLICY tenant ON security_log USING (true) WITH CHECK',
        'Every organization would see from where people sign in to the others.',
      ],
      [
        'organizations-write-each-others-security-log',
        'WITH CHECK (organization_id = daybook_organization());',
        'WITH CHECK (true);',
        'One organization could put sign-ins into the log of another.',
      ],
      [
        'confined-callers-read-the-security-log',
        'CREATE POLICY confined ON security_log AS RESTRICTIVE FOR SELECT TO daybook_confined USING (false);',
        'CREATE POLICY confined ON security_log AS RESTRICTIVE FOR SELECT TO daybook_confined USING (true);',
        'The admin of one subsidiary would see the sign-ins of all.',
      ],
      [
        'the-security-log-is-edited',
        'CREATE TRIGGER security_log_append_only BEFORE UPDATE OR TRUNCATE ON security_log',
        'CREATE TRIGGER security_log_append_only BEFORE TRUNCATE ON security_log',
        'An intruder could change the record of the intrusion.',
      ],
      [
        'young-rows-of-the-security-log-are-removed',
        'greatest(o.security_log_months, 24)',
        'o.security_log_months * 0',
        'An intruder could remove the record of the intrusion.',
      ],
      [
        'the-security-log-is-removed-though-kept-for-good',
        'WHERE o.id = OLD.organization_id AND o.security_log_months IS NOT NULL) IS NOT TRUE',
        'WHERE o.id = OLD.organization_id) IS NOT TRUE',
        'A log that is to be kept forever could be removed after two years.',
      ],
      [
        'any-row-of-the-security-log-is-removed',
        'CREATE TRIGGER security_log_kept BEFORE DELETE ON security_log',
        'CREATE TRIGGER security_log_kept BEFORE UPDATE ON security_log',
        'An intruder could remove the record of the intrusion, row by row.',
      ],
      [
        'seals-of-the-security-log-are-removed',
        'CREATE TRIGGER security_seals_append_only BEFORE DELETE OR TRUNCATE ON security_seals',
        'CREATE TRIGGER security_seals_append_only BEFORE TRUNCATE ON security_seals',
        'The chain over the security log could be cut off.',
      ],
      [
        'seals-of-the-security-log-are-changed',
        'CREATE TRIGGER security_seals_kept BEFORE UPDATE ON security_seals',
        'CREATE TRIGGER security_seals_kept BEFORE UPDATE OF event_id ON security_seals',
        'The hashes of the security log could be changed to fit.',
      ],
    ],
  ),
  ...plantedIn(
    'policies',
    'prisma/sql/identity/seal-security-log.sql',
    ['e2e/hostile/security-chain.test.ts'],
    [
      [
        'seals-of-the-security-log-begin-again',
        'v_sequence + n.i, n.id, v_hashes[n.i]',
        "v_sequence + n.i, n.id, repeat('0', 64)",
        'Every round would begin a new chain, and rows in between could vanish.',
      ],
    ],
  ),
  ...plantedIn(
    'policies',
    'prisma/sql/identity/verify-security-log.sql',
    ['e2e/hostile/security-chain.test.ts'],
    [
      [
        'the-chain-of-the-security-log-is-not-followed',
        'c.hash IS DISTINCT FROM c.expected_hash AND NOT c.is_removed\n        OR ',
        '',
        'A changed row of the security log would pass verification.',
      ],
      [
        'any-row-of-the-security-log-counts-as-removed-in-time',
        ' AND s.sequence <= removed.through',
        '',
        'Rows removed too early would pass verification.',
      ],
    ],
  ),
  ...plantedIn(
    'policies',
    'prisma/sql/identity/purge-security-log.sql',
    ['e2e/hostile/security-chain.test.ts'],
    [
      [
        'rows-of-the-security-log-are-removed-without-a-mark',
        "VALUES (v_org, daybook_uuid_v7(), 'log purged'",
        "VALUES (v_org, daybook_uuid_v7(), 'log'",
        'A reader of the log would not learn that there had been more.',
      ],
    ],
  ),
  ...plantedIn(
    'policies',
    'prisma/sql/identity/hold-custom-roles.sql',
    ['src/db/laws/custom-roles.db.test.ts'],
    [
      [
        'roles-that-are-gone-are-given',
        'IF v_found < cardinality(v_ids) THEN',
        'IF false THEN',
        'A member would have a role that no one can look up.',
      ],
      [
        'roles-of-members-are-not-held',
        'CREATE TRIGGER memberships_hold_custom_roles BEFORE INSERT OR UPDATE OF custom_role_ids ON memberships',
        'CREATE TRIGGER memberships_hold_custom_roles BEFORE INSERT ON memberships',
        'A role could be deleted while it is being given.',
      ],
      [
        'roles-of-invitations-are-not-held',
        'CREATE TRIGGER invitations_hold_custom_roles BEFORE INSERT OR UPDATE OF custom_role_ids ON invitations',
        'CREATE TRIGGER invitations_hold_custom_roles BEFORE INSERT ON invitations',
        'An invitation could promise a role that is gone.',
        { tests: ['e2e/hostile/deletion-races.test.ts'] },
      ],
      [
        'roles-of-groups-are-not-held',
        'CREATE TRIGGER provisioned_groups_hold_custom_roles BEFORE INSERT OR UPDATE OF custom_role_ids ON provisioned_groups',
        'CREATE TRIGGER provisioned_groups_hold_custom_roles BEFORE DELETE ON provisioned_groups',
        'A group of the directory could give a role that is gone.',
      ],
      [
        'roles-that-members-have-are-deleted',
        "IF v_by IS NOT NULL THEN\n    RAISE foreign_key_violation USING MESSAGE = format('custom_roles",
        "IF false THEN\n    RAISE foreign_key_violation USING MESSAGE = format('custom_roles",
        'Deleting a role would take permissions from people who have it.',
      ],
      [
        'a-deleted-role-stays-with-those-who-left',
        'CREATE TRIGGER custom_roles_held BEFORE DELETE ON custom_roles',
        'CREATE TRIGGER custom_roles_held BEFORE UPDATE ON custom_roles',
        'Verification would report references that lead nowhere.',
      ],
    ],
  ),
  ...plantedIn(
    'sql',
    'prisma/sql/identity/take-rate.sql',
    ['e2e/contracts/d/keys-and-limits.test.ts'],
    [
      [
        'a-minute-is-half-a-minute',
        'c_minute CONSTANT bigint := 60200;',
        'c_minute CONSTANT bigint := 30200;',
        'A key could make two hundred requests a minute.',
        { tests: ['src/db/laws/platform.db.test.ts'] },
      ],
      [
        'refused-requests-count',
        'IF o_allowed THEN\n    v_row.minute_hits',
        'IF true THEN\n    v_row.minute_hits',
        'A program that keeps retrying would never be admitted again.',
        { tests: ['src/db/laws/platform.db.test.ts'] },
      ],
      [
        'requests-ahead-of-the-clock-stay-ahead',
        'SELECT least(h, v_now) FROM unnest',
        'SELECT h FROM unnest',
        'A key would be refused for a day after the clock was set back.',
        { tests: ['src/db/laws/platform.db.test.ts'] },
      ],
    ],
  ),
];
