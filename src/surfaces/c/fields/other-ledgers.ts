import { z } from 'zod';
import { CODED_KINDS, LEDGER_FORMATS, LEDGER_SUMMARIES, SENT_DIMENSIONS } from '@/core/other-ledgers/formats';
import type { otherLedgerVerbs } from '@/usecases/other-ledgers/ledger-records';
import type { readBackTrialBalance } from '@/usecases/other-ledgers/read-back';
import type { getLedgerBatch } from '@/usecases/other-ledgers/read-batches';
import type { listLedgerCodes } from '@/usecases/other-ledgers/set-ledger-codes';
import { type OutputOf, shapeOf } from '../../kit/shape';
import { rowsOf } from '../../kit/shape-parts';

type Ledger = OutputOf<typeof otherLedgerVerbs.get>;
type Batch = OutputOf<typeof getLedgerBatch>;
type ReadBack = OutputOf<typeof readBackTrialBalance>;

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

export const codeShape = shapeOf<OutputOf<typeof listLedgerCodes>[number]>()({
  kind: z.enum(CODED_KINDS),
  recordId: 'id',
  ownCode: 'text',
  name: 'text',
  code: 'text?',
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

const readBackLineShape = shapeOf<ReadBack['lines'][number]>()({
  code: 'text',
  ours: 'text',
  unsent: 'text',
  expected: 'text',
  theirs: 'text',
  difference: 'text',
  state: z.enum(['EQUAL', 'DIFFERS', 'MISSING_THERE', 'MISSING_HERE']),
});

export const readBackShape = shapeOf<ReadBack>()({
  id: 'id',
  asOf: 'day',
  currencyCode: 'text',
  equal: ['count', 'equalCount'],
  differing: ['count', 'differingCount'],
  readBy: ['text', 'readByName'],
  createdAt: 'moment',
  lines: rowsOf(readBackLineShape),
});
