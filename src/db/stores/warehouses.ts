import type { Warehouse } from '../generated/client';
import { recordStore } from '../record-store';
import { recordStream } from '../record-stream';

/** Warehouses. */
export const warehouses = recordStore<Warehouse>('warehouse');

export const streamWarehouses = recordStream<Warehouse>('warehouses');
