import type { Location } from '../generated/client';
import { recordStore } from '../record-store';
import { recordStream } from '../record-stream';

/** Locations, a tree. */
export const locations = recordStore<Location>('location');

export const streamLocations = recordStream<Location>('locations');
