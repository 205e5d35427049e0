import { PERMISSIONS, type Permission, permissionsOf, type Role } from './permissions';

/** What a built-in role is for, in a few words. */
export const ROLE_PURPOSES: Readonly<Record<Role, string>> = {
  admin: 'Owns the organization: everything, including members, keys and settings',
  controller: 'Approves, posts, closes periods, sets up the books',
  accountant: 'Drafts, posts and reverses documents, maintains customers and vendors',
  approver: 'Reads the books and approves documents',
  revenue: 'Contracts, recognition runs and invoices',
  sales: 'Prospects, leads and customers',
  auditor: 'Reads everything including the audit trail, changes nothing',
  viewer: 'Reads the books',
};

/** A role that an organization makes of the list of permissions. */
export interface CustomRole {
  readonly id: string;
  readonly name: string;
  readonly permissions: readonly string[];
}

const KNOWN: ReadonlySet<string> = new Set(PERMISSIONS);

/** True for a permission of this version; a stored one that no longer exists grants nothing. */
export function isPermission(name: string): name is Permission {
  return KNOWN.has(name);
}

/** A permission with the roles that grant it. */
export interface GrantedPermission {
  readonly permission: Permission;
  readonly from: readonly string[];
}

/** What a person may do, in the order of the list of permissions, each with the roles it comes from. */
export function grantedBy(roles: readonly Role[], custom: readonly CustomRole[]): GrantedPermission[] {
  const sources: readonly (readonly [string, ReadonlySet<string>])[] = [
    ...roles.map((role) => [role, permissionsOf([role])] as const),
    ...custom.map(({ name, permissions }) => [name, new Set(permissions)] as const),
  ];
  return PERMISSIONS.flatMap((permission) => {
    const from = sources.filter(([, held]) => held.has(permission)).map(([name]) => name);
    return from.length === 0 ? [] : [{ permission, from }];
  });
}

/** Two duties that one person should not both have: whoever prepares something should not be the one who approves it. */
export interface DutyConflict {
  readonly key: string;
  /** What one person could do alone. */
  readonly words: string;
  readonly make: readonly Permission[];
  readonly approve: readonly Permission[];
  /** Whether the setting "no one approves their own documents" resolves it. */
  readonly isAnsweredBySegregation: boolean;
}

/** The pairs of duties that are reported (COSO, control activities: segregation of incompatible duties). */
export const DUTY_CONFLICTS: readonly DutyConflict[] = [
  {
    key: 'documents',
    words: 'Writes documents and approves them',
    make: ['gl.transaction.create', 'gl.transaction.edit', 'billing.write', 'purchasing.write'],
    approve: ['gl.transaction.approve'],
    isAnsweredBySegregation: true,
  },
  {
    key: 'posting',
    words: 'Writes documents and posts them',
    make: ['gl.transaction.create', 'gl.transaction.edit'],
    approve: ['gl.transaction.post'],
    isAnsweredBySegregation: true,
  },
  {
    key: 'vendors',
    words: 'Creates vendors and approves payments to them',
    make: ['purchasing.write'],
    approve: ['gl.transaction.approve', 'gl.transaction.post'],
    isAnsweredBySegregation: false,
  },
  {
    key: 'recognition',
    words: 'Changes revenue contracts and runs their recognition',
    make: ['revenue.write', 'revenue.policy'],
    approve: ['revenue.run'],
    isAnsweredBySegregation: false,
  },
  {
    key: 'periods',
    words: 'Posts entries and closes or reopens the period',
    make: ['gl.transaction.post', 'gl.transaction.reverse'],
    approve: ['gl.period.close', 'gl.period.lock'],
    isAnsweredBySegregation: false,
  },
  {
    key: 'rules',
    words: 'Sets the posting rules and posts by them',
    make: ['gl.setup.write', 'gl.account.write'],
    approve: ['gl.transaction.post'],
    isAnsweredBySegregation: false,
  },
  {
    key: 'members',
    words: 'Grants rights and does the work they allow',
    make: ['org.member.write', 'org.credential.write'],
    approve: ['gl.transaction.approve', 'gl.transaction.post', 'gl.period.close'],
    isAnsweredBySegregation: false,
  },
];

/** A conflict of one person, with the permissions that make it. */
export interface PersonalConflict {
  readonly key: string;
  readonly words: string;
  readonly make: readonly Permission[];
  readonly approve: readonly Permission[];
  /** Whether the organization's segregation of duties stops it. */
  readonly isStopped: boolean;
}

/** The pairs of duties of which a person has both. */
export function conflictsOf(
  permissions: ReadonlySet<string>,
  { isSegregated }: { readonly isSegregated: boolean },
): PersonalConflict[] {
  const held = (wanted: readonly Permission[]) => wanted.filter((one) => permissions.has(one));
  return DUTY_CONFLICTS.flatMap(({ key, words, make, approve, isAnsweredBySegregation }) => {
    const [makes, approves] = [held(make), held(approve)];
    if (makes.length === 0 || approves.length === 0) return [];
    return [
      { key, words, make: makes, approve: approves, isStopped: isSegregated && isAnsweredBySegregation },
    ];
  });
}
