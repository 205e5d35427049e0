import type { Principal } from '@/core/principal';
import {
  findProvisioningToken,
  type StoredProvisioningToken,
  touchProvisioningToken,
} from '@/db/identity/provisioning-tokens';
import { RecentNews } from '@/lib/recent-news';
import { hashSecret, sameText } from '@/lib/secrets';
import { log } from '@/lib/telemetry/log';
import { principalFrom } from '../principal';
import { refuseClosedDemo } from '../sign-in/demo-door';
import { noteCredential, type Origin } from '../sign-in/door-events';
import { namedMemory } from '../sign-in/short-memory';
import { refuseCredential } from './refuse-credential';

/**
 * `dbd_<organization id without dashes>_<lookup prefix>_<secret>`: SCIM has no header for the organization, so the token names
 * it; the prefix finds the token, the secret proves it.
 */
const FORMAT =
  /^Bearer +(dbd_([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})_([a-z0-9]{8,32})_[\w-]{32,64})$/i;

const tokens = namedMemory<Principal>('provisioning-tokens');

/** One line a minute for a token and a reason: a directory whose token was revoked goes on asking. */
const recentTokens = new RecentNews();

/**
 * The directory that sends this `Authorization` header to the SCIM endpoints. It may maintain the people and groups of its
 * organization and nothing else; the token is not accepted at any other endpoint. Refuses anything missing, wrong, revoked or expired with
 * UNAUTHENTICATED.
 */
export async function principalFromProvisioningToken(
  authorization: string | null,
  origin: Origin,
): Promise<Principal> {
  const [, token, a, b, c, d, e, prefix] = FORMAT.exec(authorization?.trim() ?? '') ?? [];
  if (token === undefined || prefix === undefined) refuseCredential('no directory token');
  const organizationId = [a, b, c, d, e].join('-').toLowerCase();
  // The cache key includes the secret's hash, so that a wrong secret never finds the cached answer.
  return tokens.recall(`${organizationId}/${prefix}/${hashSecret(token)}`, () =>
    provenToken(token, prefix, organizationId, origin),
  );
}

async function provenToken(
  token: string,
  prefix: string,
  organizationId: string,
  origin: Origin,
): Promise<Principal> {
  const found = await findProvisioningToken(organizationId, prefix);
  if (found === null) refuseCredential('unknown directory token');
  const problem = problemOf(found, token);
  if (problem !== null) {
    noteRefused(organizationId, found, origin, problem);
    refuseCredential(problem);
  }
  refuseClosedDemo(found);
  touchProvisioningToken(organizationId, found.id).catch((error: Error) =>
    log.warn({ err: error.message }, 'the last use of a directory token could not be recorded'),
  );
  return principalFrom({
    organizationId,
    actorKind: 'directory',
    actorId: found.id,
    actorName: found.name,
    roles: [],
    permissions: ['org.member.read', 'org.member.write'],
    isClosed: found.isClosed,
    credential: `directory:${found.id}`,
  });
}

function problemOf(found: StoredProvisioningToken, token: string): string | null {
  if (!sameText(found.secretHash, hashSecret(token))) return 'wrong secret';
  if (found.revokedAt !== null) return 'revoked';
  return found.expiresAt !== null && found.expiresAt.getTime() <= Date.now() ? 'expired' : null;
}

function noteRefused(
  organizationId: string,
  found: StoredProvisioningToken,
  origin: Origin,
  reason: string,
): void {
  if (!recentTokens.isNews(`${organizationId}/${found.id}/${reason}`)) return;
  const named = { kind: 'directory', id: found.id, name: found.name } as const;
  void noteCredential('credential refused', organizationId, named, origin, { detail: { reason } });
}
