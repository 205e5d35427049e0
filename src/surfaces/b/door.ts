import { principalFromBearer } from '@/auth/bearer';
import type { Inbound } from '../kit/inbound';
import type { Authenticated } from '../kit/surface';

/** Section 5, surface B: a Bearer token, a person's or an API client's; the organization is the token's. */
export async function enterB(inbound: Inbound): Promise<Authenticated> {
  return { principal: await principalFromBearer(inbound.header('authorization')) };
}
