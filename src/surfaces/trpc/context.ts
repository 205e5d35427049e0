import { type Caller, callerOf } from '@/auth/caller';
import { organizationIdOf } from '@/auth/memberships';
import { principalFromSession } from '@/auth/session';
import type { Principal } from '@/core/principal';
import { refuse } from '@/core/refusals';
import { type Clock, systemClock } from '@/lib/clock';
import { env } from '@/lib/env';
import { newId } from '@/lib/ids';
import { ORGANIZATION_HEADER } from './upload-path';

/** The parts of a request that tRPC needs, from any transport. */
export interface TrpcInbound {
  readonly method: string;
  header(name: string): string | null;
  /** Aborts when the caller leaves before it is answered; absent where no one can tell. */
  readonly gone?: AbortSignal | undefined;
}

/** The context of procedures. The caller is looked up once, when the first procedure of a batch needs it. */
export interface TrpcContext {
  readonly inbound: TrpcInbound;
  readonly requestId: string;
  readonly clock: Clock;
  /** The signed-in person; refuses UNAUTHENTICATED. */
  caller(): Promise<Caller>;
  /** The person in the organization the header names; refuses UNAUTHENTICATED, MISSING_ORGANIZATION, FORBIDDEN. */
  principal(): Promise<Principal>;
}

/** Builds the context of one request (a batch shares it). */
export function createContext(inbound: TrpcInbound): TrpcContext {
  let caller: Promise<Caller> | undefined;
  let principal: Promise<Principal> | undefined;
  const context: TrpcContext = {
    inbound,
    requestId: newId(),
    clock: systemClock(env().DAYBOOK_TODAY),
    caller: () => {
      caller ??= callerOf(inbound);
      return caller;
    },
    principal: () => {
      principal ??= resolvePrincipal(context);
      return principal;
    },
  };
  return context;
}

async function resolvePrincipal({ inbound, caller }: TrpcContext): Promise<Principal> {
  const { userId } = await caller();
  const named = inbound.header(ORGANIZATION_HEADER);
  if (named === null || named.trim() === '') {
    refuse('MISSING_ORGANIZATION', `The header ${ORGANIZATION_HEADER} must name an organization.`, {});
  }
  return principalFromSession(inbound, await organizationIdOf(userId, named));
}
