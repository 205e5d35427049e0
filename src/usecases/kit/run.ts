import type { z } from 'zod';
import type { Permission } from '@/core/permissions';
import type { Principal } from '@/core/principal';
import { type Issue, refuse } from '@/core/refusals';
import { appendAudit } from '@/db/stores/audit';
import { claimIdempotencyKey, storeIdempotentAnswer } from '@/db/stores/idempotency';
import { type Tenant, withTenantRead, withTenantReport, withTenantSql, withTenantWrite } from '@/db/tenancy';
import { coalesce } from './coalesce';
import type { Call, Change, Context, Outcome, Present, UseCase } from './define';
import { refuseKey } from './refuse-key';
import { refusalForViolation } from './violations';

/** Carries a dry run's result out of the transaction that is rolled back under it. */
class DryRunDone extends Error {
  readonly output: unknown;
  constructor(output: unknown) {
    super('dry run');
    this.output = output;
  }
}

/**
 * Runs a verb: parses the input, checks the permission, opens the tenant's transaction, replays an idempotent call,
 * writes audit and outbox rows in the same transaction, rolls a dry run back. Throws RefusalError for every no.
 * `present` is needed only when the call carries an idempotency key: its answer is stored with the write.
 */
export async function run<Input, Output>(
  useCase: UseCase<Input, Output>,
  call: Call,
  raw: unknown,
  present?: Present<Output>,
): Promise<Outcome<Output>> {
  const input = parseInput(useCase.input, raw);
  if (useCase.permission !== null) demand(call.principal, useCase.permission);
  const claim = {
    organizationId: call.principal.organizationId,
    userId: call.principal.actor.kind === 'user' ? call.principal.actor.id : null,
  };
  try {
    if (useCase.mode === 'steps' && call.idempotency !== undefined && call.dryRun !== true) {
      return await runSteps(useCase, claim, call, input, present);
    }
    if (useCase.mode === 'read' || useCase.mode === 'report' || useCase.mode === 'steps') {
      const work = (tenant: Tenant) =>
        useCase.run(
          contextFor(tenant, call, () => undefined),
          input,
        );
      const output =
        useCase.mode === 'report'
          ? await withTenantReport(claim, work, useCase.knownAsOf?.(input))
          : await withTenantRead(claim, work);
      return { replayed: false, output };
    }
    if (useCase.runTogether !== undefined && call.dryRun !== true) {
      return await coalesce(useCase, { input, call, present });
    }
    const open = useCase.mode === 'write' ? withTenantWrite : withTenantSql;
    return await open(claim, (tenant) => runOnce(useCase, tenant, call, input, present));
  } catch (error) {
    if (error instanceof DryRunDone) return { replayed: false, output: error.output as Output };
    throw refusalForViolation(error) ?? error;
  }
}

/** Like `run` for callers without idempotency keys (tRPC, jobs, tests): the bare output. */
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
  const key = call.dryRun === true || useCase.secretAnswer === true ? undefined : call.idempotency;
  const scope = key && { credential: call.principal.credential, route: key.route, key: key.key };
  if (key && scope) {
    const claimed = await claimIdempotencyKey(tenant, scope, key.requestHash);
    if (claimed.state === 'replay') return { replayed: true, answer: claimed.answer };
    if (claimed.state !== 'fresh') refuseKey(claimed.state, key.key);
  }
  const changes: Change[] = [];
  const output = await useCase.run(
    contextFor(tenant, call, (change) => changes.push(change)),
    input,
  );
  await writeChanges(tenant, useCase.name, call, changes);
  if (call.dryRun === true) throw new DryRunDone(output);
  if (key && scope) {
    if (present === undefined) throw new Error(`${useCase.name}: an idempotent call needs a presenter`);
    await storeIdempotentAnswer(tenant, scope, key.requestHash, present(output));
  }
  return { replayed: false, output };
}

/**
 * A verb of many transactions under a key: what it answered once is replayed. Its answer cannot be stored with the
 * write, so it is stored after it; asked again in between, such a verb goes on where it stopped and does nothing twice.
 */
async function runSteps<Input, Output>(
  useCase: UseCase<Input, Output>,
  claim: Parameters<typeof withTenantRead>[0],
  call: Call,
  input: Input,
  present: Present<Output> | undefined,
): Promise<Outcome<Output>> {
  const { idempotency: key, principal } = call;
  if (key === undefined || present === undefined) throw new Error(`${useCase.name}: no key or no presenter`);
  const scope = { credential: principal.credential, route: key.route, key: key.key };
  const claimed = await withTenantSql(claim, (tenant) => claimIdempotencyKey(tenant, scope, key.requestHash));
  if (claimed.state === 'replay') return { replayed: true, answer: claimed.answer };
  if (claimed.state !== 'fresh') refuseKey(claimed.state, key.key);
  const output = await withTenantRead(claim, (tenant) =>
    useCase.run(
      contextFor(tenant, call, () => undefined),
      input,
    ),
  );
  await withTenantSql(claim, (tenant) =>
    storeIdempotentAnswer(tenant, scope, key.requestHash, present(output)),
  );
  return { replayed: false, output };
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

/** The same for the calls of a batch that ran together, in one statement each. */
export async function writeAllChanges(
  tenant: Tenant,
  name: string,
  items: readonly { readonly call: Call; readonly changes: readonly Change[] }[],
): Promise<void> {
  await appendAudit(
    tenant,
    items.flatMap(({ call, changes }) =>
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
    ),
    items.flatMap(({ changes }) =>
      changes.map((change) => ({
        eventType: change.event?.type ?? change.action ?? name,
        recordId: change.recordId,
        payload: change.event?.payload ?? { id: change.recordId },
      })),
    ),
  );
}

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

/** Parses with a zod schema; refuses INVALID_INPUT naming every field at fault. */
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

function sentenceFor(issues: readonly Issue[]): string {
  const [first] = issues;
  if (first === undefined) return 'The input is not valid.';
  const where = first.path.length > 0 ? `${first.path.join('.')}: ` : '';
  const more = issues.length > 1 ? ` (and ${issues.length - 1} more)` : '';
  return `${where}${first.message}${more}`;
}

/** Refuses FORBIDDEN when the caller lacks the permission. */
export function demand(principal: Principal, permission: Permission): void {
  if (!principal.permissions.has(permission)) {
    refuse('FORBIDDEN', `This needs the permission ${permission}.`, { permission });
  }
}

/** Refuses FORBIDDEN when the caller is confined to other subsidiaries. */
export function demandSubsidiary(principal: Principal, permission: Permission, subsidiaryId: string): void {
  if (principal.subsidiaryScope !== null && !principal.subsidiaryScope.includes(subsidiaryId)) {
    refuse('FORBIDDEN', 'Your role does not reach this subsidiary.', {
      permission,
      reason: 'SUBSIDIARY_SCOPE',
    });
  }
}
