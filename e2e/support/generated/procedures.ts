import type { z } from 'zod';
import type { Principal } from '@/core/principal';
import { createContext } from '@/surfaces/trpc/context';
import type { CallOptions } from '@/surfaces/trpc/procedure-for';
import { appRouter } from '@/surfaces/trpc/root';
import { createCallerFactory } from '@/surfaces/trpc/trpc';
import { isIdSchema, type JsonSchema, schemaOf } from '../sample';

export interface Procedure {
  readonly name: string;
  readonly schema: JsonSchema;
  readonly writes: boolean;
}

/** Every procedure that runs a use-case; the few others (session) refer to no record. */
export function procedures(): Procedure[] {
  const all = appRouter._def.procedures as unknown as Record<
    string,
    { _def: { type: string; meta?: { input: z.ZodType } } }
  >;
  return Object.entries(all).flatMap(([name, { _def }]) =>
    _def.meta === undefined
      ? []
      : [{ name, schema: schemaOf(_def.meta.input), writes: _def.type === 'mutation' }],
  );
}

/**
 * The answer as one text: the refusal's code, or the data without ids, times and numbers. Writes are rolled back, so
 * that a record created by one attempt cannot affect the answer to the next one.
 */
export async function callProcedure(
  principal: Principal,
  procedure: Procedure,
  input: unknown,
  options: CallOptions = {},
): Promise<string> {
  const context = {
    ...createContext({ method: 'POST', header: () => null }),
    principal: async () => principal,
  };
  let target: unknown = createCallerFactory(appRouter)(context);
  for (const part of procedure.name.split('.')) target = (target as Record<string, unknown>)[part];
  const dry =
    procedure.writes && typeof input === 'object' ? { ...input, $call: { dryRun: true, ...options } } : input;
  const text = await (target as (input: unknown) => Promise<unknown>)(dry).then(
    (data) => `ok ${JSON.stringify(data)}`,
    (error: { cause?: { refusal?: { code: string } }; message: string }) =>
      error.cause?.refusal?.code ?? `error ${error.message}`,
  );
  return text
    .replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, '<id>')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '<moment>')
    .replaceAll(/[A-Z]+-(\d{4}-)?\d{5,}/g, '<number>');
}

/** Whether an input takes a record's id, at any depth. */
export function takesIds(schema: JsonSchema): boolean {
  if (isIdSchema(schema)) return true;
  const inner = [
    ...Object.values(schema.properties ?? {}),
    ...(schema.anyOf ?? []),
    ...(schema.oneOf ?? []),
    ...(schema.allOf ?? []),
  ];
  return inner.some(takesIds) || (typeof schema.items === 'object' && takesIds(schema.items));
}
