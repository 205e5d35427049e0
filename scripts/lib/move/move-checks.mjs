import { columnsOf, demandUuid, quoted, rowsOf } from './move-tables.mjs';

/** The settings on which the text of a row depends must be the same on both sides. */
const SAME_TEXT = `set timezone = 'UTC'; set datestyle = 'ISO, YMD'; set intervalstyle = 'postgres'; set extra_float_digits = 1; set bytea_output = 'hex'`;

/** The tables compared while writes wait took at most this long together before. */
export const WAITING_BUDGET_MS = 300;

/** Prepares a connection for comparing: texts and, for the functions that verify books, the organization. */
export const prepareToCompare = (client) => client.query(SAME_TEXT);

const digestOf = (table, organizationId) =>
  `select '${table.name}' as name, count(*)::text as rows, coalesce(sum(hashtextextended(row(${columnsOf(table)})::text, 0)::numeric), 0)::text as digest
   from ${quoted(table.name)} where ${rowsOf(table, organizationId)}`;

/**
 * Compares every table on both sides, row for row: how many there are and the sum of the hashes of their texts. Both connections are in
 * transactions whose snapshots see the same state.
 * @returns {Promise<{different: string[], rows: number, quick: object[]}>} different: a sentence per table; quick: the tables that
 *   are cheap enough to be compared again while writes wait
 */
export async function compareWhole(source, target, tables, organizationId) {
  const different = [];
  const measured = [];
  let rows = 0;
  for (const table of tables) {
    const started = performance.now();
    const [here, there] = await both(source, target, digestOf(table, organizationId));
    measured.push({ table, ms: performance.now() - started });
    rows += Number(here[0].rows);
    different.push(...differences(here, there));
  }
  measured.sort((a, b) => a.ms - b.ms);
  let ms = 0;
  const quick = measured.filter((one) => {
    ms += one.ms;
    return ms <= WAITING_BUDGET_MS;
  });
  return { different, rows, quick: quick.map(({ table }) => table) };
}

/** The balances of every account, and the position of each chain and each number series. */
const HEADS = (organizationId) => `
  select 'ledger balances' as name, count(*)::text as rows,
    (coalesce(sum(debit), 0), coalesce(sum(credit), 0), coalesce(sum(base_debit), 0), coalesce(sum(base_credit), 0), coalesce(sum(line_count), 0))::text as digest
  from ledger_balances where organization_id = '${organizationId}'
  union all
  select 'numbers of entries and documents', count(*)::text, coalesce(string_agg(row(series, fiscal_year, next_value)::text, ' ' order by series, fiscal_year), '')
  from number_counters where organization_id = '${organizationId}'
  ${['audit_seals', 'ledger_seals', 'security_seals']
    .map(
      (chain) => `union all
  select 'head of ${chain}', count(*)::text, coalesce(max(row(sequence, hash)::text), '') from (
    select sequence, hash from ${chain} where organization_id = '${organizationId}' order by sequence desc limit 1) s`,
    )
    .join('\n')}`;

/**
 * Compares, while writes wait, balances, the heads of the chains and the tables that take hardly any time. Returns a sentence per
 * difference.
 */
export async function compareQuickly(source, target, quick, organizationId) {
  const text = [
    HEADS(demandUuid(organizationId)),
    ...quick.map((table) => digestOf(table, organizationId)),
  ].join('\nunion all\n');
  const [here, there] = await both(source, target, text);
  return differences(here, there);
}

async function both(source, target, text) {
  const [here, there] = await Promise.all([source.query(text), target.query(text)]);
  return [here.rows, there.rows];
}

function differences(here, there) {
  return here.flatMap((one) => {
    const other = there.find(({ name }) => name === one.name);
    if (one.rows === other?.rows && one.digest === other.digest) return [];
    return [
      `${one.name}: ${one.rows} at the source, ${other?.rows ?? 'none'} at the target${one.rows === other?.rows ? ', with other contents' : ''}`,
    ];
  });
}

/** The positions of the chains at their last full verification. */
const BEGINNING = { audit: '0', ledger: '0', security: '0' };

/**
 * Verifies the books on a connection by the functions that npm run verify uses: the ledger, its numbers, and the chains after the given seals.
 * @returns {Promise<{faults: string[], heads: {audit: string, ledger: string, security: string}}>} a sentence per fault
 */
