import type { Item } from '../generated/client';
import { type Plain, recordStore } from '../record-store';
import { recordStream } from '../record-stream';

export type ItemRecord = Plain<Item>;

/** What is sold or bought. */
export const items = recordStore<Item>('item');

export const streamItems = recordStream<Item>('items');
