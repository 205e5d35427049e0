/** The counterparties that rows name, each once and in order: what the names of a page are asked for by. */
export function partiesOf(ids: readonly (string | null | undefined)[]): string[] {
  return [...new Set(ids.flatMap((id) => (typeof id === 'string' ? [id] : [])))].sort();
}

/** The journals among documents, in order: their volume stands where other documents have a total. */
export function journalsOf(rows: readonly { readonly id: string; readonly kind: string }[]): string[] {
  return rows.flatMap(({ id, kind }) => (kind === 'JOURNAL' ? [id] : [])).sort();
}
