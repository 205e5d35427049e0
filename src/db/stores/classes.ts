import type { AccountingClass } from '../generated/client';
import { type Plain, recordStore } from '../record-store';
import { recordStream } from '../record-stream';

export type AccountingClassRecord = Plain<AccountingClass>;

/** Accounting classes, a tree. */
export const classes = recordStore<AccountingClass>('accountingClass');

export const streamClasses = recordStream<AccountingClass>('classes');
