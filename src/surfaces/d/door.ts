import { principalFromApiKey } from '@/auth/api-key';
import type { Principal } from '@/core/principal';
import { RefusalError, refuse } from '@/core/refusals';
import { grantRequest } from '@/usecases/limits/grant-request';
import type { Inbound } from '../kit/inbound';
import type { Authenticated } from '../kit/surface';
import { ADDRESS_LIMITS, KEY_LIMITS, rateHeaders } from './limits';

/** The clock for rate limits; null: the database's clock, the only one all servers share. */
export type RateClock = (() => Date) | null;

/**
 * Section 5, surface D: API key, organization and company are all required; then the key's rate limit applies,
 * before the body is read (decisions.md, surface D, "Rate limit"). Failed authentication is limited by address; a
 * valid key is accepted from any address.
 */
export function enterD(now: RateClock): (inbound: Inbound) => Promise<Authenticated> {
  return async (inbound) => {
    const principal = await provenOrCounted(inbound, now);
    const left = await grantRequest(principal.credential, KEY_LIMITS, now === null ? null : now());
    return { principal, headers: rateHeaders(left) };
  };
}

async function provenOrCounted(inbound: Inbound, now: RateClock): Promise<Principal> {
  try {
    return await principalFromApiKey({
      key: inbound.header('x-api-key'),
      organizationId: inbound.header('x-organization-id'),
      companyId: inbound.header('x-company-id'),
    });
  } catch (error) {
    // A request without an address came from within this process, so it is not rate-limited.
    if (error instanceof RefusalError && error.refusal.code === 'UNAUTHENTICATED' && inbound.address !== '') {
      await countFailure(inbound.address, now === null ? null : now());
    }
    throw error;
  }
}

async function countFailure(address: string, now: Date | null): Promise<void> {
  try {
    await grantRequest(`address:${address}`, ADDRESS_LIMITS, now);
  } catch (error) {
    if (!(error instanceof RefusalError) || error.refusal.code !== 'RATE_LIMITED') throw error;
    refuse('RATE_LIMITED', 'Too many failed authentications from this address. Try again later.', {
      ...error.refusal.data,
      window: 'address',
    });
  }
}
