import { readXlsx } from 'hucre/xlsx';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signAccessToken } from '@/auth/credentials/access-token';
import { startBrowserSession } from '@/auth/sign-in/sign-in';
import type { Role } from '@/core/permissions';
import { closeConnections } from '@/db/client';
import { ROWS_AT_ONCE } from '@/db/record-stream';
import { rowsOfCsv } from '@/lib/csv';
import { newId } from '@/lib/ids';
import { appendTestEntries } from '@/testing/ledger-entries';
import { foundTestOrganization, type TestOrganization } from '@/testing/organization';
import { customerVerbs } from '@/usecases/customers/customer-records';
import { createImport } from '@/usecases/imports/create-import';
import { runForOutput } from '@/usecases/kit/run';
import { collect, stream } from '@/usecases/kit/stream';
import { ledgerEntries } from '@/usecases/reports/list-entries';
import { accountActivity } from '@/usecases/reports/show-account-activity';
import { wholeAging } from '@/usecases/reports/show-aging';
import { streamAccountActivity } from '@/usecases/reports/stream-account-activity';
import { streamAging } from '@/usecases/reports/stream-aging';
import { streamJournal } from '@/usecases/reports/stream-journal';
import { createTransaction } from '@/usecases/transactions/create-transaction';
import { listTransactions } from '@/usecases/transactions/list-transactions';
import { postTransaction } from '@/usecases/transactions/posting/post-transaction';
import { streamDocuments } from '@/usecases/transactions/stream-documents';
import { answerDownload, answerDownloadRequest } from './download';
import { DOWNLOAD_PATH, DOWNLOADS } from './download-path';

let home: TestOrganization;
let other: TestOrganization;
const tokens = new Map<Role, string>();

beforeAll(async () => {
  home = await foundTestOrganization({ name: 'Home & Söhne', today: '2026-11-21' });
  other = await foundTestOrganization({ today: '2026-11-21' });
  for (const role of ['accountant', 'auditor', 'sales'] as const) {
    const { id } = home.users[role];
    const sessionId = await startBrowserSession(id, null);
    const claims = { kind: 'user', subject: id, organizationId: home.organizationId, sessionId } as const;
    tokens.set(role, await signAccessToken(claims, [role]));
  }
  await appendTestEntries(
    home,
    Array.from({ length: 1_100 }, (_, n) => ({
      date: `2026-${String(1 + (n % 9)).padStart(2, '0')}-15`,
      memo: `sale ${n}`,
      lines: [
        { code: '1210', debit: `${n}.25` },
        { code: '4100', credit: `${n}.25` },
      ],
    })),
  );
  for (const [index, memo] of ['=HYPERLINK("x")', 'plain', 'needle in it'].entries()) {
    const { id } = await runForOutput(createTransaction, home.callAs('admin'), {
      transaction: {
        transactionTypeId: home.ids.types.INVOICE,
        subsidiaryId: home.ids.rootSubsidiary,
        entityId: home.ids.customer,
        entityType: 'CUSTOMER',
        transactionDate: `2026-11-0${index + 1}`,
        dueDate: '2026-12-01',
        currencyCode: 'USD',
        status: 'APPROVED',
        memo,
      },
      lines: [
        {
          lineNumber: 1,
          lineType: 'ITEM',
          description: 'Seats',
          quantity: '1',
          unitPrice: `${index + 1}00.5`,
        },
      ],
    });
    if (index > 0) await runForOutput(postTransaction, home.callAs('admin'), { id });
  }
});
afterAll(closeConnections);

interface Asked {
  readonly format?: string;
  readonly organization?: string;
  readonly role?: Role | null;
  readonly check?: boolean;
}

async function ask(sheet: string, input: object | string = {}, asked: Asked = {}): Promise<Response> {
  const { format = 'csv', organization = home.organizationId, role = 'auditor', check = false } = asked;
  const query = new URLSearchParams({
    organization,
    format,
    input: typeof input === 'string' ? input : JSON.stringify(input),
    ...(check ? { check: 'true' } : {}),
  });
  const headers = role === null ? {} : { authorization: `Bearer ${tokens.get(role)}` };
  return answerDownloadRequest(
    new Request(`http://daybook.test${DOWNLOAD_PATH}/${sheet}?${query}`, { headers }),
  );
}

/** The lines of a CSV file as objects by column name. */
async function table(sheet: string, input: object = {}): Promise<Record<string, string>[]> {
  const answer = await ask(sheet, input);
  expect(answer.status).toBe(200);
  const [head = [], ...rows] = rowsOfCsv(await answer.text()) ?? [];
  return rows.map((row) => Object.fromEntries(head.map((name, at) => [name, row[at] ?? ''])));
}

