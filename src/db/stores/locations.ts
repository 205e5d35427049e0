import { recordStore } from '../record-store';
import { recordStream } from '../record-stream';

/** Locations, a tree. */
export const locations = recordStore('Location');

export const streamLocations = recordStream('Location');
