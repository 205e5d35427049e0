import type { ImportNoun } from './import-noun';

/** The nouns whose records are made of several rows, and the field that tells which rows belong together. */
export const GROUPED_BY: Readonly<Partial<Record<ImportNoun, string>>> = {
  journals: 'referenceNumber',
  openContracts: 'contractNumber',
};
