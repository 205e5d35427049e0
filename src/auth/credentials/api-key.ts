import { API_KEY_SCOPES, isApiKeyScope } from '@/core/permissions';
import type { Principal } from '@/core/principal';
import { findApiKey, type StoredApiKey, touchApiKey } from '@/db/identity/credentials';
import { isId } from '@/lib/ids';
import { RecentNews } from '@/lib/recent-news';
import { hashSecret, sameText } from '@/lib/secrets';
import { log } from '@/lib/telemetry/log';
import { principalFrom } from '../principal';
import { refuseClosedDemo } from '../sign-in/demo-door';
import { NO_ORIGIN, noteCredential } from '../sign-in/door-events';
import { namedMemory } from '../sign-in/short-memory';
import { refuseCredential } from './refuse-credential';

/** `dbk_<lookup prefix>_<secret>`: the prefix finds the key, the secret proves it. */
const FORMAT = /^dbk_([a-z0-9]{8,32})_([\w-]{32,64})$/;

const keys = namedMemory<Principal>('api-keys');

/**
 * The caller who sends these three headers (interface 5, surface D). The organization is only a claim: the key is looked up among
 * that organization's keys, and the company must be the key's own. A key without one speaks for the whole organization,
 * and for a company of it that the request names. Refuses anything missing, wrong or mismatched with UNAUTHENTICATED.
 */
export async function principalFromApiKey(claim: {
  readonly key: string | null;
  readonly organizationId: string | null;
  readonly companyId: string | null;
}): Promise<Principal> {
  const { key, organizationId, companyId } = claim;
  if (key === null || organizationId === null) refuseCredential('missing header');
  const prefix = FORMAT.exec(key)?.[1];
  if (prefix === undefined || !isId(organizationId)) refuseCredential('malformed header');
  if (companyId !== null && !isId(companyId)) refuseCredential('malformed header');
  const [organization, company] = [organizationId.toLowerCase(), companyId?.toLowerCase() ?? null];
  // The cache key includes the secret's hash, so that a wrong secret never finds the cached answer.
  return keys.recall(`${organization}/${company ?? ''}/${prefix}/${hashSecret(key)}`, () =>
    provenKey(key, prefix, organization, company),
  );
}

/** One line a minute for a key and a reason: a program whose key was revoked goes on asking. */
const recentKeys = new RecentNews();

function noteRefusedKey(organizationId: string, key: StoredApiKey, reason: string): void {
  if (!recentKeys.isNews(`${organizationId}/${key.id}/${reason}`)) return;
  const named = { kind: 'api_key', id: key.id, name: key.name } as const;
  void noteCredential('credential refused', organizationId, named, NO_ORIGIN, { detail: { reason } });
}

async function provenKey(
  key: string,
  prefix: string,
  organizationId: string,
  companyId: string | null,
): Promise<Principal> {
  const found = await findApiKey(organizationId, prefix, companyId);
  if (found === null) refuseCredential('unknown key');
  const refuseKey = (reason: string): never => {
    noteRefusedKey(organizationId, found, reason);
    return refuseCredential(reason);
  };
  if (!sameText(found.secretHash, hashSecret(key))) refuseKey('wrong secret');
  if (found.companyId === null) {
    if (companyId !== null && !found.knowsCompany) refuseKey('another company');
  } else if (companyId === null) refuseKey('missing header');
  else if (found.companyId !== companyId) refuseKey('another company');
  if (found.revokedAt !== null) refuseKey('revoked key');
  if (found.expiresAt !== null && found.expiresAt.getTime() <= Date.now()) refuseKey('expired key');
  refuseClosedDemo(found);
  touchApiKey(organizationId, found.id).catch((error: Error) =>
    log.warn({ err: error.message }, 'the last use of an API key could not be recorded'),
  );
  const scopes = found.scopes.filter(isApiKeyScope);
  return principalFrom({
    organizationId,
    actorKind: 'api_key',
    actorId: found.id,
    actorName: found.name,
    roles: [],
    permissions: found.scopes.length === 0 ? API_KEY_SCOPES : scopes,
    companyId,
    ...(companyId === null ? {} : { companySubsidiaryIds: found.companySubsidiaryIds }),
    isClosed: found.isClosed,
    credential: `api_key:${found.id}`,
  });
}
