import type { Pick } from './hostile';

const bytes = (...values: number[]) => Uint8Array.from(values);

/** Files that are not tables, or one that no program would write. */
const FILES: readonly (string | Uint8Array)[] = [
  '',
  '\n',
  '\r\n\r\n',
  ' ',
  '\u0000',
  'Name',
  'Name\n',
  'Name\n\n\n',
  'Name\nA thing\n',
  'Name,Name,Name\nA,B,C\n',
  ',,,\n1,2,3,4\n',
  'Name\nA,B,C,D\n',
  '"',
  '"Name\nnever closed',
  'Name\n"A "thing" here"\n',
  'Name\n"A\u0000thing"\n',
  'Name;Code\nA;1\n',
  'Name\tCode\nA\t1\n',
  '\ufeffName\nA thing\n',
  'Name\r"A\rthing"\r',
  `Name\n${'x'.repeat(200_000)}\n`,
  `${'column,'.repeat(500)}\nA\n`,
  `Name\n${'A thing\n'.repeat(300)}`,
  `__proto__,constructor,toString\nA,B,C\n`,
  'Name\n=HYPERLINK("http://x")\n',
  'Date,Account,Debit\n2026-02-30,1510,1e400\n',
  'Amount\n-0\n1,234.56\nNaN\n999999999999999999999999999999\n',
  '<html><body>no table</body></html>',
  '{"json":{}}',
  bytes(0xff, 0xfe, 0x4e, 0x00, 0x61, 0x00),
  bytes(0x4e, 0x61, 0x6d, 0x65, 0x0a, 0xc3, 0x28, 0x0a),
  bytes(0x50, 0x4b, 0x03, 0x04, 0x14, 0x00, 0x06, 0x00),
  bytes(0xed, 0xa0, 0x80, 0x0a),
];

/** A file that should not be uploaded; occasionally one that is a table. */
export const hostileFile = (pick: Pick): string | Uint8Array => pick(FILES);
