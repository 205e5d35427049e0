import { describe, expect, test } from 'vitest';
import { type BatchLine, FORMAT_FACTS, LEDGER_FORMATS, type LedgerFormat, partStarts } from './formats';
import { compareReadBack } from './read-back';

/** Two journals: March revenue of the US company, and one yen entry with a counterparty. */
const shared = {
  description: null,
  departmentCode: null,
  classCode: null,
  locationCode: null,
  entityName: null,
};
const LINES: readonly BatchLine[] = [
  {
    ...shared,
    lineNumber: 1,
    journalNumber: 1,
    journalDate: '2026-03-31',
    reference: 'NS-7-1',
    subsidiaryCode: 'Parent : US',
    currencyCode: 'USD',
    accountCode: '2400',
    debit: '1234.5000',
    credit: '0.0000',
    departmentCode: 'Sales',
    classCode: 'Cloud',
  },
  {
    ...shared,
    lineNumber: 2,
    journalNumber: 1,
    journalDate: '2026-03-31',
    reference: 'NS-7-1',
    subsidiaryCode: 'Parent : US',
    currencyCode: 'USD',
    accountCode: '4000',
    debit: '0.0000',
    credit: '1234.5000',
  },
  {
    ...shared,
    lineNumber: 3,
    journalNumber: 2,
    journalDate: '2026-03-02',
    reference: 'NS-7-2',
    subsidiaryCode: 'Parent : JP',
    currencyCode: 'JPY',
    accountCode: '1200',
    debit: '5000.0000',
    credit: '0.0000',
    description: 'Invoice, March',
    entityName: 'Kyoto KK',
  },
];
const FACTS = { batchNumber: 7, journalCode: 'GJ', taxRate: 'Tax Exempt (0%)' };

const rowsOf = (format: LedgerFormat) =>
  LINES.map((line, index) =>
    FORMAT_FACTS[format].row(line, { at: index === 2 ? 1 : index + 1 }, FACTS).map((cell) => cell ?? ''),
  );

describe('the files of each program', () => {
  test('NetSuite: one External ID for each journal, American dates, a debit or a credit', () => {
    expect(FORMAT_FACTS.NETSUITE.header.join()).toBe(
      'External ID,Date,Subsidiary,Currency,Memo,Account,Debit,Credit,Line Memo,Department,Class,Location,Name',
    );
    expect(rowsOf('NETSUITE').map((row) => row.join('|'))).toEqual([
      'DAYBOOK-NS-7-1|03/31/2026|Parent : US|USD|Daybook NS-7-1|2400|1234.50|||Sales|Cloud||',
      'DAYBOOK-NS-7-1|03/31/2026|Parent : US|USD|Daybook NS-7-1|4000||1234.50|||||',
      'DAYBOOK-NS-7-2|03/02/2026|Parent : JP|JPY|Daybook NS-7-2|1200|5000||Invoice, March||||Kyoto KK',
    ]);
  });

  test('QuickBooks Online: account names, a journal number for each journal', () => {
    expect(FORMAT_FACTS.QUICKBOOKS.header.join()).toBe(
      'Journal No,Journal Date,Account Name,Debits,Credits,Description,Name,Currency,Location,Class',
    );
    expect(rowsOf('QUICKBOOKS').map((row) => row.join('|'))).toEqual([
      'NS-7-1|03/31/2026|2400|1234.50||Daybook NS-7-1||USD||Cloud',
      'NS-7-1|03/31/2026|4000||1234.50|Daybook NS-7-1||USD||',
      'NS-7-2|03/02/2026|1200|5000||Invoice, March|Kyoto KK|JPY||',
    ]);
  });

  test('Xero: one narration for each journal, debits above zero, a tax rate, two tracking categories', () => {
    expect(FORMAT_FACTS.XERO.header.join()).toBe(
      '*Narration,*Date,Description,*AccountCode,*TaxRate,*Amount,TrackingName1,TrackingOption1,TrackingName2,TrackingOption2',
    );
    expect(rowsOf('XERO').map((row) => row.join('|'))).toEqual([
      'Daybook NS-7-1|31/03/2026||2400|Tax Exempt (0%)|1234.50|Department|Sales|Class|Cloud',
      'Daybook NS-7-1|31/03/2026||4000|Tax Exempt (0%)|-1234.50||||',
      'Daybook NS-7-2|02/03/2026|Invoice, March|1200|Tax Exempt (0%)|5000||||',
    ]);
  });

  test('Sage Intacct: the header of an entry only in its first line, lines numbered from one', () => {
    expect(FORMAT_FACTS.INTACCT.header.join()).toBe(
      'JOURNAL,DATE,DESCRIPTION,REFERENCE_NO,LINE_NO,ACCT_NO,LOCATION_ID,DEPT_ID,MEMO,DEBIT,CREDIT,CURRENCY,GLENTRY_CLASSID',
    );
    expect(rowsOf('INTACCT').map((row) => row.join('|'))).toEqual([
      'GJ|03/31/2026|Daybook NS-7-1|NS-7-1|1|2400||Sales||1234.50||USD|Cloud',
      '||||2|4000|||||1234.50|USD|',
      'GJ|03/02/2026|Daybook NS-7-2|NS-7-2|1|1200|||Invoice, March|5000||JPY|',
    ]);
  });

  test('a plain table has both amounts of every line, and dates as years, months and days', () => {
    expect(rowsOf('CSV').map((row) => row.join('|'))[1]).toBe(
      '7|NS-7-1|2|2026-03-31|Parent : US|USD|4000|0.00|1234.50|||||',
    );
  });

  test('every row has as many cells as the header', () => {
    for (const format of LEDGER_FORMATS) {
      const width = FORMAT_FACTS[format].header.length;
      expect(rowsOf(format).map((row) => row.length)).toEqual([width, width, width]);
    }
  });
});