/** Counts the rows that cursors bring until `end` is called. */
function fetchedRows() {
  let rows = 0;
  const prototype = pg.Client.prototype as unknown as {
    query: (...given: unknown[]) => Promise<{ readonly rows: readonly unknown[] }>;
  };
  const { query } = prototype;
  prototype.query = function (this: unknown, ...given: unknown[]) {
    const [asked] = given as [string | { readonly text: string }];
    const answer = query.apply(this, given);
    const text = typeof asked === 'string' ? asked : asked.text;
    if (text.startsWith('fetch '))
      void answer.then((found) => (rows += found.rows.length)).catch(() => undefined);
    return answer;
  };
  return {
    count: () => rows,
    end() {
      prototype.query = query;
    },
  };
}

describe('a file whose reader is slow', () => {
  it('waits for the reader with no more rows in hand than two fetches', async () => {
    const fetched = fetchedRows();
    try {
      const asked = { organization: home.organizationId, input: JSON.stringify({ dateTo: '2026-09-30' }) };
      const answer = await answerDownload({
        method: 'GET',
        path: `${DOWNLOAD_PATH}/journal`,
        query: new URLSearchParams(asked),
        header: (name) => (name === 'authorization' ? `Bearer ${tokens.get('auditor')}` : null),
        gone: new AbortController().signal,
      });
      if (!('chunks' in answer)) throw new Error(`answered ${answer.status}`);
      const pieces = answer.chunks[Symbol.asyncIterator]();
      // The first piece is the line of column names.
      let taken = -1;
      for (let piece = 0; piece < 5; piece += 1) {
        const { value } = (await pieces.next()) as { readonly value: string };
        taken += value.split('\n').length - 1;
        // Whoever would read ahead has the time to.
        await new Promise((resume) => setTimeout(resume, 50));
        expect(fetched.count() - taken).toBeLessThanOrEqual(2 * ROWS_AT_ONCE);
      }
      expect(taken).toBe(4 * ROWS_AT_ONCE);
      await pieces.return?.();
      expect(fetched.count()).toBeLessThan(2_200);
    } finally {
      fetched.end();
    }
  });
});

