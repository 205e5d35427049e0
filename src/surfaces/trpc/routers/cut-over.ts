import { assignDifference } from '@/usecases/cut-over/assign-difference';
import { createCutOver, listAllCutOvers } from '@/usecases/cut-over/create-cut-over';
import { openCutOver, reverseOpening } from '@/usecases/cut-over/open-cut-over';
import { proposeOpening, withdrawOpening } from '@/usecases/cut-over/propose-opening';
import { showProof } from '@/usecases/cut-over/show-proof';
import { procedureFor } from '../procedure-for';
import { createTrpcRouter } from '../trpc';

/** The books of an earlier system taken over on one day: begun, opened, proved. Its files are imports. */
export const cutOverRouter = createTrpcRouter({
  create: procedureFor(createCutOver),
  list: procedureFor(listAllCutOvers),
  proof: procedureFor(showProof),
  propose: procedureFor(proposeOpening),
  withdraw: procedureFor(withdrawOpening),
  open: procedureFor(openCutOver),
  reverseOpening: procedureFor(reverseOpening),
  assign: procedureFor(assignDifference),
});
