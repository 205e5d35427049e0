import type { Plain } from '../record-row';
import { recordStore } from '../record-store';
import { recordStream } from '../record-stream';

export type LocationRecord = Plain<'Location'>;

/** Locations, a tree. */
export const locations = recordStore('Location');

export const streamLocations = recordStream('Location');
