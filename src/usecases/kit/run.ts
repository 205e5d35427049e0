import type { z } from 'zod';
import { rightsChanged, securityEventOf } from '@/core/identity/security-events';
import type { Permission } from '@/core/permissions';
import type { Principal } from '@/core/principal';
import { type Issue, type Refusal, RefusalError, refusal, refuse } from '@/core/refusals';
import { type AuditEntry, appendAudit, type OutboxEntry } from '@/db/stores/evidence/audit';
import { appendSecurityLog } from '@/db/stores/evidence/security-log';
import {
  type Tenant,
  withinShare,
  withTenantRead,
  withTenantReport,
  withTenantSql,
  withTenantWrite,
} from '@/db/tenancy';
import { CallerGone } from '@/lib/caller-gone';
import { traced } from '@/lib/telemetry/tracing';
import { coalesce } from './coalesce';
import type { Call, Change, Context, Outcome, Present, UseCase } from './define';
import { noteDenied } from './denied';
import { type InTenant, type KeyedCall, oncePerKey } from './idempotency';
import { claimOf, demandReach } from './reach';
import { refusalForViolation } from './violations';

/** Returns a dry run's result out of the transaction that is rolled back. */
class DryRunDone extends Error {
  readonly output: unknown;
  constructor(output: unknown) {
    super('dry run');
    this.output = output;
  }
}

/**
 * Runs a verb: parses the input, checks the permission, opens the tenant's transaction, replays an idempotent call,
 * writes audit and outbox rows in the same transaction, rolls a dry run back. Throws RefusalError for every refusal, and CallerGone where
 * `call.gone` aborts before a verb that reads has its answer; one that writes goes on, so that its key finds the answer later. `present` is
 * needed only when the call carries an idempotency key: its answer is stored with the write.
 */
export async function run<Input, Output>(
  useCase: UseCase<Input, Output>,
  call: Call,
  raw: unknown,
  present?: Present<Output>,
): Promise<Outcome<Output>> {
  const input = parseInput(useCase.input, raw);
  try {
    return await traced({ name: useCase.name }, { 'daybook.surface': call.surface }, () =>
      runPermitted(useCase, call, input, present),
    );
  } catch (error) {
    noteDenied(error, useCase.name, call);
    throw error;
  }
}

async function runPermitted<Input, Output>(
  useCase: UseCase<Input, Output>,
  asked: Call,
  input: Input,
  present: Present<Output> | undefined,
): Promise<Outcome<Output>> {
  const reads = useCase.mode === 'read' || useCase.mode === 'report';
  // What a verb reads before it writes, or between its steps, is part of the write.
  const call = reads || asked.gone === undefined ? asked : { ...asked, gone: undefined };
  if (useCase.permission !== null) demand(call.principal, useCase.permission);
  // A read finds nothing for a subsidiary out of reach, so only writes are checked.
  if (!reads) demandReach(call.principal, useCase.permission, input);
  const claim = claimOf(call);
  try {
    if (reads || useCase.mode === 'steps') {
      const work = (tenant: Tenant) =>
        useCase.run(
          contextFor(tenant, call, () => undefined),
          input,
        );
      if (useCase.mode === 'steps') {
        const inTenant: InTenant = (step) => withTenantSql(claim, step);
        return await answerOnce(useCase, inTenant, call, present, () => withTenantRead(claim, work));
      }
      const output =
        useCase.mode === 'report'
          ? await withinShare(claim, useCase.share ?? 'report', () =>
              withTenantReport(claim, work, {
                knownAsOf: useCase.knownAsOf?.(input),
                isOnPrimary: useCase.share === 'verification',
              }),
            )
          : await withTenantRead(claim, work);
      return { replayed: false, output };
    }
    if (useCase.runTogether !== undefined && call.dryRun !== true) {
      return await coalesce(useCase, { input, call, present });
    }
    const open = useCase.mode === 'write' ? withTenantWrite : withTenantSql;
    const write = () => open(claim, (tenant) => runOnce(useCase, tenant, call, input, present));
    return await (useCase.share === undefined ? write() : withinShare(claim, useCase.share, write));
  } catch (error) {
    if (error instanceof DryRunDone) return { replayed: false, output: error.output as Output };
    if (call.gone?.aborted === true && !(error instanceof RefusalError)) throw new CallerGone();
    throw staleForGone(refusalForViolation(error, useCase.permission) ?? error, call, input);
  }
}

/**
 * A version the caller names no longer matches a record that is gone, deleted a moment ago or changed between reading and
 * writing: STALE_VERSION, not NOT_FOUND, which would tell a client that retries what it never asked.
 */
function staleForGone(error: unknown, { expectedVersion }: Call, input: unknown): unknown {
  if (expectedVersion === undefined || !(error instanceof RefusalError)) return error;
  const { refusal: found } = error;
  if (found.code !== 'NOT_FOUND' || !isAddressed(found.data.id, input)) return error;
  return new RefusalError(staleFor(expectedVersion));
}

/** The answer to a caller whose version is that of a record that is gone. */
export const staleFor = (expectedVersion: number): Refusal =>
  refusal('STALE_VERSION', 'The record has changed or was deleted since you read it. Read it again.', {
    expected: String(expectedVersion),
    actual: '',
  });

/** Whether an input is about this record: by its `id`, or where it has none by whichever of its own fields names it. */
function isAddressed(recordId: string, input: unknown): boolean {
  const fields = (input ?? {}) as Readonly<Record<string, unknown>>;
  const named = fields.id === undefined ? Object.values(fields) : [fields.id];
  return named.some((one) => typeof one === 'string' && one.toLowerCase() === recordId.toLowerCase());
}

