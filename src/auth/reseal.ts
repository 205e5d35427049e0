import { PROVIDER_SECRET } from '@/core/identity/own-providers';
import { resealFactor, sealedFactorsAfter } from '@/db/identity/second-factors';
import { resealProvider, sealedProviders } from '@/db/identity/sign-in-providers';
import { resealText } from '@/lib/secrets';
import { FACTOR_SEAL } from './sign-in/second-factor';

/** How many secrets of authenticator apps are read at a time. */
const BATCH = 500;
const BEFORE_ALL = '00000000-0000-0000-0000-000000000000';

/** The counts of encrypted secrets after a run. */
export interface Resealed {
  /** Encrypted again by this run. */
  readonly changed: number;
  /** Encrypted with neither the present nor the former secret: they cannot be read anymore. */
  readonly unreadable: number;
}

/** Encrypts the secrets of authenticator apps with the present DAYBOOK_SECRET, where the former one was used. */
export async function resealFactors(): Promise<Resealed> {
  const counts = { changed: 0, unreadable: 0 };
  let after = BEFORE_ALL;
  for (;;) {
    const batch = await sealedFactorsAfter(after, BATCH);
    for (const { userId, sealedSecret } of batch) {
      await count(counts, FACTOR_SEAL, sealedSecret, (next) => resealFactor(userId, sealedSecret, next));
    }
    if (batch.length < BATCH) return counts;
    after = batch.at(-1)?.userId ?? after;
  }
}

/** The same of the secrets that an organization entrusted for its OpenID providers. */
export async function resealProviders(organizationId: string): Promise<Resealed> {
  const counts = { changed: 0, unreadable: 0 };
  for (const { id, sealedSecret } of await sealedProviders(organizationId)) {
    await count(counts, PROVIDER_SECRET, sealedSecret, (next) =>
      resealProvider(organizationId, id, sealedSecret, next),
    );
  }
  return counts;
}

async function count(
  counts: { changed: number; unreadable: number },
  purpose: string,
  sealed: string,
  store: (next: string) => Promise<boolean>,
): Promise<void> {
  let next: string | null;
  try {
    next = resealText(purpose, sealed);
  } catch {
    counts.unreadable += 1;
    return;
  }
  // A secret that was replaced meanwhile is under the present key already.
  if (next !== null && (await store(next))) counts.changed += 1;
}
