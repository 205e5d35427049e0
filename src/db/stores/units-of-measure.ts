import { recordStore } from '../record-store';
import { recordStream } from '../record-stream';

/** Units of measure; a derived unit names its base unit and how many base units it equals. */
export const unitsOfMeasure = recordStore('UnitOfMeasure');

export const streamUnitsOfMeasure = recordStream('UnitOfMeasure');
