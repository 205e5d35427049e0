import { z } from 'zod';
import { PAIR_DIFFERENCE_NAMES } from '@/core/intercompany/differences';
import type { listPairs } from '@/usecases/intercompany/list-pairs';
import type { mirrorMissing } from '@/usecases/intercompany/mirror-documents';
import type { intercompanySettings } from '@/usecases/intercompany/set-accounts';
import type { intercompanyBalances } from '@/usecases/intercompany/show-balances';
import { type OutputOf, shapeOf } from '../../kit/shape';
import { named, orNull, rowsOf } from '../../kit/shape-parts';
import { sisterBalanceShape } from './subledgers';

type Settings = OutputOf<typeof intercompanySettings>;
type Pairs = OutputOf<typeof listPairs>;
type MirrorsMade = OutputOf<typeof mirrorMissing>;
type SisterBalances = OutputOf<typeof intercompanyBalances>;

export const partyShape = shapeOf<Settings['parties'][number]>()({
  subsidiaryId: 'id',
  customerId: 'id?',
  vendorId: 'id?',
});

const sisterAccountsShape = shapeOf<Settings['accounts'][number]>()({
  subsidiaryId: 'id',
  sisterId: 'id',
  dueFromAccountId: 'id',
  dueToAccountId: 'id',
  incomeAccountId: 'id',
  chargeAccountId: 'id',
});

export const settingsShape = shapeOf<Settings>()({
  parties: rowsOf(partyShape),
  accounts: rowsOf(sisterAccountsShape),
});

const pairSideShape = shapeOf<NonNullable<Pairs['pairs'][number]['source']>>()({
  id: 'id',
  date: 'day',
  kind: 'text',
  amount: 'decimal',
  number: 'text',
  status: 'text',
  currencyCode: 'text',
});

export const pairShape = shapeOf<Pairs['pairs'][number]>()({
  id: 'id',
  subsidiaryId: 'id',
  sisterId: 'id',
  source: orNull(pairSideShape),
  mirror: orNull(pairSideShape),
  byAccount: 'flag',
  hasMirror: 'flag',
  problem: 'text?',
  differences: z.array(z.enum(PAIR_DIFFERENCE_NAMES)),
  acceptedDifferences: 'texts',
  acceptedReason: 'text?',
  acceptedBy: 'id?',
  acceptedAt: 'moment?',
  open: z.array(z.enum(PAIR_DIFFERENCE_NAMES)),
});

const unpairedRowShape = shapeOf<Pairs['unpaired'][number]>()({
  id: 'id',
  number: 'text',
  kind: 'text',
  subsidiaryId: 'id',
  sisterId: 'id',
  date: 'day',
  currencyCode: 'text',
  amount: 'decimal',
  byAccount: 'flag',
});

export const pairListShape = shapeOf<Pairs>()({
  pairs: rowsOf(pairShape),
  unpaired: rowsOf(unpairedRowShape),
  next: 'text?',
});

export const mirrorsMadeShape = shapeOf<MirrorsMade>()({
  made: 'count',
  waiting: 'count',
  refused: rowsOf(
    shapeOf<MirrorsMade['refused'][number]>()({ reason: 'text', count: 'count', examples: 'texts' }),
  ),
  next: 'text?',
});

export const sisterBalancesShape = shapeOf<SisterBalances>()({
  asOf: 'day',
  holds: 'flag',
  balances: rowsOf(sisterBalanceShape),
});

/** Null when the accounts were removed. */
export const sisterAccounts = named('accounts', orNull(sisterAccountsShape));
