import type { z } from 'zod';
import type { Permission } from '@/core/permissions';
import type { Principal, Surface } from '@/core/principal';
import type { StoredAnswer } from '@/db/stores/idempotency';
import type { LongWork, Tenant } from '@/db/tenancy';
import type { Clock } from '@/lib/clock';

export type { StoredAnswer };

/** One audited change, and the event it publishes, if any. */
export interface Change {
  /** Defaults to the use-case's name. */
  readonly action?: string;
  readonly noun: string;
  readonly recordId: string | null;
  readonly before?: unknown;
  readonly after?: unknown;
  /** Defaults to the action and the record's id. Every change raises an event; this cannot be turned off. */
  readonly event?: { readonly type: string; readonly payload: unknown };
}

/** The context passed to a use-case's body. */
export interface Context {
  readonly tenant: Tenant;
  readonly principal: Principal;
  readonly clock: Clock;
  readonly requestId: string;
  readonly surface: Surface;
  /** The version the caller's `If-Match` requires of the record, if one was sent. */
  readonly expectedVersion: number | undefined;
  readonly dryRun: boolean;
  /** Set while a change that needs a second person is measured, or carried out because one approved it. */
  readonly second?: SecondPerson | undefined;
  /** Adds a change to the audit rows and outbox events that the runner writes in this transaction. */
  record(change: Change): void;
}

/** How far four eyes are with the change a verb makes (usecases/revenue/approvals). */
export type SecondPerson =
  /** It is only tried, to learn the size of its effect in base currency; then it is undone. */
  | { readonly kind: 'MEASURE'; measured(baseAmount: string): void }
  /** Someone prepared it, and the caller approves it. */
  | { readonly kind: 'APPROVED'; readonly preparedBy: string | null };

export interface UseCase<Input, Output, Raw = unknown> {
  /** `noun.verb`, e.g. `prospects.create`; also the audited action. */
  readonly name: string;
  /** Null only for verbs that every signed-in member may use. */
  readonly permission: Permission | null;
  /**
   * `read`: no transaction; `report`: one read-only snapshot (SQL only); `write`: one transaction; `sql`: one, SQL
   * only; `steps`: none of its own, for verbs that run others one transaction at a time and continue when called again.
   */
  readonly mode: 'read' | 'report' | 'write' | 'sql' | 'steps';
  readonly input: z.ZodType<Input, Raw>;
  /** The share of the connections that the verb's work is limited to. Default: `report` for reports, none for others. */
  readonly share?: LongWork;
  /** The answer holds a secret that is shown once: it is never stored, so an Idempotency-Key has no effect. */
  readonly secretAnswer?: boolean;
  run(context: Context, input: Input): Promise<Output>;
  /**
   * For a report: the past moment it is requested for; `tenant.knownThrough` then holds the moment up to
   * which everything is committed.
   */
  readonly knownAsOf?: (input: Input) => string | undefined;
  /**
   * When present, simultaneous calls of one organization are gathered and run as one batch on one transaction
   * (docs/house.md, "Posting"). Each item has its own result: a value, or the refusal to throw for that caller.
   */
  readonly runTogether?: (
    tenant: Tenant,
    items: readonly BatchItem<Input>[],
  ) => Promise<BatchResult<Output>[]>;
  /**
   * Tried first when no item carries an idempotency key: does the work in a single statement, without a separate
   * begin and commit. Returns null for an item that needs more, which then goes through `runTogether`; null instead
   * of the list sends every item there.
   */
  readonly runInOneStatement?: (
    tenant: Tenant,
    items: readonly BatchItem<Input>[],
  ) => Promise<(BatchResult<Output> | null)[]>;
}

export interface BatchItem<Input> {
  readonly input: Input;
  readonly call: Call;
}

export type BatchResult<Output> =
  | { readonly ok: true; readonly output: Output }
  | { readonly ok: false; readonly error: Error };

/** Who calls, through which door, and with which conditions. */
export interface Call {
  readonly principal: Principal;
  readonly surface: Surface;
  readonly requestId: string;
  readonly clock: Clock;
  readonly dryRun?: boolean | undefined;
  readonly expectedVersion?: number | undefined;
  readonly idempotency?: Idempotency | undefined;
  /** Aborts when no one waits for the answer anymore: what reads then ends its statement; what writes goes on to its end. */
  readonly gone?: AbortSignal | undefined;
}

export interface Idempotency {
  readonly key: string;
  /** Method and path pattern: the same key on another route is a different key. */
  readonly route: string;
  /** Hash over method, path and body. */
  readonly requestHash: string;
}

/** How a door turns a result into its answer; stored with the write when the call is idempotent. */
export type Present<Output> = (output: Output) => StoredAnswer;

export type Mode = UseCase<unknown, unknown>['mode'];

/**
 * Declares a use-case; its types follow from the schema and the body. The mode stays a literal type, from which
 * tRPC makes a query or a mutation.
 */
export function defineUseCase<Schema extends z.core.SomeType, Output, M extends Mode>(definition: {
  readonly name: string;
  readonly permission: Permission | null;
  readonly mode: M;
  readonly input: Schema;
  readonly share?: LongWork;
  readonly secretAnswer?: boolean;
  run(context: Context, input: z.output<Schema>): Promise<Output>;
  readonly knownAsOf?: (input: z.output<Schema>) => string | undefined;
  readonly runTogether?: UseCase<z.output<Schema>, Output>['runTogether'];
  readonly runInOneStatement?: UseCase<z.output<Schema>, Output>['runInOneStatement'];
}): UseCase<z.output<Schema>, Output, z.input<Schema>> & { readonly mode: M } {
  return definition as unknown as UseCase<z.output<Schema>, Output, z.input<Schema>> & { readonly mode: M };
}

/** A result, or a stored answer that is to be sent again unchanged. */
export type Outcome<Output> =
  | { readonly replayed: false; readonly output: Output }
  | { readonly replayed: true; readonly answer: StoredAnswer };
