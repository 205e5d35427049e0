import { refuse } from '@/core/refusals';

/** Deepest nesting of arrays and objects a body may have. */
export const DEPTH_LIMIT = 64;

const MAY_LOSE_DIGITS = /[[:,\s]-?(?:[\d.]{16,}|[\d.]+[eE])/;
const TOKENS = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;
/** The escape of a NUL character, not a backslash and what follows it. */
const NUL = /(?:^|[^\\])(?:\\\\)*\\u0000/;
const OPENING = /[[{]/g;

/**
 * Checks JSON text before it is parsed. Refuses BAD_BODY when it is nested deeper than `DEPTH_LIMIT`, which would
 * exhaust the stack of any code that walks it, and when a number has more digits than a JavaScript number keeps, since
 * an amount would silently change; also a NUL character, which PostgreSQL's text cannot hold. Text that is not JSON
 * passes; parsing refuses it.
 */
export function checkJsonText(text: string): void {
  if (text.includes('\u0000') || (text.includes('\\u0000') && NUL.test(text))) {
    refuse('BAD_BODY', 'The body contains a NUL character, which text fields cannot store.', {
      reason: 'JSON',
    });
  }
  if (isTooDeep(text)) {
    refuse('BAD_BODY', `The body is nested deeper than ${DEPTH_LIMIT} levels.`, { reason: 'JSON' });
  }
  const lost = numberThatLosesDigits(text);
  if (lost !== null) {
    const shown = lost.length > 40 ? `${lost.slice(0, 40)}…` : lost;
    refuse(
      'BAD_BODY',
      `The number ${shown} has more digits than a JSON number can represent. Send it as a string.`,
      {
        reason: 'JSON',
      },
    );
  }
}

function isTooDeep(text: string): boolean {
  // Most bodies do not even contain that many brackets.
  if ((text.match(OPENING)?.length ?? 0) <= DEPTH_LIMIT) return false;
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 34) at = endOfString(text, at);
    else if (code === 91 || code === 123) {
      depth += 1;
      if (depth > DEPTH_LIMIT) return true;
    } else if (code === 93 || code === 125) depth -= 1;
  }
  return false;
}

/** The position of the quotation mark that ends the string begun at `start`. */
function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 92) at += 1;
    else if (code === 34) return at;
  }
  return text.length;
}

function numberThatLosesDigits(text: string): string | null {
  // A bare number is a valid body; the pattern needs a character before it.
  if (!MAY_LOSE_DIGITS.test(` ${text}`)) return null;
  for (const [token] of text.matchAll(TOKENS)) {
    if (!token.startsWith('"') && digitsOf(token) !== digitsOf(String(Number(token)))) return token;
  }
  return null;
}

/** A number's sign, significant digits and power of ten, so that equal numbers give equal text: `1.50` and `15e-1`. */
function digitsOf(written: string): string {
  const [, sign = '', whole = '', fraction = '', power = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(written) ?? [];
  if (whole === '') return written;
  const digits = `${whole}${fraction}`.replace(/^0+/, '');
  const significant = digits.replace(/0+$/, '');
  if (significant === '') return '0';
  const exponent = Number(power) - fraction.length + (digits.length - significant.length);
  return `${sign}${significant}e${exponent}`;
}
