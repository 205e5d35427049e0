import type { Principal, Surface as SurfaceName } from '@/core/principal';
import type { Refusal, RefusalCode } from '@/core/refusals';
import type { Answer } from './answer';
import type { Inbound } from './inbound';
import type { AnyRoute } from './route';

/**
 * How a surface words every refusal: exhaustive, so that a new refusal does not compile until
 * each door has an answer for it.
 */
export type ErrorBook = {
  readonly [Code in RefusalCode]: (refusal: Extract<Refusal, { code: Code }>) => Answer;
};

/** One of the four doors (or the token endpoint): its routes, authentication and error answers. */
export interface SurfaceDefinition {
  readonly name: SurfaceName;
  readonly routes: readonly AnyRoute[];
  /** Identifies the caller; throws UNAUTHENTICATED, MISSING_ORGANIZATION, FORBIDDEN or RATE_LIMITED. */
  authenticate(inbound: Inbound, route: AnyRoute): Promise<Authenticated>;
  readonly errors: ErrorBook;
  /** The body of a 500: the request id; no internal detail is leaked. */
  internalError(requestId: string): Answer;
}

export interface Authenticated {
  readonly principal: Principal;
  /** Sent with every answer to this request, e.g. `RateLimit`. */
  readonly headers?: Readonly<Record<string, string>>;
}
