import { toAmountString } from '../money/currency';
import { dec } from '../money/decimal';

/** The programs whose import files are written, and a plain table. */
export const LEDGER_FORMATS = ['NETSUITE', 'QUICKBOOKS', 'XERO', 'INTACCT', 'CSV'] as const;
export type LedgerFormat = (typeof LEDGER_FORMATS)[number];

/** What one journal of a batch is made of: an entry, a day of a subsidiary, or a fiscal period of one. */
export const LEDGER_SUMMARIES = ['ENTRY', 'DAY', 'MONTH'] as const;
export type LedgerSummary = (typeof LEDGER_SUMMARIES)[number];

/** What the other ledger has its own codes for. */
export const CODED_KINDS = ['ACCOUNT', 'DEPARTMENT', 'CLASS', 'LOCATION', 'SUBSIDIARY'] as const;
export type CodedKind = (typeof CODED_KINDS)[number];
export const SENT_DIMENSIONS = ['DEPARTMENT', 'CLASS', 'LOCATION'] as const;

/** A line of a batch: in the other ledger's codes, in the subsidiary's base currency. */
export interface BatchLine {
  readonly lineNumber: number;
  /** From 1 within the batch. */
  readonly journalNumber: number;
  readonly journalDate: string;
  /** Unique among all batches of the ledger. */
  readonly reference: string;
  readonly subsidiaryCode: string;
  readonly currencyCode: string;
  readonly accountCode: string;
  readonly debit: string;
  readonly credit: string;
  readonly description: string | null;
  readonly departmentCode: string | null;
  readonly classCode: string | null;
  readonly locationCode: string | null;
  readonly entityName: string | null;
}

/** What a file needs to know besides its lines. */
export interface FileFacts {
  readonly batchNumber: number;
  /** Sage Intacct: the journal the entries go to. */
  readonly journalCode: string | null;
  /** Xero: the name of the tax rate of lines without tax. */
  readonly taxRate: string | null;
}

interface FormatFacts {
  readonly label: string;
  readonly header: readonly string[];
  /** The most lines one file may have; null: no limit. A journal is never divided. */
  readonly linesPerFile: number | null;
  /** What has to be known about the ledger before a file can be written. */
  readonly needs: 'journalCode' | 'taxRate' | null;
  readonly row: (line: BatchLine, place: LinePlace, facts: FileFacts) => readonly (string | null)[];
}

/** Where a line stands in its journal. */
export interface LinePlace {
  /** From 1. */
  readonly at: number;
}

const side = (amount: string, currency: string) =>
  dec(amount).isZero() ? null : toAmountString(dec(amount), currency);
const debit = ({ debit: amount, currencyCode }: BatchLine) => side(amount, currencyCode);
const credit = ({ credit: amount, currencyCode }: BatchLine) => side(amount, currencyCode);
const american = (date: string) => `${date.slice(5, 7)}/${date.slice(8)}/${date.slice(0, 4)}`;
const european = (date: string) => `${date.slice(8)}/${date.slice(5, 7)}/${date.slice(0, 4)}`;
const wordsOf = ({ reference }: BatchLine) => `Daybook ${reference}`;

/** Longest description of an entry that Sage Intacct takes. */
const INTACCT_DESCRIPTION = 30;

/**
 * The columns of each program's import, after what its vendor publishes: NetSuite, "Journal Entry and Intercompany Journal Entry
 * Header Fields" and "… Line-Level Fields" of the CSV import guide; QuickBooks Online, "Import journal entries"; Xero, "Import manual
 * journals" (at most 300 lines a file, debits above zero); Sage Intacct, "CSV import: General Ledger journal entries" (header fields in
 * the first line of each entry alone, lines numbered from 1).
 */
