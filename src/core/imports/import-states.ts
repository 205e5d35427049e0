/** From the upload to its undoing; what moves an import on is in usecases/imports. */
export const IMPORT_STATUSES = [
  'ARRIVING',
  'UPLOADED',
  'CHECKING',
  'CHECKED',
  'RUNNING',
  'PROPOSED',
  'APPROVING',
  'DONE',
  'UNDOING',
  'UNDONE',
] as const;
export type ImportStatus = (typeof IMPORT_STATUSES)[number];

/** What can be asked for in the list of an import's rows. */
export const LISTED_ROW_STATES = ['PENDING', 'READY', 'FAILED', 'IMPORTED'] as const;

export const ROW_STATES = [...LISTED_ROW_STATES, 'UNDONE'] as const;
export type ImportRowState = (typeof ROW_STATES)[number];

/** What can be asked for in the list of the rows of a file of orders: those whose order waits for a person are listed on their own. */
export const ASKED_ROW_STATES = [...LISTED_ROW_STATES, 'WAITING'] as const;
export type AskedRowState = (typeof ASKED_ROW_STATES)[number];

/** What a row is shown as. */
export const SHOWN_ROW_STATES = [...ROW_STATES, 'WAITING'] as const;
export type ShownRowState = (typeof SHOWN_ROW_STATES)[number];

/** The two purposes for which a portion of rows is processed. */
export const IMPORT_WORK = ['CHECKING', 'RUNNING'] as const;
