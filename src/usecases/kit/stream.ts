import type { z } from 'zod';
import type { Permission } from '@/core/permissions';
import type { TenantClaim } from '@/db/tenancy';
import { CallerGone } from '@/lib/caller-gone';
import type { Call } from './define';
import { noteDenied } from './denied';
import { claimOf } from './reach';
import { demand, parseInput } from './run';

/**
 * A list too long to hold in memory: its rows arrive in chunks from a database cursor. It only reads, so nothing is
 * audited.
 */
export interface StreamUseCase<Input, Row, Raw = unknown> {
  readonly name: string;
  readonly permission: Permission | null;
  readonly input: z.ZodType<Input, Raw>;
  open(claim: TenantClaim, input: Input, call: Call): AsyncIterable<Row[]> | Promise<AsyncIterable<Row[]>>;
}

/** Declares a streamed list; the types follow from the schema. */
export function defineStream<Schema extends z.core.SomeType, Row>(definition: {
  readonly name: string;
  readonly permission: Permission | null;
  readonly input: Schema;
  open(
    claim: TenantClaim,
    input: z.output<Schema>,
    call: Call,
  ): AsyncIterable<Row[]> | Promise<AsyncIterable<Row[]>>;
}): StreamUseCase<z.output<Schema>, Row, z.input<Schema>> {
  return definition as unknown as StreamUseCase<z.output<Schema>, Row, z.input<Schema>>;
}

/** Parses the input and checks the permission, without reading anything. Refuses INVALID_INPUT and FORBIDDEN. */
export function demandStream<Input, Row>(
  useCase: StreamUseCase<Input, Row>,
  call: Call,
  raw: unknown,
): Input {
  try {
    const input = parseInput(useCase.input, raw);
    if (useCase.permission !== null) demand(call.principal, useCase.permission);
    return input;
  } catch (error) {
    noteDenied(error, useCase.name, call);
    throw error;
  }
}

/**
 * Opens a streamed list: parses the input, checks the permission, and fetches the first chunk, so that an error in the
 * request or the database gets a proper error answer instead of a truncated body. When the caller is gone (`call.gone`), the
 * statement that is running ends; before the first chunk is there, it throws CallerGone.
 */
export async function stream<Input, Row>(
  useCase: StreamUseCase<Input, Row>,
  call: Call,
  raw: unknown,
): Promise<AsyncIterable<Row[]>> {
  const input = demandStream(useCase, call, raw);
  try {
    const rows = await useCase.open(claimOf(call), input, call);
    const iterator = rows[Symbol.asyncIterator]();
    const end = () => void iterator.return?.().catch(() => undefined);
    if (call.gone?.aborted === true) end();
    call.gone?.addEventListener('abort', end, { once: true });
    const first = await iterator.next();
    return resumed(first, iterator);
  } catch (error) {
    throw call.gone?.aborted === true ? new CallerGone() : error;
  }
}

/** Reads a streamed list to its end, for callers that want an array (tests, small lists). */
export async function collect<Row>(chunks: AsyncIterable<Row[]>): Promise<Row[]> {
  const all: Row[] = [];
  for await (const chunk of chunks) all.push(...chunk);
  return all;
}

async function* resumed<Row>(
  first: IteratorResult<Row[], unknown>,
  iterator: AsyncIterator<Row[]>,
): AsyncGenerator<Row[], void, undefined> {
  try {
    for (let next = first; next.done !== true; next = await iterator.next()) yield next.value;
  } finally {
    await iterator.return?.();
  }
}
