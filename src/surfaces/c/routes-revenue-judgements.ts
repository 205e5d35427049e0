import { z } from 'zod';
import { TOPICS } from '@/core/revenue/judgements/judged-terms';
import { JUDGEMENT_STATES } from '@/core/revenue/judgements/judgement-list';
import { LIVED_STATUSES } from '@/core/revenue/vocabulary';
import { runForOutput } from '@/usecases/kit/run';
import { stream } from '@/usecases/kit/stream';
import type { JudgementRow } from '@/usecases/revenue/reports/judgement-shape';
import { listJudgements } from '@/usecases/revenue/reports/list-judgements';
import { type StreamedJudgement, streamContractJudgements } from '@/usecases/revenue/reports/show-judgements';
import { type StreamedAnswer, showsInPieces } from '../kit/answer';
import type { Inbound } from '../kit/inbound';
import { jsonStream } from '../kit/json-stream';
import { defineRoute } from '../kit/route';
import { linesAsRead, linesInTurn, wantsCsv } from './fields/revenue/csv';
import { judgementRowShape, judgementsOfShape, judgementsShape } from './fields/revenue/judgments';

const none = z.object({});
const shared = { section: 'Revenue, judgments', tag: 'Revenue judgments' } as const;
const filters = {
  topic: z.enum(TOPICS).optional(),
  state: z.enum(JUDGEMENT_STATES).optional(),
  knownAsOf: z.string().max(40).optional(),
  format: z.enum(['json', 'csv']).optional(),
};

const COLUMNS = [
  'contractNumber',
  'contractName',
  'contractId',
  'contractStatus',
  'topic',
  'about',
  'question',
  'asks',
  'paragraph',
  'answer',
  'evidence',
  'state',
  'effectiveDate',
  'byName',
  'at',
] as const satisfies readonly (keyof JudgementRow)[];

const cellsOf = (row: JudgementRow) => COLUMNS.map((column) => row[column]);

const table = (chunks: StreamedAnswer['chunks'], nextCursor: string | null = null): StreamedAnswer => ({
  status: 200,
  chunks,
  headers: {
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': 'attachment; filename="revenue-judgments.csv"',
    // More judgments follow: the same request with `before` set to this continues.
    ...(nextCursor === null ? {} : { 'x-next-cursor': nextCursor }),
  },
});

/** The judgments themselves; `hear` is given how many are open, which comes before them. */
async function* rowsAlone(
  parts: AsyncIterable<readonly StreamedJudgement[]>,
  hear: (open: number) => void = () => {},
): AsyncGenerator<JudgementRow[]> {
  for await (const some of parts) {
    for (const part of some) if (part.kind === 'OPEN') hear(part.open);
    yield some.flatMap((part) => (part.kind === 'ROW' ? [part.row] : []));
  }
}

/** The judgments about a contract as JSON, written while they are read. */
function judgementsStream(parts: AsyncIterable<readonly StreamedJudgement[]>): StreamedAnswer {
  let open = 0;
  const rows = rowsAlone(parts, (count) => {
    open = count;
  });
  return jsonStream(rows, (row) => judgementRowShape.present(row), {
    field: 'rows',
    after: () => ({ open }),
  });
}

/** A table holds as many judgments as a page may. */
const limitOf = (inbound: Inbound, limit: number | undefined) =>
  limit === undefined ? (wantsCsv(inbound) ? { limit: 5_000 } : {}) : { limit };

/** What was judged about contracts, with the evidence: what an auditor reads and challenges. */
export const revenueJudgementRoutes = [
  defineRoute({
    ...shared,
    operation: 'C.revenueJudgements.get',
    method: 'GET',
    path: '/api/v1/revenue/contracts/{id}/judgments',
    summary:
      'The judgments about a contract: question, paragraph, answer, evidence, who, when, and the open ones; ?format=csv or Accept: text/csv for a table',
    params: z.object({ id: z.guid() }),
    query: z.object(filters),
    body: null,
    success: { status: 200, schema: judgementsOfShape.schema },
    handle: async ({ call, params, query: { format: _format, ...query }, inbound }) => {
      const shown = await stream(streamContractJudgements, call, { ...query, ...params });
      return wantsCsv(inbound)
        ? table(linesAsRead(COLUMNS, rowsAlone(shown), cellsOf))
        : judgementsStream(shown);
    },
  }),
  defineRoute({
    ...shared,
    operation: 'C.revenueJudgements.list',
    method: 'GET',
    path: '/api/v1/revenue/judgments',
    summary:
      'Judgments across contracts, the newest contract first; nextCursor continues with before; ?format=csv or Accept: text/csv for a table',
    params: none,
    query: z.object({
      ...filters,
      subsidiaryId: z.guid().optional(),
      customerId: z.guid().optional(),
      status: z.enum(LIVED_STATUSES).optional(),
      search: z.string().max(200).optional(),
      dateFrom: z.iso.date().optional(),
      dateTo: z.iso.date().optional(),
      limit: z.coerce.number().int().min(1).max(5_000).optional(),
      before: z.string().max(200).optional(),
    }),
    body: null,
    success: { status: 200, schema: judgementsShape.schema },
    handle: async ({ call, query: { format: _format, limit, ...query }, inbound }) => {
      const shown = await runForOutput(listJudgements, call, { ...query, ...limitOf(inbound, limit) });
      return wantsCsv(inbound)
        ? table(linesInTurn(COLUMNS, shown.rows, cellsOf), shown.nextCursor)
        : showsInPieces(judgementsShape)(shown);
    },
  }),
];
