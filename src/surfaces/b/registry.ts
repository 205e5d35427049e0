import { accounts } from './fields/accounts';
import { customers } from './fields/customers';
import { businessTransactions, invoices, payments } from './fields/documents';
import { employees } from './fields/employees';
import { leads } from './fields/leads';
import { organizations } from './fields/organizations';
import { priceLists } from './fields/price-lists';
import { prospects } from './fields/prospects';
import { revenue } from './fields/revenue';
import { classes, departments, locations, unitsOfMeasure, warehouses } from './fields/structure';
import { subscriptions } from './fields/subscriptions';
import { subsidiaries } from './fields/subsidiaries';
import { vendors } from './fields/vendors';
import type { Resource } from './resource';

/** The path segments of section 4.3, in its order. */
export const RESOURCE_NAMES = [
  'customers',
  'business-transactions',
  'subscriptions',
  'subsidiaries',
  'departments',
  'employees',
  'locations',
  'revenue',
  'classes',
  'leads',
  'units-of-measure',
  'organizations',
  'price-lists',
  'warehouses',
  'prospects',
  'accounts',
  'payments',
  'invoices',
  'vendors',
] as const;
export type ResourceName = (typeof RESOURCE_NAMES)[number];

/** Every resource of surface B. A name without a resource does not compile. */
export const REGISTRY: Readonly<Record<ResourceName, Resource>> = {
  customers,
  'business-transactions': businessTransactions,
  subscriptions,
  subsidiaries,
  departments,
  employees,
  locations,
  revenue,
  classes,
  leads,
  'units-of-measure': unitsOfMeasure,
  organizations,
  'price-lists': priceLists,
  warehouses,
  prospects,
  accounts,
  payments,
  invoices,
  vendors,
};
