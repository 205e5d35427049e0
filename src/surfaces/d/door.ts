import { principalFromApiKey } from '@/auth/credentials/api-key';
import { grantRequest } from '@/usecases/limits/grant-request';
import { provenOrCounted } from '../kit/counted-failures';
import type { Inbound } from '../kit/inbound';
import type { Authenticated } from '../kit/surface';
import { KEY_LIMITS, rateHeaders } from './limits';

/** The clock for rate limits; null: the database's clock, the only one all servers share. */
export type RateClock = (() => Date) | null;

/**
 * Section 5, surface D: API key, organization and company are all required; then the key's rate limit applies,
 * before the body is read (decisions.md, surface D, "Rate limit"). Failed authentication is limited by address; a
 * valid key is accepted from any address.
 */
export function enterD(now: RateClock): (inbound: Inbound) => Promise<Authenticated> {
  return async (inbound) => {
    const prove = () =>
      principalFromApiKey({
        key: inbound.header('x-api-key'),
        organizationId: inbound.header('x-organization-id'),
        companyId: inbound.header('x-company-id'),
      });
    const principal = await provenOrCounted(inbound, prove, now === null ? null : now());
    const left = await grantRequest(principal.credential, KEY_LIMITS, now === null ? null : now());
    return { principal, headers: rateHeaders(left) };
  };
}
