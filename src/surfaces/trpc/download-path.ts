/** Below it are the files that the console offers: `/api/downloads/<sheet>?organization=…&format=…&input=…`. */
export const DOWNLOAD_PATH = '/api/downloads';

/** The forms a table can be downloaded in. */
export const DOWNLOAD_FORMATS = ['csv', 'xlsx'] as const;
export type DownloadFormat = (typeof DOWNLOAD_FORMATS)[number];

/** The tables that can be downloaded however long they are. */
export const DOWNLOADS = [
  'documents',
  'documents-of-kind',
  'customers',
  'account-activity',
  'journal',
  'aging',
  'judgments',
  'revenue-by-customer',
  'security-log',
  'failed-rows',
  'ledger-batch',
] as const;
export type Download = (typeof DOWNLOADS)[number];
