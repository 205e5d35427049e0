import type pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { closeConnections } from '@/db/client';
import { sql, withTenantSql } from '@/db/tenancy';
import { newId } from '@/lib/ids';
import { postedDocument } from '@/testing/documents';
import { foundTestOrganization, type TestOrganization } from '@/testing/organization';
import { withOwner } from '@/testing/owner';
import { sealAudit } from '@/usecases/audit/seal-audit';
import { sealLedger } from '@/usecases/audit/seal-ledger';
import { runForOutput } from '@/usecases/kit/run';
import { type BooksVerdict, verifyBooks } from '@/usecases/verify/verify-books';
import { reportedBreaches } from '../support/tampering';

// Proves the laws ledger/entry-digests, ledger/ledger-seal-hash, ledger/seal-ledger, ledger/verify-ledger-seals,
// ledger/verify-numbers, platform/verify-audit of prisma/sql.

afterAll(closeConnections);

const ENTRIES = 6;
let books: TestOrganization;
let sound: BooksVerdict;

const verdict = (input: object = {}) => runForOutput(verifyBooks, books.callAs('auditor'), input);

/** Seals everything; audit rows wait for every transaction of the server that began before them. */
async function sealAll(): Promise<void> {
  for (;;) {
    await sealAudit(books.principals.admin);
    await sealLedger(books.principals.admin);
    const { audit, ledgerChain } = await verdict();
    if (audit.unsealed === '0' && ledgerChain.unsealed === '0') return;
    await new Promise((resume) => setTimeout(resume, 20));
  }
}

/** Books with three seals over six entries, verified. */
async function found(): Promise<void> {
  books = await foundTestOrganization();
  for (let entry = 0; entry < ENTRIES; entry += 1) {
    await postedDocument(books, { lines: [{ unitPrice: '100.00' }, { unitPrice: '20.00' }] });
    // Several seals, so that there is a middle and a tail.
    if (entry % 2 === 1) await sealLedger(books.principals.admin);
  }
  await sealAll();
  sound = await verdict();
  expect(sound).toMatchObject({
    isSound: true,
    breaches: [],
    ledgerChain: { sealed: String(ENTRIES), unsealed: '0', head: { sequence: '3' } },
  });
}
beforeAll(found);

type Work<T> = (client: pg.ClientBase) => Promise<T>;

/** Changes the books as someone with all rights over the database and no triggers in the way; then `ends` the transaction. */
const tamper = <T>(ends: 'commit' | 'rollback', statements: readonly string[], work?: Work<T>) =>
  withOwner(async (client) => {
    await client.query('begin');
    await client.query(`set local session_replication_role = replica`);
    await client.query(`select set_config('app.organization_id', $1, true)`, [books.organizationId]);
    for (const text of statements) await client.query(text.replaceAll('$org', `'${books.organizationId}'`));
    const found = await work?.(client);
    await client.query(ends);
    return found;
  });

const run = (...statements: string[]) => tamper('commit', statements);

interface Found {
  readonly changed: string[];
  readonly broken: string | null;
  readonly missing: string;
  readonly strays: string;
  readonly unsealed: string;
}

/** What verification finds after such a change, which is then rolled back. */
const foundAfter = (...statements: string[]): Promise<Found | undefined> =>
  tamper('rollback', statements, async (client) => {
    const { rows } = await client.query<Found>(
      `select n.o_missing::text as missing, n.o_strays::text as strays, n.o_unsealed::text as unsealed,
         (select coalesce(array_agg(number order by number), '{}') from daybook_verify_ledger_seals(0, 100) s, unnest(s.o_numbers) number) as changed,
         (select min(s.o_sequence)::text from daybook_verify_ledger_seals(0, 100) s where not s.o_continues) as broken
       from daybook_verify_numbers() n`,
    );
    return rows[0];
  });

const SOUND: Found = { changed: [], broken: null, missing: '0', strays: '0', unsealed: '0' };

const numberOf = (entry: number) => `GL-2026-${String(entry).padStart(6, '0')}`;
const idOf = (entry: number) =>
  `(select id from ledger_entries where organization_id = $org and entry_number = '${numberOf(entry)}')`;

