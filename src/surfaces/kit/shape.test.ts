import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { shapeOf, value } from './shape';
import {
  asStored,
  inCurrencyOf,
  keyed,
  later,
  named,
  optional,
  orNull,
  type Part,
  rowsOf,
  titled,
  words,
} from './shape-parts';

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

interface Line {
  readonly lineNumber: number;
  readonly amount: string;
}
interface Order {
  readonly kind: string;
  readonly lines: readonly Line[];
  readonly total: Line | null;
  readonly discount?: Line;
  readonly memo?: string | undefined;
  readonly rates: Readonly<Record<string, string>>;
  readonly parts: readonly Order[];
}

const line = shapeOf<Line>()({ lineNumber: 'count', amount: 'amount' });
const order: Part<Order> = titled(
  'TestedOrder',
  shapeOf<Order>()({
    kind: words(z.enum(['SALE', 'RETURN'])),
    lines: rowsOf(line),
    total: orNull(line),
    discount: optional(line),
    memo: optional(value('text')),
    rates: keyed(value('digits')),
    parts: rowsOf(later(() => order)),
  }),
);

const sale: Order = {
  kind: 'SALE',
  lines: [{ lineNumber: 1, amount: '12.0000' }],
  total: null,
  rates: { EUR: '1.1000' },
  parts: [],
};

describe('a shape with parts', () => {
  const shown = (record: Order) => JSON.parse(JSON.stringify(order.present(record, 'USD')));

  it('shows lists, records that may be null or absent, and records under keys as their own shapes do', () => {
    expect(shown(sale)).toEqual({
      kind: 'SALE',
      lines: [{ lineNumber: 1, amount: '12.00' }],
      total: null,
      rates: { EUR: '1.1' },
      parts: [],
    });
    const [one = missing()] = sale.lines;
    const all = shown({ ...sale, total: one, discount: one, memo: 'x', parts: [sale] });
    expect(all).toMatchObject({ total: { amount: '12.00' }, discount: { amount: '12.00' }, memo: 'x' });
    expect(all.parts).toEqual([shown(sale)]);
  });

  it('answers what its schema says, however deep', () => {
    for (const record of [sale, { ...sale, parts: [{ ...sale, parts: [sale] }] }])
      expect(order.schema.parse(shown(record))).toEqual(shown(record));
    expect(order.schema.safeParse({ ...shown(sale), parts: [{}] }).success).toBe(false);
  });

  it('shows a record of many kinds as it was stored, with the fields that all kinds have described', () => {
    const fact = asStored(shapeOf<{ readonly kind: string }>()({ kind: 'text' }));
    const stored = { kind: 'delivery', quantity: '3' };
    expect(fact.present(stored)).toEqual(stored);
    expect(fact.schema.parse(stored)).toEqual(stored);
    expect(fact.schema.safeParse({ quantity: '3' }).success).toBe(false);
  });

  it('shows amounts in a currency of their own where a part has one', () => {
    const inYen = inCurrencyOf(line, () => 'JPY');
    expect(inYen.present({ lineNumber: 1, amount: '12.0000' }, 'USD')).toEqual({
      lineNumber: 1,
      amount: '12',
    });
    expect(inYen.schema).toBe(line.schema);
  });

  it('carries a list under its name', () => {
    const all = named('data', rowsOf(line));
    expect(all.present(sale.lines, 'USD')).toEqual({ data: [{ lineNumber: 1, amount: '12.00' }] });
    expect(all.schema.safeParse({ data: [{ lineNumber: 1, amount: '12.00' }] }).success).toBe(true);
    expect(all.schema.safeParse([{ lineNumber: 1, amount: '12.00' }]).success).toBe(false);
  });

  it('does not compile where the record has no such field, or one that the kind cannot show', () => {
    // @ts-expect-error the record has no such field
    shapeOf<Line>()({ price: 'amount' });
    // @ts-expect-error an amount is not a count
    shapeOf<Line>()({ amount: 'count' });
    // @ts-expect-error it may be null
    shapeOf<Invoice>()({ estimate: 'amount' });
    // @ts-expect-error it may be absent
    shapeOf<Order>()({ memo: 'text' });
    // @ts-expect-error the lines of an order have no name
    shapeOf<Order>()({ lines: rowsOf(shapeOf<{ readonly name: string }>()({ name: 'text' })) });
    // @ts-expect-error the source gives a number
    shapeOf<Line>()({ text: ['text', ({ lineNumber }) => lineNumber] });
    expect(Object.keys(shapeOf<Line>()({ amount: 'amount' }).schema.shape)).toEqual(['amount']);
  });
});

function missing(): never {
  throw new Error('no such record');
}