describe('a downloaded file', () => {
  it('of an account has every line of its activity between its balances, however many pages the screen has', async () => {
    const asked = { accountId: home.account('1210'), dateFrom: '2026-01-01', dateTo: '2026-10-31' };
    const lines = await table('account-activity', asked);
    const shown = await runForOutput(accountActivity, home.callAs('auditor'), { ...asked, limit: 1000 });
    expect(lines).toHaveLength(1_102);
    expect(lines[0]).toMatchObject({
      Date: '2026-01-01',
      Description: 'Opening balance',
      Balance: shown.opening,
    });
    expect(lines.at(-1)).toMatchObject({
      Date: '2026-10-31',
      Description: 'Closing balance',
      Balance: shown.closing,
    });
    expect(lines.at(-2)?.Balance).toBe(shown.closing);
    expect(lines.slice(1, 1_001).map((line) => [line.Entry, line.Debit, line.Balance])).toEqual(
      shown.lines.map((line) => [line.entryNumber, line.debit, line.balance]),
    );
  });

  it('of the journal has every line of every entry once, debits equal to credits, the oldest first', async () => {
    const lines = await table('journal', { dateFrom: '2026-01-01', dateTo: '2026-09-30' });
    expect(lines).toHaveLength(2_200);
    expect(new Set(lines.map((line) => `${line.Entry}/${line.Line}`)).size).toBe(2_200);
    const cents = (column: string) =>
      lines.reduce((sum, line) => sum + BigInt((line[column] ?? '').replace('.', '') || '0'), 0n);
    expect(cents('Debit')).toBe(cents('Credit'));
    expect(cents('Base debit')).toBe(cents('Debit'));
    const dates = lines.map((line) => line.Date);
    expect(dates).toEqual([...dates].sort());
    const found = await table('journal', { search: 'sale 1099' });
    expect(found.map((line) => [line.Account, line.Description, line.Debit, line.Credit])).toEqual([
      ['1210', 'sale 1099', '1099.25', '0.00'],
      ['4100', 'sale 1099', '0.00', '1099.25'],
    ]);
    const entries = await runForOutput(ledgerEntries, home.callAs('auditor'), { search: 'sale 1099' });
    expect(found[0]?.Entry).toBe(entries.rows[0]?.entryNumber);
  });

  it('of documents has what the list has under the same filters, in its order, and no formula', async () => {
    const lines = await table('documents', { kind: 'INVOICE' });
    const listed = await runForOutput(listTransactions, home.callAs('auditor'), { kind: 'INVOICE' });
    expect(lines.map((line) => [line.Number, line.Total, line.Name])).toEqual(
      listed.rows.map((row) => [row.transactionNumber, row.totalAmount, 'Northwind']),
    );
    expect(lines.map((line) => line.Memo)).toEqual(['needle in it', 'plain', `'=HYPERLINK("x")`]);
    for (const [input, memos] of [
      [{ search: 'needle' }, ['needle in it']],
      [{ search: 'pl' }, ['plain']],
      [{ status: 'APPROVED' }, [`'=HYPERLINK("x")`]],
      [{ entityId: home.ids.customer, search: 'plain' }, ['plain']],
      [{ dateFrom: '2026-11-02', dateTo: '2026-11-02' }, ['plain']],
      [{ unapplied: true }, []],
      [{ subsidiaryId: newId() }, []],
    ] as const) {
      const found = await table('documents', { kind: 'INVOICE', ...input });
      expect([input, found.map((line) => line.Memo)]).toEqual([input, memos]);
    }
  });

  it('of invoices has due dates, and what is open of those that are posted', async () => {
    const lines = await table('documents-of-kind', { kind: 'INVOICE' });
    expect(lines.map((line) => [line.Due, line.Status, line.Total, line.Open])).toEqual([
      ['2026-12-01', 'Posted', '300.50', '300.50'],
      ['2026-12-01', 'Posted', '200.50', '200.50'],
      ['2026-12-01', 'Approved', '100.50', ''],
    ]);
  });

  it('of customers has what each owes, by name', async () => {
    await runForOutput(customerVerbs.create, home.callAs('admin'), { companyName: 'Aardvark' });
    const lines = await table('customers');
    expect(lines.map((line) => [line.Customer, line['Open balance'], line.Currency])).toEqual([
      ['Aardvark', '', ''],
      ['Northwind', '501.00', 'USD'],
    ]);
    expect((await table('customers', { search: 'wind' })).map((line) => line.Customer)).toEqual([
      'Northwind',
    ]);
  });

  it('of the aging has every counterparty of the report and then its totals, as of its day', async () => {
    const input = { side: 'RECEIVABLE', asOf: '2026-11-21' };
    const report = await runForOutput(wholeAging, home.callAs('auditor'), input);
    const lines = await table('aging', input);
    const figures = (of: { readonly CURRENT: string; readonly total: string }) => [of.CURRENT, of.total];
    expect(lines.map((line) => [line.Customer, line.Currency, line['Not due'], line.Total])).toEqual([
      ...report.rows.map((row) => [row.entityName, row.currencyCode, ...figures(row)]),
      ...report.totals.map((sum) => ['Total', sum.currencyCode, ...figures(sum)]),
      ['Total in base currency', 'USD', ...figures(report.base)],
    ]);
    expect(lines.length).toBeGreaterThan(2);
    const before = await table('aging', { ...input, asOf: '2026-11-20' });
    expect(before.map((line) => [line.Customer, line.Total])).toEqual([['Total in base currency', '0.00']]);
    const file = await ask('aging', input);
    expect(file.headers.get('content-disposition')).toContain('filename="aging-receivable-2026-11-21.csv"');
    const ofOne = await ask('aging', { ...input, entityId: home.ids.customer }, { format: 'xlsx' });
    const [sheet] = (await readXlsx(new Uint8Array(await ofOne.arrayBuffer()))).sheets;
    const facts = new Map(sheet?.rows.slice(0, 7).map(([label, value]) => [label, value]));
    expect([facts.get('Period'), facts.get('Filters')]).toEqual(['As of 21 Nov 2026', 'Customer: Northwind']);
  });

  it('of a caller confined to subsidiaries has the rows of those only, for every sheet with rows of a subsidiary', async () => {
    const counts = async (subsidiaryScope: readonly string[] | null) => {
      const principal = { ...home.principals.admin, subsidiaryScope };
      const call = home.callAs('admin', { principal });
      const account = { accountId: home.account('1210'), dateFrom: '2026-01-01', dateTo: '2026-10-31' };
      return [
        (await collect(await stream(streamJournal, call, {}))).length,
        (await collect(await stream(streamDocuments, call, {}))).length,
        (await collect(await stream(streamAccountActivity, call, account))).length,
        (await collect(await stream(streamAging, call, { side: 'RECEIVABLE' }))).length,
      ];
    };
    const all = await counts(null);
    expect(Math.min(...all)).toBeGreaterThan(2);
    expect(await counts([home.ids.rootSubsidiary])).toEqual(all);
    // An account without lines has its opening and its closing balance, and an aging of nothing its total.
    expect(await counts([newId()])).toEqual([0, 0, 2, 1]);
  });

  it('as a workbook has a description above the table', async () => {
    const answer = await ask('documents', { kind: 'INVOICE', search: 'needle' }, { format: 'xlsx' });
    expect(answer.headers.get('content-disposition')).toContain('filename="transactions-2026-11-21.xlsx"');
    const [sheet] = (await readXlsx(new Uint8Array(await answer.arrayBuffer()))).sheets;
    const facts = new Map(sheet?.rows.slice(0, 7).map(([label, value]) => [label, value]));
    expect(facts.get('Organization')).toBe('Home & Söhne');
    expect(facts.get('Filters')).toBe('Type: Invoice; Containing: needle');
    expect(sheet?.rows.at(-1)?.slice(0, 5)).toContain('needle in it');
  });
});

