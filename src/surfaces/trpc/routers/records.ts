import { classVerbs } from '@/usecases/classes/class-records';
import { departmentVerbs } from '@/usecases/departments/department-records';
import { itemVerbs } from '@/usecases/items/item-records';
import type { Mode, UseCase } from '@/usecases/kit/define';
import { locationVerbs } from '@/usecases/locations/location-records';
import { unitVerbs } from '@/usecases/units-of-measure/unit-records';
import { vendorVerbs } from '@/usecases/vendors/vendor-records';
import { warehouseVerbs } from '@/usecases/warehouses/warehouse-records';
import { type ProcedureFor, procedureFor } from '../procedure-for';
import { createTrpcRouter } from '../trpc';

type Ordinary = 'create' | 'get' | 'page' | 'update' | 'remove';
type ProcedureOf<Verb> =
  Verb extends UseCase<infer _Input, infer Output, infer Raw>
    ? Verb extends { readonly mode: infer M extends Mode }
      ? ProcedureFor<Raw, Output, M>
      : never
    : never;

/** The five ordinary verbs of a noun. */
function ordinary<Verbs extends Readonly<Record<Ordinary, { readonly mode: Mode }>>>(verbs: Verbs) {
  const carried = (verb: Ordinary) =>
    procedureFor(verbs[verb] as unknown as UseCase<unknown, unknown> & { readonly mode: Mode });
  return createTrpcRouter({
    create: carried('create'),
    get: carried('get'),
    page: carried('page'),
    update: carried('update'),
    remove: carried('remove'),
  } as unknown as { [Verb in Ordinary]: ProcedureOf<Verbs[Verb]> });
}

/** The nouns whose records have the ordinary verbs and no others. */
export const recordRouters = {
  classes: ordinary(classVerbs),
  departments: ordinary(departmentVerbs),
  items: ordinary(itemVerbs),
  locations: ordinary(locationVerbs),
  unitsOfMeasure: ordinary(unitVerbs),
  vendors: ordinary(vendorVerbs),
  warehouses: ordinary(warehouseVerbs),
};
