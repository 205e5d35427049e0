import { type Refusal, type RefusalCode, type RefusalData, refusal } from './refusals';

/** The result of a rule: the value, or the refusal a use-case throws. Core never throws for a caller's mistake. */
export type Outcome<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly refusal: Refusal };

/** A successful outcome with its value. */
export function granted<T>(value: T): Outcome<T> {
  return { ok: true, value };
}

/** An outcome that is a new refusal. */
export function refused<Code extends RefusalCode>(
  code: Code,
  message: string,
  data: RefusalData[Code],
): Outcome<never> {
  return { ok: false, refusal: refusal(code, message, data) };
}
