import { granted, type Outcome, refused } from '@/core/outcome';
import type { DateString } from './days';

/** Something in force from one day to another, both included; `to` is null while open-ended. Prices, policies, rates. */
export type Dated = { from: DateString; to: DateString | null };

/**
 * Checks the versions of one thing: none ends before it starts, and no two overlap. Refuses with INVALID_INPUT for the
 * first and REVENUE_RULE OVERLAP for the second, naming both start dates. Gaps are allowed: a lookup on such a day is
 * refused instead.
 */
export function checkVersions<Version extends Dated>(
  versions: readonly Version[],
  what: string,
): Outcome<Version[]> {
  const sorted = [...versions].sort((a, b) => (a.from < b.from ? -1 : a.from > b.from ? 1 : 0));
  for (const [index, version] of sorted.entries()) {
    if (version.to !== null && version.to < version.from) {
      return refused('INVALID_INPUT', `${what} from ${version.from} ends before it begins.`, {
        issues: [{ path: ['to'], message: 'must not be before from' }],
      });
    }
    const next = sorted[index + 1];
    if (next !== undefined && (version.to === null || version.to >= next.from)) {
      return refused('REVENUE_RULE', `${what} from ${version.from} overlaps the one from ${next.from}.`, {
        rule: 'OVERLAP',
        first: version.from,
        second: next.from,
      });
    }
  }
  return granted(sorted);
}

/**
 * The version in force on a day. There is no fallback to a neighboring version: refuses with REVENUE_RULE NO_VERSION. A
 * contract keeps the version of its inception; look it up with that day (606-10-32-43 for prices).
 */
export function versionOn<Version extends Dated>(
  versions: readonly Version[],
  day: DateString,
  what: string,
): Outcome<Version> {
  const found = versions.find(({ from, to }) => from <= day && (to === null || to >= day));
  return found === undefined
    ? refused('REVENUE_RULE', `There is no ${what} on ${day}.`, { rule: 'NO_VERSION', day })
    : granted(found);
}
