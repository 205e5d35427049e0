/**
 * Exact fractions for oracles: whole numbers of JavaScript and nothing else, so that an oracle shares neither a library nor
 * a rounding with what it judges.
 */
export interface Fraction {
  /** Above or below zero. */
  readonly over: bigint;
  /** Above zero. */
  readonly under: bigint;
}

const size = (value: bigint) => (value < 0n ? -value : value);

function divisor(a: bigint, b: bigint): bigint {
  let [x, y] = [size(a), size(b)];
  while (y !== 0n) [x, y] = [y, x % y];
  return x;
}

/** `over` / `under` in lowest terms; a decimal number is read as written. */
export function exact(value: string | bigint, under = 1n): Fraction {
  if (typeof value === 'bigint') {
    const common = divisor(value, under) || 1n;
    const flip = under < 0n ? -1n : 1n;
    return { over: (flip * value) / common, under: size(under) / common };
  }
  const found = /^(-?)(\d+)(?:\.(\d+))?$/.exec(value);
  if (found === null) throw new Error(`${value} is not a decimal number`);
  const [, sign, whole = '', rest = ''] = found;
  return exact(BigInt(`${sign}${whole}${rest}`), 10n ** BigInt(rest.length));
}

export const NOTHING = exact(0n);

export const plus = (a: Fraction, b: Fraction): Fraction =>
  exact(a.over * b.under + b.over * a.under, a.under * b.under);
export const negative = (a: Fraction): Fraction => exact(-a.over, a.under);
export const minus = (a: Fraction, b: Fraction): Fraction => plus(a, negative(b));
export const times = (a: Fraction, b: Fraction): Fraction => exact(a.over * b.over, a.under * b.under);
export const divided = (a: Fraction, b: Fraction): Fraction => exact(a.over * b.under, a.under * b.over);
export const total = (all: readonly Fraction[]): Fraction => all.reduce(plus, NOTHING);

/** -1, 0 or 1. */
export const signOf = (a: Fraction): number => (a.over === 0n ? 0 : a.over < 0n ? -1 : 1);
export const isNothing = (a: Fraction): boolean => a.over === 0n;
export const isSame = (a: Fraction, b: Fraction): boolean => signOf(minus(a, b)) === 0;
export const smallest = (a: Fraction, b: Fraction): Fraction => (signOf(minus(a, b)) < 0 ? a : b);
export const largest = (a: Fraction, b: Fraction): Fraction => (signOf(minus(a, b)) > 0 ? a : b);
export const sized = (a: Fraction): Fraction => exact(size(a.over), a.under);

/** Rounded to a number of decimal places, half to even. */
export function halfEven(value: Fraction, places: number): Fraction {
  const unit = 10n ** BigInt(places);
  const scaled = size(value.over) * unit;
  const down = scaled / value.under;
  const twice = 2n * (scaled - down * value.under);
  const up = twice > value.under || (twice === value.under && down % 2n === 1n);
  const rounded = up ? down + 1n : down;
  return exact(value.over < 0n ? -rounded : rounded, unit);
}

/** As a plain decimal without trailing zeros, as PostgreSQL's `trim_scale` writes it. Throws for a nonterminating decimal. */
export function written(value: Fraction): string {
  let places = 0;
  let [over, under] = [size(value.over), value.under];
  while (under !== 1n) {
    if (places === 60) throw new Error('a fraction that never ends');
    places += 1;
    const common = divisor(over * 10n, under);
    [over, under] = [(over * 10n) / common, under / common];
  }
  const digits = over.toString().padStart(places + 1, '0');
  const text = places === 0 ? digits : `${digits.slice(0, -places)}.${digits.slice(-places)}`;
  return value.over < 0n ? `-${text}` : text;
}

/** The same number, without trailing zeros. */
export const tidy = (text: string): string => written(exact(text));
