import { dec, toPlainString } from '@/core/money/decimal';
import { addressSchema, presentAddress } from '@/usecases/addresses/address';
import { classFields, classVerbs } from '@/usecases/classes/class-records';
import { departmentFields, departmentVerbs } from '@/usecases/departments/department-records';
import { locationFields, locationVerbs } from '@/usecases/locations/location-records';
import { unitFields, unitVerbs } from '@/usecases/units-of-measure/unit-records';
import { warehouseFields, warehouseVerbs } from '@/usecases/warehouses/warehouse-records';
import { shapeOf } from '../../kit/shape';
import { defineResource, type RowOf, TWO_STATES } from '../resource';

/** Dimensions and places that classify records of the books and people (decisions.md, surface B). */

const coded = { code: 'text', name: 'text', description: 'text?' } as const;

export const departments = defineResource({
  noun: 'department',
  tag: 'Departments',
  statuses: TWO_STATES,
  own: shapeOf<RowOf<typeof departmentVerbs>>()({ ...coded, parentId: 'id?', managerId: 'id?' }),
  takes: departmentFields.shape,
  verbs: departmentVerbs,
  examples: { create: { code: 'SALES', name: 'Sales', description: 'New and existing business' } },
});

export const locations = defineResource({
  noun: 'location',
  tag: 'Locations',
  statuses: TWO_STATES,
  own: shapeOf<RowOf<typeof locationVerbs>>()({
    ...coded,
    parentId: 'id?',
    address: [addressSchema.nullable(), (row) => presentAddress(row.address)],
    timeZone: 'text?',
  }),
  takes: locationFields.shape,
  verbs: locationVerbs,
  examples: { create: { code: 'SFO', name: 'San Francisco', timeZone: 'America/Los_Angeles' } },
});

export const classes = defineResource({
  noun: 'class',
  tag: 'Classes',
  statuses: TWO_STATES,
  own: shapeOf<RowOf<typeof classVerbs>>()({ ...coded, parentId: 'id?' }),
  takes: classFields.shape,
  verbs: classVerbs,
  examples: { create: { code: 'PLATFORM', name: 'Platform' } },
});

export const warehouses = defineResource({
  noun: 'warehouse',
  tag: 'Warehouses',
  statuses: TWO_STATES,
  own: shapeOf<RowOf<typeof warehouseVerbs>>()({
    ...coded,
    locationId: 'id?',
    subsidiaryId: 'id?',
    address: [addressSchema.nullable(), (row) => presentAddress(row.address)],
  }),
  takes: warehouseFields.shape,
  verbs: warehouseVerbs,
  examples: { create: { code: 'WEST', name: 'West Coast' } },
});

export const unitsOfMeasure = defineResource({
  noun: 'unit of measure',
  tag: 'Units of measure',
  statuses: TWO_STATES,
  own: shapeOf<RowOf<typeof unitVerbs>>()({
    ...coded,
    symbol: 'text?',
    category: 'text?',
    baseUnitId: 'id?',
    conversionFactor: [
      'text?',
      ({ conversionFactor: factor }) => (factor === null ? null : toPlainString(dec(factor))),
    ],
  }),
  takes: unitFields.shape,
  verbs: unitVerbs,
  examples: { create: { code: 'HOUR', name: 'Hour', symbol: 'h', category: 'Time' } },
});
