import { createHash } from 'node:crypto';
import { serialize } from 'node:v8';
import type { TRPCMutationProcedure, TRPCQueryProcedure } from '@trpc/server';
import superjson from 'superjson';
import { z } from 'zod';
import type { Principal } from '@/core/principal';
import type { Call, Mode, UseCase } from '@/usecases/kit/define';
import { parseInput, run } from '@/usecases/kit/run';
import { refuseUnknownFields } from '@/usecases/kit/unknown-fields';
import { amountsAtScale } from '../kit/amounts-at-scale';
import type { TrpcContext } from './context';
import { memberProcedure } from './trpc';

/**
 * Options for running a mutation, sent next to its input as `$call`: `{ id, reason, $call: { dryRun: true } }`. They
 * correspond to `?dryRun=true`, `If-Match` and `Idempotency-Key` of REST.
 */
const callOptions = z.object({
  dryRun: z.boolean().optional(),
  expectedVersion: z.int().optional(),
  idempotencyKey: z.string().optional(),
});
export type CallOptions = Readonly<z.output<typeof callOptions>>;

/** What a mutation is sent beside its own input. */
const besideInput = z.object({ $call: callOptions.optional() });

export type WithCall<Raw> = Raw & { readonly $call?: CallOptions | undefined };

interface Meta<Input, Output> {
  meta: unknown;
  input: Input;
  output: Output;
}

/** A procedure's input that is read here instead of by a use-case: unknown fields are refused by name, as everywhere on tRPC. */
export const inputOf =
  <Schema extends z.ZodType>(schema: Schema) =>
  (raw: unknown): z.output<Schema> => {
    refuseUnknownFields(schema, raw);
    return parseInput(schema as z.ZodType<z.output<Schema>>, raw);
  };

/** A query for what reads, a mutation for what writes. */
export type ProcedureFor<Raw, Output, M extends Mode> = M extends 'read' | 'report'
  ? TRPCQueryProcedure<Meta<Raw, Output>>
  : TRPCMutationProcedure<Meta<WithCall<Raw>, Output>>;

/**
 * The tRPC procedure of a use-case: `read` and `report` become queries, `write` and `sql` mutations. The use-case's own
 * schema parses the input, its permission guards it; this only carries, and refuses fields that the schema has no name for.
 * A mutation takes `$call` beside its input.
 */
export function procedureFor<Input, Output, Raw, M extends Mode>(
  useCase: UseCase<Input, Output, Raw> & { readonly mode: M },
): ProcedureFor<Raw, Output, M> {
  const carried = memberProcedure
    .meta({
      input: useCase.input,
      name: useCase.name,
      isLong: useCase.mode === 'report' || useCase.share !== undefined,
    })
    .input((raw: unknown) => raw);
  const reads = useCase.mode === 'read' || useCase.mode === 'report';
  const procedure = reads
    ? carried.query(({ ctx, input }) => {
        refuseUnknownFields(useCase.input, input);
        return answer(useCase, { ...callFor(ctx, {}), gone: ctx.inbound.gone }, input ?? {});
      })
    : carried.mutation(({ ctx, input }) => {
        const { $call: sent, ...own } = (input ?? {}) as { $call?: unknown };
        refuseUnknownFields(besideInput, { $call: sent });
        refuseUnknownFields(useCase.input, own);
        const { $call = {} } = parseInput(besideInput, { $call: sent });
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
  // Not as superjson, which refuses to write what it has read: a field named constructor.
  const requestHash = () => createHash('sha256').update(serialize(input)).digest('hex');
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
  return amountsAtScale(outcome.replayed ? superjson.parse<Output>(outcome.answer.body) : outcome.output);
}
