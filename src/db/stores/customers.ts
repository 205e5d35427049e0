import type { Customer } from '../generated/client';
import { type Plain, recordStore } from '../record-store';
import { recordStream } from '../record-stream';

export type CustomerRecord = Plain<Customer>;

/** Customers (interface 2.3). */
export const customers = recordStore<Customer>('customer');

export const streamCustomers = recordStream<Customer>('customers');
