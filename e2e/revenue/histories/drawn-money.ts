import type { Said } from './drawn-costs';

/** Credit notes by their mode: a concession, a cancellation of the rest, a use of the refund liability. */
export const CREDITS = ['conceded', 'cancelled', 'refunded'] as const;
/** What is billed, paid and accrued as interest; `named`: a bill that names an obligation. */
export const PAYMENTS = [
  'invoice',
  'named',
  'corrected',
  'payment',
  'payout',
  'interest',
  'accrual',
] as const;

const MODES = {
  conceded: ['CONCESSION', 'PRICE'],
  cancelled: ['CANCEL_REMAINING', 'REST'],
  refunded: ['REFUND_LIABILITY', 'REFUND'],
} as const;

/** Such a fact for the engine and for the oracle. */
export function ofMoney(
  what: (typeof CREDITS)[number] | (typeof PAYMENTS)[number],
  { id, size }: { readonly id: string; readonly size: number },
  scale: number,
): Said {
  const text = (sum: number) => (sum * scale).toFixed(2);
  const amount = text(size);
  switch (what) {
    case 'conceded':
    case 'cancelled':
    case 'refunded': {
      const [mode, heard] = MODES[what];
      return {
        told: { kind: 'creditNote', amount, mode },
        heard: { kind: 'credited', amount: size, mode: heard },
      };
    }
    case 'invoice': {
      // Some as large as the whole price, so that contracts are billed ahead.
      const billed = size * (size % 3 === 0 ? 400 : 10);
      return {
        told: { kind: what, amount: text(billed), unconditional: true },
        heard: { kind: 'billed', amount: billed },
      };
    }
    case 'named': {
      // For an original obligation, or for the one that the fact before it added.
      const added = `added f${Number(id.slice(1)) - 1}`;
      const key = ['committed', added, 'term', added][size % 4] ?? added;
      const billed = size * (size % 3 === 0 ? 4 : 100);
      const items = [
        { key, amount: text(billed / 2) },
        { key, amount: text(billed / 2) },
      ];
      return {
        told: { kind: 'invoice', amount: text(billed), unconditional: true, items },
        heard: { kind: 'billed', amount: billed, key },
      };
    }
    case 'corrected':
      return { told: { kind: 'invoiceReversed', amount }, heard: { kind: what, amount: size } };
    case 'payment': {
      const paid = size * (size % 4 === 0 ? 300 : 1);
      return { told: { kind: what, amount: text(paid) }, heard: { kind: 'paid', amount: paid } };
    }
    case 'payout':
      return { told: { kind: what, amount }, heard: { kind: 'paidOut', amount: size } };
    case 'interest': {
      const interest = size / 100 - 50;
      return { told: { kind: what, amount: text(interest) }, heard: { kind: what, amount: interest } };
    }
    case 'accrual':
      return { told: { kind: what }, heard: { kind: 'accrued' } };
  }
}