export const FORMAT_FACTS: Readonly<Record<LedgerFormat, FormatFacts>> = {
  NETSUITE: {
    label: 'NetSuite (CSV import)',
    header: [
      'External ID',
      'Date',
      'Subsidiary',
      'Currency',
      'Memo',
      'Account',
      'Debit',
      'Credit',
      'Line Memo',
      'Department',
      'Class',
      'Location',
      'Name',
    ],
    linesPerFile: null,
    needs: null,
    row: (line) => [
      `DAYBOOK-${line.reference}`,
      american(line.journalDate),
      line.subsidiaryCode,
      line.currencyCode,
      wordsOf(line),
      line.accountCode,
      debit(line),
      credit(line),
      line.description,
      line.departmentCode,
      line.classCode,
      line.locationCode,
      line.entityName,
    ],
  },
  QUICKBOOKS: {
    label: 'QuickBooks Online',
    header: [
      'Journal No',
      'Journal Date',
      'Account Name',
      'Debits',
      'Credits',
      'Description',
      'Name',
      'Currency',
      'Location',
      'Class',
    ],
    linesPerFile: null,
    needs: null,
    row: (line) => [
      line.reference,
      american(line.journalDate),
      line.accountCode,
      debit(line),
      credit(line),
      line.description ?? wordsOf(line),
      line.entityName,
      line.currencyCode,
      line.locationCode,
      line.classCode,
    ],
  },
  XERO: {
    label: 'Xero (manual journals)',
    header: [
      '*Narration',
      '*Date',
      'Description',
      '*AccountCode',
      '*TaxRate',
      '*Amount',
      'TrackingName1',
      'TrackingOption1',
      'TrackingName2',
      'TrackingOption2',
    ],
    linesPerFile: 300,
    needs: 'taxRate',
    row: (line, _place, { taxRate }) => {
      const options = [
        ['Department', line.departmentCode],
        ['Class', line.classCode],
        ['Location', line.locationCode],
      ].filter(([, option]) => option !== null);
      const [first = [null, null], second = [null, null]] = options;
      return [
        wordsOf(line),
        european(line.journalDate),
        line.description,
        line.accountCode,
        taxRate,
        toAmountString(dec(line.debit).minus(line.credit), line.currencyCode),
        ...(first as (string | null)[]),
        ...(second as (string | null)[]),
      ];
    },
  },
  INTACCT: {
    label: 'Sage Intacct',
    header: [
      'JOURNAL',
      'DATE',
      'DESCRIPTION',
      'REFERENCE_NO',
      'LINE_NO',
      'ACCT_NO',
      'LOCATION_ID',
      'DEPT_ID',
      'MEMO',
      'DEBIT',
      'CREDIT',
      'CURRENCY',
      'GLENTRY_CLASSID',
    ],
    linesPerFile: null,
    needs: 'journalCode',
    row: (line, { at }, { journalCode }) => [
      ...(at === 1
        ? [
            journalCode,
            american(line.journalDate),
            wordsOf(line).slice(0, INTACCT_DESCRIPTION),
            line.reference,
          ]
        : [null, null, null, null]),
      String(at),
      line.accountCode,
      line.locationCode,
      line.departmentCode,
      line.description,
      debit(line),
      credit(line),
      line.currencyCode,
      line.classCode,
    ],
  },
  CSV: {
    label: 'Plain table (CSV)',
    header: [
      'batch',
      'journal',
      'line',
      'date',
      'subsidiary',
      'currency',
      'account',
      'debit',
      'credit',
      'description',
      'department',
      'class',
      'location',
      'name',
    ],
    linesPerFile: null,
    needs: null,
    row: (line, { at }, { batchNumber }) => [
      String(batchNumber),
      line.reference,
      String(at),
      line.journalDate,
      line.subsidiaryCode,
      line.currencyCode,
      line.accountCode,
      toAmountString(dec(line.debit), line.currencyCode),
      toAmountString(dec(line.credit), line.currencyCode),
      line.description,
      line.departmentCode,
      line.classCode,
      line.locationCode,
      line.entityName,
    ],
  },
};

/** How many lines each journal of a batch has, in order, as first line and count. */
export interface JournalSize {
  readonly firstLine: number;
  readonly lines: number;
}

/**
 * The first line of each file of a batch: journals are kept whole, and a file has no more lines than the program takes. Null when a
 * journal alone has more.
 */
export function partStarts(format: LedgerFormat, journals: Iterable<JournalSize>): number[] | null {
  const most = FORMAT_FACTS[format].linesPerFile;
  const starts = [1];
  let held = 0;
  for (const { firstLine, lines } of journals) {
    if (most === null) continue;
    if (lines > most) return null;
    if (held + lines > most) {
      starts.push(firstLine);
      held = 0;
    }
    held += lines;
  }
  return starts;
}
