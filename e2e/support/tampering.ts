import type { Breach } from '@/usecases/verify/verify-books';
import type { EvidenceCheck } from '@/usecases/verify/verify-evidence';

const OF_EVIDENCE: Readonly<Record<EvidenceCheck, true>> = {
  AUDIT_CHAIN: true,
  SECURITY_CHAIN: true,
  LEDGER_CHAIN: true,
  ENTRY_NUMBERS: true,
  KEPT_HEAD: true,
  REFERENCES: true,
};

/**
 * The checks of the evidence that failed, each once, in order of report; other disagreements are covered by
 * e2e/ledger/evidence/planted.test.ts.
 */
export const reportedBreaches = (breaches: readonly Breach[]): string[] => [
  ...new Set(breaches.map(({ check }) => check).filter((check) => check in OF_EVIDENCE)),
];
