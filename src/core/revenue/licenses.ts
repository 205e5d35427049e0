import { granted, type Outcome } from '@/core/outcome';
import type { ObligationPattern } from './contracts/agreed/promised-terms';
import { type DateString, later } from './days';
import { reading } from './reading';

/** FUNCTIONAL intellectual property has utility on its own (a recording, software); SYMBOLIC depends on the licensor's activities. */
export type LicenseNature = 'FUNCTIONAL' | 'SYMBOLIC';

/**
 * When a license is recognized (606-10-55-58 to 55-63; Example 59): functional at a point in time, symbolic over the
 * license period. Never before a copy is provided and the customer can use it; a renewal not before the renewal period
 * begins (55-58C). Refuses with INVALID_INPUT.
 */
export function licenseRecognition(input: {
  nature: LicenseNature;
  periodStart: DateString;
  periodEnd: DateString;
  /** When a copy was provided or made available to the customer. */
  providedOn: DateString;
}): Outcome<{ from: DateString; pattern: ObligationPattern }> {
  const read = reading('USD');
  const start = read.date(['periodStart'], input.periodStart);
  const end = read.date(['periodEnd'], input.periodEnd);
  const provided = read.date(['providedOn'], input.providedOn);
  if (end < start) read.problem(['periodEnd'], 'must not be before periodStart');
  if (provided > end) read.problem(['providedOn'], 'must not be after periodEnd');
  const problems = read.refusal();
  if (problems !== null) return { ok: false, refusal: problems };
  const from = later(start, provided);
  return granted({
    from,
    pattern: input.nature === 'FUNCTIONAL' ? { kind: 'POINT' } : { kind: 'RATABLE', start: from, end },
  });
}
