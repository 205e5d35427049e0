import { afterAll, describe, expect, it } from 'vitest';
import { withOwner } from '@/testing/owner';
import { closeConnections } from './client';

// What keeps an organization free to live on any server (docs/decisions/0015-servers.md). Every exception has its reason here.

afterAll(closeConnections);

const rows = (text: string) =>
  withOwner(async (client) => (await client.query<Record<string, string>>(text)).rows);

/** The tables whose rows move with an organization: those with a gate. */
const MOVING = `select g.tgrelid as oid from pg_trigger g where g.tgfoid = 'daybook_pass_gate'::regproc`;

/** References from an organization's rows to rows of no organization. */
const TO_THE_DIRECTORY: Readonly<Record<string, string>> = {
  'memberships.user_id -> users':
    'A person is brought to a server of books before they become a member there.',
  'provider_people.user_id -> users': 'They are members, or become one in the same transaction.',
};

/** Columns that hold what only the server that wrote the row can say. */
const OF_ONE_SERVER: Readonly<Record<string, string>> = {
  'audit_log.inserted_in_transaction':
    'Orders rows for sealing; sealing asks whether a number can be one of its own server, as after a restore.',
  'ledger_entries.inserted_in_transaction':
    'Lines are accepted in the transaction of their entry only. One transaction of another server has the same number; lines that it added would show in the seal.',
  'security_log.inserted_in_transaction': 'As in audit_log.',
};

/** Functions that ask the server about itself. */
const ABOUT_THIS_SERVER: Readonly<Record<string, string>> = {
  daybook_append_entries: 'Chooses one of eight slots of a balance by the connection; readers add the slots.',
  daybook_check_contracts: 'Deletes rows where the same statement found them.',
  daybook_check_new_lines: 'Chooses a slot by the connection; readers add the slots.',
  daybook_hold_line_references:
    'Compares what stored a document with what stored its lines, and both with the transaction under way: rows that were moved here are of none.',
  daybook_known_through: 'Asks for transactions under way, which are all on the server of the books.',
  daybook_load_journals:
    'Finds the rows of an import again by their place, while it holds the lock of the import.',
  daybook_lock_due_contracts:
    'Says at which place each position is; the caller finds it there again in the same transaction.',
  daybook_lock_posted_contracts: 'As daybook_lock_due_contracts.',
  daybook_move_obligation_sums: 'As daybook_sum_revenue_rows.',
  daybook_move_positions: 'Finds positions again by their place, which the caller holds locked.',
  daybook_post_event_rows: 'Finds rows again by their place within one statement.',
  daybook_post_revenue_chunk: 'Finds rows again by their place within one statement.',
  daybook_post_revenue_moves: 'Finds rows again by their place within one statement.',
  daybook_post_transactions:
    'Chooses one of eight slots of a balance by the connection; readers add the slots.',
  daybook_read_journals:
    'Notes the place of each row of an import for daybook_load_journals, which holds the lock of the import.',
  daybook_recognise: 'Finds rows again by their place within one statement.',
  daybook_reverse_run_rows: 'Finds positions again by their place, which it holds locked.',
  daybook_seal_audit:
    'Leaves rows of transactions under way for later; numbers of another server count as ended.',
  daybook_seal_security_log: 'As daybook_seal_audit.',
  daybook_search_part:
    'Takes the documents on some pages as a sample, which decides how a search looks and not what it finds.',
  daybook_store_journals: 'Chooses one of eight slots of a balance by the connection; readers add the slots.',
  daybook_sum_revenue_bookings: 'Chooses a slot by the connection; readers add the slots.',
  daybook_sum_revenue_movements: 'Chooses a slot by the connection; readers add the slots.',
  daybook_sum_revenue_rows: 'Chooses a slot by the connection; readers add the slots.',
  daybook_transaction_id: 'Makes the number of inserted_in_transaction.',
  daybook_unsealed_audit_rows: 'As daybook_seal_audit.',
};

const namesOf = (reasons: Readonly<Record<string, string>>) => Object.keys(reasons).sort();

describe('the rows of an organization', () => {
  it('refer to no row outside the organization, except to people, who are brought along', async () => {
    const found = await rows(
      `select format('%s.%s -> %s', f.conrelid::regclass, a.attname, f.confrelid::regclass) as reference from pg_constraint f
       join pg_attribute a on a.attrelid = f.conrelid and a.attnum = f.conkey[1]
       where f.contype = 'f' and f.conrelid in (${MOVING}) and f.confrelid not in (${MOVING})`,
    );
    expect(found.map(({ reference }) => reference).sort()).toEqual(namesOf(TO_THE_DIRECTORY));
  });

  it('are referred to by no row of the directory', async () => {
    const found = await rows(
      `select f.conname from pg_constraint f
       where f.contype = 'f' and f.confrelid in (${MOVING}) and f.conrelid not in (${MOVING})`,
    );
    expect(found).toEqual([]);
  });

  it('take no number from a sequence or an identity column, which every server would count separately', async () => {
    const found = await rows(
      `select c.relname as name from pg_class c where c.relkind = 'S' and c.relnamespace = 'public'::regnamespace
       union all select format('%s.%s', a.attrelid::regclass, a.attname) from pg_attribute a
       where a.attrelid in (${MOVING}) and not a.attisdropped and a.attidentity <> ''`,
    );
    expect(found).toEqual([]);
  });

  it('hold nothing that only one server can know, but for transaction numbers that are read accordingly', async () => {
    const filled = await rows(
      `select format('%s.%s', d.adrelid::regclass, a.attname) as name
       from pg_attrdef d join pg_attribute a on a.attrelid = d.adrelid and a.attnum = d.adnum
       where d.adrelid in (${MOVING}) and pg_get_expr(d.adbin, d.adrelid) ~ '(xact|xid|snapshot|pid|lsn|ctid|inet_|nextval)'`,
    );
    expect(filled.map(({ name }) => name).sort()).toEqual(namesOf(OF_ONE_SERVER));
    const typed = await rows(
      `select format('%s.%s', a.attrelid::regclass, a.attname) as name from pg_attribute a
       where a.attrelid in (${MOVING}) and a.attnum > 0 and not a.attisdropped
         and format_type(a.atttypid, null) ~ '^(xid|xid8|cid|tid|oid|reg.*|pg_lsn|pg_snapshot|txid_snapshot)$'`,
    );
    expect(typed).toEqual([]);
  });

  it('are judged by functions that ask their server about itself only where it does not show in a row', async () => {
    const asking = await rows(
      `select p.proname as name from pg_proc p where p.pronamespace = 'public'::regnamespace
       and p.prosrc ~ '(pg_current_xact_id|txid_|pg_backend_pid|pg_current_snapshot|pg_snapshot_|pg_current_wal|inet_server|nextval|pg_stat_|lo_|\\mctid\\M|\\mxmin\\M)'`,
    );
    expect([...new Set(asking.map(({ name }) => name))].sort()).toEqual(namesOf(ABOUT_THIS_SERVER));
  });

  it('are logged, and found again by a primary key, so that they can be replicated', async () => {
    const found = await rows(
      `select c.relname from pg_class c where c.oid in (${MOVING})
       and (c.relpersistence <> 'p' or c.relkind not in ('r', 'p') or c.relreplident <> 'd'
         or not exists (select from pg_index i where i.indrelid = c.oid and i.indisprimary))`,
    );
    expect(found).toEqual([]);
  });
});