export async function verifyOn(client, organizationId, { after = BEGINNING, isWhole = true } = {}) {
  await client.query(`select set_config('app.organization_id', $1, false)`, [organizationId]);
  try {
    const faults = isWhole ? await ledgerFaults(client) : [];
    const one = async (text, values) => (await client.query(text, values)).rows[0];
    const audit = await one('select * from daybook_verify_audit($1)', [after.audit]);
    if (audit.o_first_broken !== null)
      faults.push(`the chain of the audit trail is broken at ${audit.o_first_broken}`);
    const security = await one('select * from daybook_verify_security_log($1)', [after.security]);
    if (security.o_first_broken !== null)
      faults.push(`the chain of the security log is broken at ${security.o_first_broken}`);
    const ledger = await one(
      `select coalesce(max(o_sequence), $1)::text as newest, min(o_sequence) filter (where not o_continues or o_changed > 0)::text as broken
       from daybook_verify_ledger_seals($1, 2147483647)`,
      [after.ledger],
    );
    if (ledger.broken !== null) faults.push(`the chain of the ledger is broken at ${ledger.broken}`);
    return {
      faults,
      heads: { audit: audit.o_sequence, ledger: ledger.newest, security: security.o_sequence },
    };
  } finally {
    // With an organization set, what this connection writes would pass the gate.
    await client.query(`select set_config('app.organization_id', '', false)`);
  }
}

async function ledgerFaults(client) {
  const { rows } = await client.query(
    `select l.o_unbalanced as "unbalanced entries", l.o_balance_breaches as "balances that differ from their lines",
       l.o_dimension_breaches as "balances by dimension that differ from their lines", l.o_difference as "difference of debits and credits",
       l.o_documents_without_entry as "documents without their entry", n.o_missing as "missing entry numbers", n.o_strays as "entries out of their series"
     from daybook_verify_ledger() l, daybook_verify_numbers() n`,
  );
  return Object.entries(rows[0])
    .filter(([, found]) => Number(found) !== 0)
    .map(([what, found]) => `${what}: ${found}`);
}

/** The logs that are sealed in the order of their transactions, with the seals and the column that names the row. */
const SEALED = [
  { log: 'audit_log', seals: 'audit_seals', of: 'audit_id' },
  { log: 'security_log', seals: 'security_seals', of: 'event_id' },
];

/** The unsealed rows on a connection's snapshot, and the first transaction it does not see, for `renumberTail`. */
export async function unsealedOn(client, organizationId) {
  const { rows } = await client.query('select pg_snapshot_xmin(pg_current_snapshot())::text as next');
  const ids = {};
  for (const { log, seals, of } of SEALED) {
    const found = await client.query(
      `select coalesce(array_agg(l.id), '{}')::text[] as ids from ${log} l where l.organization_id = $1
         and not exists (select from ${seals} s where s.organization_id = l.organization_id and s.${of} = l.id)`,
      [organizationId],
    );
    ids[log] = found.rows[0].ids;
  }
  return { next: rows[0].next, ids };
}

/**
 * Gives the newest sealed row of each log, and those not sealed yet, the number of this transaction. Seals follow the order of
 * transactions. The source had its own numbers; at the target rows have the numbers of the transactions in which they arrived. From here on
 * the target's order applies: what is sealed is at or before the newest seal's row, what is not sealed is at or after it. The numbers are
 * not part of what a seal covers.
 */
export async function renumberTail(client, organizationId, { next, ids }) {
  for (const { log, seals, of } of SEALED) {
    await client.query(
      `with newest as (
         select n.id from ${seals} s join ${log} n on n.organization_id = s.organization_id and n.id = s.${of}
         where s.organization_id = $1 order by s.sequence desc limit 1
       ), candidates as (
         select n.id from ${log} n where n.organization_id = $1 and n.inserted_in_transaction >= 0 and n.inserted_in_transaction >= $2::bigint
         union
         select unnest($3::uuid[])
       ), tail as (
         select id from newest
         union
         select c.id from candidates c where not exists (select from ${seals} s where s.organization_id = $1 and s.${of} = c.id)
       )
       update ${log} l set inserted_in_transaction = pg_current_xact_id()::text::bigint
       from tail t where l.organization_id = $1 and l.id = t.id`,
      [organizationId, next, ids[log]],
    );
  }
}
