import { type Mutant, plantedIn } from '../mutant';

const TESTS = ['src/core/money/decimal.test.ts', 'src/core/money/minor-units.test.ts'];

/** Decimals, currencies and rounding. */
export const CORE_MONEY: readonly Mutant[] = [
  ...plantedIn('core', 'src/core/money/decimal.ts', TESTS, [
    [
      'amounts-round-half-up',
      'value.toDecimalPlaces(digits, DecimalJs.ROUND_HALF_EVEN)',
      'value.toDecimalPlaces(digits, DecimalJs.ROUND_HALF_UP)',
      'Every half cent would go up, and a thousand small invoices would drift by five dollars.',
    ],
    [
      'printed-amounts-round-half-up',
      'value.toFixed(digits, DecimalJs.ROUND_HALF_EVEN)',
      'value.toFixed(digits, DecimalJs.ROUND_HALF_UP)',
      'What is printed would differ by a cent from what is stored.',
    ],
    [
      'truncation-rounds-away-from-zero',
      'value.toDecimalPlaces(digits, DecimalJs.ROUND_DOWN)',
      'value.toDecimalPlaces(digits, DecimalJs.ROUND_UP)',
      'Shares would start above their part, and the largest remainder would correct in the wrong direction.',
    ],
    [
      'minus-zero-is-printed',
      'return /^-0(\\.0*)?$/.test(text) ? text.slice(1) : text;',
      'return text;',
      'A balance of nothing would read -0.00 in a statement.',
    ],
    [
      'sixteen-significant-digits',
      'precision: 50,',
      'precision: 16,',
      'Amounts of seventeen digits, or long rates, would lose their last digits without a word.',
    ],
    [
      'leading-zeros-count-as-digits',
      'integer: integer.isZero() ? 0 : integer.toFixed(0).length',
      'integer: integer.toFixed(0).length',
      'Callers would be told that 0.5 has a digit before the point.',
    ],
  ]),
  ...plantedIn('core', 'src/core/money/allocate.ts', TESTS, [
    [
      'allocation-ties-go-to-the-later-share',
      'a.index - b.index',
      'b.index - a.index',
      'Equal shares would put the odd cent on another line than the ledger has it.',
    ],
    [
      'allocation-by-smallest-remainder',
      'b.remainder.comparedTo(a.remainder)',
      'a.remainder.comparedTo(b.remainder)',
      'The odd cent would go to the line that is owed it least.',
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
      'A negative weight would take money from one line to give to another.',
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
        'PostgreSQL would round the fifth decimal silently.',
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
        'More decimals than a column holds would be rounded away silently.',
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
        'A JSON number would carry digits that no reader gets back.',
      ],
      [
        'exponents-reach-the-column',
        'return /e/.test(text) ? expanded(text) : text;',
        'return text;',
        'A number written 1e21 would be refused by the database instead of stored.',
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
