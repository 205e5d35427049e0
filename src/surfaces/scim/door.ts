import { principalFromProvisioningToken } from '@/auth/credentials/provisioning-token';
import { grantRequest, type RateLimits } from '@/usecases/limits/grant-request';
import { provenOrCounted } from '../kit/counted-failures';
import type { Inbound } from '../kit/inbound';
import type { Authenticated } from '../kit/surface';

/** Requests of one token: Entra ID asks for 25 a second; a first synchronization of thousands stays within a day. */
const TOKEN_LIMITS: RateLimits = { minute: 1_500, day: 200_000 };

/**
 * The directory of one organization, by the bearer token that an administrator made for it. No other credential is accepted here, and the
 * token nowhere else. Failed authentication is limited by address.
 */
export async function enterScim(inbound: Inbound): Promise<Authenticated> {
  const origin = { address: inbound.address, userAgent: inbound.header('user-agent') };
  const prove = () => principalFromProvisioningToken(inbound.header('authorization'), origin);
  const principal = await provenOrCounted(inbound, prove, null);
  await grantRequest(principal.credential, TOKEN_LIMITS, null);
  return { principal };
}
