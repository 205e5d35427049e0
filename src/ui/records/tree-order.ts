/**
 * Rows ordered so that children follow their parents, each with its depth; a row whose parent is not shown is at the
 * top level.
 */
export function inTreeOrder<Row extends { readonly id: string }>(
  rows: readonly Row[],
  parentOf: (row: Row) => string | null,
): (Row & { depth: number })[] {
  const known = new Set(rows.map((row) => row.id));
  const below = (parent: string | null, depth: number): (Row & { depth: number })[] =>
    rows
      .filter((row) => {
        const own = parentOf(row);
        return (own !== null && known.has(own) ? own : null) === parent;
      })
      .flatMap((row) => [{ ...row, depth }, ...below(row.id, depth + 1)]);
  return below(null, 0);
}
