import { PROVIDER_SECRET, providerNamed, signInIdOf } from '@/core/identity/own-providers';
import { findProvider, providersOfSlug as namedProviders } from '@/db/identity/sign-in-providers';
import { unsealText } from '@/lib/secrets';

/** The OpenID provider of one organization. */
export interface OrganizationProvider {
  /** What next-auth calls it. */
  readonly signInId: string;
  readonly organizationId: string;
  readonly id: string;
  readonly name: string;
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

/** The buttons of an organization's sign-in page; none for an unknown short name. */
export async function providersOfSlug(slug: string) {
  return (await namedProviders(slug)).map(({ organizationId, id, name }) => ({
    signInId: signInIdOf(organizationId, id),
    name,
  }));
}

/** The provider next-auth's name stands for; null for any other name, and for one that is turned off. */
export async function organizationProviderAt(signInId: string): Promise<OrganizationProvider | null> {
  const named = providerNamed(signInId);
  const found = named === null ? null : await findProvider(named.organizationId, named.id);
  if (found === null) return null;
  const { sealedSecret, ...rest } = found;
  return { ...rest, signInId, clientSecret: unsealText(PROVIDER_SECRET, sealedSecret) };
}
