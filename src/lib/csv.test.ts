import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { csvOf, rowsOfCsv } from './csv';

describe('CSV', () => {
  it('reads back what it wrote, whatever the cells contain', () => {
    const sign = fc.oneof(fc.constantFrom('"', ',', '\n', ' '), fc.string({ minLength: 1, maxLength: 1 }));
    const cell = fc
      .string({ unit: sign })
      .map((text) => text.replaceAll('\r', '').replace(/^[=+\-@\t]/, 'x'));
    fc.assert(
      fc.property(fc.array(fc.array(cell, { minLength: 2, maxLength: 5 }), { maxLength: 20 }), (rows) => {
        expect(rowsOfCsv(csvOf(rows))).toEqual(rows);
      }),
    );
  });

  it('never gives a spreadsheet a formula, and keeps negative amounts as numbers', () => {
    expect(csvOf([['=1+1', '-12.50', null, '@x', 'a "b", c']])).toBe(`'=1+1,-12.50,,'@x,"a ""b"", c"\r\n`);
  });

  it('escapes full-width signs of East Asian keyboards too, and text that only begins like an amount', () => {
    for (const text of ['\uFF1D1', '\uFF0B1', '\uFF0D1', '\uFF201', '-1+2', '-', '+5', '\t=1']) {
      expect(csvOf([[text, 'x']]), text).toBe(`'${text},x\r\n`);
    }
  });

  it('writes numbers, booleans and line breaks as they are', () => {
    expect(csvOf([[-5, 0, true, false, '-5', 'a\nb']])).toBe(`-5,0,true,false,-5,"a\nb"\r\n`);
    expect(csvOf([])).toBe('');
  });

  it('skips empty lines and refuses a quote that is never closed', () => {
    expect(rowsOfCsv('\uFEFFa,b\n\n1,"2\n3"\r\n')).toEqual([
      ['a', 'b'],
      ['1', '2\n3'],
    ]);
    expect(rowsOfCsv('a,"b')).toBeNull();
    expect(rowsOfCsv('')).toEqual([]);
    expect(rowsOfCsv('a,b\r\n1,"2\r\n3"')).toEqual([
      ['a', 'b'],
      ['1', '2\n3'],
    ]);
  });
});
