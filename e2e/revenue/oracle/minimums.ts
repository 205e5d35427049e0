import type { Minimum } from '../histories/happened';

/** What was used on which day. */
export type Use = Readonly<{ at: number; amount: number }>;

export const total = (amounts: readonly number[]) => amounts.reduce((sum, amount) => sum + amount, 0);
export const between = (low: number, value: number, high: number) => Math.min(Math.max(value, low), high);

/** Of a minimum at the beginning of a day: the share earned, what was used beyond it, and what of that is earned (55-44 to 55-65). */
export function standingOf(
  { method, isCarried, spans, expected: agreed }: Minimum,
  uses: readonly Use[],
  at: number,
  estimated: number | null,
): { done: number; beyond: number; freed: number } {
  const whole = total(spans.map(({ amount }) => amount));
  const expected = estimated ?? agreed ?? whole;
  const [first, end] = [spans[0]?.from ?? 0, spans.at(-1)?.to ?? 0];
  const passed = between(0, (at - first) / (end - first), 1);
  const part = method === 'AS_USED' ? Math.min(1, expected / whole) : 1;
  // What can be used is drawn down span by span.
  let [left, drawn, earned] = [0, 0, 0];
  for (const { from, to, amount } of spans) {
    const open = amount + (isCarried ? left : 0);
    const used = uses.filter((use) => from <= use.at && use.at < to);
    const taken = Math.min(total(used.map((use) => use.amount)), open);
    left = open - taken;
    drawn += taken;
    earned += to <= at ? amount : Math.min(amount, taken / part);
  }
  if (isCarried) earned = end <= at ? whole : Math.min(whole, drawn / part);
  const beyond = total(uses.map(({ amount }) => amount)) - drawn;
  if (method === 'AT_START') return { done: at > first ? 1 : 0, beyond, freed: beyond };
  if (method === 'ESTIMATE') {
    const reached =
      passed === 1 ? whole + beyond : Math.min(passed * Math.max(whole, expected), whole + beyond);
    return { done: Math.min(1, reached / whole), beyond, freed: Math.max(0, reached - whole) };
  }
  const isByTime = method === 'OVER_TIME' || (method === 'ROYALTIES' && expected < whole);
  return { done: isByTime ? passed : earned / whole, beyond, freed: beyond };
}
