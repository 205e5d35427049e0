/**
 * What a correction touched: a document, a settlement, the movements of a contract in a month, a cost or a provision of a contract,
 * a journal of one, a revaluation and its reversal.
 */
export const CORRECTED_KINDS = [
  'DOCUMENT',
  'SETTLEMENT',
  'CONTRACT',
  'COST',
  'JOURNAL',
  'REVALUATION',
  'REVALUATION_REVERSAL',
] as const;
export type CorrectedKind = (typeof CORRECTED_KINDS)[number];
