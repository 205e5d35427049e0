/** The prefix of ledger entries' own series. */
export const ENTRY_PREFIX = 'GL';

/** A generated code of a record that has no fiscal year: `DEPT-00012` (decisions.md, surface B, "Fields"). */
export function recordCode(prefix: string, sequence: bigint | number): string {
  return `${prefix}-${String(sequence).padStart(5, '0')}`;
}
