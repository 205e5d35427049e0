import { z } from 'zod';
import type { Permission } from '@/core/permissions';
import { RefusalError, refusal, refuse } from '@/core/refusals';
import type { Tenant } from '@/db/tenancy';
import { type Context, defineUseCase } from './define';

/** The columns of every stored record, whatever its noun. */
export interface Versioned {
  readonly id: string;
  readonly version: number;
}

interface CrudDefinition<
  Row extends Versioned,
  New,
  Changes,
  CreateSchema extends z.ZodType,
  UpdateSchema extends z.ZodType,
> {
  /** Singular, as shown to people: `prospect`. */
  readonly noun: string;
  /** Prefix of the use-case names: `prospects`. */
  readonly plural: string;
  readonly store: {
    readonly find: (tenant: Tenant, id: string) => Promise<Row | null>;
    readonly insert: (tenant: Tenant, data: New) => Promise<Row>;
    readonly update: (
      tenant: Tenant,
      id: string,
      data: Changes,
      expectedVersion?: number,
    ) => Promise<Row | null>;
    readonly remove: (tenant: Tenant, id: string, expectedVersion?: number) => Promise<boolean>;
  };
  readonly read: Permission;
  readonly write: Permission;
  readonly remove?: Permission;
  readonly create: CreateSchema;
  readonly update: UpdateSchema;
  /** The row to insert; throws refusals. */
  readonly prepareCreate: (
    context: Context,
    input: z.output<CreateSchema>,
  ) => Promise<NoInfer<New>> | NoInfer<New>;
  /** The fields to change; throws refusals. */
  readonly prepareUpdate: (
    context: Context,
    before: Row,
    input: z.output<UpdateSchema>,
  ) => Promise<NoInfer<Changes>> | NoInfer<Changes>;
  /** Throws when the record may not be deleted, with a clearer message than the database's. */
  readonly guardRemove?: (context: Context, before: Row) => Promise<void>;
  /** The record as the caller may see it; by default whole. The audit trail and the preparations always have all of it. */
  readonly show?: (context: Context, row: Row) => Row;
}

export const byId = z.object({ id: z.guid() });

/**
 * The five standard verbs over one store: create, get, page, update, remove; every change is audited and raises an
 * event.
 */
export function crud<
  Row extends Versioned,
  New,
  Changes,
  CreateSchema extends z.ZodType,
  UpdateSchema extends z.ZodType,
>(definition: CrudDefinition<Row, New, Changes, CreateSchema, UpdateSchema>) {
  const { noun, plural, store, read, write } = definition;

  const show = definition.show ?? ((_context: Context, row: Row) => row);
  const found = async (context: Context, id: string) =>
    (await store.find(context.tenant, id)) ?? refuseNotFound(noun, id);

  const create = defineUseCase({
    name: `${plural}.create`,
    permission: write,
    mode: 'write',
    input: definition.create,
    async run(context, input) {
      const after = await store.insert(context.tenant, await definition.prepareCreate(context, input));
      context.record({ noun, recordId: after.id, after });
      return show(context, after);
    },
  });

  const get = defineUseCase({
    name: `${plural}.get`,
    permission: read,
    mode: 'read',
    input: byId,
    run: async (context, { id }) => show(context, await found(context, id)),
  });

  const update = defineUseCase({
    name: `${plural}.update`,
    permission: write,
    mode: 'write',
    input: z.object({ id: z.guid(), data: definition.update }) as unknown as z.ZodType<
      { id: string; data: z.output<UpdateSchema> },
      { id: string; data: z.input<UpdateSchema> }
    >,
    async run(context, { id, data }) {
      const before = await found(context, id);
      expectVersion(context, before);
      const prepared = await definition.prepareUpdate(context, before, data);
      const after =
        (await store.update(context.tenant, id, prepared, context.expectedVersion)) ??
        refuseNotFound(noun, id);
      context.record({ noun, recordId: id, before, after });
      return show(context, after);
    },
  });

  const remove = defineUseCase({
    name: `${plural}.remove`,
    permission: definition.remove ?? write,
    mode: 'write',
    input: byId,
    async run(context, { id }) {
      const before = await found(context, id);
      expectVersion(context, before);
      await definition.guardRemove?.(context, before);
      if (!(await store.remove(context.tenant, id, context.expectedVersion))) refuseNotFound(noun, id);
      context.record({ noun, recordId: id, before });
      return show(context, before);
    },
  });

  return { create, get, update, remove };
}

/** Refuses NOT_FOUND: the answer is the same for an unknown id and for another organization's. */
export function refuseNotFound(noun: string, id: string): never {
  refuse('NOT_FOUND', `No ${noun} has this ID.`, { noun, id });
}

/** STALE_VERSION: the caller read version `expected` of a record that is now at `actual`. */
export const staleVersion = (expected: number, actual: number): RefusalError =>
  new RefusalError(
    refusal('STALE_VERSION', 'The record has changed since you read it. Read it again.', {
      expected: String(expected),
      actual: String(actual),
    }),
  );

/** Refuses STALE_VERSION when the caller's `If-Match` names another version. */
export function expectVersion(context: Pick<Context, 'expectedVersion'>, record: Versioned): void {
  if (context.expectedVersion !== undefined && context.expectedVersion !== record.version) {
    throw staleVersion(context.expectedVersion, record.version);
  }
}
