import type { Vendor } from '../generated/client';
import { recordStore } from '../record-store';
import { recordStream } from '../record-stream';

/** Vendors, a tree. */
export const vendors = recordStore<Vendor>('vendor');

export const streamVendors = recordStream<Vendor>('vendors');
