import type { Plain } from '../record-row';
import { recordStore } from '../record-store';
import { recordStream } from '../record-stream';

export type VendorRecord = Plain<'Vendor'>;

/** Vendors, a tree. */
export const vendors = recordStore('Vendor');

export const streamVendors = recordStream('Vendor');
