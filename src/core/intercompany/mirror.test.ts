import { describe, expect, it } from 'vitest';
import { TRANSACTION_KINDS, type TransactionKind } from '../transactions/kinds';
import { MIRROR_KINDS, type Mirror, type MirrorSettings, mirrorOf } from './mirror';

const OURS = {
  dueFromAccountId: 'us-from',
  dueToAccountId: 'us-to',
  incomeAccountId: 'us-income',
  chargeAccountId: 'us-charge',
};
const THEIRS = {
  dueFromAccountId: 'de-from',
  dueToAccountId: 'de-to',
  incomeAccountId: 'de-income',
  chargeAccountId: 'de-charge',
};
const SETTINGS: MirrorSettings = { ours: OURS, theirs: THEIRS, customerId: 'customer', vendorId: 'vendor' };

const line = (lineNumber: number, accountId: string | null, unitPrice: string, more: object = {}) => ({
  lineNumber,
  lineType: 'SERVICE' as const,
  description: `Line ${lineNumber}`,
  quantity: '1',
  unitPrice,
  taxCodeId: null,
  accountId,
  ...more,
});
/** A document with its counterparty in the group, and the entry of a journal, whose lines are above zero in debit. */
const documentOf = (kind: TransactionKind, lines: readonly ReturnType<typeof line>[]) => ({
  ...{ kind, lines, byAccount: false },
  entry: lines.map(({ accountId, description, unitPrice }) => ({
    accountId,
    description,
    amount: unitPrice,
  })),
});
const legs = (mirror: ReturnType<typeof mirrorOf>) =>
  (mirror as Mirror).lines.map(({ accountId, unitPrice }) => [accountId, unitPrice]);

describe('the mirror of a document', () => {
  it('is of the other side: mirrored twice it is the kind it was', () => {
    for (const kind of TRANSACTION_KINDS) {
      const mirrored = MIRROR_KINDS[kind];
      if (mirrored !== null) expect(MIRROR_KINDS[mirrored]).toBe(kind);
    }
  });

  it('has the quantities, prices and taxes of its source, on the accounts of the other company', () => {
    const lines = [
      line(1, 'us-income', '100.00', { quantity: '3', taxCodeId: 'vat' }),
      line(2, null, '9.00', { lineType: 'TAX' as const }),
    ];
    expect(mirrorOf(documentOf('INVOICE', lines), SETTINGS)).toMatchObject({
      kind: 'VENDOR_BILL',
      entityType: 'VENDOR',
      entityId: 'vendor',
      lines: [
        { lineNumber: 1, quantity: '3', unitPrice: '100.00', taxCodeId: 'vat', accountId: 'de-charge' },
        { lineNumber: 2, lineType: 'TAX', unitPrice: '9.00', accountId: null },
      ],
    });
    expect(mirrorOf(documentOf('VENDOR_BILL', lines), SETTINGS)).toMatchObject({
      kind: 'INVOICE',
      entityType: 'CUSTOMER',
      entityId: 'customer',
      lines: [{ accountId: 'de-income' }, { accountId: null }],
    });
  });

  it('of a payment goes through the bank of the other company', () => {
    const mirror = mirrorOf(documentOf('VENDOR_PAYMENT', [line(1, 'us-bank', '50.00')]), SETTINGS);
    expect(mirror).toMatchObject({
      kind: 'CUSTOMER_PAYMENT',
      lines: [{ accountId: null, unitPrice: '50.00' }],
    });
  });

  it('of a journal owes what is due and is due what is owed, and balances', () => {
    // We paid 500.00 for them: they owe it, against what it was for.
    const paid = mirrorOf(
      documentOf('JOURNAL', [line(1, 'us-from', '500.00'), line(2, 'us-bank', '-500.00')]),
      SETTINGS,
    );
    expect(legs(paid)).toEqual([
      ['de-to', '-500'],
      ['de-charge', '500'],
    ]);
    // They paid 80.00 for us.
    const owed = mirrorOf(
      documentOf('JOURNAL', [line(1, 'us-cost', '80.00'), line(2, 'us-to', '-80.00')]),
      SETTINGS,
    );
    expect(legs(owed)).toEqual([
      ['de-from', '80'],
      ['de-income', '-80'],
    ]);
    // What both owe is offset: nothing else is needed.
    const offset = mirrorOf(
      documentOf('JOURNAL', [line(1, 'us-to', '30.00'), line(2, 'us-from', '-30.00')]),
      SETTINGS,
    );
    expect(legs(offset)).toEqual([
      ['de-from', '-30'],
      ['de-to', '30'],
    ]);
  });

  it('is not made without the settings it needs, which are named', () => {
    const bill = documentOf('INVOICE', [line(1, null, '1.00')]);
    expect(mirrorOf(bill, { ...SETTINGS, vendorId: null })).toBe('VENDOR');
    expect(mirrorOf({ ...bill, kind: 'VENDOR_BILL' }, { ...SETTINGS, customerId: null })).toBe('CUSTOMER');
    expect(mirrorOf(bill, { ...SETTINGS, theirs: null })).toBe('ACCOUNTS');
    expect(mirrorOf({ ...bill, kind: 'JOURNAL' }, { ...SETTINGS, ours: null })).toBe('ACCOUNTS');
    expect(mirrorOf({ ...bill, kind: 'EXPENSE_REPORT' }, SETTINGS)).toBeNull();
    // Nothing is due between the two: a mirror would have no lines.
    expect(mirrorOf({ ...bill, kind: 'JOURNAL' }, SETTINGS)).toBe('LINES');
  });

  it('of a document that is between the two by its lines alone is a journal of what stands on their accounts', () => {
    // A bill of an outside vendor over 1,000.00, of which 400.00 are for the sister: Dr due from 400.00, cost 600.00 / Cr payable.
    const entry = [
      { accountId: 'us-payable', description: 'Total', amount: '-1000.00' },
      { accountId: 'us-from', description: 'Theirs', amount: '400.00' },
      { accountId: 'us-cost', description: 'Ours', amount: '600.00' },
    ];
    for (const kind of ['VENDOR_BILL', 'EXPENSE_REPORT'] as const) {
      const mirror = mirrorOf({ kind, byAccount: true, lines: [], entry }, SETTINGS);
      expect(mirror).toMatchObject({ kind: 'JOURNAL', entityType: null, entityId: null });
      expect(legs(mirror)).toEqual([
        ['de-to', '-400'],
        ['de-charge', '400'],
      ]);
    }
  });

  it('has what stands on an account between the two on the opposite account of the other company', () => {
    const invoice = documentOf('INVOICE', [line(1, 'us-income', '9.00'), line(2, 'us-from', '4.00')]);
    expect(legs(mirrorOf(invoice, SETTINGS))).toEqual([
      ['de-charge', '9.00'],
      ['de-to', '4.00'],
    ]);
    const payment = documentOf('CUSTOMER_PAYMENT', [line(1, 'us-to', '4.00')]);
    expect(legs(mirrorOf(payment, SETTINGS))).toEqual([['de-from', '4.00']]);
  });
});