/** One entry's amounts doubled, and the balances changed to agree: no sum shows it. */
const doubled = (entry: number) => [
  `update ledger_balances b set debit = b.debit + l.d, credit = b.credit + l.c, base_debit = b.base_debit + l.bd, base_credit = b.base_credit + l.bc
   from (select account_id, sum(debit) d, sum(credit) c, sum(base_debit) bd, sum(base_credit) bc from ledger_lines
         where organization_id = $org and entry_id = ${idOf(entry)} group by 1) l
   where b.organization_id = $org and b.account_id = l.account_id and b.slot = (
     select min(slot) from ledger_balances x where x.organization_id = $org and x.account_id = l.account_id)`,
  `update ledger_lines set debit = 2 * debit, credit = 2 * credit, base_debit = 2 * base_debit, base_credit = 2 * base_credit
   where organization_id = $org and entry_id = ${idOf(entry)}`,
];

/** The last two entries removed with everything that is derived from them, as if they had never been. */
const CUT = [
  `create temporary table cut on commit drop as select id from ledger_entries where organization_id = $org
   order by entry_number desc limit 2`,
  `update ledger_balances b set debit = b.debit - l.d, credit = b.credit - l.c, base_debit = b.base_debit - l.bd,
     base_credit = b.base_credit - l.bc, line_count = b.line_count - l.n
   from (select account_id, sum(debit) d, sum(credit) c, sum(base_debit) bd, sum(base_credit) bc, count(*) n from ledger_lines
         where organization_id = $org and entry_id in (select id from cut) group by 1) l
   where b.organization_id = $org and b.account_id = l.account_id and b.slot = (
     select min(slot) from ledger_balances x where x.organization_id = $org and x.account_id = l.account_id)`,
  `delete from ledger_lines where organization_id = $org and entry_id in (select id from cut)`,
  `delete from transaction_impact_lines where organization_id = $org and transaction_id in (
     select id from business_transactions where organization_id = $org and ledger_entry_id in (select id from cut))`,
  `delete from business_transaction_lines where organization_id = $org and transaction_id in (
     select id from business_transactions where organization_id = $org and ledger_entry_id in (select id from cut))`,
  `delete from unposted_documents where organization_id = $org and transaction_id in (
     select id from business_transactions where organization_id = $org and ledger_entry_id in (select id from cut))`,
  `delete from business_transactions where organization_id = $org and ledger_entry_id in (select id from cut)`,
  `delete from ledger_entries where organization_id = $org and id in (select id from cut)`,
  `update number_counters set next_value = next_value - 2 where organization_id = $org and series = 'GL'`,
  `delete from ledger_seals where organization_id = $org and last_number > ${ENTRIES - 2}`,
];

describe('what a seal covers', () => {
  it.each([
    [
      'an entry’s memo',
      `update ledger_entries set memo = 'else' where organization_id = $org and id = ${idOf(3)}`,
    ],
    [
      'who posted it',
      `update ledger_entries set posted_by = null where organization_id = $org and id = ${idOf(3)}`,
    ],
    [
      'when it was posted',
      `update ledger_entries set created_at = created_at - interval '1 day' where organization_id = $org and id = ${idOf(3)}`,
    ],
    [
      'a line’s memo',
      `update ledger_lines set memo = 'else' where organization_id = $org and entry_id = ${idOf(3)} and line_number = 1`,
    ],
    [
      'a document’s customer',
      `update business_transactions set entity_id = '${newId()}' where organization_id = $org and ledger_entry_id = ${idOf(3)}`,
    ],
    [
      'a document’s date',
      `update business_transactions set transaction_date = '2020-01-01' where organization_id = $org and ledger_entry_id = ${idOf(3)}`,
    ],
    [
      'the words of a document’s line',
      `update business_transaction_lines set description = 'else' where organization_id = $org
       and line_number = 2 and transaction_id = (select transaction_id from ledger_entries where organization_id = $org and id = ${idOf(3)})`,
    ],
    [
      'a document’s line',
      `delete from business_transaction_lines where organization_id = $org and line_number = 2
       and transaction_id = (select transaction_id from ledger_entries where organization_id = $org and id = ${idOf(3)})`,
    ],
  ])('%s cannot change unnoticed: verification names the entry', async (_, statement) => {
    expect(await foundAfter(statement)).toEqual({ ...SOUND, changed: [numberOf(3)] });
  });

  it('settling, reversing and closing a posted document change nothing that is sealed', async () => {
    const settled = `update business_transactions set applied_amount = 1, transaction_status = 'PAID', memo = 'else', version = version + 1
       where organization_id = $org and ledger_entry_id = ${idOf(3)}`;
    expect(await foundAfter(settled)).toEqual(SOUND);
  });
});

