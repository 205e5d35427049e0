/** What the security log records. */
export const SECURITY_EVENTS = [
  'sign-in',
  'sign-in refused',
  'sign-in blocked',
  'sign-out',
  'session ended',
  'password changed',
  'password refused',
  'second factor set up',
  'second factor removed',
  'second factor refused',
  'passkey added',
  'passkey removed',
  'passkey refused',
  'password link made',
  'provider connected',
  'credential refused',
  'permission refused',
  'account closed',
  'account opened',
  'rights granted',
  'rights changed',
  'rights withdrawn',
  'credential issued',
  'credential changed',
  'credential revoked',
  'settings changed',
  'log purged',
] as const;

export type SecurityEvent = (typeof SECURITY_EVENTS)[number];

type Side = Readonly<Record<string, unknown>> | null | undefined;

/** A change as the audit trail records it. */
interface AuditedChange {
  readonly noun: string;
  readonly before?: unknown;
  readonly after?: unknown;
}

/** Records that grant rights, by their nouns in the audit trail; a company grants them to its keys. */
const RIGHTS = ['member', 'person', 'invitation', 'role', 'company', 'directory person', 'directory group'];
const CREDENTIALS = ['API key', 'API client', 'directory token'];
const SETTINGS = ['organization', 'webhook endpoint', 'sign-in provider'];

/**
 * The security event of an audited change; null for one that changes neither rights nor credentials nor how the organization
 * is guarded. Derived from the record, so that a verb that is added later is not forgotten.
 */
export function securityEventOf({ noun, before, after }: AuditedChange): SecurityEvent | null {
  const [was, is] = [before as Side, after as Side];
  if (RIGHTS.includes(noun)) {
    if (isGone(is)) return 'rights withdrawn';
    return isGone(was) ? 'rights granted' : 'rights changed';
  }
  if (CREDENTIALS.includes(noun)) {
    if (isGone(is)) return 'credential revoked';
    return isGone(was) ? 'credential issued' : 'credential changed';
  }
  return SETTINGS.includes(noun) ? 'settings changed' : null;
}

const isGone = (side: Side) =>
  side === null ||
  side === undefined ||
  (side.recordStatus ?? 'active') !== 'active' ||
  side.status === 'WITHDRAWN' ||
  (side.revokedAt ?? null) !== null;

/** The fields of a record that concern rights. A list of what is reported, so that a secret is never among it. */
const TOLD = [
  'name',
  'email',
  'code',
  'userId',
  'roles',
  'customRoleIds',
  'permissions',
  'subsidiaryIds',
  'scopes',
  'companyId',
  'clientId',
  'prefix',
  'userName',
  'displayName',
  'isActive',
  'url',
  'issuer',
  'joiningRoles',
  'recordStatus',
  'status',
  'segregationOfDuties',
  'segregationThreshold',
  'requiresSecondFactor',
  'securityLogMonths',
  'expiresAt',
  'revokedAt',
] as const;

/** Whose rights they are, reported even where it did not change. */
const WHOSE = ['name', 'email'];

/** What a change of rights was, before and after, in the fields that matter and differ. */
export function rightsChanged({ before, after }: AuditedChange): Readonly<Record<string, unknown>> {
  const sideOf = (side: Side, other: Side) =>
    side === null || side === undefined
      ? null
      : Object.fromEntries(
          TOLD.filter(
            (field) =>
              side[field] !== undefined &&
              (WHOSE.includes(field) || JSON.stringify(side[field]) !== JSON.stringify(other?.[field])),
          ).map((field) => [field, side[field]]),
        );
  const [was, is] = [before as Side, after as Side];
  return { before: sideOf(was, is), after: sideOf(is, was) };
}
