/**
 * Clipboard content from a spreadsheet as rows of cells: tab-separated, a quoted cell may hold tabs, quotes
 * (doubled) and line breaks. A trailing line break does not add a row; an empty row in the middle is kept.
 */
export function readTsv(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = '';
  let at = 0;
  const endCell = () => {
    row.push(cell);
    cell = '';
  };
  const endRow = () => {
    endCell();
    rows.push(row);
    row = [];
  };
  while (at < text.length) {
    const sign = text[at];
    if (sign === '"' && cell === '') {
      const close = closingQuote(text, at + 1);
      cell = text.slice(at + 1, close).replaceAll('""', '"');
      at = close + 1;
      continue;
    }
    if (sign === '\t') endCell();
    else if (sign === '\n') endRow();
    else if (sign !== '\r' || text[at + 1] !== '\n') cell += sign;
    at += 1;
  }
  if (cell !== '' || row.length > 0) endRow();
  return rows;
}

/** Where a quoted cell ends; the end of the text when the quote is never closed. */
function closingQuote(text: string, from: number): number {
  let at = from;
  while (at < text.length) {
    if (text[at] === '"') {
      if (text[at + 1] !== '"') return at;
      at += 1;
    }
    at += 1;
  }
  return text.length;
}
