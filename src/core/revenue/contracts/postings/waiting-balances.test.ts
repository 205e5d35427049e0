import { describe, expect, it } from 'vitest';
import { dec, sum, ZERO } from '@/core/money/decimal';
import type { ContractBalanceEvent } from '../contract-state';
import { waitingBalances } from './waiting-balances';

const on = (day: string, eventId: string) => ({ on: day, eventId });
const bill: ContractBalanceEvent = {
  ...{ ...on('2026-01-05', 'bill'), kind: 'DUE' },
  ...{ amount: '100', unconditional: false },
};
const paid = (amount: string): ContractBalanceEvent => ({
  ...on('2026-01-10', 'payment'),
  ...{ kind: 'PAYMENT', amount },
});
const paidOut: ContractBalanceEvent = { ...on('2026-01-12', 'payout'), kind: 'PAYOUT', amount: '30' };
const ended = (kept = '0', unbilled = '0'): ContractBalanceEvent => ({
  ...on('2026-01-20', 'end'),
  ...{ kind: 'SETTLE', amount: kept, unbilled },
});

/** What is due in sum, when nothing is posted but what runs earned by the end of January. */
function due(events: ContractBalanceEvent[], earned: string) {
  const told = { events, documents: new Set<string>(), days: new Map<string, string>() };
  const money = events.flatMap(({ kind, amount, on: day, eventId }) => {
    if (kind !== 'PAYMENT' && kind !== 'PAYOUT') return [];
    const net = kind === 'PAYMENT' ? dec(amount) : dec(amount).negated();
    const still = { amount: net, receivable: ZERO, refund: ZERO, revenue: ZERO };
    return [{ ...still, kind, on: day, eventId, net }];
  });
  const { shifts, pending } = waitingBalances(
    { ...told, earned: [{ on: '2026-01-31', amount: earned }] },
    money,
    (day) => day,
  );
  return {
    receivable: sum(shifts.map(({ receivable }) => receivable)).toFixed(),
    pending: pending.toFixed(),
  };
}

describe('a bill that the customer can still cancel (606-10-45-4)', () => {
  it('is not due while it is paid ahead: 100 paid of 100, of which 40 are earned', () => {
    expect(due([bill, paid('100')], '40')).toEqual({ receivable: '0', pending: '0' });
  });

  it('that was paid ahead of the end of its contract is settled by that payment: nothing is owed, nor credited to the customer', () => {
    expect(due([bill, paid('100'), ended()], '100')).toEqual({ receivable: '0', pending: '0' });
  });

  it('of 100, of which 60 were paid ahead of the end of its contract, leaves 40 due', () => {
    expect(due([bill, paid('60'), ended()], '100')).toEqual({ receivable: '40', pending: '0' });
  });

  it('of 100, paid ahead, of which 30 were paid out, which are consideration payable: nothing is owed when its contract has ended with 70 earned', () => {
    expect(due([bill, paid('100'), paidOut, ended('30')], '70')).toEqual({ receivable: '0', pending: '0' });
  });

  it('of 100, of which 40 were paid ahead, leaves 60 due when its contract has ended with 148 earned: 48 are not billed', () => {
    expect(due([bill, paid('40'), ended('0', '48')], '148')).toEqual({ receivable: '60', pending: '0' });
  });

  it('of 100, with 130 paid ahead, leaves nothing due nor credited when its contract has ended with 148 earned: 18 are neither billed nor paid', () => {
    expect(due([bill, paid('130'), ended('0', '48')], '148')).toEqual({ receivable: '0', pending: '0' });
  });
});
