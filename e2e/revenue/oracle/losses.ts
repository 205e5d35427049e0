import { type Held, total } from './held';

/** By which standard losses are tested, and whether of the contract or of each promise. */
export type LossRule = Readonly<{ isIfrs: boolean; isWhole: boolean }>;

/**
 * What is provided for at the end of a day. US GAAP: work that makes a loss as a whole, in the part not performed (605-35-25-45, 25-46). IFRS:
 * what the rest costs above what is still to be received, at most what leaving the contract would cost (IAS 37.66 to 37.69).
 */
export function provided(all: readonly Held[], { isIfrs, isWhole }: LossRule, at: number): number {
  const tested = all.flatMap((one) => {
    const { costs, share } = one;
    if (costs === null || (!isIfrs && costs.scope === 'OTHER')) return [];
    const done = costs.toDate === undefined ? performed(one, at) : costs.toDate / costs.total;
    const loss = costs.total - share;
    // What was earned or given back at once is in profit and loss: the rest of the work brings neither.
    const ahead = (costs.total - share + one.onceBy(at)) * (1 - done);
    return [{ loss, ahead, exit: costs.exit ?? Number.POSITIVE_INFINITY }];
  });
  const groups = isWhole || isIfrs ? [tested] : tested.map((one) => [one]);
  return total(
    groups.map((group) => {
      const ahead = Math.max(0, total(group.map((one) => one.ahead)));
      if (isIfrs) return Math.min(ahead, total(group.map(({ exit }) => exit)));
      return total(group.map(({ loss }) => loss)) > 0 ? ahead : 0;
    }),
  );
}

/** The share performed: by what was recorded, or of a term what of its price is earned, without what came or went at once. */
function performed(one: Held, at: number): number {
  if (!('start' in one.promise)) return one.doneBy(at);
  const once = one.onceBy(at);
  return one.share === once ? 1 : (one.earned(at) - once) / (one.share - once);
}
