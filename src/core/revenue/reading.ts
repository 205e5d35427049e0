import { type Decimal, dec, digitsOf, isPlainDecimal, ZERO } from '@/core/money/decimal';
import { isCurrency, minorUnits } from '@/core/money/minor-units';
import { type Issue, type Refusal, refusal } from '@/core/refusals';
import { isDate } from '../periods/calendar';
import { isPeriod } from './days';

type Path = readonly (string | number)[];

/** NUMERIC(20,4) keeps sixteen digits before the decimal point: more digits are refused, never cut off. */
const MOST_INTEGER_DIGITS = 16;

/** Parses plain input into exact values and collects every problem, so that one refusal names all of them. */
export type Reader = {
  /** An amount of money at the currency's minor unit. Negative only when allowed. */
  money(path: Path, text: string | undefined, allow?: 'NEGATIVE'): Decimal;
  /** A decimal between the limits, both included; at most ten digits after the point. */
  number(
    path: Path,
    text: string | undefined,
    limits?: { min?: string; max?: string; places?: number },
  ): Decimal;
  date(path: Path, text: string | undefined): string;
  period(path: Path, text: string | undefined): string;
  problem(path: Path, message: string): void;
  /** One refusal for all problems so far, or null. */
  refusal(): Refusal | null;
};

/** A reader for input in one currency. An unknown currency is itself a problem, at `currencyCode`. */
export function reading(currencyCode: string): Reader {
  const issues: Issue[] = [];
  const known = isCurrency(currencyCode);
  const problem = (path: Path, message: string) => {
    issues.push({ path: path.map(String), message });
  };
  if (!known) problem(['currencyCode'], `${currencyCode} is not an ISO 4217 currency code`);

  const plain = (path: Path, text: string | undefined): Decimal | null => {
    if (text === undefined || text === '') {
      problem(path, 'is required');
      return null;
    }
    if (!isPlainDecimal(text)) {
      problem(path, 'must be a plain decimal such as "1200.00"');
      return null;
    }
    if (digitsOf(text).integer > MOST_INTEGER_DIGITS) {
      problem(path, `must have at most ${MOST_INTEGER_DIGITS} digits before the decimal point`);
      return null;
    }
    return dec(text);
  };

  return {
    money(path, text, allow) {
      const value = plain(path, text);
      if (value === null) return ZERO;
      if (known && value.decimalPlaces() > minorUnits(currencyCode)) {
        problem(path, `must have at most ${minorUnits(currencyCode)} decimal places in ${currencyCode}`);
      }
      if (allow !== 'NEGATIVE' && value.lessThan(ZERO)) problem(path, 'must not be negative');
      return value;
    },
    number(path, text, limits = {}) {
      const value = plain(path, text);
      if (value === null) return ZERO;
      const { places = 10 } = limits;
      if (value.decimalPlaces() > places) problem(path, `must have at most ${places} decimal places`);
      if (limits.min !== undefined && value.lessThan(limits.min)) {
        problem(path, limits.min === '0' ? 'must not be negative' : `must be at least ${limits.min}`);
      }
      if (limits.max !== undefined && value.greaterThan(limits.max)) {
        problem(path, `must be at most ${limits.max}`);
      }
      return value;
    },
    date(path, text) {
      if (text === undefined || !isDate(text)) {
        problem(path, 'must be a date YYYY-MM-DD');
        return '1970-01-01';
      }
      return text;
    },
    period(path, text) {
      if (text === undefined || !isPeriod(text)) {
        problem(path, 'must be a month YYYY-MM');
        return '1970-01';
      }
      return text;
    },
    problem,
    refusal() {
      const first = issues[0];
      if (first === undefined) return null;
      return refusal('INVALID_INPUT', `${first.path.join('.')} ${first.message}.`, { issues });
    },
  };
}
