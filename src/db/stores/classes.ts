import { recordStore } from '../record-store';
import { recordStream } from '../record-stream';

/** Accounting classes, a tree. */
export const classes = recordStore('AccountingClass');

export const streamClasses = recordStream('AccountingClass');
