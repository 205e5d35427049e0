import { day, money, type SheetCell, words } from '@/core/sheets/sheet';
import { methodWords, statusWords } from '@/core/sheets/status-words';
import type { StreamedColumn } from '@/core/sheets/streamed-sheet';
import { KIND_FACTS, type TransactionKind } from '@/core/transactions/kinds';
import { openOf } from '@/core/transactions/open-amount';
import type { Call } from '@/usecases/kit/define';
import { type StreamedDocument, streamDocuments } from '@/usecases/transactions/stream-documents';
import { defineSheet, factsOf, periodWords } from './sheet';

type Input = ReturnType<typeof streamDocuments.input.parse>;

const labelOf = (kind: string) => KIND_FACTS[kind as TransactionKind].label;

/** The filtered list of transactions. */
export const documentsSheet = defineSheet({
  rows: streamDocuments,
  head: async (call, input) => ({
    name: `transactions-${call.clock.today()}`,
    title: 'Transactions',
    facts: await documentFacts(call, input),
    columns: [
      { title: 'Number', width: 18 },
      { title: 'Date' },
      { title: 'Type', width: 18 },
      { title: 'Name', width: 28 },
      { title: 'Memo', width: 40 },
      { title: 'Status' },
      { title: 'Total', isFigure: true },
      { title: 'Currency' },
    ],
  }),
  lines: (row) => [
    {
      cells: [
        words(row.transactionNumber),
        day(row.transactionDate),
        words(labelOf(row.kind)),
        words(row.entityName),
        words(row.memo),
        words(statusWords(row.transactionStatus)),
        totalOf(row),
        words(row.currencyCode),
      ],
    },
  ],
});

/** A journal's signed total says nothing; its size is its debits. */
const totalOf = (row: StreamedDocument): SheetCell =>
  money(row.kind === 'JOURNAL' ? row.journalDebits : row.totalAmount, row.currencyCode);

/** The filtered documents of one kind, with their open amounts. */
export const documentsOfKindSheet = defineSheet({
  rows: streamDocuments,
  async head(call, input) {
    const label = input.kind === undefined ? 'Document' : labelOf(input.kind);
    return {
      name: `${label.toLowerCase().replaceAll(' ', '-')}s-${call.clock.today()}`,
      title: `${label}s`,
      facts: await documentFacts(call, input),
      columns: kindColumns(input.kind),
    };
  },
  lines: (row, { kind }) => [{ cells: kindCells(row, isDue(kind)) }],
});

const isDue = (kind: string | undefined) => kind === 'INVOICE';

const kindColumns = (kind: string | undefined): StreamedColumn[] => [
  { title: 'Number', width: 18 },
  { title: 'Date' },
  ...(isDue(kind) ? [{ title: 'Due' }] : []),
  { title: kind === 'VENDOR_PAYMENT' ? 'Paid to' : 'Customer', width: 28 },
  { title: isDue(kind) ? 'Reference' : 'Method', width: 20 },
  { title: 'Status' },
  { title: 'Total', isFigure: true },
  { title: isDue(kind) ? 'Open' : 'Unapplied', isFigure: true },
  { title: 'Currency' },
];

function kindCells(row: StreamedDocument, isOfDue: boolean): SheetCell[] {
  const open = openOf({ status: row.transactionStatus, openAmount: row.openAmount });
  return [
    words(row.transactionNumber),
    day(row.transactionDate),
    ...(isOfDue ? [day(row.dueDate)] : []),
    words(row.entityName),
    words(isOfDue || row.paymentMethod === null ? row.referenceNumber : methodWords(row.paymentMethod)),
    words(statusWords(row.transactionStatus)),
    money(row.totalAmount, row.currencyCode),
    money(open, row.currencyCode),
    words(row.currencyCode),
  ];
}

const documentFacts = (call: Call, input: Input) =>
  factsOf(call, {
    period: periodWords(input.dateFrom, input.dateTo),
    subsidiaryId: input.subsidiaryId,
    entityId: input.entityId,
    currency: 'Of each document',
    filters: (entity) => [
      ...(input.kind ? [`Type: ${labelOf(input.kind)}`] : []),
      ...(input.status ? [`Status: ${statusWords(input.status)}`] : []),
      ...(entity ? [`Name: ${entity}`] : []),
      ...(input.unapplied ? ['Unapplied only'] : []),
      ...(input.search ? [`Containing: ${input.search}`] : []),
    ],
  });
