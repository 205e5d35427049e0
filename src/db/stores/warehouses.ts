import type { Plain } from '../record-row';
import { recordStore } from '../record-store';
import { recordStream } from '../record-stream';

export type WarehouseRecord = Plain<'Warehouse'>;

/** Warehouses. */
export const warehouses = recordStore('Warehouse');

export const streamWarehouses = recordStream('Warehouse');
