import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closeConnections } from '@/db/client';
import { MOST_COUNTED } from '@/db/reports/documents/document-search';
import { sql, withTenantSql } from '@/db/tenancy';
import { createDocument } from '@/testing/documents';
import { IS_LONG } from '@/testing/long-run';
import { foundTestOrganization, type TestOrganization } from '@/testing/organization';
import { withOwner } from '@/testing/owner';
import { runForOutput } from '@/usecases/kit/run';
import { listTransactions } from '@/usecases/transactions/list-transactions';

// Proves the laws documents/search-documents and documents/document-numbers-with of prisma/sql.

afterAll(closeConnections);

interface Found {
  readonly id: string;
  readonly number: string;
  readonly memo: string | null;
  readonly reference: string | null;
}

let org: TestOrganization;
let all: Found[];

const query = <Row>(text: string, values: readonly unknown[] = []) =>
  withTenantSql({ organizationId: org.principals.admin.organizationId, userId: null }, (tenant) =>
    sql<Row>(tenant, text, values),
  );

/** The next invoice of 2026 takes this number. */
const jumpTo = (number: number) =>
  withOwner((client) =>
    client.query(
      `update number_counters set next_value = $2 where organization_id = $1 and series = 'INV' and fiscal_year = 2026`,
      [org.organizationId, number],
    ),
  );

beforeAll(async () => {
  org = await foundTestOrganization({ today: '2026-11-21' });
  const memos = ['Payment of INV-2026-000003', 'Order 2026-0000', '', 'Order 000012 of 2025', 'a_b\\c 100%'];
  for (const [n, memo] of [...memos, ...memos].entries())
    await createDocument(org, {
      kind: n % 3 === 2 ? 'VENDOR_BILL' : 'INVOICE',
      transactionDate: n % 4 === 3 ? '2025-06-15' : '2026-06-15',
      memo,
      ...(n % 2 === 0 ? { referenceNumber: `PO-2026-00001${n}` } : {}),
    });
  for (const number of [999_999, 1_000_000, 1_234_567, 1_234_568]) {
    await jumpTo(number);
    await createDocument(org, { transactionDate: '2026-06-15', memo: `Order ${number}` });
  }
  all = await query(
    `select id, transaction_number as number, memo, reference_number as reference from business_transactions
     order by transaction_date desc, transaction_number desc`,
  );
});

const contains = (text: string | null, part: string) =>
  (text ?? '').toLowerCase().includes(part.toLowerCase());
const byHand = (search: string) =>
  all
    .filter((one) => [one.number, one.memo, one.reference].some((text) => contains(text, search)))
    .map(({ number }) => number);
const find = async (search: string) => {
  const found = await runForOutput(listTransactions, org.callAs('auditor'), { search, limit: 100 });
  const { rows, total, isCounted } = found;
  // Of ten thousand numbers that the text might begin, most were never given to a document here: then the newest are looked through.
  expect(isCounted ? total : rows.length).toBe(rows.length);
  expect(isCounted || total === MOST_COUNTED).toBe(true);
  return rows.map(({ transactionNumber }) => transactionNumber);
};

/** Every part of a text with three letters or digits, which are what a search needs to look in the index. */
const partsOf = (text: string) =>
  [...Array(text.length).keys()].flatMap((from) =>
    [...Array(text.length - from).keys()].map((more) => text.slice(from, from + more + 1)),
  );

describe('a search of documents', () => {
  it.each([
    'INV-2026-000003',
    'BILL-2026-000002',
    'INV-2025-000001',
    'inv-2026-1234567',
    'INV-2026-0999999',
    'INV-2026-1000000',
    'Payment of INV-2026-000003',
    'PO-2026-000010',
  ])('for any part of %s finds the documents with it in their number, memo or reference', async (text) => {
    const parts = [...new Set(partsOf(text))].filter((_part, at) => IS_LONG || at % 4 === 0);
    for (const part of parts)
      if (part.trim() === part) expect([part, await find(part)]).toEqual([part, byHand(part)]);
  });

  it.each([
    '100%',
    'a_b\\c',
    'zebra',
    'INV-2027-000001',
    'INV-2026-00000000000000000001',
    'of 2025\nPO',
    '000003\nPO',
  ])('for %j finds what has it', async (text) => {
    expect(await find(text)).toEqual(byHand(text));
  });

  it('the arithmetic of numbers names no number that does not contain the text, and no more than asked', async () => {
    const numbersWith = (text: string, most: number) =>
      query<{ n: string }>('select n from daybook_document_numbers_with($1, $2) n order by 1', [text, most]);
    expect((await numbersWith('inv-2026-00001', 100)).map(({ n }) => n)).toEqual(
      Array.from({ length: 10 }, (_, n) => `INV-2026-00001${n}`),
    );
    expect((await numbersWith('INV-2026-123456', 100)).map(({ n }) => n)).toEqual([
      'INV-2026-123456',
      ...Array.from({ length: 9 }, (_, n) => `INV-2026-123456${n}`),
    ]);
    expect(await numbersWith('INV-2026-1', 7)).toHaveLength(7);
    expect(await numbersWith('2026', 7)).toEqual([]);
  });
});