describe('the number series', () => {
  it('an entry removed from the middle is missed, and named by the chain', async () => {
    const removed = [
      `delete from ledger_lines where organization_id = $org and entry_id = ${idOf(3)}`,
      `delete from ledger_entries where organization_id = $org and entry_number = '${numberOf(3)}'`,
    ];
    expect(await foundAfter(...removed)).toEqual({ ...SOUND, missing: '1', changed: [numberOf(3)] });
  });

  it.each(['GL-2026-000099', 'GL-2031-000001', 'Other', 'GL-2026-00000000000000000000007'])(
    'an entry under a number that was never given, %s, is found',
    async (number) => {
      const added = `insert into ledger_entries (organization_id, id, entry_number, subsidiary_id, period_id, posting_date, currency_code,
           base_currency_code, exchange_rate, source_kind, source_id)
         select organization_id, gen_random_uuid(), '${number}', subsidiary_id, period_id, posting_date, currency_code,
           base_currency_code, exchange_rate, 'OTHER', gen_random_uuid() from ledger_entries where organization_id = $org limit 1`;
      expect(await foundAfter(added)).toEqual({ ...SOUND, strays: '1' });
    },
  );

  it('a seal that covers more numbers than the series has is found', async () => {
    const lowered = `update number_counters set next_value = next_value - 1 where organization_id = $org and series = 'GL'`;
    expect(await foundAfter(lowered)).toEqual({ ...SOUND, strays: '1', unsealed: '-1' });
  });
});

describe('the chain itself', () => {
  it.each([
    [
      'a hash',
      `update ledger_seals set hash = repeat('a', 64) where organization_id = $org and sequence = 2`,
      '2',
      [],
    ],
    [
      'a digest',
      `update ledger_seals set digests = set_byte(digests, 5, 255 - get_byte(digests, 5)) where organization_id = $org and sequence = 2`,
      '2',
      [3],
    ],
    [
      'a range',
      `update ledger_seals set fiscal_year = 2027 where organization_id = $org and sequence = 2`,
      '2',
      null,
    ],
  ])('%s cannot change unnoticed', async (_, statement, broken, changed) => {
    const found = await foundAfter(statement);
    expect(found?.broken).toBe(broken);
    if (changed !== null) expect(found?.changed).toEqual(changed.map(numberOf));
  });

  it('no seal can be missing from the middle', async () => {
    const removed = 'delete from ledger_seals where organization_id = $org and sequence = 2';
    expect(await foundAfter(removed)).toEqual({ ...SOUND, broken: '3', unsealed: '2' });
  });

  it('the application can neither change a seal nor remove one', async () => {
    const claim = { organizationId: books.principals.admin.organizationId, userId: null };
    for (const statement of [`update ledger_seals set hash = ''`, 'delete from ledger_seals']) {
      await expect(withTenantSql(claim, (tenant) => sql(tenant, statement))).rejects.toThrow(
        /permission denied/,
      );
    }
    expect(await verdict()).toMatchObject({ isSound: true });
  });
});

