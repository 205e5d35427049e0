import { type TenantClaim, withTenantSql, withTenantStatement } from '@/db/tenancy';
import { observeBatch } from '@/lib/telemetry/metrics';
import type { BatchItem, BatchResult, Outcome, Present, UseCase } from './define';
import { oncePerKey } from './idempotency';

interface Waiting<Input, Output> extends BatchItem<Input> {
  readonly present: Present<Output> | undefined;
  readonly settle: (outcome: Outcome<Output>) => void;
  readonly fail: (error: unknown) => void;
}

/** Calls of one organization and verb that wait for the batches under way. */
interface Queue {
  readonly waiting: Waiting<unknown, unknown>[];
  running: number;
  /** Number of callers running or waiting. */
  present: number;
  /** Recent number of simultaneous callers, since a caller who was just answered is likely to call again. */
  crowd: number;
  patience: NodeJS.Timeout | undefined;
  /** Timer that resets the remembered number of callers once none are left. */
  forgetting: NodeJS.Timeout | undefined;
  isWoken: boolean;
}

/** Largest batch: limits how long one commit can take. */
const BATCH_LIMIT = 200;
/** Batches of one organization that run at once: one works while the other is read, answered or written to disk. */
const BATCHES_AT_ONCE = 2;
/**
 * Fewer callers than this share one batch: setting up a second one, which needs the same number
 * series, costs more than it gains.
 */
const CROWD_WORTH_SPLITTING = 12;
/** How long, in milliseconds, a batch waits for recent callers that may not call again. */
const PATIENCE_MS = 1;
/**
 * How long, in milliseconds, the recent number of callers is remembered after the last one was
 * answered, to survive short pauses.
 */
const MEMORY_MS = 50;

const queues = new Map<string, Queue>();

/**
 * Gathers calls that arrive together and runs them as one batch: under load one commit serves many
 * callers, and a caller who has been alone for a moment never waits. Each caller gets its own result,
 * including its own idempotent replay.
 */
export function coalesce<Input, Output>(
  useCase: UseCase<Input, Output>,
  item: BatchItem<Input> & { readonly present: Present<Output> | undefined },
): Promise<Outcome<Output>> {
  const { organizationId, subsidiaryScope } = item.call.principal;
  // A batch is one transaction, so all its calls must have the same reach.
  const claim = { organizationId, userId: null, subsidiaryIds: subsidiaryScope };
  const name = `${organizationId}/${subsidiaryScope?.join() ?? 'all'}/${useCase.name}`;
  let queue = queues.get(name);
  if (queue === undefined) {
    queue = {
      waiting: [],
      running: 0,
      present: 0,
      crowd: 0,
      patience: undefined,
      forgetting: undefined,
      isWoken: false,
    };
    queues.set(name, queue);
  }
  const found = queue;
  const pumpIt = (isPatienceOver: boolean) =>
    pump(found, claim, useCase as UseCase<unknown, unknown>, isPatienceOver, pumpIt);
  return new Promise<Outcome<Output>>((settle, fail) => {
    const leave = () => {
      found.present -= 1;
      if (found.present === 0) found.forgetting = setTimeout(() => queues.delete(name), MEMORY_MS).unref();
    };
    found.waiting.push({
      input: item.input,
      call: item.call,
      present: item.present as Present<unknown> | undefined,
      settle: (outcome: Outcome<unknown>) => {
        leave();
        settle(outcome as Outcome<Output>);
      },
      fail: (error: unknown) => {
        leave();
        fail(error);
      },
    });
    clearTimeout(found.forgetting);
    found.present += 1;
    found.crowd = Math.max(found.crowd, found.present);
    if (found.isWoken) return;
    found.isWoken = true;
    // Scheduled after the current tick, so that requests read from the sockets together run together.
    setImmediate(() => {
      found.isWoken = false;
      pumpIt(false);
    });
  });
}

function pump(
  queue: Queue,
  claim: TenantClaim,
  useCase: UseCase<unknown, unknown>,
  isPatienceOver: boolean,
  again: (isPatienceOver: boolean) => void,
): void {
  while (queue.waiting.length > 0 && queue.running < BATCHES_AT_ONCE) {
    const share =
      queue.crowd < CROWD_WORTH_SPLITTING ? queue.crowd : Math.ceil(queue.crowd / BATCHES_AT_ONCE);
    if (queue.waiting.length < Math.min(share, BATCH_LIMIT) && !isPatienceOver) {
      queue.patience ??= setTimeout(() => {
        queue.patience = undefined;
        again(true);
      }, PATIENCE_MS);
      return;
    }
    clearTimeout(queue.patience);
    queue.patience = undefined;
    const batch = queue.waiting.splice(0, Math.min(share, BATCH_LIMIT));
    observeBatch(useCase.name, batch.length);
    queue.running += 1;
    // The remembered number of callers decays over a few batches.
    queue.crowd = Math.max(queue.present, Math.floor(queue.crowd * 0.9));
    void runBatch(claim, useCase, batch).finally(() => {
      queue.running -= 1;
      again(false);
    });
  }
}

async function runBatch(
  claim: TenantClaim,
  useCase: UseCase<unknown, unknown>,
  batch: readonly Waiting<unknown, unknown>[],
): Promise<void> {
  const { runTogether, runInOneStatement } = useCase;
  if (runTogether === undefined) throw new Error(`${useCase.name} runs alone`);
  let unsettled = batch;
  try {
    if (runInOneStatement !== undefined && batch.every(({ call }) => call.idempotency === undefined)) {
      const results = await withTenantStatement(claim, (tenant) => runInOneStatement(tenant, batch));
      unsettled = batch.filter((item, index) => !settled(item, results[index]));
    }
    if (unsettled.length > 0) await runInTransaction(claim, runTogether, unsettled);
  } catch (error) {
    // An unexpected error failed the whole transaction. Each call is retried on its own to find the one that caused it.
    if (unsettled.length === 1) unsettled[0]?.fail(error);
    else for (const item of unsettled) await runBatch(claim, useCase, [item]);
  }
}

/** Answers the caller; false when the single statement left the call for a transaction. */
function settled(item: Waiting<unknown, unknown>, result: BatchResult<unknown> | null | undefined): boolean {
  if (!result) return false;
  if (result.ok) item.settle({ replayed: false, output: result.output });
  else item.fail(result.error);
  return true;
}

async function runInTransaction(
  claim: TenantClaim,
  together: NonNullable<UseCase<unknown, unknown>['runTogether']>,
  batch: readonly Waiting<unknown, unknown>[],
): Promise<void> {
  const outcomes = await withTenantSql(claim, (tenant) =>
    oncePerKey(
      (work) => work(tenant),
      batch,
      (fresh) => together(tenant, fresh),
    ),
  );
  batch.forEach((item, index) => {
    const outcome = outcomes[index];
    if (outcome === undefined) item.fail(new Error('a batch lost an item'));
    else if (outcome instanceof Error) item.fail(outcome);
    else item.settle(outcome);
  });
}
