import { lookup } from 'node:dns';
import type { Provider } from 'next-auth/providers/index';
import { z } from 'zod';
import { getOutboundJson, mayCallPrivate, outboundProblem, publicLookup } from '@/lib/outbound';
import { ShortMemory } from '../sign-in/short-memory';
import { authorizationParams } from './asked-lately';
import type { OrganizationProvider } from './organization-provider';
import { singleSignOn } from './single-sign-on';

const TIMEOUT_MS = 5_000;
const HOUR_MS = 3_600_000;

/** What is read from a provider's metadata (OpenID Connect Discovery 1.0, section 3). */
const metadata = z.object({
  issuer: z.string(),
  authorization_endpoint: z.string(),
  token_endpoint: z.string(),
  jwks_uri: z.string(),
  id_token_signing_alg_values_supported: z.array(z.string()).default(['RS256']),
  token_endpoint_auth_methods_supported: z.array(z.string()).default(['client_secret_basic']),
});

const known = new ShortMemory<z.output<typeof metadata>>(HOUR_MS, 1_000);

/**
 * An organization's provider as next-auth takes it. Its metadata is read by us, not by next-auth's library: the address was
 * entered by someone of that organization, so nothing that it names may lead into our own network. Fails when the provider does
 * not answer, or names another issuer or an address that is not on the public internet.
 */
export async function organizationOidc(provider: OrganizationProvider): Promise<Provider> {
  const found = await known.recall(provider.issuer, () => discover(provider.issuer));
  const algorithms = found.id_token_signing_alg_values_supported.filter((name) =>
    /^(RS|PS|ES)|^EdDSA$/.test(name),
  );
  const methods = found.token_endpoint_auth_methods_supported;
  return {
    id: provider.signInId,
    name: provider.name,
    type: 'oauth',
    issuer: found.issuer,
    clientId: provider.clientId,
    clientSecret: provider.clientSecret,
    authorization: { url: found.authorization_endpoint, params: authorizationParams() },
    token: { url: found.token_endpoint },
    jwks_endpoint: found.jwks_uri,
    client: {
      id_token_signed_response_alg: algorithms.includes('RS256') ? 'RS256' : (algorithms[0] ?? 'RS256'),
      token_endpoint_auth_method: methods.includes('client_secret_basic')
        ? 'client_secret_basic'
        : 'client_secret_post',
    },
    httpOptions: { timeout: TIMEOUT_MS, lookup: guardedLookup },
    idToken: true,
    checks: ['pkce', 'state', 'nonce'],
    profile: (profile: { sub: string; name?: string; email?: string }) => ({
      id: profile.sub,
      name: profile.name ?? null,
      email: profile.email ?? null,
    }),
  };
}

async function discover(issuer: string) {
  const allowPrivate = mayCallPrivate();
  const url = `${issuer}/.well-known/openid-configuration`;
  const found = metadata.parse(await getOutboundJson({ url, timeoutMs: TIMEOUT_MS, allowPrivate }));
  // Otherwise an address that anyone can set up could pose as another provider.
  if (found.issuer.replace(/\/$/, '') !== issuer) throw new Error(`${issuer} names another issuer`);
  for (const address of [found.authorization_endpoint, found.token_endpoint, found.jwks_uri]) {
    const problem = outboundProblem(address, allowPrivate);
    if (problem !== null) throw new Error(`an address of ${issuer} ${problem}`);
  }
  return found;
}

/**
 * next-auth's library keeps these options for every later request of the process, also for the provider that the operator has
 * configured, which may stand in their own network.
 */
const guardedLookup: typeof publicLookup = (hostname, options, callback) => {
  const operators = singleSignOn();
  const isOperators = operators !== null && new URL(operators.issuer).hostname === hostname;
  if (isOperators || mayCallPrivate()) lookup(hostname, options, callback as never);
  else publicLookup(hostname, options, callback);
};
