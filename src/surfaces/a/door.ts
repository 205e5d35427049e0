import { principalFromBearer } from '@/auth/credentials/bearer';
import type { Inbound } from '../kit/inbound';
import type { Authenticated } from '../kit/surface';

/** Section 5, surface A: a Bearer JWT; the organization comes from the token. */
export async function enterA(inbound: Inbound): Promise<Authenticated> {
  return { principal: await principalFromBearer(inbound.header('authorization')) };
}
