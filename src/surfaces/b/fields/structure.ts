import { z } from 'zod';
import { dec, toPlainString } from '@/core/money/decimal';
import { addressSchema, presentAddress } from '@/usecases/addresses/address';
import { classFields, classVerbs } from '@/usecases/classes/class-records';
import { departmentFields, departmentVerbs } from '@/usecases/departments/department-records';
import { locationFields, locationVerbs } from '@/usecases/locations/location-records';
import { unitFields, unitVerbs } from '@/usecases/units-of-measure/unit-records';
import { warehouseFields, warehouseVerbs } from '@/usecases/warehouses/warehouse-records';
import { bodyOf, defineResource, reference, TWO_STATES, text } from '../resource';

/** Dimensions and places: what the books and the people are sorted by (decisions.md, surface B). */

const coded = { code: z.string(), name: z.string(), description: text };

const { recordStatus: _d, ...department } = departmentFields.shape;
export const departments = defineResource({
  noun: 'department',
  tag: 'Departments',
  statuses: TWO_STATES,
  own: { ...coded, parentId: reference, managerId: reference },
  create: bodyOf(department, TWO_STATES),
  update: bodyOf(department, TWO_STATES),
  verbs: departmentVerbs,
  examples: { create: { code: 'SALES', name: 'Sales', description: 'New and existing business' } },
});

const { recordStatus: _l, ...location } = locationFields.shape;
export const locations = defineResource({
  noun: 'location',
  tag: 'Locations',
  statuses: TWO_STATES,
  own: { ...coded, parentId: reference, address: addressSchema.nullable(), timeZone: text },
  values: (row) => ({ address: presentAddress(row.address) }),
  create: bodyOf(location, TWO_STATES),
  update: bodyOf(location, TWO_STATES),
  verbs: locationVerbs,
  examples: { create: { code: 'SFO', name: 'San Francisco', timeZone: 'America/Los_Angeles' } },
});

const { recordStatus: _c, ...accountingClass } = classFields.shape;
export const classes = defineResource({
  noun: 'class',
  tag: 'Classes',
  statuses: TWO_STATES,
  own: { ...coded, parentId: reference },
  create: bodyOf(accountingClass, TWO_STATES),
  update: bodyOf(accountingClass, TWO_STATES),
  verbs: classVerbs,
  examples: { create: { code: 'PLATFORM', name: 'Platform' } },
});

const { recordStatus: _w, ...warehouse } = warehouseFields.shape;
export const warehouses = defineResource({
  noun: 'warehouse',
  tag: 'Warehouses',
  statuses: TWO_STATES,
  own: { ...coded, locationId: reference, subsidiaryId: reference, address: addressSchema.nullable() },
  values: (row) => ({ address: presentAddress(row.address) }),
  create: bodyOf(warehouse, TWO_STATES),
  update: bodyOf(warehouse, TWO_STATES),
  verbs: warehouseVerbs,
  examples: { create: { code: 'WEST', name: 'West Coast' } },
});

const { recordStatus: _u, ...unit } = unitFields.shape;
export const unitsOfMeasure = defineResource({
  noun: 'unit of measure',
  tag: 'Units of measure',
  statuses: TWO_STATES,
  own: {
    ...coded,
    symbol: text,
    category: text,
    baseUnitId: reference,
    conversionFactor: z.string().nullable(),
  },
  values: ({ conversionFactor }) => ({
    conversionFactor: conversionFactor === null ? null : toPlainString(dec(conversionFactor)),
  }),
  create: bodyOf(unit, TWO_STATES),
  update: bodyOf(unit, TWO_STATES),
  verbs: unitVerbs,
  examples: { create: { code: 'HOUR', name: 'Hour', symbol: 'h', category: 'Time' } },
});
