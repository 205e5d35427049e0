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

/** The header in which our own server tells a page for whom it is rendered; what a caller sends under this name is replaced. */
export const PAGE_CALLER_HEADER = 'x-daybook-page-caller';

interface Holder {
  /** The signals of those for whom a page is being rendered, by the number in the header. */
  readonly waiting: Map<string, AbortSignal>;
  last: number;
}

// Next bundles pages separately from the server in front of it; both must mean the same callers.
const holder = globalThis as typeof globalThis & { daybookPageCallers?: Holder };

function held(): Holder {
  holder.daybookPageCallers ??= { waiting: new Map(), last: 0 };
  return holder.daybookPageCallers;
}

/** Notes for whom a page is rendered. @returns what the header says, and a function to be called once the page has ended */
export function enterPage(gone: AbortSignal): { readonly header: string; readonly leave: () => void } {
  const { waiting } = held();
  held().last += 1;
  const header = String(held().last);
  waiting.set(header, gone);
  return { header, leave: () => void waiting.delete(header) };
}

/** The signal of the caller for whom a page is rendered, aborted where the page has ended; undefined where no server of ours is in front of Next. */
export function pageCaller(header: string | null): AbortSignal | undefined {
  if (header === null) return undefined;
  return held().waiting.get(header) ?? AbortSignal.abort();
}
