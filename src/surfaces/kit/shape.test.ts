import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { shapeOf } from './shape';

interface Invoice {
  readonly transactionNumber: string;
  readonly totalAmount: string;
  readonly exchangeRate: string;
  readonly estimate: string | null;
  readonly postedAt: Date | null;
  readonly recordStatus: string;
  readonly tags: readonly string[];
}

const invoice: Invoice = {
  transactionNumber: 'INV-2026-000001',
  totalAmount: '1200.5000',
  exchangeRate: '1.1000000000',
  estimate: '5000000.25',
  postedAt: new Date('2026-11-20T15:30:00Z'),
  recordStatus: 'inactive',
  tags: ['a'],
};

const shape = shapeOf<Invoice>()({
  transaction_number: 'text',
  total: ['amount', 'totalAmount'],
  exchange_rate: 'digits',
  estimate: 'number?',
  posted_at: 'moment?',
  is_active: ['active', 'recordStatus'],
  tags: [z.array(z.string()).max(1), ({ tags }) => tags.slice(0, 1)],
});

const answer = (record: Invoice, currency = 'USD') =>
  JSON.parse(JSON.stringify(shape.present(record, currency)));

describe('a shape', () => {
  it('returns each field under its name, formatted by its kind, and nothing else', () => {
    expect(answer(invoice)).toEqual({
      transaction_number: 'INV-2026-000001',
      total: '1200.50',
      exchange_rate: '1.1',
      estimate: 5000000.25,
      posted_at: '2026-11-20T15:30:00.000Z',
      is_active: false,
      tags: ['a'],
    });
  });

  it('shows amounts at the scale of their currency', () => {
    expect(answer({ ...invoice, totalAmount: '1200.0000' }, 'JPY').total).toBe('1200');
    expect(answer({ ...invoice, totalAmount: '1200.0000' }, 'KWD').total).toBe('1200.000');
  });

  it('returns null for unknown values, and answers that match its schema', () => {
    const empty = answer({ ...invoice, estimate: null, postedAt: null });
    expect(empty).toMatchObject({ estimate: null, posted_at: null });
    for (const shown of [answer(invoice), empty]) expect(shape.schema.strict().parse(shown)).toEqual(shown);
    expect(shape.schema.safeParse({ ...empty, total: null }).success).toBe(false);
  });

  it('selects some of its fields, for schema and answer alike', () => {
    const summary = shape.pick('total', 'is_active');
    expect(summary.present(invoice, 'USD')).toEqual({ total: '1200.50', is_active: false });
    expect(Object.keys(summary.schema.shape)).toEqual(['total', 'is_active']);
  });
});
