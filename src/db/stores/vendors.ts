import type { Vendor } from '../generated/client';
import { type Plain, recordStore } from '../record-store';
import { recordStream } from '../record-stream';

export type VendorRecord = Plain<Vendor>;

/** Vendors, a tree. */
export const vendors = recordStore<Vendor>('vendor');

export const streamVendors = recordStream<Vendor>('vendors');
