import { type Refusal, type RefusalCode, type RefusalData, refusal } from './refusals';

/** What a law answers: the value, or the refusal a use-case throws. Core never throws for something a caller did. */
export type Outcome<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly refusal: Refusal };

/** The value, granted. */
export function granted<T>(value: T): Outcome<T> {
  return { ok: true, value };
}

/** A refusal made and wrapped in one go. */
export function refused<Code extends RefusalCode>(
  code: Code,
  message: string,
  data: RefusalData[Code],
): Outcome<never> {
  return { ok: false, refusal: refusal(code, message, data) };
}
