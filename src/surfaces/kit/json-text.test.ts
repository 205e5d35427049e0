import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RefusalError } from '@/core/refusals';
import { checkJsonText, DEPTH_LIMIT } from './json-text';

function refusalOf(text: string): string | null {
  try {
    checkJsonText(text);
    return null;
  } catch (error) {
    if (error instanceof RefusalError) return error.refusal.code;
    throw error;
  }
}
const nested = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;

describe('JSON text before it is parsed', () => {
  it('may be nested up to the limit and no deeper', () => {
    expect(refusalOf(nested(DEPTH_LIMIT))).toBeNull();
    expect(refusalOf(nested(DEPTH_LIMIT + 1))).toBe('BAD_BODY');
    expect(refusalOf(`${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`)).toBe('BAD_BODY');
  });
  it('may contain any number of brackets in sequence or inside a string', () => {
    expect(refusalOf(JSON.stringify(Array(1_000).fill({})))).toBeNull();
    expect(refusalOf(JSON.stringify(`"\\${'['.repeat(1_000)}`))).toBeNull();
  });
  it('is refused where a number has more digits than JavaScript keeps, at any position', () => {
    for (const number of [
      '12345678901234567.89',
      '0.12345678901234567890',
      '9007199254740993',
      '1e400',
      '-1e-400',
    ]) {
      expect(refusalOf(number), number).toBe('BAD_BODY');
      expect(refusalOf(`{"amount": ${number}}`), number).toBe('BAD_BODY');
      expect(refusalOf(`[1,${number}]`), number).toBe('BAD_BODY');
    }
  });
  it('is refused with a NUL character, but not for words about one', () => {
    for (const text of ['a\u0000b', '\u0000', '\\\u0000'])
      expect(refusalOf(JSON.stringify({ memo: text })), text).toBe('BAD_BODY');
    expect(refusalOf('"\u0000"')).toBe('BAD_BODY');
    expect(refusalOf(JSON.stringify({ memo: '\\u0000' }))).toBeNull();
  });
  it('accepts numbers that keep their value, however they are written', () => {
    for (const number of [
      '0',
      '-0.0',
      '1e2',
      '1.50',
      '9007199254740992',
      '1000000000000000000000',
      '0.1',
      '1E-7',
      '123456789012.3456',
    ]) {
      expect(refusalOf(`{"amount":${number}}`), number).toBeNull();
    }
  });
  it('never refuses what JavaScript itself wrote', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 20 }), (value) => {
        fc.pre(!JSON.stringify(value).includes('\\u0000'));
        expect(refusalOf(JSON.stringify(value))).toBeNull();
      }),
    );
  });
  it('never looks for numbers inside a string', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 10n ** 17n }), (digits) => {
        expect(refusalOf(JSON.stringify([`: ${digits}1`, `"${digits}`, `\\${digits}`]))).toBeNull();
      }),
    );
  });
});
