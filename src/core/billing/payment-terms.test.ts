import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays, daysBetween } from '../periods/calendar';
import { dueDateBy, readPaymentTerms } from './payment-terms';

describe('payment terms', () => {
  it.each([
    ['NET30', '2026-12-15'],
    ['Net 30', '2026-12-15'],
    ['net-30 days', '2026-12-15'],
    ['n/30', '2026-12-15'],
    ['30', '2026-12-15'],
    ['2/10 net 30', '2026-12-15'],
    ['2% 10 Net 30', '2026-12-15'],
    ['1.5/10, n/45', '2026-12-30'],
    ['Due on receipt', '2026-11-15'],
    ['COD', '2026-11-15'],
    ['NET0', '2026-11-15'],
    ['EOM', '2026-11-30'],
    ['EOM + 15', '2026-12-15'],
    ['Net 30 EOM', '2026-12-30'],
    ['15 MFI', '2026-12-15'],
    ['10th of the following month', '2026-12-10'],
    ['31 prox.', '2026-12-31'],
  ])('%s of an invoice of November 15 is due on %s', (terms, due) => {
    expect(dueDateBy(terms, '2026-11-15')).toBe(due);
  });

  it('a day that the next month does not have is its last one', () => {
    expect(dueDateBy('31 MFI', '2026-01-31')).toBe('2026-02-28');
    expect(dueDateBy('30th of next month', '2028-01-05')).toBe('2028-02-29');
  });

  it.each(['', 'as agreed', 'net', 'net thirty', '0 MFI', '32 MFI', 'NET1000', '30/60/90'])(
    'that cannot be read (%o) give no due date',
    (terms) => {
      expect(readPaymentTerms(terms)).toBeNull();
      expect(dueDateBy(terms, '2026-11-15')).toBeNull();
    },
  );

  it('net of N days is N days after the date, however it is written', () => {
    const written = fc.constantFrom('NET', 'Net ', 'n/', 'net-', 'n', '');
    const day = fc.integer({ min: 0, max: 5000 }).map((days) => addDays('2020-01-01', days));
    fc.assert(
      fc.property(written, fc.integer({ min: 0, max: 999 }), day, (word, days, date) => {
        const due = dueDateBy(`${word}${days}`, date);
        expect(due).not.toBeNull();
        expect(daysBetween(date, due ?? date)).toBe(days);
      }),
    );
  });
});
