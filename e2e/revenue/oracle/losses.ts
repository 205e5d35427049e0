import type { Costs, Happened, LossRule } from '../histories/happened';
import { type Held, total } from './held';

/** Provisions for losses by date: the expected costs of obligations compared with their share of the price. */
export class Losses {
  private readonly costs = new Map<string, Costs>();
  private readonly rule: LossRule;

  constructor(rule: LossRule) {
    this.rule = rule;
  }

  /** Takes over expected costs; a detail that is not stated keeps its former value. */
  hear(fact: Happened): void {
    const { key, costs } = 'price' in fact ? (fact.costed ?? {}) : 'costs' in fact ? fact : {};
    if (key !== undefined && costs !== undefined) this.costs.set(key, { ...this.costs.get(key), ...costs });
  }

  /**
   * The provision at the end of a day. US GAAP: the unperformed part of the loss on work that is loss-making as a whole (605-35-25-45,
   * 25-46). IFRS: the remaining costs in excess of what is still to be received, at most the cost of exiting the contract (IAS 37.66 to
   * 37.69).
   */
  provided(all: readonly Held[], at: number): number {
    const { isIfrs, isWhole } = this.rule;
    const tested = all.flatMap((one) => {
      const costs = this.costs.get(one.promise.key);
      if (costs === undefined || one.isGone || (!isIfrs && costs.scope === 'OTHER')) return [];
      const done = one.spent === undefined ? performed(one, at) : one.workedOf(costs.total);
      const loss = costs.total - one.share;
      // What was recognized or reversed at once is already in profit or loss and does not belong to the remaining work.
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

/**
 * The share performed: as recorded or, for a term, the part of its price that is earned, without amounts recognized or reversed at once.
 */
function performed(one: Held, at: number): number {
  if (!('start' in one.promise)) return one.doneBy(at);
  const once = one.onceBy(at);
  return one.share === once ? 1 : (one.earned(at) - once) / (one.share - once);
}