describe('the files of a batch', () => {
  const journals = [
    { firstLine: 1, lines: 200 },
    { firstLine: 201, lines: 100 },
    { firstLine: 301, lines: 1 },
    { firstLine: 302, lines: 299 },
    { firstLine: 601, lines: 2 },
  ];

  test('hold whole journals, and for Xero at most 300 lines', () => {
    expect(partStarts('XERO', journals)).toEqual([1, 301, 601]);
    expect(partStarts('NETSUITE', journals)).toEqual([1]);
  });

  test('cannot contain a journal longer than the program accepts', () => {
    expect(partStarts('XERO', [{ firstLine: 1, lines: 301 }])).toBeNull();
  });
});

describe('a trial balance that is read back', () => {
  const ours = [
    { code: '1200', amount: '100.00', unsent: '0' },
    { code: '4000', amount: '-150.00', unsent: '-50.00' },
    { code: '4000', amount: '-10.00', unsent: '0' },
    { code: '2400', amount: '60.00', unsent: '0' },
    { code: '9999', amount: '0', unsent: '0' },
  ];

  test('is equal where it has what was sent, differs by an amount, or misses a line here or there', () => {
    const theirs = [
      { code: ' 1200 ', amount: '100' },
      { code: '4000', amount: '-100.00' },
      { code: '7000', amount: '5' },
    ];
    expect(compareReadBack(ours, theirs, 'USD')).toEqual([
      {
        code: '1200',
        ours: '100.00',
        unsent: '0.00',
        expected: '100.00',
        theirs: '100.00',
        difference: '0.00',
        state: 'EQUAL',
      },
      {
        code: '2400',
        ours: '60.00',
        unsent: '0.00',
        expected: '60.00',
        theirs: '0.00',
        difference: '-60.00',
        state: 'MISSING_THERE',
      },
      {
        code: '4000',
        ours: '-160.00',
        unsent: '-50.00',
        expected: '-110.00',
        theirs: '-100.00',
        difference: '10.00',
        state: 'DIFFERS',
      },
      {
        code: '7000',
        ours: '0.00',
        unsent: '0.00',
        expected: '0.00',
        theirs: '5.00',
        difference: '5.00',
        state: 'MISSING_HERE',
      },
    ]);
  });

  test('that lacks an account for which nothing was sent is equal there', () => {
    const unsent = [{ code: '4000', amount: '-50', unsent: '-50' }];
    expect(compareReadBack(unsent, [], 'USD')).toMatchObject([{ expected: '0.00', state: 'EQUAL' }]);
  });
});
