import type { AccountingClass } from '../generated/client';
import { recordStore } from '../record-store';
import { recordStream } from '../record-stream';

/** Accounting classes, a tree. */
export const classes = recordStore<AccountingClass>('accountingClass');

export const streamClasses = recordStream<AccountingClass>('classes');