/** Like `run`, for callers without idempotency keys (tRPC, jobs, tests): returns only the output. */
export async function runForOutput<Input, Output>(
  useCase: UseCase<Input, Output>,
  call: Call,
  raw: unknown,
): Promise<Output> {
  const { idempotency: _none, ...rest } = call;
  const outcome = await run(useCase, rest, raw);
  if (outcome.replayed) throw new Error('a call without a key cannot be replayed');
  return outcome.output;
}

async function runOnce<Input, Output>(
  useCase: UseCase<Input, Output>,
  tenant: Tenant,
  call: Call,
  input: Input,
  present: Present<Output> | undefined,
): Promise<Outcome<Output>> {
  return answerOnce(
    useCase,
    (work) => work(tenant),
    call,
    present,
    async () => {
      const changes: Change[] = [];
      const output = await useCase.run(
        contextFor(tenant, call, (change) => changes.push(change)),
        input,
      );
      await writeChanges(tenant, useCase.name, call, changes);
      if (call.dryRun === true) throw new DryRunDone(output);
      return output;
    },
  );
}

/** One call's answer: the stored one of its key's first request, or the result of the work done now. */
async function answerOnce<Input, Output>(
  useCase: UseCase<Input, Output>,
  inTenant: InTenant,
  call: Call,
  present: Present<Output> | undefined,
  work: () => Promise<Output>,
): Promise<Outcome<Output>> {
  const { idempotency: _none, ...keyless } = call;
  const isKeyless = call.dryRun === true || useCase.secretAnswer === true;
  const [outcome] = await oncePerKey<Output, KeyedCall<Output>>(
    inTenant,
    [{ call: isKeyless ? keyless : call, present }],
    async () => [{ ok: true, output: await work() }],
  );
  if (outcome === undefined) throw new Error(`${useCase.name}: a call lost its answer`);
  if (outcome instanceof Error) throw outcome;
  return outcome;
}

/** Writes the audit rows and outbox events of a use-case's changes. */
export async function writeChanges(
  tenant: Tenant,
  name: string,
  call: Call,
  changes: readonly Change[],
): Promise<void> {
  await writeAllChanges(tenant, name, [{ call, changes }]);
}

/** What calls changed, each with its caller. */
export type ChangesOfCalls = readonly { readonly call: Call; readonly changes: readonly Change[] }[];

/** The audit rows and outbox events of what the calls of a batch changed. */
export function recordsOf(
  name: string,
  items: ChangesOfCalls,
): { readonly audit: AuditEntry[]; readonly events: OutboxEntry[] } {
  const audit = items.flatMap(({ call, changes }) =>
    changes.map((change) => ({
      actorKind: call.principal.actor.kind,
      actorId: call.principal.actor.id,
      actorName: call.principal.actor.name,
      action: change.action ?? name,
      noun: change.noun,
      recordId: change.recordId,
      before: change.before ?? null,
      after: change.after ?? null,
      surface: call.surface,
      requestId: call.requestId,
    })),
  );
  const events = items.flatMap(({ changes }) =>
    changes.map((change) => ({
      eventType: change.event?.type ?? change.action ?? name,
      recordId: change.recordId,
      payload: change.event?.payload ?? { id: change.recordId },
    })),
  );
  return { audit, events };
}

/** The same for the calls of a batch that ran together, with one statement for each table. */
export async function writeAllChanges(tenant: Tenant, name: string, items: ChangesOfCalls): Promise<void> {
  const { audit, events } = recordsOf(name, items);
  await appendAudit(tenant, audit, events);
  await appendSecurityLog(
    tenant,
    items.flatMap(({ call, changes }) =>
      changes.flatMap((change) => {
        const event = securityEventOf(change);
        if (event === null) return [];
        const { actor, sessionId } = call.principal;
        return {
          event,
          actorKind: actor.kind,
          actorId: actor.id,
          actorName: actor.name,
          sessionId,
          surface: call.surface,
          requestId: call.requestId,
          detail: {
            verb: change.action ?? name,
            noun: change.noun,
            recordId: change.recordId,
            ...rightsChanged(change),
          },
        };
      }),
    ),
  );
}

/** The context of a report that is streamed: it only reads, so what it would record goes nowhere. */
export const readingContext = (tenant: Tenant, call: Call): Context =>
  contextFor(tenant, call, () => undefined);

function contextFor(tenant: Tenant, call: Call, record: (change: Change) => void): Context {
  return {
    tenant,
    principal: call.principal,
    clock: call.clock,
    requestId: call.requestId,
    surface: call.surface,
    expectedVersion: call.expectedVersion,
    dryRun: call.dryRun === true,
    record,
  };
}

/** Parses with a zod schema; refuses INVALID_INPUT naming every invalid field. */
export function parseInput<Output>(schema: z.ZodType<Output>, raw: unknown): Output {
  const parsed = schema.safeParse(raw);
  if (!parsed.success) {
    const issues: Issue[] = parsed.error.issues.map((issue) => ({
      path: issue.path.map(String),
      message: issue.message,
    }));
    refuse('INVALID_INPUT', sentenceFor(issues), { issues });
  }
  return parsed.data;
}

/** One sentence for the first problem, and how many more there are. */
export function sentenceFor(issues: readonly Issue[]): string {
  const [first] = issues;
  if (first === undefined) return 'The input is not valid.';
  const where = first.path.length > 0 ? `${first.path.join('.')}: ` : '';
  const more = issues.length > 1 ? ` (and ${issues.length - 1} more)` : '';
  return `${where}${first.message}${more}`;
}

/** Refuses FORBIDDEN when the caller lacks the permission. */
export function demand(principal: Principal, permission: Permission): void {
  if (!principal.permissions.has(permission)) {
    refuse('FORBIDDEN', `This requires the permission ${permission}.`, { permission });
  }
}
