/** An OpenID Connect provider for the console, in addition to passwords. */
export interface SingleSignOn {
  readonly name: string;
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

/**
 * The provider when DAYBOOK_OIDC_ISSUER, _CLIENT_ID and _CLIENT_SECRET are set; otherwise null. This file does not import
 * next-auth, which the server outside of Next cannot load.
 */
export function singleSignOn(): SingleSignOn | null {
  const issuer = process.env.DAYBOOK_OIDC_ISSUER?.replace(/\/$/, '');
  const clientId = process.env.DAYBOOK_OIDC_CLIENT_ID;
  const clientSecret = process.env.DAYBOOK_OIDC_CLIENT_SECRET;
  if (!issuer || !clientId || !clientSecret) return null;
  return { name: process.env.DAYBOOK_OIDC_NAME || 'Single sign-on', issuer, clientId, clientSecret };
}
