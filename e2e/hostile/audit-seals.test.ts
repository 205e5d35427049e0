import fc from 'fast-check';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closeConnections } from '@/db/client';
import { newId } from '@/lib/ids';
import { createDocument } from '@/testing/documents';
import { cases } from '@/testing/long-run';
import { foundTestOrganization, type TestOrganization } from '@/testing/organization';
import { withOwner } from '@/testing/owner';
import { sealAudit } from '@/usecases/audit/seal-audit';
import { runForOutput } from '@/usecases/kit/run';
import { verifyBooks } from '@/usecases/verify/verify-books';

// Proves the laws platform/audit-text, platform/hold-sealed-rows, platform/verify-audit, ledger/entry-digests of prisma/sql.

afterAll(closeConnections);

let books: TestOrganization;
/** Seals everything; rows wait for every transaction of the server that began before them. */
async function sealAll(): Promise<void> {
  for (;;) {
    await sealAudit(books.principals.admin);
    const { audit } = await runForOutput(verifyBooks, books.callAs('auditor'), {});
    if (audit.unsealed === '0') return;
    await new Promise((resume) => setTimeout(resume, 20));
  }
}
beforeAll(async () => {
  books = await foundTestOrganization();
  await createDocument(books);
  await sealAll();
});

/** Works in the organization with the owner's rights; what it does is taken back. */
const takenBack = <T>(work: (client: pg.ClientBase) => Promise<T>) =>
  withOwner(async (client) => {
    await client.query('begin');
    await client.query(`select set_config('app.organization_id', $1, true)`, [books.organizationId]);
    const done = await work(client);
    await client.query('rollback');
    return done;
  });

describe('a seal of the audit trail', () => {
  const seal = (organizationId: string, ids: readonly string[]) =>
    takenBack((client) =>
      client
        .query(
          `insert into audit_seals (organization_id, sequence, audit_id, previous_hash, hash)
           select $1, 1000000 + i, id, repeat('0', 64), repeat('0', 64) from unnest($2::uuid[]) with ordinality as n(id, i)`,
          [organizationId, ids],
        )
        .then(
          ({ rowCount }) => rowCount,
          (error: { code?: string; constraint?: string }) => `${error.code} ${error.constraint}`,
        ),
    );
  /** A row of the trail that has no seal. */
  const added = async (client: pg.ClientBase) => {
    const id = newId();
    await client.query(
      `insert into audit_log (organization_id, id, actor_kind, action, noun, surface, request_id)
       values ($1, $2, 'system', 'test', 'test', 'job', 'r')`,
      [books.organizationId, id],
    );
    return id;
  };
  const REFUSED = '23503 audit_seals_audit_id_org_fk';

  it('names a row of the trail: of a set with one that never was none is stored', async () => {
    expect(await seal(books.organizationId, [newId()])).toBe(REFUSED);
    const stored = await takenBack(async (client) => {
      const ids = [await added(client), await added(client)];
      const insert = (named: readonly string[]) =>
        client.query(
          `insert into audit_seals (organization_id, sequence, audit_id, previous_hash, hash)
           select $1, 1000000 + i, id, repeat('0', 64), repeat('0', 64) from unnest($2::uuid[]) with ordinality as n(id, i)`,
          [books.organizationId, named],
        );
      await client.query('savepoint one');
      const refused = await insert([...ids, newId()]).then(
        () => null,
        (error: { code?: string }) => error.code,
      );
      await client.query('rollback to savepoint one');
      return { refused, rows: (await insert(ids)).rowCount };
    });
    expect(stored).toEqual({ refused: '23503', rows: 2 });
  });

  it('names no row of another organization', async () => {
    const other = await foundTestOrganization();
    const id = await withOwner(async (client) => {
      await client.query(`select set_config('app.organization_id', $1, false)`, [other.organizationId]);
      const { rows } = await client.query<{ id: string }>(
        'select id from audit_log where organization_id = $1 limit 1',
        [other.organizationId],
      );
      return rows[0]?.id ?? '';
    });
    expect(await seal(books.organizationId, [id])).toBe(REFUSED);
  });

  it('a set of none is stored, and says nothing', async () => {
    expect(await seal(books.organizationId, [])).toBe(0);
  });
});

/** PostgreSQL stores neither NUL nor half of a pair. */
const storable = (text: string) => Buffer.from(text.replaceAll('\u0000', '')).toString();

