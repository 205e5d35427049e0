import type { Prospect } from '../generated/client';
import { type Plain, recordStore } from '../record-store';

export type ProspectRecord = Plain<Prospect>;

/** Sales prospects (interface 2.1). */
export const prospects = recordStore<Prospect>('prospect');
