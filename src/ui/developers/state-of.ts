/** The status of a credential in one word. */
export function stateOf(credential: {
  readonly revokedAt: Date | null;
  readonly expiresAt: Date | null;
}): string {
  if (credential.revokedAt !== null) return 'revoked';
  return credential.expiresAt !== null && credential.expiresAt.getTime() <= Date.now() ? 'expired' : 'active';
}
