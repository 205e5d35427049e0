import { type Decimal, type DecimalString, sum, ZERO } from '@/core/money/decimal';
import { granted, type Outcome } from '@/core/outcome';
import { reading } from './reading';

/** A price per unit up to `upTo` units in total (null for no limit). */
export type UsageTier = { upTo: DecimalString | null; unitPrice: DecimalString };

type TieredUsage = {
  currencyCode: string;
  quantity: DecimalString;
  usedBefore?: DecimalString | undefined;
  tiers: readonly UsageTier[];
};

/**
 * The exact price of using `quantity` units after `usedBefore` were used in the same pricing window, by graduated tiers;
 * rounded where it is added up. Right to invoice (606-10-55-18): usage is revenue as it occurs.
 */
export function usagePrice(input: TieredUsage): Outcome<Decimal> {
  const read = reading(input.currencyCode);
  const quantity = read.number(['quantity'], input.quantity, { min: '0' });
  const before = read.number(['usedBefore'], input.usedBefore ?? '0', { min: '0' });
  let floor = ZERO;
  const after = before.plus(quantity);
  const parts: Decimal[] = [];
  input.tiers.forEach(({ upTo, unitPrice }, index) => {
    const price = read.number(['tiers', index, 'unitPrice'], unitPrice, { min: '0' });
    const last = index === input.tiers.length - 1;
    if ((upTo === null) !== last) read.problem(['tiers', index, 'upTo'], 'only the last tier has no limit');
    const limit = upTo === null ? after : read.number(['tiers', index, 'upTo'], upTo, { min: '0' });
    if (upTo !== null && limit.lte(floor))
      read.problem(['tiers', index, 'upTo'], 'must increase from tier to tier');
    const from = before.gt(floor) ? before : floor;
    const to = after.lt(limit) ? after : limit;
    if (to.gt(from)) parts.push(to.minus(from).times(price));
    floor = limit;
  });
  if (input.tiers.length === 0) read.problem(['tiers'], 'must name at least one tier');
  const problems = read.refusal();
  if (problems !== null) return { ok: false, refusal: problems };
  return granted(sum(parts));
}
