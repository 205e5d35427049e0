import { acceptDifferences } from '@/usecases/intercompany/accept-differences';
import { listPairs } from '@/usecases/intercompany/list-pairs';
import { mirrorMissing } from '@/usecases/intercompany/mirror-documents';
import { pairDocuments } from '@/usecases/intercompany/pair-documents';
import { intercompanySettings, setSisterAccounts } from '@/usecases/intercompany/set-accounts';
import { setParty } from '@/usecases/intercompany/set-parties';
import { intercompanyBalances } from '@/usecases/intercompany/show-balances';
import { procedureFor } from '../procedure-for';
import { createTrpcRouter } from '../trpc';

/** Documents between subsidiaries, their mirrors and what they disagree in. */
export const intercompanyRouter = createTrpcRouter({
  settings: procedureFor(intercompanySettings),
  setParty: procedureFor(setParty),
  setAccounts: procedureFor(setSisterAccounts),
  pairs: procedureFor(listPairs),
  balances: procedureFor(intercompanyBalances),
  mirror: procedureFor(mirrorMissing),
  pair: procedureFor(pairDocuments),
  accept: procedureFor(acceptDifferences),
});
