import { z } from 'zod';
import { apiClients } from '@/db/stores/people/credentials';
import { hashSecret, randomPrefix, randomSecret } from '@/lib/secrets';
import { refuseNotFound } from '../kit/crud';
import { defineUseCase } from '../kit/define';
import { demandNarrower } from '../kit/reach';
import { demandGrantable, demandSubsidiaries, rolesInput } from '../members/member-input';
import { credentialName, expiry, futureMoment, withoutSecret } from './credential-fields';

/** Every API client of the organization, including revoked ones, newest first. */
export const listApiClients = defineUseCase({
  name: 'apiClients.list',
  permission: 'org.credential.read',
  mode: 'read',
  input: z.object({}),
  run: async ({ tenant }) =>
    (await apiClients.list(tenant, { orderBy: [{ createdAt: 'desc' }, { id: 'desc' }] })).map(withoutSecret),
});

/**
 * Creates an API client for surfaces A, B and C (grant client_credentials). Its id identifies the organization; its
 * secret is returned only by this call. Refuses FORBIDDEN for roles or subsidiaries beyond the caller's,
 * REFERENCE_NOT_FOUND for an unknown subsidiary.
 */
export const issueApiClient = defineUseCase({
  name: 'apiClients.issue',
  permission: 'org.credential.write',
  mode: 'write',
  secretAnswer: true,
  input: z.object({
    name: credentialName,
    roles: rolesInput,
    /** Omitted: the subsidiaries its creator can reach. Empty: all of them. */
    subsidiaryIds: z.array(z.guid()).max(1_000).optional(),
    expiresAt: expiry,
  }),
  async run(context, { name, roles, subsidiaryIds, expiresAt }) {
    demandGrantable(context.principal, roles);
    const reach = subsidiaryIds ?? [...(context.principal.subsidiaryScope ?? [])];
    demandNarrower(context.principal, 'org.credential.write', reach);
    await demandSubsidiaries(context, reach);
    const clientSecret = `dbs_${randomSecret()}`;
    const made = await apiClients.insert(context.tenant, {
      name,
      roles,
      subsidiaryIds: reach,
      clientId: `dbc_${context.principal.organizationId.replaceAll('-', '')}_${randomPrefix()}`,
      secretHash: hashSecret(clientSecret),
      expiresAt: futureMoment(context, expiresAt),
      createdBy: context.principal.actor.kind === 'user' ? context.principal.actor.id : null,
    });
    const shown = withoutSecret(made);
    context.record({ noun: 'API client', recordId: made.id, after: shown });
    return { apiClient: shown, clientSecret };
  },
});

/** Revokes an API client and every token issued to it (within two seconds). Revoking it twice changes nothing. */
export const revokeApiClient = defineUseCase({
  name: 'apiClients.revoke',
  permission: 'org.credential.write',
  mode: 'write',
  input: z.object({ id: z.guid() }),
  async run(context, { id }) {
    const before = (await apiClients.find(context.tenant, id)) ?? refuseNotFound('API client', id);
    if (before.revokedAt !== null) return withoutSecret(before);
    const after =
      (await apiClients.update(context.tenant, id, { revokedAt: context.clock.now() })) ??
      refuseNotFound('API client', id);
    context.record({
      noun: 'API client',
      recordId: id,
      before: withoutSecret(before),
      after: withoutSecret(after),
    });
    return withoutSecret(after);
  },
});
