import type { Breach } from '@/usecases/verify/verify-books';

/** The checks that failed, each once, in order of report, without the reconciliation of subledgers. */
export const reportedBreaches = (breaches: readonly Breach[]): string[] => [
  ...new Set(breaches.map(({ check }) => check).filter((check) => check !== 'REVENUE_TIE_OUT')),
];
