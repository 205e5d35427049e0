/** Where a chain of seals ends: its newest position and hash. Position 0 and 64 zeros: nothing is sealed yet. */
export interface ChainHead {
  /** A whole number, as text. */
  readonly sequence: string;
  /** SHA-256 in hexadecimal. */
  readonly hash: string;
}

/**
 * The heads of one organization's chains, over its audit rows, its ledger entries and its security log. Heads that were kept before the
 * security log had a chain have none of it.
 */
export interface Heads {
  readonly audit: ChainHead;
  readonly ledger: ChainHead;
  readonly security?: ChainHead | undefined;
}

export interface OrganizationHeads extends Heads {
  readonly organizationId: string;
  readonly organizationName: string;
}

/** Heads as they are kept outside the database, in a file or a message. */
export interface KeptHeads {
  readonly format: typeof KEPT_FORMAT;
  /** When they were read, in UTC. */
  readonly takenAt: string;
  readonly organizations: readonly OrganizationHeads[];
  /** An RFC 3161 time-stamp token over `statementOf`, base64; absent without a time-stamping authority. */
  readonly timeStamp?: string;
}

export const KEPT_FORMAT = 'daybook-heads-1';

/** The head of a chain without seals. */
export const EMPTY_HEAD: ChainHead = { sequence: '0', hash: '0'.repeat(64) };

/** What a time stamp is over: everything in the file except the stamp, in a form that does not depend on spacing or order. */
export function statementOf({ format, takenAt, organizations }: KeptHeads): string {
  const lines = organizations
    .map(({ organizationId, audit, ledger, security }) =>
      [audit, ledger, security].reduce(
        (line, head) => (head === undefined ? line : `${line} ${head.sequence} ${head.hash}`),
        organizationId,
      ),
    )
    .sort();
  return [format, takenAt, ...lines, ''].join('\n');
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Reads a kept file. Null when it is not one: another format, or a position or hash that cannot be. */
export function keptHeadsFrom(text: string): KeptHeads | null {
  let read: unknown;
  try {
    read = JSON.parse(text);
  } catch {
    return null;
  }
  if (!isRecord(read) || read.format !== KEPT_FORMAT || typeof read.takenAt !== 'string') return null;
  const { takenAt, timeStamp } = read;
  if (timeStamp !== undefined && typeof timeStamp !== 'string') return null;
  const organizations = Array.isArray(read.organizations) ? read.organizations.map(headsFrom) : [null];
  const known = organizations.filter((one) => one !== null);
  if (known.length !== organizations.length) return null;
  return {
    format: KEPT_FORMAT,
    takenAt,
    organizations: known,
    ...(timeStamp === undefined ? {} : { timeStamp }),
  };
}

function headsFrom(value: unknown): OrganizationHeads | null {
  if (!isRecord(value)) return null;
  const { organizationId, organizationName } = value;
  const audit = chainHeadFrom(value.audit);
  const ledger = chainHeadFrom(value.ledger);
  const security = value.security === undefined ? undefined : chainHeadFrom(value.security);
  if (typeof organizationId !== 'string' || audit === null || ledger === null || security === null)
    return null;
  return {
    organizationId,
    organizationName: typeof organizationName === 'string' ? organizationName : '',
    audit,
    ledger,
    ...(security === undefined ? {} : { security }),
  };
}

function chainHeadFrom(value: unknown): ChainHead | null {
  if (!isRecord(value)) return null;
  const { sequence, hash } = value;
  if (typeof sequence !== 'string' || !/^\d{1,18}$/.test(sequence)) return null;
  return typeof hash === 'string' && /^[0-9a-f]{64}$/.test(hash) ? { sequence, hash } : null;
}