describe('a head kept elsewhere', () => {
  beforeEach(found);

  it('is contained in the chains as they grow; entries that are not sealed yet are counted', async () => {
    await postedDocument(books);
    expect((await verdict()).ledgerChain).toMatchObject({ sealed: String(ENTRIES), unsealed: '1' });
    await sealAll();
    expect((await verdict()).ledgerChain).toMatchObject({ sealed: String(ENTRIES + 1), unsealed: '0' });
    expect(await sealLedger(books.principals.admin)).toBe(0);
    for (const sinceKept of [false, true]) {
      expect(await verdict({ kept: sound.heads, sinceKept })).toMatchObject({
        isSound: true,
        isAnchored: true,
      });
    }
  });

  it('shows that the tail of the ledger was cut off, when everything else agrees', async () => {
    await run(...CUT);
    expect(reportedBreaches((await verdict()).breaches)).toEqual([]);
    const { breaches } = await verdict({ kept: sound.heads });
    // The number series and the documents by day still count the document; of the chains, only the kept head shows that something is missing.
    expect(breaches.filter(({ check }) => check !== 'NUMBERS' && check !== 'DOCUMENTS_BY_DAY')).toEqual([
      {
        check: 'KEPT_HEAD',
        message: 'The chain over the ledger ends at 2, before the kept head at 3: its end was cut off.',
      },
    ]);
  });

  it('shows that the ledger was sealed again after lines and balances were changed together', async () => {
    await run(...doubled(2));
    const changed = await verdict();
    // All sums agree; the chain names the entry.
    expect(changed.ledger).toMatchObject({ unbalanced: '0', balanceBreaches: '0', difference: '0.0000' });
    expect(changed.breaches).toContainEqual({
      check: 'LEDGER_CHAIN',
      message: `1 entries, with their lines and documents, are not what was sealed: ${numberOf(2)}.`,
    });
    await run('delete from ledger_seals where organization_id = $org');
    for (let seals = 0; seals < 3; seals += 1) await run('select daybook_seal_ledger(2)');
    expect(reportedBreaches((await verdict()).breaches)).not.toContain('LEDGER_CHAIN');
    const { breaches } = await verdict({ kept: sound.heads });
    expect(breaches.filter(({ check }) => check === 'KEPT_HEAD')).toEqual([
      {
        check: 'KEPT_HEAD',
        message: 'The chain over the ledger has another hash at 3 than the kept head: it was made again.',
      },
    ]);
  });

  it('shows that the tail of the audit trail was cut off, and that it was rebuilt', async () => {
    const last = `organization_id = $org and sequence = (select max(sequence) from audit_seals where organization_id = $org)`;
    await run(
      `create temporary table cut on commit drop as select audit_id from audit_seals where ${last}`,
      `delete from audit_seals where ${last}`,
      'delete from audit_log where organization_id = $org and id in (select audit_id from cut)',
    );
    expect(reportedBreaches((await verdict()).breaches)).toEqual([]);
    expect(reportedBreaches((await verdict({ kept: sound.heads })).breaches)).toEqual(['KEPT_HEAD']);
    await run(
      `update audit_log set actor_name = 'Mallory' where organization_id = $org`,
      'delete from audit_seals where organization_id = $org',
    );
    await sealAll();
    expect(reportedBreaches((await verdict()).breaches)).toEqual([]);
    expect(reportedBreaches((await verdict({ kept: sound.heads })).breaches)).toEqual(['KEPT_HEAD']);
  });

  it('is where a verification since that head begins: what came later is recomputed, what it covers is not', async () => {
    await postedDocument(books);
    await sealAll();
    await run(
      `update ledger_entries set memo = 'else' where organization_id = $org and id = ${idOf(ENTRIES + 1)}`,
    );
    const since = { kept: sound.heads, sinceKept: true };
    expect((await verdict(since)).ledgerChain.changedNumbers).toEqual([numberOf(ENTRIES + 1)]);
    await run(`update ledger_entries set memo = 'else' where organization_id = $org and id = ${idOf(1)}`);
    expect((await verdict(since)).ledgerChain.changedNumbers).toEqual([numberOf(ENTRIES + 1)]);
    expect((await verdict({ kept: sound.heads })).ledgerChain.changedNumbers).toEqual([
      numberOf(1),
      numberOf(ENTRIES + 1),
    ]);
  });

  it('that is malformed is refused', async () => {
    const bad = { ...sound.heads, ledger: { sequence: '-1', hash: 'x' } };
    await expect(verdict({ kept: bad })).rejects.toMatchObject({ refusal: { code: 'INVALID_INPUT' } });
  });
});
