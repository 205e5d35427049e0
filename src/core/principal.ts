import type { Permission, Role } from './permissions';

declare const organizationBrand: unique symbol;

/** The id of an organization whose membership the caller has proved. Created only in src/auth. */
export type OrganizationId = string & { readonly [organizationBrand]: true };

export type ActorKind = 'user' | 'api_client' | 'api_key' | 'directory' | 'system';

/** The caller, the organization and the caller's rights in it. */
export interface Principal {
  readonly organizationId: OrganizationId;
  readonly actor: { readonly kind: ActorKind; readonly id: string | null; readonly name: string };
  readonly roles: readonly Role[];
  readonly permissions: ReadonlySet<Permission>;
  /** Subsidiaries the caller is confined to; null for all of them. */
  readonly subsidiaryScope: readonly string[] | null;
  /** The external company of a surface D key; null elsewhere. */
  readonly companyId: string | null;
  /** The scope of idempotency keys: the user, API client or API key. */
  readonly credential: string;
  readonly sessionId: string | null;
}

export type Surface = 'A' | 'B' | 'C' | 'D' | 'scim' | 'trpc' | 'auth' | 'job';
