import { describe, expect, test } from 'vitest';
import { type BalanceLine, checkBalanced } from './balance';

const line = (debit: string, credit: string, base = [debit, credit], currencyCode = 'USD'): BalanceLine => ({
  currencyCode,
  debit,
  credit,
  baseDebit: base[0] ?? '',
  baseCredit: base[1] ?? '',
});

const refusalOf = (lines: BalanceLine[]) => {
  const outcome = checkBalanced(lines, 'USD');
  return outcome.ok ? null : outcome.refusal;
};

describe('an entry balances', () => {
  test('a balanced entry is accepted as it is', () => {
    const lines = [line('10.00', '0.00'), line('0.00', '4.00'), line('0.00', '6.00')];
    expect(checkBalanced(lines, 'USD')).toEqual({ ok: true, value: lines });
  });

  test('an entry that is a cent off is refused with its debits, credits and difference', () => {
    expect(refusalOf([line('10.00', '0.00'), line('0.00', '9.99')])).toMatchObject({
      code: 'NOT_BALANCED',
      data: { debits: '10.00', credits: '9.99', difference: '0.01', currencyCode: 'USD' },
    });
  });

  test('each transaction currency balances on its own', () => {
    const mixed = [line('10.00', '0.00', ['11.00', '0.00'], 'EUR'), line('0.00', '11.00')];
    expect(refusalOf(mixed)).toMatchObject({ data: { currencyCode: 'EUR', difference: '10.00' } });
    // Ten euros against ten dollars is not an entry, not even at a rate of one.
    const atPar = [line('10.00', '0.00', ['10.00', '0.00'], 'EUR'), line('0.00', '10.00')];
    expect(refusalOf(atPar)).toMatchObject({ data: { currencyCode: 'EUR', difference: '10.00' } });
  });

  test('base currency balances even where the transaction currency does', () => {
    const off = [
      line('10.00', '0.00', ['11.00', '0.00'], 'EUR'),
      line('0.00', '10.00', ['0.00', '11.01'], 'EUR'),
    ];
    expect(refusalOf(off)).toMatchObject({ data: { currencyCode: 'USD', difference: '-0.01' } });
  });

  test.each<[string, BalanceLine[]]>([
    ['no lines at all', []],
    ['a single zero line', [line('0.00', '0.00')]],
    ['a line with both sides', [line('5.00', '5.00'), line('0.00', '0.00')]],
    ['a negative debit', [line('-5.00', '0.00'), line('5.00', '0.00')]],
    [
      'a negative credit in base currency',
      [line('5.00', '0.00', ['0', '-5']), line('0.00', '5.00', ['0', '5'])],
    ],
  ])('%s is refused', (_title, lines) => {
    expect(refusalOf(lines)?.code).toBe('NOT_BALANCED');
  });
});
