import { otherLedgerVerbs } from '@/usecases/other-ledgers/ledger-records';
import { markBatchSent, undoLedgerBatch } from '@/usecases/other-ledgers/move-batch';
import { listReadBacks, readBackTrialBalance } from '@/usecases/other-ledgers/read-back';
import { listLedgerBatches } from '@/usecases/other-ledgers/read-batches';
import { sealLedgerBatch } from '@/usecases/other-ledgers/seal-batch';
import { listLedgerCodes, setLedgerCodes, takeOwnCodes } from '@/usecases/other-ledgers/set-ledger-codes';
import { procedureFor } from '../procedure-for';
import { createTrpcRouter } from '../trpc';

/** Other ledgers that get our entries: their codes, their batches, and their trial balances read back. */
export const otherLedgersRouter = createTrpcRouter({
  create: procedureFor(otherLedgerVerbs.create),
  get: procedureFor(otherLedgerVerbs.get),
  page: procedureFor(otherLedgerVerbs.page),
  update: procedureFor(otherLedgerVerbs.update),
  codes: procedureFor(listLedgerCodes),
  setCodes: procedureFor(setLedgerCodes),
  takeOwnCodes: procedureFor(takeOwnCodes),
  seal: procedureFor(sealLedgerBatch),
  batches: procedureFor(listLedgerBatches),
  markSent: procedureFor(markBatchSent),
  undo: procedureFor(undoLedgerBatch),
  readBack: procedureFor(readBackTrialBalance),
  readBacks: procedureFor(listReadBacks),
});
