import { AREAS, type Area } from './nouns';

export type Permission = { [In in Area]: `${In}.${(typeof AREAS)[In][number]}` }[Area];

/** Every permission, in the order of the areas. */
export const PERMISSIONS = Object.entries(AREAS).flatMap(([area, verbs]) =>
  verbs.map((verb) => `${area}.${verb}`),
) as readonly Permission[];

export const ROLES = [
  'admin',
  'controller',
  'accountant',
  'approver',
  'revenue',
  'sales',
  'auditor',
  'viewer',
] as const;
export type Role = (typeof ROLES)[number];

const reads = PERMISSIONS.filter((permission) => permission.endsWith('.read'));
const businessReads = reads.filter(
  (permission) =>
    !['org.member.read', 'org.credential.read', 'org.audit.read', 'org.security.read'].includes(permission),
);
/** The security log shows from where people sign in: for those who administer or audit, not for those who keep the books. */
const controllerReads = reads.filter((permission) => permission !== 'org.security.read');
const starting = (...prefixes: string[]) =>
  PERMISSIONS.filter((permission) => prefixes.some((prefix) => permission.startsWith(prefix)));

/** What each role may do. Roles add up; there is no deny. */
export const ROLE_PERMISSIONS: Readonly<Record<Role, readonly Permission[]>> = {
  admin: PERMISSIONS,
  controller: [
    ...controllerReads,
    ...starting(
      'gl.',
      'billing.',
      'purchasing.',
      'revenue.',
      'project.',
      'org.structure.',
      'hr.',
      'crm.customer.',
    ),
  ],
  accountant: [
    ...businessReads,
    'gl.transaction.create',
    'gl.transaction.edit',
    'gl.transaction.submit',
    'gl.transaction.post',
    'gl.transaction.reverse',
    'gl.transaction.cancel',
    'billing.write',
    'purchasing.write',
    'crm.customer.write',
    'project.write',
    'gl.setup.write',
  ],
  approver: [...businessReads, 'gl.transaction.approve'],
  revenue: [
    ...businessReads,
    'billing.write',
    'revenue.write',
    'revenue.run',
    'gl.transaction.create',
    'gl.transaction.submit',
  ],
  sales: [
    ...starting('crm.'),
    'org.structure.read',
    'org.organization.read',
    'hr.employee.read',
    'billing.read',
    'gl.setup.read',
  ],
  auditor: [...reads, 'gl.verify.run'],
  viewer: businessReads,
};

/** The union of the roles' permissions. */
export function permissionsOf(roles: readonly Role[]): ReadonlySet<Permission> {
  return new Set(roles.flatMap((role) => ROLE_PERMISSIONS[role]));
}

/** True for one of the eight role names. */
export function isRole(name: string): name is Role {
  return (ROLES as readonly string[]).includes(name);
}

/** The permissions an API key of surface D may have; a key without scopes of its own has all of them. */
export const API_KEY_SCOPES = [
  'project.read',
  'project.write',
  'purchasing.read',
  'purchasing.write',
  'org.structure.read',
  'gl.account.read',
  'gl.setup.read',
  'gl.period.read',
  'gl.transaction.read',
  'gl.report.read',
] as const satisfies readonly Permission[];

export type ApiKeyScope = (typeof API_KEY_SCOPES)[number];

/** True for a permission an API key may hold. */
export function isApiKeyScope(name: string): name is ApiKeyScope {
  return (API_KEY_SCOPES as readonly string[]).includes(name);
}
