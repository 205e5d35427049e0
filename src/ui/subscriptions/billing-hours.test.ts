import { describe, expect, test } from 'vitest';
import { DAY_CHOICES, forecastWords, scheduleWords } from './billing-hours';

describe('when and what is billed, in words', () => {
  test.each([
    [1, '1st'],
    [2, '2nd'],
    [3, '3rd'],
    [4, '4th'],
    [11, '11th'],
    [12, '12th'],
    [13, '13th'],
    [21, '21st'],
    [22, '22nd'],
    [23, '23rd'],
    [28, '28th'],
  ])('day %i is the %s', (day, words) => {
    expect(DAY_CHOICES[day]?.label).toBe(`On the ${words} of each month`);
  });

  test('a schedule says its day, its hour, its time zone and what it makes', () => {
    const schedule = { dayOfMonth: 1, hour: 6, outcome: 'DRAFT' } as const;
    expect(scheduleWords(schedule, 'Europe/Berlin')).toBe(
      'On the 1st of each month at 06:00, Europe/Berlin, as drafts',
    );
    expect(scheduleWords({ dayOfMonth: null, hour: 23, outcome: 'SUBMIT' }, 'UTC')).toBe(
      'Every day at 23:00, UTC, proposed for approval',
    );
  });

  test('a forecast adds up by currency, and says when it has not looked at everything', () => {
    const amounts = [
      { currencyCode: 'EUR', amount: '90.00' },
      { currencyCode: 'USD', amount: '1200.00' },
    ];
    expect(forecastWords({ invoices: 0, amounts: [], isMore: false })).toBe('nothing, as things stand now');
    expect(forecastWords({ invoices: 1, amounts: amounts.slice(1), isMore: false })).toBe(
      '1 invoice, USD 1,200.00 before tax',
    );
    expect(forecastWords({ invoices: 12, amounts, isMore: true })).toBe(
      'more than 12 invoices, EUR 90.00 and USD 1,200.00 before tax',
    );
  });
});
