import type { ImportNoun } from '@/core/imports/import-noun';
import { IMPORTABLE } from '@/core/imports/importable';
import type { RouterOutputs } from '@/surfaces/trpc/react';

export type StoredImport = RouterOutputs['imports']['get'];
export type StoredRow = RouterOutputs['imports']['rows']['rows'][number];

/** `1,234`. */
export const count = (value: number) => value.toLocaleString('en-US');

/** "1 row", "5,000 rows". */
export const rowsWords = (value: number) => (value === 1 ? '1 row' : `${count(value)} rows`);

export const nounOf = (one: Pick<StoredImport, 'noun'>) => one.noun as ImportNoun;

/** The name of the import: its file name, or the kind of record if it was pasted. */
export function titleOf(one: Pick<StoredImport, 'fileName' | 'noun'>): string {
  return one.fileName === '' ? `${IMPORTABLE[nounOf(one)].label}, pasted` : one.fileName;
}

/** The state in one word: a finished import with failures says so. */
export function stateOf({ importStatus, counts }: Pick<StoredImport, 'importStatus' | 'counts'>): string {
  if (importStatus !== 'DONE' || counts.failed === 0) return importStatus;
  return counts.imported === 0 ? 'FAILED' : 'DONE_WITH_ERRORS';
}

/** The screen that lists the records of a noun. */
export const PLACE: Readonly<Record<ImportNoun, string>> = {
  prospects: 'prospects',
  customers: 'customers',
  vendors: 'vendors',
  accounts: 'accounts',
  journals: 'transactions',
  items: 'dimensions',
  price_lists: 'price-lists',
  prices: 'price-lists',
  ssp: 'revenue',
  openingBalances: 'cut-over',
  openReceivables: 'invoices',
  openPayables: 'vendors',
  openContracts: 'revenue',
  orders: 'source-orders',
};

export const isUnderWay = ({ importStatus }: Pick<StoredImport, 'importStatus'>) =>
  importStatus === 'CHECKING' || importStatus === 'RUNNING';
