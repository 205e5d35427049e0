import { z } from 'zod';
import { PROVIDER_SECRET, signInIdOf } from '@/core/identity/own-providers';
import { ROLES } from '@/core/permissions';
import { refuse } from '@/core/refusals';
import {
  countPeopleOfProviders,
  endSessionsOfProvider,
  type SignInProviderRecord,
  signInProviders,
} from '@/db/stores/people/sign-in-providers';
import { mayCallPrivate, outboundProblem } from '@/lib/outbound';
import { sealText } from '@/lib/secrets';
import { byId, expectVersion, refuseNotFound } from '../kit/crud';
import { type Context, defineUseCase } from '../kit/define';
import { nameText, recordStatus } from '../kit/fields';
import { demandEverywhere } from '../kit/reach';
import { demandAll } from './member-input';

/** An organization's OpenID provider; its secret is never shown. */
export interface ShownProvider extends Omit<SignInProviderRecord, 'sealedSecret'> {
  /** Where the provider sends people back to, on this server: what to enter as redirect address there. */
  readonly redirectPath: string;
}

const shown = ({ sealedSecret: _secret, ...provider }: SignInProviderRecord): ShownProvider => ({
  ...provider,
  redirectPath: `/api/auth/callback/${signInIdOf(provider.organizationId, provider.id)}`,
});

const name = nameText.max(100).transform((text) => text.trim());
const issuer = z
  .string()
  .trim()
  .max(500)
  .transform((text) => text.replace(/\/$/, ''));
const clientId = z.string().trim().min(1).max(300);
const clientSecret = z.string().min(1).max(1_000);
const joiningRoles = z
  .array(z.enum(ROLES))
  .max(ROLES.length)
  .transform((roles) => [...new Set(roles)]);

/** The organization's OpenID providers, with how many people have signed in by each. */
export const listProviders = defineUseCase({
  name: 'providers.list',
  permission: 'org.member.read',
  mode: 'read',
  input: z.object({}),
  async run({ tenant, principal }) {
    demandEverywhere(principal, 'org.member.read');
    const all = await signInProviders.list(tenant, { orderBy: [{ name: 'asc' }, { id: 'asc' }] });
    const people = await countPeopleOfProviders(tenant);
    return all.map((provider) => ({ ...shown(provider), people: people.get(provider.id) ?? 0 }));
  },
});

/**
 * Adds an OpenID provider whose people sign in to this organization. Refuses FORBIDDEN for anyone who may not do everything here,
 * since whoever runs a provider can sign in as whichever member they like; DUPLICATE for a name in use; INVALID_INPUT for an issuer that is
 * not on the public internet.
 */
export const createProvider = defineUseCase({
  name: 'providers.create',
  permission: 'org.member.write',
  mode: 'write',
  input: z.object({ name, issuer, clientId, clientSecret, joiningRoles: joiningRoles.default([]) }),
  async run(context, { clientSecret: secret, ...input }) {
    demandAll(context.principal);
    demandPublic(input.issuer);
    const made = await signInProviders.insert(context.tenant, {
      ...input,
      sealedSecret: sealText(PROVIDER_SECRET, secret),
    });
    context.record({ noun: 'sign-in provider', recordId: made.id, after: shown(made) });
    return shown(made);
  },
});

/**
 * Changes a provider. Without a secret it keeps the one it has. People known by another issuer's subjects would be other people,
 * so the issuer stays. Turned off, it ends the sessions it began. Refuses as adding one does, and NOT_FOUND.
 */
export const updateProvider = defineUseCase({
  name: 'providers.update',
  permission: 'org.member.write',
  mode: 'write',
  input: z.object({
    id: z.guid(),
    name: name.optional(),
    clientId: clientId.optional(),
    clientSecret: clientSecret.optional(),
    joiningRoles: joiningRoles.optional(),
    recordStatus: recordStatus.optional(),
  }),
  async run(context, { id, clientSecret: secret, ...data }) {
    demandAll(context.principal);
    const before = await providerNamed(context, id);
    const after =
      (await signInProviders.update(
        context.tenant,
        id,
        { ...data, ...(secret === undefined ? {} : { sealedSecret: sealText(PROVIDER_SECRET, secret) }) },
        context.expectedVersion,
      )) ?? refuseNotFound('sign-in provider', id);
    const ended = after.recordStatus === 'active' ? [] : await endSessionsOfProvider(context.tenant, id);
    context.record({
      noun: 'sign-in provider',
      recordId: id,
      before: shown(before),
      after: { ...shown(after), endedSessions: ended.length },
    });
    return shown(after);
  },
});

/** Removes a provider and ends the sessions it began; its people stay members. Refuses NOT_FOUND and FORBIDDEN. */
export const removeProvider = defineUseCase({
  name: 'providers.remove',
  permission: 'org.member.write',
  mode: 'write',
  input: byId,
  async run(context, { id }) {
    demandAll(context.principal);
    const before = await providerNamed(context, id);
    await endSessionsOfProvider(context.tenant, id);
    await signInProviders.remove(context.tenant, id);
    context.record({ noun: 'sign-in provider', recordId: id, before: shown(before) });
    return shown(before);
  },
});

async function providerNamed(context: Context, id: string): Promise<SignInProviderRecord> {
  const found = (await signInProviders.find(context.tenant, id)) ?? refuseNotFound('sign-in provider', id);
  expectVersion(context, found);
  return found;
}

function demandPublic(address: string): void {
  const problem = outboundProblem(address, mayCallPrivate());
  if (problem === null) return;
  refuse('INVALID_INPUT', `issuer: ${problem}`, { issues: [{ path: ['issuer'], message: problem }] });
}