describe('the name of a file', () => {
  it.each([
    ['a quotation mark', 'a"; filename="evil.html'],
    ['a header of its own', 'a\r\nSet-Cookie: x=y.csv'],
    ['folders', '..\\..//../etc/passwd'],
    ['a turned direction of reading', 'bill\u202Evsc.exe'],
    ['signs that only one notation knows', "Söhne's (1)*.csv"],
    ['a formula', '=HYPERLINK("x").csv'],
    ['nothing but signs', '\u0001\u007F/'],
  ])('that came with %s stays one header and one name without a folder', async (_what, fileName) => {
    const { id } = await runForOutput(createImport, home.callAs('admin'), {
      noun: 'customers',
      fileName,
      columns: ['Company'],
      rows: [['Paper Mill']],
    });
    const answer = await ask('failed-rows', { id }, { role: 'accountant' });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('set-cookie')).toBeNull();
    const said = answer.headers.get('content-disposition') ?? '';
    const [, plain, whole = ''] =
      /^attachment; filename="([\w. -]+)"; filename\*=UTF-8''(\S+)$/.exec(said) ?? [];
    expect(plain).toMatch(/\.csv$/);
    expect(decodeURIComponent(whole)).toMatch(/^[^\p{Cc}\p{Cf}/\\:*?"<>|]+\.csv$/u);
  });
});

describe('the door for downloads', () => {
  it('refuses whoever is not signed in, is not a member, or may not read what is asked', async () => {
    for (const sheet of DOWNLOADS) {
      expect((await ask(sheet, {}, { role: null })).status, sheet).toBe(401);
      expect((await ask(sheet, {}, { organization: other.organizationId })).status, sheet).toBe(403);
      expect((await ask(sheet, {}, { organization: '' })).status, sheet).toBe(401);
    }
    for (const [sheet, input] of [
      ['journal', {}],
      ['account-activity', { accountId: home.account('1210') }],
      ['aging', { side: 'PAYABLE' }],
      ['security-log', {}],
    ] as const) {
      const refused = await ask(sheet, input, { role: 'sales' });
      expect([sheet, refused.status, (await refused.json()).data.refusal.code]).toEqual([
        sheet,
        403,
        'FORBIDDEN',
      ]);
    }
  });

  it('refuses what it does not have, an invalid filter, and an account of another organization', async () => {
    expect((await ask('planets')).status).toBe(404);
    const status = async (sheet: string, input: object | string, asked?: Asked) =>
      (await ask(sheet, input, asked)).status;
    expect(await status('documents', 'not JSON')).toBe(400);
    expect(await status('documents', { kind: 'PLANET' })).toBe(400);
    expect(await status('documents', {}, { format: 'pdf' })).toBe(400);
    expect(await status('account-activity', { accountId: other.account('1210') })).toBe(404);
    expect(await status('failed-rows', { id: newId() }, { role: 'accountant' })).toBe(404);
    expect(await status('ledger-batch', { id: newId() })).toBe(404);
  });

  it('says beforehand whether a file would be refused, since a link cannot say why', async () => {
    expect((await ask('documents', {}, { check: true })).status).toBe(204);
    const refused = await ask('journal', {}, { check: true, role: 'sales' });
    expect(refused.status).toBe(403);
    expect((await refused.json()).message).toMatch(/gl\.report\.read/);
  });
});
