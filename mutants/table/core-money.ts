import { type Mutant, plantedIn } from '../mutant';

const TESTS = ['src/core/money/decimal.test.ts', 'src/core/money/minor-units.test.ts'];

/** Decimals, currencies and rounding. */
export const CORE_MONEY: readonly Mutant[] = [
  ...plantedIn('core', 'src/core/money/decimal.ts', TESTS, [
    [
      'amounts-round-half-up',
      'value.toDecimalPlaces(digits, DecimalJs.ROUND_HALF_EVEN)',
      'value.toDecimalPlaces(digits, DecimalJs.ROUND_HALF_UP)',
      'Every half cent would be rounded up, and a thousand small invoices would be off by five dollars.',
    ],
    [
      'printed-amounts-round-half-up',
      'value.toFixed(digits, DecimalJs.ROUND_HALF_EVEN)',
      'value.toFixed(digits, DecimalJs.ROUND_HALF_UP)',
      'Printed amounts would differ by a cent from stored ones.',
    ],
    [
      'truncation-rounds-away-from-zero',
      'value.toDecimalPlaces(digits, DecimalJs.ROUND_DOWN)',
      'value.toDecimalPlaces(digits, DecimalJs.ROUND_UP)',
      'Shares would start too high, and the largest remainder would correct in the wrong direction.',
    ],
    [
      'minus-zero-is-printed',
      "return text.startsWith('-0') && /^-0(\\.0*)?$/.test(text) ? text.slice(1) : text;",
      'return text;',
      'A zero balance would be printed as -0.00 on a statement.',
    ],
    [
      'sixteen-significant-digits',
      'precision: 50,',
      'precision: 16,',
      'Amounts of seventeen digits, or long rates, would silently lose their last digits.',
    ],
    [
      'leading-zeros-count-as-digits',
      'DIGITS = /^[+-]?0*(',
      'DIGITS = /^[+-]?(',
      'The number 0.5 would count as having a digit before the decimal point.',
    ],
  ]),
  ...plantedIn('core', 'src/core/money/allocate.ts', TESTS, [
    [
      'allocation-ties-go-to-the-later-share',
      'a.index - b.index',
      'b.index - a.index',
      'With equal shares, the odd cent would be on a different line than in the ledger.',
    ],
    [
      'allocation-by-smallest-remainder',
      'b.remainder.comparedTo(a.remainder)',
      'a.remainder.comparedTo(b.remainder)',
      'The odd cent would go to the line with the smallest remainder.',
    ],
    [
      'allocation-of-a-credit-adds-cents',
      'total.isNegative() ? unit.negated() : unit',
      'unit',
      'Shares of a negative total would no longer sum to it.',
    ],
    [
      'allocation-takes-negative-weights',
      'if (weights.some((weight) => weight.isNegative() && !weight.isZero())) {',
      'if (false) {',
      'A negative weight would take an amount from one line and add it to another.',
    ],
    [
      'allocation-of-nothing-gives-nothing',
      'weights.map((_, index) => (index === 0 ? total : ZERO))',
      'weights.map(() => ZERO)',
      'A total whose weights are all zero would vanish.',
    ],
  ]),
  ...plantedIn(
    'core',
    'src/core/money/column.ts',
    [...TESTS, 'src/core/transactions/totals.test.ts'],
    [
      [
        'five-decimals-fit-an-amount',
        'AMOUNT_COLUMN: Column = { integer: 16, fraction: 4 }',
        'AMOUNT_COLUMN: Column = { integer: 16, fraction: 5 }',
        'PostgreSQL would silently round the fifth decimal.',
      ],
      [
        'one-digit-too-many-fits',
        'digits.integer > column.integer',
        'digits.integer > column.integer + 1',
        'An amount of 17 digits would pass the check and fail in the database.',
      ],
      [
        'fractions-are-not-counted',
        'digits.fraction > column.fraction',
        'digits.fraction > column.fraction + 1',
        'Decimals beyond what a column holds would be silently rounded away.',
      ],
    ],
  ),
  ...plantedIn(
    'core',
    'src/core/money/json-number.ts',
    ['src/core/money/json-number.test.ts'],
    [
      [
        'sixteen-digits-in-a-json-number',
        'const EXACT_DIGITS = 15;',
        'const EXACT_DIGITS = 17;',
        'A JSON number would have digits that a reader does not get back.',
      ],
      [
        'exponents-reach-the-column',
        'return /e/.test(text) ? expanded(text) : text;',
        'return text;',
        'A number written as 1e21 would be refused by the database instead of stored.',
      ],
    ],
  ),
  ...plantedIn(
    'core',
    'src/core/money/currency.ts',
    ['src/core/money/currency.test.ts'],
    [
      [
        'whole-amounts-have-two-places',
        "'0'.repeat(minorUnits(code))",
        "'0'.repeat(2)",
        'An empty bucket in dinars would have two places where the others have three.',
      ],
    ],
  ),
  ...plantedIn('core', 'src/core/money/minor-units.ts', TESTS, [
    ['yen-has-cents', 'JPY KMF KRW PYG', 'KMF KRW PYG', 'Yen would be an unknown currency.'],
    [
      'dinars-have-two-decimals',
      "[3, 'BHD IQD JOD KWD LYD OMR TND'],",
      "[3, 'IQD JOD KWD LYD OMR TND'],\n  [2, 'BHD'],",
      'Bahraini dinars would lose their third decimal.',
    ],
  ]),
];
