import { channel } from 'node:diagnostics_channel';

/** A part of a verification that has ended. */
export interface VerifiedPart {
  readonly name: string;
  readonly seconds: number;
}

/** The channel of this process on which a verification says what it has ended: of long books a part takes minutes, and whoever waits may want to see it. */
export const VERIFIED_PARTS = channel('daybook.verification');

/** Does a part of a verification, and says on the channel that it has ended and how long it took. */
export async function verifiedPart<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
  const began = performance.now();
  const result = await work();
  if (VERIFIED_PARTS.hasSubscribers)
    VERIFIED_PARTS.publish({
      name,
      seconds: (performance.now() - began) / 1000,
    } satisfies VerifiedPart);
  return result;
}
