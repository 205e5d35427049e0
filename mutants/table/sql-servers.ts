import { type Mutant, plantedIn } from '../mutant';

const SERVERS = 'prisma/sql/servers';
const GATE = ['src/db/laws/gate.db.test.ts'];
const UPGRADED = ['scripts/lib/laws/upgrade.db.test.ts'];
const MOVED = ['scripts/lib/move/move-upgraded.db.test.ts'];
const NEWS = ['src/db/laws/organization-news.db.test.ts'];

/** Several servers: the gate of an organization, its placement, and what is reported to the directory. */
export const SQL_SERVERS: readonly Mutant[] = [
  ...plantedIn('sql', `${SERVERS}/gate.sql`, GATE, [
    [
      'books-that-have-gone-are-still-written',
      "g.state <> 'OPEN'",
      "g.state = 'CLOSED'",
      'A write to the old server after a move would be lost.',
    ],
    [
      'a-move-does-not-wait-for-writers',
      "v_done := pg_advisory_xact_lock_shared(hashtextextended('gate:' || v_org::text, 0));",
      '',
      'A transaction that was writing when the gate closed would commit after the move has copied the rows.',
    ],
    [
      'old-snapshots-pass-the-gate',
      "current_setting('transaction_isolation') <> 'read committed'",
      'false',
      'A transaction that does not see the closed gate would write behind it.',
    ],
    [
      'a-passed-gate-is-remembered-beyond-the-savepoint',
      "set_config('app.gate', current_setting('app.organization_id'), true)",
      "set_config('app.gate', current_setting('app.organization_id'), false)",
      'A later transaction of the connection would write without checking the gate.',
    ],
    [
      'books-are-written-during-an-upgrade',
      "IF NOT pg_try_advisory_xact_lock_shared(hashtextextended('upgrade', 0)) THEN",
      'IF false THEN',
      'What is written between filling a new sum and the trigger that keeps it would be missing in the sum.',
      { tests: UPGRADED },
    ],
    [
      'writes-wait-for-an-upgrade-with-their-locks',
      "IF NOT pg_try_advisory_xact_lock_shared(hashtextextended('upgrade', 0)) THEN",
      "PERFORM pg_advisory_xact_lock_shared(hashtextextended('upgrade', 0)); IF false THEN",
      'A write that waits holds the lock of its table, which the upgrade may need: one of the two would be ended.',
      { tests: UPGRADED },
    ],
    [
      'one-table-has-no-gate',
      "o_table <> 'organization_moves'",
      "o_table NOT IN ('organization_moves', 'customers')",
      'The rows of a table could change behind a move.',
      { tests: ['src/db/catalogue.db.test.ts'] },
    ],
  ]),
  ...plantedIn('db', 'scripts/lib/move/move.mjs', MOVED, [
    [
      'a-copy-of-before-an-upgrade-counts',
      '    if (this.schema !== (await demandSameSchema(this.source, this.target, this)))',
      '    if ((await demandSameSchema(this.source, this.target, this)) === null)',
      'New sums at the target would lack what was written between its upgrade and the switch.',
    ],
    [
      'a-move-switches-during-an-upgrade',
      'return held.every(({ rows }) => rows[0].held);',
      'return held.length > 0;',
      'The upgrade of the target would fill its new sums beside rows that still arrive.',
    ],
    [
      'going-back-leaves-new-tables-filled',
      'await movedTables(this.target), this.organizationId',
      'this.tables, this.organizationId',
      'Rows of an organization that is elsewhere would stay in the new tables of the target.',
    ],
  ]),
  ...plantedIn('db', 'scripts/lib/laws/upgrade.mjs', UPGRADED, [
    [
      'upgrades-do-not-stop-writes',
      'await client.query("select pg_advisory_xact_lock(hashtextextended(\'upgrade\', 0))");',
      '',
      'Sums that a release adds would lack what was written meanwhile.',
    ],
    [
      'upgrades-do-not-begin-again',
      "const PASSING = new Set(['40P01', '55P03']);",
      'const PASSING = new Set([]);',
      'A report that is read at the wrong moment would end an upgrade.',
    ],
  ]),
  ...plantedIn('db', 'scripts/lib/laws/migrate.mjs', UPGRADED, [
    [
      'tables-stay-when-their-laws-fail',
      'if (!isNew) await applyMigrations(client, missing);',
      "if (!isNew) await applyMigrations(client, missing);\n    await client.query('commit; begin');",
      'Servers of the version before would write to tables without the laws that keep their sums.',
    ],
  ]),
  ...plantedIn('sql', `${SERVERS}/set-gate.sql`, GATE, [
    [
      'a-gate-closes-while-transactions-write',
      "PERFORM pg_advisory_xact_lock(hashtextextended('gate:' || p_organization::text, 0));",
      '',
      'A move would assume that no one writes anymore.',
    ],
  ]),
  ...plantedIn('sql', `${SERVERS}/place.sql`, GATE, [
    [
      'moves-are-not-counted',
      'epoch = p.epoch + 1',
      'epoch = p.epoch',
      'Two states of a placement could not be distinguished.',
    ],
    [
      'no-one-hears-of-a-move',
      "PERFORM pg_notify('placements', coalesce(NEW.organization_id, OLD.organization_id)::text);",
      '',
      'Servers of the application would read the old rows for seconds after a move.',
    ],
  ]),
  ...plantedIn('sql', `${SERVERS}/take-slug.sql`, NEWS, [
    [
      'renamed-organizations-keep-their-short-name',
      'DO UPDATE SET slug = excluded.slug',
      'DO NOTHING',
      'The sign-in page of an organization would be found under its old name only.',
    ],
  ]),
  ...plantedIn('sql', `${SERVERS}/organization-news.sql`, NEWS, [
    [
      'notes-are-taken-before-the-change-is-seen',
      'ON CONFLICT (id) DO UPDATE SET id = excluded.id;\n  END IF;',
      'ON CONFLICT DO NOTHING;\n  END IF;',
      'A change made while the one before is copied would never reach the directory.',
    ],
    [
      'closed-organizations-are-not-told',
      'CREATE TRIGGER organizations_news AFTER INSERT OR UPDATE ON organizations',
      'CREATE TRIGGER organizations_news AFTER INSERT ON organizations',
      'A name that changed, or books that were closed, would look as before at sign-in.',
    ],
    [
      'those-who-left-are-not-told',
      'CREATE TRIGGER memberships_news AFTER INSERT OR UPDATE OR DELETE ON memberships',
      'CREATE TRIGGER memberships_news AFTER INSERT OR UPDATE ON memberships',
      'Someone who left would still be offered the organization.',
    ],
    [
      'moved-organizations-are-not-told',
      'CREATE TRIGGER placements_news AFTER INSERT OR UPDATE ON placements',
      'CREATE TRIGGER placements_news AFTER UPDATE ON placements',
      'The members of an organization that was placed on another server would not find it.',
    ],
    [
      'closed-accounts-are-not-told',
      'CREATE TRIGGER users_news AFTER UPDATE OF email, name, is_disabled ON users',
      'CREATE TRIGGER users_news AFTER UPDATE OF email, name ON users',
      'An admin whose account is closed would count as the last admin of books on another server.',
    ],
  ]),
  ...plantedIn('sql', `${SERVERS}/memberships-elsewhere.sql`, NEWS, [
    [
      'copies-are-written-for-anyone',
      'WITH CHECK (organization_id = daybook_organization());',
      'WITH CHECK (true);',
      'An organization could make someone appear to belong to another one.',
    ],
    [
      'memberships-elsewhere-are-open',
      'FOR SELECT USING (user_id = daybook_user())',
      'FOR SELECT USING (true)',
      'Anyone could read who works for which organization.',
    ],
    [
      'confined-callers-see-all-members-elsewhere',
      'TO daybook_confined USING (user_id = daybook_user())',
      'TO daybook_confined USING (true)',
      'Someone confined to a subsidiary would see the members of the others.',
    ],
  ]),
];
