import { day, money, words } from '@/core/sheets/sheet';
import { statusWords } from '@/core/sheets/status-words';
import { runForOutput } from '@/usecases/kit/run';
import { accountActivity } from '@/usecases/reports/show-account-activity';
import { streamAccountActivity } from '@/usecases/reports/stream-account-activity';
import { streamJournal } from '@/usecases/reports/stream-journal';
import { defineSheet, factsOf, periodWords } from './sheet';

const EDGES = { OPENING: 'Opening balance', CLOSING: 'Closing balance' } as const;

/** All activity of an account between two days, with opening and closing balance. */
export const accountActivitySheet = defineSheet({
  rows: streamAccountActivity,
  async head(call, input) {
    const shown = await runForOutput(accountActivity, call, { ...input, limit: 1 });
    const { account, dateFrom, dateTo, currencyCode } = shown;
    return {
      name: `${account.code}-${dateFrom}-${dateTo}`,
      title: `${account.code} ${account.name}`,
      facts: await factsOf(call, {
        period: periodWords(dateFrom, dateTo),
        subsidiaryId: input.subsidiaryId,
        currency: currencyCode,
      }),
      columns: [
        { title: 'Date' },
        { title: 'Entry', width: 18 },
        { title: 'Document', width: 18 },
        { title: 'Description', width: 40 },
        { title: 'Debit', isFigure: true },
        { title: 'Credit', isFigure: true },
        { title: 'Balance', isFigure: true },
        { title: 'Currency' },
      ],
    };
  },
  lines: (row) => {
    const isEdge = row.kind === 'OPENING' || row.kind === 'CLOSING';
    return [
      {
        cells: [
          day(row.postingDate),
          words(row.entryNumber),
          words(row.transactionNumber),
          words(isEdge ? EDGES[row.kind] : row.memo),
          money(row.debit, row.currencyCode),
          money(row.credit, row.currencyCode),
          money(row.balance, row.currencyCode),
          words(row.currencyCode),
        ],
        isStrong: isEdge,
      },
    ];
  },
});

/** Every line of the posted entries as filtered, the oldest first: what an auditor tests journal entries with. */
export const journalSheet = defineSheet({
  rows: streamJournal,
  head: async (call, input) => ({
    name: `journal-${input.dateFrom ?? 'all'}-${input.dateTo ?? call.clock.today()}`,
    title: 'Journal',
    facts: await factsOf(call, {
      period: periodWords(input.dateFrom, input.dateTo),
      subsidiaryId: input.subsidiaryId,
      currency: 'Of each entry and of its books',
      filters: () => (input.search === undefined ? [] : [`Containing: ${input.search}`]),
    }),
    columns: [
      { title: 'Date' },
      { title: 'Entry', width: 18 },
      { title: 'Line' },
      { title: 'Subsidiary', width: 20 },
      { title: 'Period', width: 14 },
      { title: 'Source', width: 18 },
      { title: 'Document', width: 18 },
      { title: 'Account', width: 12 },
      { title: 'Account name', width: 28 },
      { title: 'Description', width: 40 },
      { title: 'Name', width: 24 },
      { title: 'Department' },
      { title: 'Class' },
      { title: 'Location' },
      { title: 'Project' },
      { title: 'Debit', isFigure: true },
      { title: 'Credit', isFigure: true },
      { title: 'Currency' },
      { title: 'Base debit', isFigure: true },
      { title: 'Base credit', isFigure: true },
      { title: 'Base currency', width: 14 },
      { title: 'Posted at (UTC)', width: 26 },
    ],
  }),
  lines: (row) => [
    {
      cells: [
        day(row.postingDate),
        words(row.entryNumber),
        words(String(row.lineNumber)),
        words(row.subsidiaryName),
        words(row.periodLabel),
        words(statusWords(row.sourceKind)),
        words(row.transactionNumber),
        words(row.accountCode),
        words(row.accountName),
        words(row.memo ?? row.entryMemo),
        words(row.entityName),
        words(row.departmentName),
        words(row.className),
        words(row.locationName),
        words(row.projectName),
        money(row.debit, row.currencyCode),
        money(row.credit, row.currencyCode),
        words(row.currencyCode),
        money(row.baseDebit, row.baseCurrencyCode),
        money(row.baseCredit, row.baseCurrencyCode),
        words(row.baseCurrencyCode),
        words(row.createdAt.toISOString()),
      ],
    },
  ],
});
