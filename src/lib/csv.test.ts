import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { csvOf, rowsOfCsv } from './csv';

describe('CSV', () => {
  it('reads back what it wrote, whatever the cells contain', () => {
    const cell = fc.string().map((text) => text.replaceAll('\r', '').replace(/^[=+\-@\t]/, 'x'));
    fc.assert(
      fc.property(fc.array(fc.array(cell, { minLength: 2, maxLength: 5 }), { maxLength: 20 }), (rows) => {
        expect(rowsOfCsv(csvOf(rows))).toEqual(rows);
      }),
    );
  });

  it('never gives a spreadsheet a formula, and keeps negative amounts as numbers', () => {
    expect(csvOf([['=1+1', '-12.50', null, '@x', 'a "b", c']])).toBe(`'=1+1,-12.50,,'@x,"a ""b"", c"\r\n`);
  });

  it('skips empty lines and refuses a quote that is never closed', () => {
    expect(rowsOfCsv('\uFEFFa,b\n\n1,"2\n3"\r\n')).toEqual([
      ['a', 'b'],
      ['1', '2\n3'],
    ]);
    expect(rowsOfCsv('a,"b')).toBeNull();
  });
});
