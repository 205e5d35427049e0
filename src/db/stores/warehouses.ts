import type { Warehouse } from '../generated/client';
import { type Plain, recordStore } from '../record-store';
import { recordStream } from '../record-stream';

export type WarehouseRecord = Plain<Warehouse>;

/** Warehouses. */
export const warehouses = recordStore<Warehouse>('warehouse');

export const streamWarehouses = recordStream<Warehouse>('warehouses');
