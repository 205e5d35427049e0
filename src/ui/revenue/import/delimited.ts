/** The separators of tables: comma, semicolon (spreadsheets in much of Europe), tab (what a spreadsheet copies). */
const SEPARATORS = [',', ';', '\t'] as const;

/** The separator the first line uses most, outside quotes. */
export function separatorOf(text: string): string {
  const [line = ''] = text.replace(/"[^"]*"/g, '').split(/\r?\n/, 1);
  const count = (sign: string) => line.split(sign).length;
  return SEPARATORS.reduce((best, sign) => (count(sign) > count(best) ? sign : best));
}

/** The rows of a delimited table, cells as written, empty lines left out; null when a quote is never closed. */
export function rowsOf(text: string, separator: string): string[][] | null {
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = '';
  let isQuoted = false;
  const endRow = () => {
    row.push(cell);
    cell = '';
    if (row.some((one) => one.trim() !== '')) rows.push(row);
    row = [];
  };
  const start = text.startsWith('\uFEFF') ? 1 : 0;
  for (let at = start; at < text.length; at += 1) {
    const sign = text[at];
    if (isQuoted) {
      if (sign !== '"') cell += sign;
      else if (text[at + 1] === '"') {
        cell += '"';
        at += 1;
      } else isQuoted = false;
    } else if (sign === '"' && cell === '') isQuoted = true;
    else if (sign === separator) {
      row.push(cell);
      cell = '';
    } else if (sign === '\n') endRow();
    else if (sign !== '\r') cell += sign;
  }
  if (isQuoted) return null;
  endRow();
  return rows;
}
