import { z } from 'zod';
import { API_KEY_SCOPES } from '@/core/permissions';
import { refuse } from '@/core/refusals';
import { apiKeys } from '@/db/stores/people/credentials';
import { hashSecret, randomPrefix, randomSecret } from '@/lib/secrets';
import { refuseNotFound } from '../kit/crud';
import { defineUseCase } from '../kit/define';
import { demandEverywhere } from '../kit/reach';
import { credentialName, expiry, futureMoment, withoutSecret } from './credential-fields';

/** Every API key of the organization, including revoked ones, newest first. */
export const listApiKeys = defineUseCase({
  name: 'apiKeys.list',
  permission: 'org.credential.read',
  mode: 'read',
  input: z.object({}),
  run: async ({ tenant }) =>
    (await apiKeys.list(tenant, { orderBy: [{ createdAt: 'desc' }, { id: 'desc' }] })).map(withoutSecret),
});

/**
 * Creates an API key for surface D, bound to one company (interface 5), or without one to the organization as a whole: then a request
 * names a company only where it wants that company's records. The key is returned only by this call: only its hash is stored. Without scopes it gets every scope a key may hold. Refuses FORBIDDEN for a
 * scope the caller does not have.
 */
export const issueApiKey = defineUseCase({
  name: 'apiKeys.issue',
  permission: 'org.credential.write',
  mode: 'write',
  secretAnswer: true,
  input: z.object({
    name: credentialName,
    companyId: z.guid().nullish(),
    scopes: z.array(z.enum(API_KEY_SCOPES)).default([]),
    expiresAt: expiry,
  }),
  async run(context, { name, companyId, scopes, expiresAt }) {
    // Such a key reaches every subsidiary, so no one who does not may issue one.
    if (!companyId) demandEverywhere(context.principal, 'org.credential.write');
    for (const permission of scopes.length === 0 ? API_KEY_SCOPES : scopes) {
      if (!context.principal.permissions.has(permission)) {
        refuse('FORBIDDEN', `You cannot grant a permission you do not have: ${permission}.`, { permission });
      }
    }
    const prefix = randomPrefix();
    const key = `dbk_${prefix}_${randomSecret()}`;
    const made = await apiKeys.insert(context.tenant, {
      name,
      companyId: companyId ?? null,
      scopes: [...new Set(scopes)],
      prefix,
      secretHash: hashSecret(key),
      expiresAt: futureMoment(context, expiresAt),
      createdBy: context.principal.actor.kind === 'user' ? context.principal.actor.id : null,
    });
    const shown = withoutSecret(made);
    context.record({ noun: 'API key', recordId: made.id, after: shown });
    return { apiKey: shown, key };
  },
});

/** Revokes an API key; requests with it are refused within two seconds. Revoking it twice changes nothing. */
export const revokeApiKey = defineUseCase({
  name: 'apiKeys.revoke',
  permission: 'org.credential.write',
  mode: 'write',
  input: z.object({ id: z.guid() }),
  async run(context, { id }) {
    const before = (await apiKeys.find(context.tenant, id)) ?? refuseNotFound('API key', id);
    if (before.revokedAt !== null) return withoutSecret(before);
    const after =
      (await apiKeys.update(context.tenant, id, { revokedAt: context.clock.now() })) ??
      refuseNotFound('API key', id);
    context.record({
      noun: 'API key',
      recordId: id,
      before: withoutSecret(before),
      after: withoutSecret(after),
    });
    return withoutSecret(after);
  },
});
