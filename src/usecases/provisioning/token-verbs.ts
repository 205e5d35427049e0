import { z } from 'zod';
import { provisioningTokens } from '@/db/stores/people/provisioning';
import { hashSecret, randomPrefix, randomSecret } from '@/lib/secrets';
import { credentialName, expiry, futureMoment, withoutSecret } from '../credentials/credential-fields';
import { byId, refuseNotFound } from '../kit/crud';
import { defineUseCase } from '../kit/define';
import { demandEverywhere } from '../kit/reach';
import { demandAll } from '../members/member-input';

/** The tokens of the organization's directories, including revoked ones, newest first. */
export const listProvisioningTokens = defineUseCase({
  name: 'provisioning.tokens',
  permission: 'org.member.read',
  mode: 'read',
  input: z.object({}),
  async run({ tenant, principal }) {
    demandEverywhere(principal, 'org.member.read');
    const tokens = await provisioningTokens.list(tenant, {
      orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    });
    return tokens.map(withoutSecret);
  },
});

/**
 * Makes a token for the organization's directory. It is returned only by this call: only its hash is stored. Refuses FORBIDDEN for
 * anyone who may not do everything here, since whoever has the token can put anyone into any of the groups.
 */
export const issueProvisioningToken = defineUseCase({
  name: 'provisioning.issueToken',
  permission: 'org.member.write',
  mode: 'write',
  secretAnswer: true,
  input: z.object({ name: credentialName, expiresAt: expiry }),
  async run(context, { name, expiresAt }) {
    const { tenant, principal } = context;
    demandAll(principal);
    const prefix = randomPrefix();
    const token = `dbd_${principal.organizationId.replaceAll('-', '')}_${prefix}_${randomSecret()}`;
    const made = await provisioningTokens.insert(tenant, {
      name,
      prefix,
      secretHash: hashSecret(token),
      expiresAt: futureMoment(context, expiresAt),
      createdBy: principal.actor.kind === 'user' ? principal.actor.id : null,
    });
    const shown = withoutSecret(made);
    context.record({ noun: 'directory token', recordId: made.id, after: shown });
    return { token, provisioningToken: shown };
  },
});

/** Revokes a token; requests with it are refused within two seconds. Revoking it twice changes nothing. Refuses NOT_FOUND. */
export const revokeProvisioningToken = defineUseCase({
  name: 'provisioning.revokeToken',
  permission: 'org.member.write',
  mode: 'write',
  input: byId,
  async run(context, { id }) {
    const before =
      (await provisioningTokens.find(context.tenant, id)) ?? refuseNotFound('directory token', id);
    if (before.revokedAt !== null) return withoutSecret(before);
    const after =
      (await provisioningTokens.update(context.tenant, id, { revokedAt: context.clock.now() })) ??
      refuseNotFound('directory token', id);
    const [was, is] = [withoutSecret(before), withoutSecret(after)];
    context.record({ noun: 'directory token', recordId: id, before: was, after: is });
    return is;
  },
});
