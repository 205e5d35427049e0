import { expect, test } from 'vitest';
import { CsvRefused, rowsOfCsvStream } from './read-stream';

/** The bytes of a text in pieces of that many bytes. */
async function* inPieces(text: string | Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  const bytes = typeof text === 'string' ? new TextEncoder().encode(text) : text;
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}
async function rowsOf(text: string | Uint8Array, size = 1_000_000): Promise<string[][]> {
  const rows: string[][] = [];
  for await (const some of rowsOfCsvStream(inPieces(text, size))) rows.push(...some);
  return rows;
}

test('rows are the same however the bytes are cut: quotes, line breaks in cells, letters of several bytes, line breaks of any kind', async () => {
  const text = '\uFEFFa;b\r\n"x; ""y""\r\nz";1\r\rÄpfel €;\n\n;;\n "q" ;2';
  const whole = [
    ['a', 'b'],
    ['x; "y"\nz', '1'],
    ['Äpfel €', ''],
    [' "q" ', '2'],
  ];
  for (const size of [1, 2, 3, 7, 1_000]) expect(await rowsOf(text, size)).toEqual(whole);
});

test('rows longer than a piece of the parser, and many of them, all arrive once and in their order', async () => {
  const lines = Array.from(
    { length: 40_000 },
    (_, at) => `${at},"text ${at}, with a comma",${'x'.repeat(at % 50)}`,
  );
  const rows = await rowsOf(lines.join('\n'), 65_536);
  expect(rows).toHaveLength(40_000);
  expect(rows.every((row, at) => row[0] === String(at) && row[1] === `text ${at}, with a comma`)).toBe(true);
});

test('a quotation mark that is never closed is refused with its row, before the rest of the file is held', async () => {
  let sent = 0;
  async function* endless(): AsyncGenerator<Uint8Array> {
    yield new TextEncoder().encode('a,b\n1,2\n3,"4\n');
    for (;;) {
      sent += 1;
      yield new TextEncoder().encode(`${'x,y\n'.repeat(10_000)}`);
    }
  }
  const read = async () => {
    for await (const _rows of rowsOfCsvStream(endless())) void _rows;
  };
  await expect(read()).rejects.toThrow('Row 3 has an opening quotation mark without a matching closing one.');
  expect(sent).toBeLessThan(60);
  await expect(rowsOf('a,b\n1,"2')).rejects.toThrow(CsvRefused);
});

test('bytes that are not UTF-8 are refused in words', async () => {
  await expect(rowsOf(new Uint8Array([0x61, 0xff, 0x62]))).rejects.toThrow('The file is not UTF-8 text.');
});
