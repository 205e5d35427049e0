import { z } from 'zod';
import { PAIR_DIFFERENCE_NAMES } from '@/core/intercompany/differences';
import { sisterBalanceSchema } from './ledger';

const amount = z.string().regex(/^-?\d+(\.\d+)?$/);
const id = z.guid();

const side = z
  .object({
    id,
    number: z.string(),
    kind: z.string(),
    status: z.string(),
    date: z.iso.date(),
    currencyCode: z.string(),
    amount,
  })
  .nullable();

/** A document between two subsidiaries and its mirror. */
export const pairSchema = z.object({
  id,
  subsidiaryId: id,
  sisterId: id,
  /** Null where the caller may not see that company. */
  source: side,
  mirror: side,
  hasMirror: z.boolean(),
  problem: z.string().nullable(),
  differences: z.array(z.enum(PAIR_DIFFERENCE_NAMES)),
  /** The differences no one accepted. */
  open: z.array(z.enum(PAIR_DIFFERENCE_NAMES)),
  acceptedDifferences: z.array(z.string()),
  acceptedReason: z.string().nullable(),
  acceptedBy: id.nullable(),
  acceptedAt: z.iso.datetime().nullable(),
});

export const pairListSchema = z.object({
  pairs: z.array(pairSchema),
  unpaired: z.array(
    z.object({
      id,
      number: z.string(),
      kind: z.string(),
      subsidiaryId: id,
      sisterId: id,
      date: z.iso.date(),
      currencyCode: z.string(),
      amount,
    }),
  ),
  next: id.nullable(),
});

const party = z.object({ subsidiaryId: id, customerId: id.nullable(), vendorId: id.nullable() });
const accounts = z.object({
  subsidiaryId: id,
  sisterId: id,
  dueFromAccountId: id,
  dueToAccountId: id,
  incomeAccountId: id,
  chargeAccountId: id,
});

export const partySchema = party;
/** Null when the accounts were taken back. */
export const sisterAccountsSchema = z.object({ accounts: accounts.nullable() });
export const settingsSchema = z.object({ parties: z.array(party), accounts: z.array(accounts) });
export const mirrorsMadeSchema = z.object({ made: z.int(), waiting: z.int() });
export const sisterBalancesSchema = z.object({
  asOf: z.iso.date(),
  holds: z.boolean(),
  balances: z.array(sisterBalanceSchema),
});
