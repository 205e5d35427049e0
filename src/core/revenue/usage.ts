import { roundToCurrency, toAmountString } from '@/core/money/currency';
import { type Decimal, type DecimalString, dec, sum, ZERO } from '@/core/money/decimal';
import { granted, type Outcome } from '@/core/outcome';
import { type DateString, later, periodOf } from './days';
import { reading } from './reading';

/** A price per unit up to `upTo` units in total (null: without limit). */
export type UsageTier = { upTo: DecimalString | null; unitPrice: DecimalString };

/**
 * The price of using `quantity` units when `usedBefore` were used earlier in the same pricing window, by graduated
 * tiers. Right to invoice (606-10-55-18): usage is revenue as it happens.
 */
export function usageAmount(input: {
  currencyCode: string;
  quantity: DecimalString;
  usedBefore?: DecimalString | undefined;
  tiers: readonly UsageTier[];
}): Outcome<DecimalString> {
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
  return granted(toAmountString(roundToCurrency(sum(parts), input.currencyCode), input.currencyCode));
}

/**
 * Sales- or usage-based royalty on a license of intellectual property: recognised at the later of the sale or usage
 * and the satisfaction of the obligation it is allocated to (606-10-55-65). `satisfiedOn` null: nothing yet.
 */
export function royalty(input: {
  currencyCode: string;
  sales: DecimalString;
  /** Share of sales, e.g. '0.03'. */
  rate: DecimalString;
  soldOn: DateString;
  satisfiedOn: DateString | null;
}): Outcome<{ amount: DecimalString; recogniseOn: DateString | null; period: string | null }> {
  const read = reading(input.currencyCode);
  const sales = read.money(['sales'], input.sales);
  const rate = read.number(['rate'], input.rate, { min: '0', max: '1' });
  read.date(['soldOn'], input.soldOn);
  if (input.satisfiedOn !== null) read.date(['satisfiedOn'], input.satisfiedOn);
  const problems = read.refusal();
  if (problems !== null) return { ok: false, refusal: problems };
  const on = input.satisfiedOn === null ? null : later(input.soldOn, input.satisfiedOn);
  return granted({
    amount: toAmountString(roundToCurrency(sales.times(rate), input.currencyCode), input.currencyCode),
    recogniseOn: on,
    period: on === null ? null : periodOf(on),
  });
}

/** Cumulative re-pricing: what to recognise now so that `units` to date stand at `unitPrice` (606-10-32-14, 32-43). */
export function repriced(input: {
  currencyCode: string;
  units: DecimalString;
  unitPrice: DecimalString;
  recognised: DecimalString;
}): Outcome<{ revenueToDate: DecimalString; change: DecimalString }> {
  const read = reading(input.currencyCode);
  const units = read.number(['units'], input.units, { min: '0' });
  const price = read.number(['unitPrice'], input.unitPrice, { min: '0' });
  const before = read.money(['recognised'], input.recognised, 'NEGATIVE');
  const problems = read.refusal();
  if (problems !== null) return { ok: false, refusal: problems };
  const toDate = roundToCurrency(units.times(price), input.currencyCode);
  return granted({
    revenueToDate: toAmountString(toDate, input.currencyCode),
    change: toAmountString(toDate.minus(dec(before)), input.currencyCode),
  });
}