/** What a column may hold. */
const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({ unit: 'grapheme', maxLength: 40 }),
  // What JSON escapes, what separates its parts, and separators of lines.
  fc
    .array(
      fc.oneof(
        fc.integer({ min: 1, max: 0xa0 }).map((code) => String.fromCharCode(code)),
        fc.constantFrom('"', '\\', '/', '\u2028', '\u2029', ': ', ', ', '{', '}', '[', ']'),
      ),
      { maxLength: 20 },
    )
    .map((parts) => parts.join('')),
  fc.constantFrom('', 'null', '"', '\\', '\\u0000', '{"a": 1}', 'é', '😀'),
);
const stored = text.map(storable);
const json = fc.option(
  fc.oneof(
    fc.jsonValue({ maxDepth: 3 }),
    fc.dictionary(
      stored,
      fc.oneof(stored, fc.double({ noNaN: true, noDefaultInfinity: true }), fc.bigInt().map(String)),
    ),
    fc.constantFrom<unknown>(null, 0, '', [], {}, [null], { a: null }),
  ),
);
const row = fc.record({
  id: fc.uuid(),
  occurred_at: fc
    .integer({ min: -62_000_000_000_000, max: 4_000_000_000_000 })
    .map((milliseconds) => new Date(milliseconds).toISOString()),
  actor_kind: stored,
  actor_id: fc.option(fc.uuid()),
  actor_name: fc.option(stored),
  action: stored,
  noun: stored,
  record_id: fc.option(fc.uuid()),
  before: json,
  after: json,
  surface: stored,
  request_id: stored,
});

/** Rows of the trail as the database holds them. */
const asStored = (rows: readonly unknown[]) =>
  JSON.stringify(rows, (_, value) =>
    typeof value === 'string'
      ? storable(value)
      : value !== null && typeof value === 'object' && !Array.isArray(value)
        ? Object.fromEntries(Object.entries(value).map(([key, one]) => [storable(key), one]))
        : value,
  );

describe('the text that a seal covers', () => {
  it('is that of the row as a jsonb object without the number of its transaction, whatever the row holds', async () => {
    const rows = fc.sample(row, cases(600, 20_000));
    const different = await takenBack(async (client) => {
      const wrong: unknown[] = [];
      for (const zone of ['UTC', 'America/St_Johns', 'Asia/Kathmandu']) {
        await client.query(`select set_config('timezone', $1, true)`, [zone]);
        const found = await client.query(
          `select daybook_audit_text(a) as ours, (to_jsonb(a) - 'inserted_in_transaction')::text as theirs
           from jsonb_array_elements($1::jsonb) with ordinality as given(one, i)
           cross join lateral jsonb_populate_record(null::audit_log, given.one || jsonb_build_object('organization_id', $2::uuid,
             'inserted_in_transaction', i)) a
           where daybook_audit_text(a) is distinct from (to_jsonb(a) - 'inserted_in_transaction')::text`,
          [asStored(rows), books.organizationId],
        );
        wrong.push(...found.rows);
      }
      return wrong;
    });
    expect(different.slice(0, 3)).toEqual([]);
  });

  it('has not changed since the first seals', async () => {
    const [one] = await takenBack(async (client) => {
      await client.query(`select set_config('timezone', 'UTC', true)`);
      const { rows } = await client.query<{ text: string; hash: string }>(
        `select t.text, encode(sha256(convert_to(repeat('0', 64) || t.text, 'UTF8')), 'hex') as hash
         from (select daybook_audit_text(row('0190a000-0000-7000-8000-000000000001', '0190a000-0000-7000-8000-000000000002',
           '2026-11-05 08:09:10.123+00', 'user', null, 'Ada "the first"', 'gl.transaction.post', 'transaction',
           '0190a000-0000-7000-8000-000000000003', '{"status": "APPROVED"}', '{"n": 1.50, "a": [null, "é"]}', 'C', 'r-1', 7)::audit_log) as text) t`,
      );
      return rows;
    });
    expect(one).toEqual({
      text: '{"id": "0190a000-0000-7000-8000-000000000002", "noun": "transaction", "after": {"a": [null, "é"], "n": 1.50}, "action": "gl.transaction.post", "before": {"status": "APPROVED"}, "surface": "C", "actor_id": null, "record_id": "0190a000-0000-7000-8000-000000000003", "actor_kind": "user", "actor_name": "Ada \\"the first\\"", "request_id": "r-1", "occurred_at": "2026-11-05T08:09:10.123+00:00", "organization_id": "0190a000-0000-7000-8000-000000000001"}',
      hash: '7a698edd8c0f64752201ca4ba9123d1a2618979fd634441c724958021310d5a1',
    });
  });
});

