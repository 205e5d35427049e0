import type { Principal } from '@/core/principal';
import { RefusalError, refuse } from '@/core/refusals';
import { grantRequest, type RateLimits } from '@/usecases/limits/grant-request';
import type { Inbound } from './inbound';

/** Failed authentications per address: more than typing errors cause, far fewer than guessing needs. */
const ADDRESS_LIMITS: RateLimits = { minute: 60, day: 2_000 };

/**
 * Who calls, by a credential that every request carries. Failed authentication is counted by address, for all such surfaces together; a
 * valid credential is accepted from any address. `now` null: the database's clock, the only one all servers share.
 */
export async function provenOrCounted(
  inbound: Inbound,
  prove: () => Promise<Principal>,
  now: Date | null,
): Promise<Principal> {
  try {
    return await prove();
  } catch (error) {
    // A request without an address came from within this process, so it is not rate-limited.
    if (error instanceof RefusalError && error.refusal.code === 'UNAUTHENTICATED' && inbound.address !== '') {
      await countFailure(inbound.address, now);
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
