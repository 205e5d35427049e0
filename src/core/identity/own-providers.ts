/** The purpose under which the secret of an organization's OpenID client is encrypted and read again. */
export const PROVIDER_SECRET = 'sign-in provider v1';

const NAME = /^own-([0-9a-f]{32})-([0-9a-f]{32})$/;

const compact = (id: string) => id.replaceAll('-', '');
const spread = (hex: string) => hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');

/**
 * What an organization's OpenID provider is called at the sign-in routes. It names the organization too, because whoever signs
 * in is not known yet and row security shows one organization at a time.
 */
export const signInIdOf = (organizationId: string, providerId: string): string =>
  `own-${compact(organizationId)}-${compact(providerId)}`;

/** The organization and the provider that such a name stands for; null for any other name. */
export function providerNamed(
  signInId: string,
): { readonly organizationId: string; readonly id: string } | null {
  const [, organization, provider] = NAME.exec(signInId) ?? [];
  if (organization === undefined || provider === undefined) return null;
  return { organizationId: spread(organization), id: spread(provider) };
}
