import { principalFromSession } from '@/auth/session';
import { refuse } from '@/core/refusals';
import { isId } from '@/lib/ids';
import type { Inbound } from '../kit/inbound';
import type { Authenticated } from '../kit/surface';

/** Section 5, surface C: the header that names the organization. */
export const ORGANIZATION_HEADER = 'x-idp-organization-id';

/**
 * Section 5, surface C: a valid session (next-auth cookie or Bearer JWT) and the organization's header. A
 * missing or malformed header is answered with MISSING_ORGANIZATION for every caller. The header is only a claim
 * until the membership proves it.
 */
export async function enterC(inbound: Inbound): Promise<Authenticated> {
  const named = inbound.header(ORGANIZATION_HEADER)?.trim() ?? '';
  if (!isId(named)) {
    refuse(
      'MISSING_ORGANIZATION',
      `The header ${ORGANIZATION_HEADER} must name an organization by its id.`,
      {},
    );
  }
  return { principal: await principalFromSession(inbound, named.toLowerCase()) };
}
