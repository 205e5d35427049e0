import { type Decimal, type DecimalString, dec, toPlainString } from '@/core/money/decimal';

/**
 * What a person types or pastes into an amount, as a plain decimal string: `1,234.56`, `1.234,56`, `(500)`, `1234-`,
 * `1200/12*7`, with an optional leading `=`. Null when it cannot be read without guessing wildly. A lone separator
 * followed by exactly three digits is a group (`1,234` is a thousand), as everywhere in this trade.
 */
export function readAmount(text: string): DecimalString | null {
  const bare = text
    .replace(/[\s\u00a0\u202f$€£¥]/g, '')
    .replace(/^=/, '')
    .replaceAll('−', '-');
  if (bare === '' || bare.length > 120) return null;
  const accountant = bare.match(/^\(([^()]+)\)$/) ?? bare.match(/^([\d.,]+)-$/);
  if (accountant?.[1] !== undefined && /^[\d.,]+$/.test(accountant[1])) {
    const value = plain(accountant[1]);
    return value === null ? null : toPlainString(dec(value).negated());
  }
  const value = evaluate(bare);
  return value === null ? null : toPlainString(value);
}

/** `1.234,56` and `1,234.56` as `1234.56`; null when the separators contradict each other. */
function plain(text: string): string | null {
  const point = text.lastIndexOf('.');
  const comma = text.lastIndexOf(',');
  const mark = decimalMark(text, point, comma);
  const [whole = '', fraction] = mark === null ? [text] : [text.slice(0, mark), text.slice(mark + 1)];
  const groups = whole.split(/[.,]/);
  const grouped = groups.length > 1;
  if (grouped && !groups.every((group, index) => (index === 0 ? /^\d{1,3}$/ : /^\d{3}$/).test(group)))
    return null;
  const digits = groups.join('');
  if (!/^\d*$/.test(digits) || (fraction !== undefined && !/^\d*$/.test(fraction))) return null;
  if (digits === '' && (fraction ?? '') === '') return null;
  return fraction === undefined || fraction === '' ? digits || '0' : `${digits || '0'}.${fraction}`;
}

function decimalMark(text: string, point: number, comma: number): number | null {
  if (point >= 0 && comma >= 0) return Math.max(point, comma);
  const only = Math.max(point, comma);
  if (only < 0) return null;
  const mark = text[only] ?? '.';
  if (text.indexOf(mark) !== only) return null;
  // "1,234" groups; "1.234" is typed far more often as three decimals of a unit price.
  if (mark === ',' && /^\d{1,3},\d{3}$/.test(text)) return null;
  return only;
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
    const value = plain(digits);
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
