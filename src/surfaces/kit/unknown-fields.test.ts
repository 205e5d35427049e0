import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { unknownFields } from '@/usecases/kit/unknown-fields';

const paths = (schema: z.ZodType, value: unknown) =>
  unknownFields(schema, value).map((path) => path.join('.'));

describe('unknown fields', () => {
  const circle = z.object({ kind: z.literal('CIRCLE'), radius: z.number() });
  const square = z.object({ kind: z.literal('SQUARE'), side: z.number() });

  test('are found under optional, nullable, defaulted, transformed and listed objects', () => {
    const inner = z.object({ a: z.string() });
    const schema = z.object({
      optional: inner.optional(),
      nullable: inner.nullish(),
      defaulted: inner.default({ a: '' }),
      transformed: inner.transform(({ a }) => a),
      refined: inner.refine(() => true),
      list: z.array(inner),
      pair: z.tuple([inner, inner]),
      byName: z.record(z.string(), inner),
      before: z.preprocess((value) => value, inner),
    });
    const one = { a: '', b: 1 };
    expect(
      paths(schema, {
        optional: one,
        nullable: one,
        defaulted: one,
        transformed: one,
        refined: one,
        list: [{ a: '' }, one],
        pair: [one, { a: '' }],
        byName: { any: one },
        before: one,
        b: 1,
      }),
    ).toEqual([
      'optional.b',
      'nullable.b',
      'defaulted.b',
      'transformed.b',
      'refined.b',
      'list.1.b',
      'pair.0.b',
      'byName.any.b',
      'before.b',
      'b',
    ]);
  });

  test('of alternatives are those the alternative that parsing takes does not know', () => {
    const tagged = z.discriminatedUnion('kind', [circle, square]);
    expect(paths(tagged, { kind: 'CIRCLE', radius: 1, side: 1 })).toEqual(['side']);
    const bare = z.union([
      z.string(),
      z.object({ a: z.string() }),
      z.object({ b: z.string(), c: z.string() }),
    ]);
    expect(paths(bare, { a: '', c: '' })).toEqual(['c']);
    expect(paths(bare, { b: '', c: '', a: 1 })).toEqual(['a']);
    expect(paths(bare, 'text')).toEqual([]);
  });

  test('where no alternative fits, only what none of them knows is named', () => {
    const tagged = z.discriminatedUnion('kind', [circle, square]);
    expect(paths(tagged, { kind: 'ROUND', radius: 1, color: 'red' })).toEqual(['color']);
  });

  test('with the value undefined are fields left out', () => {
    expect(paths(circle, { kind: 'CIRCLE', radius: 1, side: undefined })).toEqual([]);
  });

  test('free-form data has no unknown fields, and what is not an object has no fields', () => {
    const schema = z.object({ free: z.record(z.string(), z.unknown()), loose: z.looseObject({}) });
    expect(paths(schema, { free: { a: { b: 1 } }, loose: { c: 1 } })).toEqual([]);
    for (const value of [null, undefined, 'text', 1, [{ a: 1 }]]) expect(paths(schema, value)).toEqual([]);
  });
});
