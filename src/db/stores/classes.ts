import type { Plain } from '../record-row';
import { recordStore } from '../record-store';
import { recordStream } from '../record-stream';

export type AccountingClassRecord = Plain<'AccountingClass'>;

/** Accounting classes, a tree. */
export const classes = recordStore('AccountingClass');

export const streamClasses = recordStream('AccountingClass');
