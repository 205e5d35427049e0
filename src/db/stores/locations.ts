import type { Location } from '../generated/client';
import { type Plain, recordStore } from '../record-store';
import { recordStream } from '../record-stream';

export type LocationRecord = Plain<Location>;

/** Locations, a tree. */
export const locations = recordStore<Location>('location');

export const streamLocations = recordStream<Location>('locations');
