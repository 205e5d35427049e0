import fc from 'fast-check';
import superjson from 'superjson';
import { describe, expect, test } from 'vitest';
import { serializeOutput } from './superjson-output';

/** What answers are made of, and what they are not; the same object never stands in two places. */
const leaf = fc.oneof(
  fc.string(),
  fc.double(),
  fc.integer(),
  fc.boolean(),
  fc.constant(null),
  fc.constant(undefined),
  fc.date({ noInvalidDate: true }).map((date) => new Date(date)),
);
const rare = fc.oneof(
  fc.bigInt(),
  fc.constant(Number.NaN),
  fc.constant(Number.NEGATIVE_INFINITY),
  fc.uniqueArray(fc.integer()).map((items) => new Set(items)),
);
const key = fc.oneof(fc.string(), fc.constantFrom('a.b', 'a\\', 'a\\.b', '', '.'));
const isSafe = (name: string) => !['__proto__', 'constructor', 'prototype'].includes(name);
const { answer } = fc.letrec((tie) => ({
  answer: fc.oneof({ maxDepth: 4 }, leaf, { arbitrary: rare, weight: 1 }, tie('list'), tie('record')),
  list: fc.array(tie('answer'), { maxLength: 5 }),
  record: fc.dictionary(key.filter(isSafe), tie('answer'), { maxKeys: 5 }),
}));
const throughText = (written: unknown) =>
  superjson.deserialize(JSON.parse(JSON.stringify(written)) as Parameters<typeof superjson.deserialize>[0]);

describe('an answer that is written faster', () => {
  test('is written as superjson writes it, and read as it was', () => {
    fc.assert(
      fc.property(answer, (one) => {
        expect(serializeOutput(one)).toEqual(superjson.serialize(one));
        expect(throughText(serializeOutput(one))).toEqual(throughText(superjson.serialize(one)));
      }),
    );
  });

  test('has no notes about its values when they are plain', () => {
    expect(serializeOutput({ rows: [{ id: 'a', amount: '1.00', n: 3, open: true, memo: null }] })).toEqual({
      json: { rows: [{ id: 'a', amount: '1.00', n: 3, open: true, memo: null }] },
    });
  });

  test('names the places of dates and of fields that are undefined', () => {
    const at = new Date('2026-11-22T10:00:00Z');
    expect(serializeOutput({ rows: [{ at, 'a.b': undefined }] })).toEqual({
      json: { rows: [{ at: '2026-11-22T10:00:00.000Z', 'a.b': null }] },
      meta: { values: { 'rows.0.at': ['Date'], 'rows.0.a\\.b': ['undefined'] }, v: 1 },
    });
  });

  test('has an object twice where it occurs twice', () => {
    const one = { amount: '1.00' };
    expect(throughText(serializeOutput([one, one]))).toEqual([one, one]);
  });

  test('is refused by superjson itself where a field would reach an object’s prototype', () => {
    expect(() => serializeOutput({ constructor: 'x' })).toThrow(/prototype pollution/);
  });
});
