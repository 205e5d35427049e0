/** A minimum of each of some spans of days (`from` the first, `to` the day after the last), and how it is earned. */
export type Minimum = Readonly<{
  method: 'AS_USED' | 'OVER_TIME' | 'AT_START' | 'ROYALTIES' | 'ESTIMATE';
  isCarried: boolean;
  spans: readonly Readonly<{ from: number; to: number; amount: number }>[];
  expected: number | null;
}>;

/** What was used on which day. */
export type Use = Readonly<{ at: number; amount: number }>;

/** At the beginning of a day: the share of the minimum that is earned, what was used beyond it, and what of that is earned. */
export function standingOf(
  { method, isCarried, spans, expected: agreed }: Minimum,
  uses: readonly Use[],
  at: number,
  estimated: number | null,
): { done: number; beyond: number; freed: number } {
  const add = (amounts: readonly number[]) => amounts.reduce((sum, amount) => sum + amount, 0);
  const whole = add(spans.map(({ amount }) => amount));
  const expected = estimated ?? agreed ?? whole;
  const [first, end] = [spans[0]?.from ?? 0, spans.at(-1)?.to ?? 0];
  const passed = Math.min(1, Math.max(0, (at - first) / (end - first)));
  const inSpan = ({ at: on }: Use) => spans.some(({ from, to }) => from <= on && on < to);
  let beyond = add(uses.filter((use) => !inSpan(use)).map(({ amount }) => amount));
  // What can be used is drawn down span by span.
  let left = 0;
  let drawn = 0;
  let earned = 0;
  const part = Math.min(1, expected / whole);
  for (const { from, to, amount } of spans) {
    const used = add(uses.filter((use) => from <= use.at && use.at < to).map((use) => use.amount));
    const open = amount + (isCarried ? left : 0);
    const taken = Math.min(used, open);
    beyond += used - taken;
    left = open - taken;
    drawn += taken;
    earned += to <= at ? amount : Math.min(amount, taken / (method === 'AS_USED' ? part : 1));
  }
  if (isCarried) earned = end <= at ? whole : Math.min(whole, drawn / (method === 'AS_USED' ? part : 1));
  if (method === 'AT_START') return { done: at > first ? 1 : 0, beyond, freed: beyond };
  if (method === 'ESTIMATE') {
    const line = passed === 1 ? Number.POSITIVE_INFINITY : passed * Math.max(whole, expected);
    const reached = Math.min(line, whole + beyond);
    return { done: Math.min(1, reached / whole), beyond, freed: Math.max(0, reached - whole) };
  }
  const isByTime = method === 'OVER_TIME' || (method === 'ROYALTIES' && expected < whole);
  return { done: isByTime ? passed : earned / whole, beyond, freed: beyond };
}
