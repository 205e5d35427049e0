import type { Costs, Happened, LossRule } from '../histories/happened';
import { type Held, total } from './held';

/** What is provided for losses by date: the costs expected of promises, held against what they are to bring. */
export class Losses {
  private readonly costs = new Map<string, Costs>();
  private readonly rule: LossRule;

  constructor(rule: LossRule) {
    this.rule = rule;
  }

  /** Costs are expected; what is not said of their kind stays as it was said. */
  hear(fact: Happened): void {
    const { key, costs } = 'price' in fact ? (fact.costed ?? {}) : 'costs' in fact ? fact : {};
    if (key !== undefined && costs !== undefined) this.costs.set(key, { ...this.costs.get(key), ...costs });
  }

  /**
   * What is provided for at the end of a day. US GAAP: work that makes a loss as a whole, in the part not performed (605-35-25-45, 25-46).
   * IFRS: what the rest costs above what is still to be received, at most what leaving the contract would cost (IAS 37.66 to 37.69).
   */
  provided(all: readonly Held[], at: number): number {
    const { isIfrs, isWhole } = this.rule;
    const tested = all.flatMap((one) => {
      const costs = this.costs.get(one.promise.key);
      if (costs === undefined || one.isGone || (!isIfrs && costs.scope === 'OTHER')) return [];
      const done = one.spent === undefined ? performed(one, at) : one.workedOf(costs.total);
      const loss = costs.total - one.share;
      // What was earned or given back at once is in profit and loss: the rest of the work brings neither.
      const ahead = (loss + one.onceBy(at)) * (1 - done);
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
}

/** The share performed: by what was recorded, or of a term what of its price is earned, without what came or went at once. */
function performed(one: Held, at: number): number {
  if (!('start' in one.promise)) return one.doneBy(at);
  const once = one.onceBy(at);
  return one.share === once ? 1 : (one.earned(at) - once) / (one.share - once);
}
