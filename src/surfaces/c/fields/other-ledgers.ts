import { z } from 'zod';
import { CODED_KINDS, LEDGER_FORMATS, LEDGER_SUMMARIES, SENT_DIMENSIONS } from '@/core/other-ledgers/formats';
import type { otherLedgerVerbs } from '@/usecases/other-ledgers/ledger-records';
import type { readBackTrialBalance } from '@/usecases/other-ledgers/read-back';
import type { getLedgerBatch } from '@/usecases/other-ledgers/read-batches';
import { shapeOf } from '../../kit/shape';

type Ledger = Awaited<ReturnType<typeof otherLedgerVerbs.get.run>>;
type Batch = Awaited<ReturnType<typeof getLedgerBatch.run>>;
type ReadBack = Awaited<ReturnType<typeof readBackTrialBalance.run>>;

export const ledgerShape = shapeOf<Ledger>()({
  id: 'id',
  code: 'text',
  name: 'text',
  format: z.enum(LEDGER_FORMATS),
  summary: z.enum(LEDGER_SUMMARIES),
  dimensions: z.array(z.enum(SENT_DIMENSIONS)),
  subsidiaryId: 'id?',
  startsOn: 'day',
  journalCode: 'text?',
  taxRate: 'text?',
  status: ['text', 'recordStatus'],
  createdAt: 'moment',
  updatedAt: 'moment',
});

export const codeSchema = z.object({
  kind: z.enum(CODED_KINDS),
  recordId: z.guid(),
  ownCode: z.string(),
  name: z.string(),
  code: z.string().nullable(),
});

export const batchShape = shapeOf<Batch>()({
  id: 'id',
  ledgerId: 'id',
  batchNumber: 'count',
  status: [z.enum(['SEALED', 'SENT', 'UNDONE']), 'batchStatus'],
  throughDate: 'day',
  format: z.enum(LEDGER_FORMATS),
  summary: z.enum(LEDGER_SUMMARIES),
  entries: ['count', 'entryCount'],
  lines: ['count', 'lineCount'],
  parts: ['count', ({ partStarts }: Batch) => partStarts.length],
  contentHash: 'text?',
  sealedBy: ['text', 'sealedByName'],
  sealedAt: 'moment',
  sentBy: ['text?', 'sentByName'],
  sentAt: 'moment?',
  undoneBy: ['text?', 'undoneByName'],
  undoneAt: 'moment?',
  undoReason: 'text?',
});

export const readBackShape = shapeOf<ReadBack>()({
  id: 'id',
  asOf: 'day',
  currencyCode: 'text',
  equal: ['count', 'equalCount'],
  differing: ['count', 'differingCount'],
  readBy: ['text', 'readByName'],
  createdAt: 'moment',
  lines: z.array(
    z.object({
      code: z.string(),
      ours: z.string(),
      unsent: z.string(),
      expected: z.string(),
      theirs: z.string(),
      difference: z.string(),
      state: z.enum(['EQUAL', 'DIFFERS', 'MISSING_THERE', 'MISSING_HERE']),
    }),
  ),
});
