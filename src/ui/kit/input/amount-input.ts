import { type Decimal, type DecimalString, dec, toPlainString } from '@/core/money/decimal';
import { readDigits } from '@/core/money/written-number';

/**
 * Text typed or pasted into an amount field as a plain decimal string: `1,234.56`, `1.234,56`, `(500)`, `1234-`,
 * `1200/12*7`, with an optional leading `=`. Null when it is ambiguous. A lone separator followed by exactly three
 * digits is a thousands separator, as is usual in accounting.
 */
export function readAmount(text: string): DecimalString | null {
  const bare = text
    .replace(/[\s\u00a0\u202f$€£¥]/g, '')
    .replace(/^=/, '')
    .replaceAll('−', '-');
  if (bare === '' || bare.length > 120) return null;
  const accountant = bare.match(/^\(([^()]+)\)$/) ?? bare.match(/^([\d.,]+)-$/);
  if (accountant?.[1] !== undefined && /^[\d.,]+$/.test(accountant[1])) {
    const value = readDigits(accountant[1]);
    return value === null ? null : toPlainString(dec(value).negated());
  }
  const value = evaluate(bare);
  return value === null ? null : toPlainString(value);
}

/** A small left-to-right reader of + − × ÷ and parentheses; division keeps ten places. */
function evaluate(text: string): Decimal | null {
  let at = 0;
  const peek = () => text[at];

  function factor(): Decimal | null {
    const sign = peek();
    if (sign === '-' || sign === '+') {
      at += 1;
      const value = factor();
      return value === null ? null : sign === '-' ? value.negated() : value;
    }
    if (sign === '(') {
      at += 1;
      const value = expression();
      if (peek() !== ')') return null;
      at += 1;
      return value;
    }
    const digits = /^[\d.,]+/.exec(text.slice(at))?.[0];
    if (digits === undefined) return null;
    at += digits.length;
    const value = readDigits(digits);
    return value === null ? null : dec(value);
  }

  function product(): Decimal | null {
    let left = factor();
    while (left !== null && (peek() === '*' || peek() === 'x' || peek() === '/')) {
      const operator = peek();
      at += 1;
      const right = factor();
      if (right === null || (operator === '/' && right.isZero())) return null;
      left = operator === '/' ? left.div(right).toDecimalPlaces(10) : left.times(right);
    }
    return left;
  }

  function expression(): Decimal | null {
    let left = product();
    while (left !== null && (peek() === '+' || peek() === '-')) {
      const operator = peek();
      at += 1;
      const right = product();
      if (right === null) return null;
      left = operator === '-' ? left.minus(right) : left.plus(right);
    }
    return left;
  }

  const value = expression();
  return at === text.length ? value : null;
}
