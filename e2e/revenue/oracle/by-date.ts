/**
 * Cumulative revenue by date, derived only from the text of the standard: no engine, no decimals library, no dependence
 * on the order of recording. Amounts are plain numbers, which are exact enough for sums far below a billion.
 */
export type Promised =
  | {
      readonly key: string;
      readonly ssp: number;
      readonly kind: 'DAYS';
      readonly start: string;
      readonly end: string;
    }
  | { readonly key: string; readonly ssp: number; readonly kind: 'POINT' | 'PROGRESS' }
  | { readonly key: string; readonly ssp: number; readonly kind: 'UNITS'; readonly quantity: number };

export type Happened = { readonly id: string; readonly on: string } & (
  | { readonly kind: 'delivered'; readonly key: string; readonly units?: number }
  | { readonly kind: 'progress'; readonly key: string; readonly share: number }
  | { readonly kind: 'used'; readonly units: number; readonly unitPrice: number }
  | { readonly kind: 'sold'; readonly sales: number; readonly rate: number }
  | { readonly kind: 'repriced'; readonly change: number }
);

const dayNumber = (date: string) => Date.parse(`${date}T00:00:00Z`) / 86_400_000;
const total = (amounts: readonly number[]) => amounts.reduce((sum, amount) => sum + amount, 0);

/** The share of an obligation transferred by the end of a day. */
function transferred(promise: Promised, facts: readonly Happened[], by: string): number {
  if (promise.kind === 'DAYS') {
    const all = dayNumber(promise.end) - dayNumber(promise.start) + 1;
    const passed = dayNumber(by) - dayNumber(promise.start) + 1;
    return Math.min(1, Math.max(0, passed / all));
  }
  if (promise.kind === 'PROGRESS') {
    const said = facts.filter((fact) => fact.kind === 'progress' && fact.key === promise.key);
    const latest = said.sort((a, b) => (a.on < b.on ? -1 : 1)).at(-1);
    return latest?.kind === 'progress' ? latest.share : 0;
  }
  const deliveries = facts.filter((fact) => fact.kind === 'delivered' && fact.key === promise.key);
  if (!('quantity' in promise)) return deliveries.length > 0 ? 1 : 0;
  const units = deliveries.map((fact) => (fact.kind === 'delivered' ? (fact.units ?? 0) : 0));
  return total(units) / promise.quantity;
}

/**
 * Revenue of a contract earned by the end of a day: its price by then, allocated by standalone price at
 * inception (606-10-32-31, 32-43), to the extent that each obligation was transferred, and usage (55-18).
 * Nothing before the contract is active.
 */
export function earnedBy(
  day: string,
  contract: { readonly on: string; readonly fixed: number; readonly promises: readonly Promised[] },
  told: readonly Happened[],
): number {
  if (day < contract.on) return 0;
  const facts = told.filter(({ on }) => on <= day);
  const of = <Kind extends Happened['kind']>(kind: Kind) =>
    facts.filter((fact): fact is Extract<Happened, { kind: Kind }> => fact.kind === kind);
  const price =
    contract.fixed +
    total(of('repriced').map(({ change }) => change)) +
    total(of('sold').map(({ sales, rate }) => sales * rate));
  const whole = total(contract.promises.map(({ ssp }) => ssp));
  const shared = contract.promises.map(
    (promise) => (price * promise.ssp * transferred(promise, facts, day)) / whole,
  );
  return total(shared) + total(of('used').map(({ units, unitPrice }) => units * unitPrice));
}

/**
 * Revenue earned by the end of a day of one service over a term of days whose price changed for the remainder only
 * (25-13(a)): each modification adds to the amount not earned on its date, spread over the remaining days.
 */
export function earnedWithChanges(
  day: string,
  term: { readonly fixed: number; readonly start: string; readonly end: string },
  changes: readonly { readonly on: string; readonly change: number }[],
): number {
  const end = dayNumber(term.end) + 1;
  let since = dayNumber(term.start);
  let [earned, left] = [0, term.fixed];
  const advance = (to: number) => {
    const now = Math.min(Math.max(to, since), end);
    const share = end === since ? 0 : (left * (now - since)) / (end - since);
    earned += share;
    left -= share;
    since = now;
  };
  for (const { on, change } of [...changes].sort((a, b) => (a.on < b.on ? -1 : 1))) {
    if (on > day) break;
    advance(dayNumber(on));
    left += change;
  }
  advance(dayNumber(day) + 1);
  return earned;
}
