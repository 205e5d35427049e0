import { principalFromBearer } from '@/auth/credentials/bearer';
import type { Inbound } from '../kit/inbound';
import type { Authenticated } from '../kit/surface';

/** Section 5, surface B: a Bearer token of a user or an API client; the organization comes from the token. */
export async function enterB(inbound: Inbound): Promise<Authenticated> {
  return { principal: await principalFromBearer(inbound.header('authorization')) };
}
