import { describe, expect, it } from 'vitest';
import { type PromiseTemplate, promisesOf, type SoldLine } from './promises';

const template = (key: string, more: Partial<PromiseTemplate> = {}): PromiseTemplate => ({
  key,
  description: null,
  pattern: { kind: 'POINT' },
  productCode: null,
  weight: '1',
  revenueAccountId: null,
  capacity: 'PRINCIPAL',
  nature: 'SERVICE',
  ...more,
});
const line = (more: Partial<SoldLine> = {}): SoldLine => ({
  name: 'line 1',
  itemId: null,
  itemCode: 'SEAT',
  itemType: 'SERVICE',
  templates: [],
  description: 'Seats',
  amount: '100',
  standalone: { amount: '120', evidence: 'price before discount' },
  units: '10',
  quantity: '10',
  start: '2026-01-01',
  end: '2026-12-31',
  isTerm: false,
  classId: null,
  departmentId: null,
  locationId: null,
  projectId: null,
  ...more,
});

describe('performance obligations of sold lines', () => {
  it('share the price of a bundle by weight to the cent, each with its standalone price', () => {
    const bundle = line({
      amount: '100',
      templates: [
        template('licence', { weight: '2' }),
        template('support', { pattern: { kind: 'RATABLE', months: 6 } }),
        template('training', { productCode: 'TRAIN' }),
      ],
    });
    const made = promisesOf([bundle, bundle], 'USD');
    if (!made.ok) throw new Error(made.refusal.message);
    expect(made.value.total).toBe('200.00');
    expect(made.value.obligations.map(({ key, contractPrice }) => [key, contractPrice])).toEqual([
      ['licence', '50.00'],
      ['support', '25.00'],
      ['training', '25.00'],
      ['licence-2', '50.00'],
      ['support-2', '25.00'],
      ['training-2', '25.00'],
    ]);
    expect(made.value.obligations[0]).toMatchObject({ ssp: '60', sspEvidence: 'price before discount' });
    expect(made.value.obligations[1]).toMatchObject({
      pattern: { kind: 'RATABLE', start: '2026-01-01', end: '2026-06-30' },
    });
    expect(made.value.obligations[2]).toMatchObject({ productCode: 'TRAIN', units: '10' });
    expect(made.value.obligations[2]).not.toHaveProperty('ssp');
    expect(made.value.keysOfLine).toEqual([
      ['licence', 'support', 'training'],
      ['licence-2', 'support-2', 'training-2'],
    ]);
  });

  it('are implied when a line is sold by time, by unit or by usage, and have to be specified otherwise', () => {
    const kinds = [
      line({ isTerm: true }),
      line({ itemType: 'SUBSCRIPTION' }),
      line({ itemType: 'GOODS' }),
      line({ itemType: 'USAGE', amount: '0' }),
    ].map((one) => {
      const made = promisesOf([one], 'USD');
      return made.ok ? made.value.obligations[0]?.pattern.kind : made.refusal.code;
    });
    expect(kinds).toEqual(['RATABLE', 'RATABLE', 'UNITS', 'USAGE']);
    expect(promisesOf([line()], 'USD')).toMatchObject({
      ok: false,
      refusal: { code: 'REVENUE_RULE', data: { rule: 'NO_TEMPLATE', line: 'line 1' } },
    });
    expect(promisesOf([line({ isTerm: true, end: null })], 'USD')).toMatchObject({
      ok: false,
      refusal: { data: { rule: 'TERM_MISSING' } },
    });
  });
});
