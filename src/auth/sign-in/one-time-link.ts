import { refuse } from '@/core/refusals';
import { insertLink, type LinkPurpose, type StoredLink, usableLink } from '@/db/identity/one-time-links';
import { newId } from '@/lib/ids';
import { hashSecret, randomSecret } from '@/lib/secrets';

/** How long a link that a person asked for can be used, in seconds. */
export const LINK_SECONDS = 3_600;

/** The secret of a new link to choose a password, valid for an hour. Only its hash is stored. */
export async function passwordLinkFor(userId: string): Promise<{ secret: string; expiresAt: Date }> {
  const secret = randomSecret();
  const expiresAt = new Date(Date.now() + LINK_SECONDS * 1_000);
  await insertLink({ id: newId(), purpose: 'password', userId, expiresAt, secretHash: hashSecret(secret) });
  return { secret, expiresAt };
}

/** The link with this secret. Refuses NOT_FOUND when it was used, has expired or was replaced by a newer one. */
export async function standingLink(secret: string, purpose: LinkPurpose): Promise<StoredLink> {
  const link = await usableLink(hashSecret(secret));
  return link === null || link.purpose !== purpose ? refuseLink() : link;
}

/** Gives the same answer for every link that does not work, so that it reveals nothing about links that do. */
export function refuseLink(): never {
  refuse('NOT_FOUND', 'This link was already used, has expired or was replaced by a newer one.', {
    noun: 'link',
    id: '',
  });
}
