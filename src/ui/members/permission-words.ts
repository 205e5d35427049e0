import { AREAS, type Area } from '@/core/nouns';
import type { Permission } from '@/core/permissions';

/** The areas of the books as the console calls them. */
const AREA_WORDS: Readonly<Record<Area, string>> = {
  'crm.prospect': 'Prospects',
  'crm.lead': 'Leads',
  'crm.customer': 'Customers',
  'hr.employee': 'Employees',
  'org.structure': 'Subsidiaries and dimensions',
  'org.organization': 'Organization',
  'org.member': 'Members and roles',
  'org.credential': 'API keys and webhooks',
  'org.audit': 'Audit trail',
  'org.security': 'Security log',
  'gl.account': 'Chart of accounts',
  'gl.setup': 'Accounting setup',
  'gl.period': 'Periods',
  'gl.transaction': 'Transactions',
  'gl.report': 'Reports',
  'gl.verify': 'Verification of the books',
  billing: 'Invoices, prices and subscriptions',
  purchasing: 'Vendors and bills',
  revenue: 'Revenue contracts',
  project: 'Projects',
};

/** Verbs whose names alone would not be understood. */
const VERB_WORDS: Readonly<Record<string, string>> = {
  write: 'create and change',
  postSoftClosed: 'post into soft-closed periods',
  policy: 'set policies',
  private: 'see private details',
};

/** Permissions whose area and verb together would say something else. */
const WHOLE_WORDS: Readonly<Partial<Record<Permission, string>>> = {
  'org.organization.create': 'create another one',
};

/** What can be done in an area, as `create and change`. */
export function verbWords(permission: Permission): string {
  const verb = permission.slice(permission.lastIndexOf('.') + 1);
  return WHOLE_WORDS[permission] ?? VERB_WORDS[verb] ?? verb;
}

/** The areas with their permissions, in the order of the list. */
export const PERMISSION_AREAS: readonly {
  readonly area: Area;
  readonly words: string;
  readonly permissions: readonly Permission[];
}[] = (Object.keys(AREAS) as Area[]).map((area) => ({
  area,
  words: AREA_WORDS[area],
  permissions: AREAS[area].map((verb) => `${area}.${verb}` as Permission),
}));

/** A permission in full: `Periods: close`. */
export function permissionWords(permission: Permission): string {
  const area = permission.slice(0, permission.lastIndexOf('.')) as Area;
  return `${AREA_WORDS[area]}: ${verbWords(permission)}`;
}
