import type { ClientBase } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closeConnections } from '@/db/client';
import { newId } from '@/lib/ids';
import { approvedDocument, postedDocument } from '@/testing/documents';
import { foundTestOrganization, type TestOrganization } from '@/testing/organization';
import { withOwner } from '@/testing/owner';

// Proves the laws documents/hold-line-references and documents/refuse-posted-line-change of prisma/sql for documents that are stored as posted.

let org: TestOrganization;
/** A posted document and its entry, of which the documents below are copies. */
let like: string;
let itsEntry: string;

beforeAll(async () => {
  org = await foundTestOrganization();
  const { id, posted } = await postedDocument(org);
  like = id;
  itsEntry = posted.glTransactionId;
});
afterAll(closeConnections);

interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** Runs statements in one transaction, the n-th within a savepoint of its own where it says so, and rolls it back. Throws what one of them throws. */
async function tried(statements: readonly Statement[], within = 'no savepoint'): Promise<void> {
  await withOwner(async (client: ClientBase) => {
    await client.query('begin');
    try {
      await client.query(`select set_config('app.organization_id', $1, true)`, [org.organizationId]);
      for (const { text, values } of statements) {
        if (within === 'savepoints') await client.query('savepoint each');
        await client.query(text, [...values]);
        if (within === 'savepoints') await client.query('release savepoint each');
      }
      // What is checked when a transaction ends.
      await client.query('set constraints all immediate');
    } finally {
      await client.query('rollback');
    }
  });
}

const ENTRY_OF = `(select ledger_entry_id from business_transactions where id = $1)`;
/** A copy of the entry of the document $1, with its lines, as the entry $3 of the document $2. */
const ENTRY = `entry as (
    insert into ledger_entries (organization_id, id, entry_number, subsidiary_id, book, period_id, posting_date, currency_code, base_currency_code,
      exchange_rate, source_kind, source_id, transaction_id)
    select e.organization_id, $3::uuid, 'COPY', e.subsidiary_id, e.book, e.period_id, e.posting_date, e.currency_code, e.base_currency_code,
      e.exchange_rate, e.source_kind, $2::uuid, $2::uuid from ledger_entries e where e.id = ${ENTRY_OF}
  ), entry_lines as (
    insert into ledger_lines (organization_id, entry_id, line_number, account_id, subsidiary_id, period_id, posting_date, currency_code, debit, credit,
      base_debit, base_credit, entity_type, entity_id)
    select l.organization_id, $3::uuid, l.line_number, l.account_id, l.subsidiary_id, l.period_id, l.posting_date, l.currency_code, l.debit, l.credit,
      l.base_debit, l.base_credit, l.entity_type, l.entity_id from ledger_lines l where l.entry_id = ${ENTRY_OF}
  )`;
/** A copy $2 of the document $1 that is posted by the entry $3, of a version. */
const documentOf = (version: number) => `document as (
    insert into business_transactions (organization_id, id, transaction_number, transaction_type_id, kind, subsidiary_id, entity_type, entity_id,
      transaction_date, currency_code, base_currency_code, exchange_rate, subtotal_amount, tax_amount, discount_amount, total_amount,
      base_total_amount, transaction_status, ledger_entry_id, posting_date, version)
    select t.organization_id, $2::uuid, 'COPY', t.transaction_type_id, t.kind, t.subsidiary_id, t.entity_type, t.entity_id, t.transaction_date,
      t.currency_code, t.base_currency_code, t.exchange_rate, t.subtotal_amount, t.tax_amount, t.discount_amount, t.total_amount,
      t.base_total_amount, 'POSTED', $3::uuid, t.posting_date, ${version} from business_transactions t where t.id = $1
  )`;
/** A copy of the lines of the document $1 for the document $2, numbered from one of them on. */
const linesFrom = (
  first: number,
) => `insert into business_transaction_lines (organization_id, transaction_id, line_number, line_type, description,
    quantity, unit_price, line_amount, tax_amount)
  select l.organization_id, $2::uuid, l.line_number - 1 + ${first}, l.line_type, l.description, l.quantity, l.unit_price, l.line_amount, l.tax_amount
  from business_transaction_lines l where l.transaction_id = $1`;

const all = (version = 1) => `with ${documentOf(version)}, ${ENTRY} ${linesFrom(1)}`;
const withoutLines = `with ${documentOf(1)}, ${ENTRY} select`;

describe.each(['no savepoint', 'savepoints'])('a document that is stored as posted (%s)', (within) => {
  const copy = (): readonly string[] => [like, newId(), newId()];
  const immutable = /lines of a posted business transaction are immutable/;

  it('has the lines that the statement brings which stores it with its entry', async () => {
    await expect(tried([{ text: all(), values: copy() }], within)).resolves.toBeUndefined();
  });

  it('gets no further lines, not even later in the same transaction, whether it has some or none', async () => {
    const [values, other] = [copy(), copy()];
    const later = (first: number, [from, to]: readonly string[]) => ({
      text: linesFrom(first),
      values: [from, to],
    });
    await expect(tried([{ text: all(), values }, later(2, values)], within)).rejects.toThrow(immutable);
    await expect(tried([{ text: withoutLines, values: other }, later(1, other)], within)).rejects.toThrow(
      immutable,
    );
  });

  it('keeps the lines it has', async () => {
    const values = copy();
    for (const text of [
      'delete from business_transaction_lines where transaction_id = $1',
      'update business_transaction_lines set line_amount = 1 where transaction_id = $1',
    ]) {
      await expect(
        tried(
          [
            { text: all(), values },
            { text, values: [values[1]] },
          ],
          within,
        ),
      ).rejects.toThrow(immutable);
    }
  });

  it('has no lines where its entry was there before, or where it claims a version above the first', async () => {
    const values = [like, newId(), itsEntry];
    await expect(tried([{ text: `with ${documentOf(1)} ${linesFrom(1)}`, values }], within)).rejects.toThrow(
      immutable,
    );
    await expect(tried([{ text: all(2), values: copy() }], within)).rejects.toThrow(immutable);
  });

  it('is not one that was stored before: the statement that posts it brings no lines', async () => {
    const { id } = await approvedDocument(org);
    const posts = `posts as (
        update business_transactions t set transaction_status = 'POSTED', ledger_entry_id = $3::uuid, posting_date = t.transaction_date,
          version = t.version + 1, updated_at = t.updated_at + interval '1 millisecond' where t.id = $2::uuid
      )`;
    const values = [like, id, newId()];
    await expect(
      tried([{ text: `with ${posts}, ${ENTRY} ${linesFrom(50)}`, values }], within),
    ).rejects.toThrow(immutable);
    await expect(
      tried([{ text: `with ${posts}, ${ENTRY} select`, values }], within),
    ).resolves.toBeUndefined();
  });
});
