import superjson from 'superjson';
import { describe, expect, it } from 'vitest';
import { readSuperjsonInput } from './superjson-input';

describe('an input over tRPC', () => {
  it('is read as superjson wrote it, with what was left out', () => {
    const shared = ['a'];
    for (const input of [
      undefined,
      null,
      7,
      { id: 'x', memo: undefined, lines: [{ 'a.b\\c': undefined, amount: '1.00' }, undefined] },
      { one: shared, other: shared },
    ]) {
      const sent = JSON.parse(superjson.stringify(input)) as unknown;
      expect(readSuperjsonInput(sent)).toEqual(input);
    }
  });

  it('builds nothing that JSON does not say: every other annotation is refused', () => {
    for (const meta of [
      { values: { 'lines.4294967290': ['undefined'] } },
      { values: { memo: ['Date'] } },
      { values: { memo: [['typed-array', 'Float64Array']] } },
      { values: { 'memo.length': ['undefined'] } },
      { values: { toString: ['undefined'] } },
      { values: { '': ['undefined'] } },
      { values: ['Date'] },
      { values: 'x' },
      [],
      null,
    ]) {
      expect(
        () => readSuperjsonInput({ json: { memo: 2_000_000_000, lines: [] }, meta }),
        JSON.stringify(meta),
      ).toThrow('The input');
    }
    const circle = { json: { a: {} }, meta: { referentialEqualities: [['a']] } };
    expect(readSuperjsonInput(circle)).toEqual({ a: {} });
    const polluting = JSON.parse('{"json":{"a":{"__proto__":{"admin":true}}}}') as unknown;
    expect(readSuperjsonInput(polluting)).toStrictEqual({ a: {} });
  });
});
