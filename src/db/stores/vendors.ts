import { recordStore } from '../record-store';
import { recordStream } from '../record-stream';

/** Vendors, a tree. */
export const vendors = recordStore('Vendor');

export const streamVendors = recordStream('Vendor');
