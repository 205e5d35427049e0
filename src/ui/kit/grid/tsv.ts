/**
 * Clipboard content from a spreadsheet as rows of cells: tab-separated, a quoted cell may hold tabs, quotes
 * (doubled) and line breaks. A trailing line break does not add a row; an empty row in the middle is kept. Where the
 * quotation marks do not form pairs, they are ordinary characters, so that no cell swallows the next.
 */
export async function readTsv(text: string): Promise<string[][]> {
  const { default: Papa } = await import('papaparse');
  const plain = text.replace(/\r\n?/g, '\n').replace(/\n$/, '');
  const read = (quoteChar: string) =>
    Papa.parse<string[]>(plain, { delimiter: '\t', newline: '\n', quoteChar });
  const quoted = read('"');
  return quoted.errors.some(({ type }) => type === 'Quotes') ? read('\0').data : quoted.data;
}
