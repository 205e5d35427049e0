/** The prefix of the ledger entries' number series. */
export const ENTRY_PREFIX = 'GL';

/** A generated code for a record without a fiscal year: `DEPT-00012` (decisions.md, surface B, "Fields"). */
export function recordCode(prefix: string, sequence: bigint | number): string {
  return `${prefix}-${String(sequence).padStart(5, '0')}`;
}
