import type { ImportNoun } from '@/core/imports/import-noun';
import { IMPORTABLE } from '@/core/imports/importable';
import type { JobKindName } from '@/core/jobs/job-kinds';
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

/** The state in one word: a finished import with failures, or with orders that wait, says so. */
export function stateOf({
  importStatus,
  counts,
  orders = null,
}: Pick<StoredImport, 'importStatus' | 'counts'> & Partial<Pick<StoredImport, 'orders'>>): string {
  if (importStatus !== 'DONE') return importStatus;
  if (counts.failed === 0) return orders !== null && orders.waiting > 0 ? 'ORDERS_WAIT' : 'DONE';
  return counts.imported === 0 ? 'FAILED' : 'DONE_WITH_ERRORS';
}

/** "1 order waits", "12 orders wait". */
export const waitWords = (orders: number) =>
  orders === 1 ? '1 order waits' : `${count(orders)} orders wait`;

/** The rows of an import by what they are shown as: of a file of orders, those whose order waits are neither imported nor ready. */
export function shownCounts({ counts, orders }: Pick<StoredImport, 'counts' | 'orders'>) {
  const { imported, ready } = orders?.waitingRows ?? { imported: 0, ready: 0 };
  return {
    ...counts,
    imported: counts.imported - imported,
    ready: counts.ready - ready,
    waiting: imported + ready,
  };
}

/** Which orders of a file wait is counted once it was gone through; the rows of other imports are counted as they are judged. */
export const isCounted = ({ sourceId, orders }: Pick<StoredImport, 'sourceId' | 'orders'>) =>
  sourceId === null || orders !== null;

/** Where the orders of a file that wait are listed. */
export const waitingPlace = (sourceId: string) => `order-sources/${sourceId}?tab=waiting`;

/** Where the records of an import are found: the screen that lists them, and the one that shows a single one of them, if there is one. */
interface Places {
  readonly list: string;
  readonly record: string | null;
}

const same = (place: string): Places => ({ list: place, record: place });

const PLACES: Readonly<Record<ImportNoun, Places>> = {
  prospects: same('prospects'),
  customers: same('customers'),
  vendors: same('vendors'),
  accounts: same('accounts'),
  journals: same('transactions'),
  items: same('items'),
  price_lists: same('price-lists'),
  prices: { list: 'price-lists', record: null },
  ssp: { list: 'revenue/setup?of=prices', record: null },
  openingBalances: { list: 'cut-over', record: null },
  openReceivables: { list: 'invoices', record: 'transactions' },
  openPayables: { list: 'transactions', record: 'transactions' },
  openContracts: same('revenue'),
  orders: { list: 'order-sources', record: 'source-orders' },
};

/** The screen that lists what an import added; of orders, the page of their source. */
export function listPlace(one: Pick<StoredImport, 'noun' | 'orders'>): string {
  const { list } = PLACES[nounOf(one)];
  return one.orders === null ? list : `${list}/${one.orders.sourceId}`;
}

/** The screen of a record that a row became; null where records of the kind have none of their own. */
export function recordPlace(noun: ImportNoun, recordId: string): string | null {
  const { record } = PLACES[noun];
  return record === null ? null : `${record}/${recordId}`;
}

/** The job that carries an import on, in each status of being worked on. */
export const JOB_OF: Readonly<Partial<Record<StoredImport['importStatus'], JobKindName>>> = {
  CHECKING: 'imports.check',
  RUNNING: 'imports.run',
  APPROVING: 'imports.approve',
  UNDOING: 'imports.undo',
};

export const isUnderWay = ({ importStatus }: Pick<StoredImport, 'importStatus'>) =>
  JOB_OF[importStatus] !== undefined;
