import { createHash } from 'node:crypto';
import type { TRPCMutationProcedure, TRPCQueryProcedure } from '@trpc/server';
import superjson from 'superjson';
import type { Principal } from '@/core/principal';
import type { Call, Mode, UseCase } from '@/usecases/kit/define';
import { run } from '@/usecases/kit/run';
import type { TrpcContext } from './context';
import { memberProcedure } from './trpc';

/**
 * Options for running a mutation, sent next to its input as `$call`: `{ id, reason, $call: { dryRun: true } }`. They
 * correspond to `?dryRun=true`, `If-Match` and `Idempotency-Key` of REST.
 */
export interface CallOptions {
  readonly dryRun?: boolean | undefined;
  readonly expectedVersion?: number | undefined;
  readonly idempotencyKey?: string | undefined;
}

export type WithCall<Raw> = Raw & { readonly $call?: CallOptions | undefined };

interface Meta<Input, Output> {
  meta: unknown;
  input: Input;
  output: Output;
}

/** A query for verbs that read, a mutation for verbs that write. */
export type ProcedureFor<Raw, Output, M extends Mode> = M extends 'read' | 'report'
  ? TRPCQueryProcedure<Meta<Raw, Output>>
  : TRPCMutationProcedure<Meta<WithCall<Raw>, Output>>;

/**
 * The tRPC procedure of a use-case: `read` and `report` become queries, `write` and `sql` mutations. The
 * use-case's own schema parses the input and its permission guards it; the procedure only passes them on. A
 * mutation takes `$call` next to its input.
 */
export function procedureFor<Input, Output, Raw, M extends Mode>(
  useCase: UseCase<Input, Output, Raw> & { readonly mode: M },
): ProcedureFor<Raw, Output, M> {
  const carried = memberProcedure.meta({ input: useCase.input }).input((raw: unknown) => raw);
  const reads = useCase.mode === 'read' || useCase.mode === 'report';
  const procedure = reads
    ? carried.query(({ ctx, input }) => answer(useCase, callFor(ctx, {}), input ?? {}))
    : carried.mutation(({ ctx, input }) => {
        const { $call = {}, ...own } = (input ?? {}) as { $call?: CallOptions };
        return answer(useCase, callFor(ctx, $call, useCase.name, own), own);
      });
  return procedure as unknown as ProcedureFor<Raw, Output, M>;
}

function callFor(
  { principal, requestId, clock }: Pick<TrpcContext, 'requestId' | 'clock'> & { principal: Principal },
  { dryRun, expectedVersion, idempotencyKey }: CallOptions,
  name = '',
  input: unknown = null,
): Call {
  const requestHash = () => createHash('sha256').update(superjson.stringify(input)).digest('hex');
  return {
    principal,
    surface: 'trpc',
    requestId,
    clock,
    dryRun: dryRun === true,
    expectedVersion,
    idempotency:
      typeof idempotencyKey === 'string' && idempotencyKey !== ''
        ? { key: idempotencyKey.slice(0, 255), route: `trpc ${name}`, requestHash: requestHash() }
        : undefined,
  };
}

async function answer<Input, Output>(
  useCase: UseCase<Input, Output>,
  call: Call,
  raw: unknown,
): Promise<Output> {
  const outcome = await run(useCase, call, raw, (output) => ({
    status: 200,
    body: superjson.stringify(output),
    headers: {},
  }));
  return outcome.replayed ? superjson.parse<Output>(outcome.answer.body) : outcome.output;
}
