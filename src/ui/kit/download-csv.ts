/** Gives the reader exactly the rows they see as a CSV file; cells that a spreadsheet would compute are defused. */
export async function downloadCsv(name: string, rows: readonly (readonly string[])[]): Promise<void> {
  const { stringify } = await import('csv-stringify/browser/esm/sync');
  const text = stringify(
    rows.map((row) => [...row]),
    { bom: true, escape_formulas: true },
  );
  const address = URL.createObjectURL(new Blob([text], { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = `${name}.csv`;
  link.click();
  URL.revokeObjectURL(address);
}
