import { STATE_WORDS, TOPIC_WORDS } from '@/core/revenue/judgements/judgement-labels';
import { JUDGEMENT_SHEET, judgementLine } from '@/core/revenue/judgements/judgement-sheet';
import { dateWords } from '@/core/sheets/date-words';
import { statusWords } from '@/core/sheets/status-words';
import type { Call } from '@/usecases/kit/define';
import { runForOutput } from '@/usecases/kit/run';
import { listJudgements } from '@/usecases/revenue/reports/list-judgements';
import { streamJudgements } from '@/usecases/revenue/reports/stream-judgements';
import { defineSheet, factsOf, periodWords } from './sheet';

/** Judgments across contracts as filtered, or about one contract, for the auditor's work papers. */
export const judgmentsSheet = defineSheet({
  rows: streamJudgements,
  head: async (call, input) => ({
    ...(await titleOf(call, input.contractId)),
    facts: await factsOf(call, {
      period: periodWords(input.dateFrom, input.dateTo),
      subsidiaryId: input.subsidiaryId,
      currency: input.contractId === undefined ? 'Of each contract' : 'Of the contract',
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

/** The name of the file and its title: with the number of the contract, if it is about one. */
async function titleOf(call: Call, contractId: string | undefined) {
  const [row] =
    contractId === undefined ? [] : (await runForOutput(listJudgements, call, { contractId, limit: 1 })).rows;
  if (row === undefined) return { name: 'judgments', title: 'Judgments' };
  return { name: `judgments-${row.contractNumber}`, title: `Judgments about ${row.contractNumber}` };
}
