/** The prefix of ledger entries' own series. */
export const ENTRY_PREFIX = 'GL';

/**
 * A number of a gapless series, one per organization, prefix and fiscal year: `INV-2026-000123`. Past a million the
 * number grows instead of starting over.
 */
export function documentNumber(prefix: string, fiscalYear: number, sequence: bigint | number): string {
  return `${prefix}-${fiscalYear}-${String(sequence).padStart(6, '0')}`;
}

/** A generated code of a record that has no fiscal year: `DEPT-00012` (decisions.md, surface B, "Fields"). */
export function recordCode(prefix: string, sequence: bigint | number): string {
  return `${prefix}-${String(sequence).padStart(5, '0')}`;
}
