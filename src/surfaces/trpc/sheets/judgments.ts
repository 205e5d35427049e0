import { STATE_WORDS, TOPIC_WORDS } from '@/core/revenue/judgements/judgement-labels';
import { JUDGEMENT_SHEET, judgementLine } from '@/core/revenue/judgements/judgement-sheet';
import { dateWords } from '@/core/sheets/date-words';
import { statusWords } from '@/core/sheets/status-words';
import { streamJudgements } from '@/usecases/revenue/reports/stream-judgements';
import { defineSheet, factsOf, periodWords } from './sheet';

/** Judgments across contracts as filtered, for the auditor's work papers. */
export const judgmentsSheet = defineSheet({
  rows: streamJudgements,
  head: async (call, input) => ({
    name: 'judgments',
    title: 'Judgments',
    facts: await factsOf(call, {
      period: periodWords(input.dateFrom, input.dateTo),
      subsidiaryId: input.subsidiaryId,
      currency: 'Of each contract',
      filters: () => [
        ...(input.topic ? [`Topic: ${TOPIC_WORDS[input.topic]}`] : []),
        ...(input.state ? [`State: ${STATE_WORDS[input.state]}`] : []),
        ...(input.status ? [`Contracts: ${statusWords(input.status)}`] : []),
        ...(input.search ? [`Search: ${input.search}`] : []),
        ...(input.knownAsOf ? [`Known as of ${dateWords(input.knownAsOf)}`] : []),
      ],
    }),
    columns: JUDGEMENT_SHEET.map((title) => ({ title, width: WIDE.has(title) ? 40 : 18 })),
  }),
  lines: (row) => [judgementLine(row)],
});

const WIDE: ReadonlySet<string> = new Set(['Question', 'Answer', 'Evidence']);
