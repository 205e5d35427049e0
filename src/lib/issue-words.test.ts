import { expect, test } from 'vitest';
import { z } from 'zod';
import './issue-words';

const said = (schema: z.ZodType, value: unknown) =>
  schema.safeParse(value).error?.issues.map(({ message }) => message);

test.each([
  [z.string(), undefined, 'is required'],
  [z.string(), null, 'must be text'],
  [z.number(), '5', 'must be a number'],
  [z.int(), 1.5, 'must be a whole number'],
  [z.boolean(), 'yes', 'must be true or false'],
  [z.array(z.string()), {}, 'must be a list'],
  [z.object({}), [], 'must be an object'],
  [z.never(), 1, 'is not allowed'],
  [z.literal('a'), 'b', 'must be a'],
  [z.enum(['DEBIT', 'CREDIT']), 'LEFT', 'must be one of DEBIT, CREDIT'],
  [z.string().max(2_000), 'x'.repeat(2_001), 'must have at most 2,000 characters'],
  [z.string().min(1), '', 'must not be empty'],
  [z.string().min(8), 'short', 'must have at least 8 characters'],
  [z.string().length(1), 'ab', 'must have exactly 1 character'],
  [z.array(z.string()).min(1), [], 'must have at least 1 item'],
  [z.array(z.string()).max(1), ['a', 'b'], 'must have at most 1 item'],
  [z.number().max(100), 101, 'must be at most 100'],
  [z.number().min(1), 0, 'must be at least 1'],
  [z.number().lt(100), 100, 'must be below 100'],
  [z.number().gt(0), 0, 'must be above 0'],
  [z.number().multipleOf(5), 3, 'must be a multiple of 5'],
  [z.email(), 'no address', 'must be an email address'],
  [z.url(), 'no address', 'must be a URL'],
  [z.guid(), '1', 'must be an id (UUID)'],
  [z.iso.date(), '30.9.2026', 'must be a date such as 2026-09-30'],
  [z.iso.datetime(), '2026-09-30', 'must be a date and time such as 2026-09-30T12:00:00Z'],
  [z.string().startsWith('dbk_'), 'x', 'must start with dbk_'],
  [z.string().regex(/^a$/), 'b', 'does not have the form that is expected'],
  [z.strictObject({}), { a: 1, b: 2 }, 'has fields that are not known: a, b'],
  [z.strictObject({}), { a: 1 }, 'has a field that is not known: a'],
  [z.union([z.string(), z.number()]), true, 'has none of the forms that are allowed'],
  [
    z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('usage') }),
      z.object({ kind: z.literal('delivery') }),
    ]),
    { kind: 'dance' },
    'must be one of usage, delivery',
  ],
  [z.record(z.string().max(1), z.string()), { ab: 'x' }, 'has a name that is not allowed'],
])('a schema without words of its own says what is wrong with a value (%#)', (schema, value, words) => {
  expect(said(schema, value)).toEqual([words]);
});

test('words of a schema’s own come first', () => {
  expect(said(z.string('must be the name of a month'), 5)).toEqual(['must be the name of a month']);
});
