import { refuse } from '@/core/refusals';

/** Refuses INVALID_INPUT at the field `to` when a span ends before it begins; null is without an end. Days as YYYY-MM-DD. */
export function demandDaysInOrder<From extends string, To extends string>(
  span: { readonly [field in From | To]: string | null },
  from: From,
  to: To,
): void {
  const [first, last] = [span[from], span[to]];
  if (first === null || last === null || first <= last) return;
  const message = `must not be before ${from}`;
  refuse('INVALID_INPUT', `${to}: ${message}`, { issues: [{ path: [to], message }] });
}
