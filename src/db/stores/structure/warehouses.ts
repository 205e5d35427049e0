import { recordStore } from '../../record-store';
import { recordStream } from '../../record-stream';

/** Warehouses. */
export const warehouses = recordStore('Warehouse');

export const streamWarehouses = recordStream('Warehouse');