describe('the digest of an entry', () => {
  it('has not changed since the first seals', async () => {
    const id = (last: string) => `'0190a000-0000-7000-8000-00000000000${last}'`;
    const org = id('1');
    const found = await withOwner(async (client) => {
      await client.query('begin');
      await client.query('set local session_replication_role = replica');
      await client.query(`select set_config('app.organization_id', ${org}, true)`);
      for (const statement of [
        `insert into business_transactions (organization_id, id, transaction_number, transaction_type_id, kind, subsidiary_id, entity_type,
           entity_id, transaction_date, currency_code, base_currency_code, exchange_rate, subtotal_amount, tax_amount, discount_amount,
           total_amount, base_total_amount, transaction_status, posting_date, ledger_entry_id, memo)
         values (${org}, ${id('5')}, 'INV-2026-000001', ${id('6')}, 'INVOICE', ${id('7')}, 'CUSTOMER', ${id('8')}, '2026-11-04', 'EUR', 'USD', 1.1,
           100, 19, 0, 119, 130.9, 'POSTED', '2026-11-05', ${id('4')}, 'not sealed')`,
        `insert into business_transaction_lines (organization_id, transaction_id, line_number, line_type, description, quantity, unit_price,
           line_amount, tax_amount, account_id)
         values (${org}, ${id('5')}, 2, 'TAX', '', 1, 19, 19, 0, null), (${org}, ${id('5')}, 1, 'ITEM', 'A "seat", for (one) é', 2, 50, 100, 19, ${id('a')})`,
        `insert into ledger_entries (organization_id, id, entry_number, subsidiary_id, period_id, posting_date, currency_code, base_currency_code,
           exchange_rate, source_kind, source_id, transaction_id, memo, posted_by, created_at)
         values (${org}, ${id('4')}, 'GL-2026-000001', ${id('7')}, ${id('9')}, '2026-11-05', 'EUR', 'USD', 1.1, 'TRANSACTION', ${id('5')}, ${id('5')},
           'Seats, two', ${id('b')}, '2026-11-05 08:09:10.123+00')`,
        `insert into ledger_lines (organization_id, entry_id, line_number, account_id, subsidiary_id, period_id, posting_date, currency_code,
           debit, credit, base_debit, base_credit, class_id, entity_type, entity_id, memo)
         values (${org}, ${id('4')}, 2, ${id('a')}, ${id('7')}, ${id('9')}, '2026-11-05', 'EUR', 0, 119, 0, 130.9, ${id('c')}, 'CUSTOMER', ${id('8')}, E'a\\\\b\\nc'),
           (${org}, ${id('4')}, 1, ${id('a')}, ${id('7')}, ${id('9')}, '2026-11-05', 'EUR', 119, 0, 130.9, 0, null, 'CUSTOMER', ${id('8')}, null)`,
      ])
        await client.query(statement);
      const { rows } = await client.query(
        `select o_number::int as number, encode(o_digest, 'hex') as digest from daybook_entry_digests(2026, 1, 2)`,
      );
      await client.query('rollback');
      return rows;
    });
    expect(found).toEqual([
      { number: 1, digest: 'f736821b6baf591bf9554ad148a8eb96c4495beafec910e90ad770daee812899' },
      { number: 2, digest: null },
    ]);
  });
});

describe('a row removed from the trail', () => {
  it('is found by its seal, even when all seals from it on are calculated again over what is left', async () => {
    const found = await takenBack(async (client) => {
      await client.query('set local session_replication_role = replica');
      await client.query(
        `delete from audit_log where organization_id = $1 and id = (
           select audit_id from audit_seals where organization_id = $1 and sequence = 2)`,
        [books.organizationId],
      );
      // As someone would who knows how seals are made and has all rights: a row that is missing is sealed as an empty one.
      await client.query(
        `do $$ declare s record; h text; begin
           select hash into h from audit_seals where organization_id = daybook_organization() and sequence = 1;
           for s in select x.sequence, daybook_audit_text(a) as text from audit_seals x
             left join audit_log a on a.organization_id = x.organization_id and a.id = x.audit_id
             where x.organization_id = daybook_organization() and x.sequence > 1 order by 1
           loop
             update audit_seals set previous_hash = h, hash = encode(sha256(convert_to(h || s.text, 'UTF8')), 'hex')
             where organization_id = daybook_organization() and sequence = s.sequence returning hash into h;
           end loop;
         end $$`,
      );
      const { rows } = await client.query(
        'select o_first_broken::int as first, o_broken::int as broken from daybook_verify_audit()',
      );
      return rows[0];
    });
    expect(found).toEqual({ first: 2, broken: 1 });
  });
});
