import type { DateString } from '../days';

/** When a row holds and when it was known; ends are exclusive, null while they last. */
export type Bitemporal = {
  effectiveFrom: DateString;
  effectiveTo: DateString | null;
  /** ISO 8601 UTC timestamps. */
  recordedFrom: string;
  recordedTo: string | null;
};

/**
 * The rows that held on `effectiveAsOf` as they were known at `knownAsOf`; null means without that limit (the latest).
 * A report of a past moment therefore equals the one printed then.
 */
export function asOf<Row extends Bitemporal>(
  rows: readonly Row[],
  moment: { effectiveAsOf: DateString | null; knownAsOf: string | null },
): Row[] {
  const { effectiveAsOf, knownAsOf } = moment;
  return rows.filter((row) => {
    const known =
      knownAsOf === null
        ? row.recordedTo === null
        : row.recordedFrom <= knownAsOf && (row.recordedTo === null || row.recordedTo > knownAsOf);
    const holds =
      effectiveAsOf === null ||
      (row.effectiveFrom <= effectiveAsOf && (row.effectiveTo === null || row.effectiveTo > effectiveAsOf));
    return known && holds;
  });
}
