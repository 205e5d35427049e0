import { z } from 'zod';
import type { Call, UseCase } from '@/usecases/kit/define';
import type { StreamUseCase } from '@/usecases/kit/stream';

/** The five fields every record shows (2.7). */
export interface RecordRow {
  readonly id: string;
  /** Absent where the record is an organization, which belongs to itself. */
  readonly organizationId?: string;
  readonly recordStatus: string;
  readonly version: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

type Statuses = readonly ['active', 'inactive'] | readonly ['active', 'inactive', 'archived'];
export const TWO_STATES = ['active', 'inactive'] as const;
export const THREE_STATES = ['active', 'inactive', 'archived'] as const;

/** A verb as far as declaring a resource needs to know it: what it answers. */
interface VerbOf<Output> {
  readonly name: string;
  run(context: never, input: never): Promise<Output>;
}

interface ListOf<Row> {
  readonly name: string;
  open(claim: never, input: never, principal: never): AsyncIterable<Row[]> | Promise<AsyncIterable<Row[]>>;
}

/** What a row says beyond the five fields: its columns of the same names, and what only `values` can tell. */
export interface ResourceDefinition<Row extends RecordRow> {
  /** Singular, as people read it. */
  readonly noun: string;
  /** Heading in the reference. */
  readonly tag: string;
  readonly statuses: Statuses;
  /** The own fields of a record as answered, in their order. */
  readonly own: Readonly<Record<string, z.ZodType>>;
  /** Own fields that are not the column of the same name. */
  readonly values?: (row: Row) => Readonly<Record<string, unknown>>;
  /** The body of POST and PUT: the contract's names in, the use-case's input out. */
  readonly create: z.ZodType;
  readonly update: z.ZodType;
  readonly verbs: {
    readonly create: VerbOf<Row>;
    readonly get: VerbOf<Row>;
    readonly update: VerbOf<Row>;
    readonly remove: VerbOf<unknown>;
    readonly stream: ListOf<Row>;
  };
  readonly examples?: { readonly create?: object; readonly update?: object };
  /** Where a write happens elsewhere than in the caller's organization: the call to make there. */
  readonly writingCall?: (call: Call, id: string | null) => Promise<Call>;
}

/** A resource with its types settled: what the routes are made from. */
export interface Resource {
  readonly noun: string;
  readonly tag: string;
  readonly statuses: readonly string[];
  readonly schema: z.ZodObject;
  readonly create: z.ZodType;
  readonly update: z.ZodType;
  readonly verbs: {
    readonly create: UseCase<unknown, RecordRow>;
    readonly get: UseCase<unknown, RecordRow>;
    readonly update: UseCase<unknown, RecordRow>;
    readonly remove: UseCase<unknown, unknown>;
    readonly stream: StreamUseCase<unknown, RecordRow>;
  };
  readonly examples: { readonly create?: object; readonly update?: object };
  readonly writingCall: (call: Call, id: string | null) => Promise<Call>;
  present(row: RecordRow): object;
}

const stay = async (call: Call) => call;

/** Declares a resource of surface B. */
export function defineResource<Row extends RecordRow>(definition: ResourceDefinition<Row>): Resource {
  const { own, values, statuses, examples = {}, writingCall = stay, ...rest } = definition;
  const names = Object.keys(own);
  return {
    ...rest,
    examples,
    statuses,
    writingCall,
    verbs: definition.verbs as unknown as Resource['verbs'],
    schema: z.object({
      id: z.guid(),
      organizationId: z.guid(),
      ...own,
      status: z.enum(statuses),
      createdAt: z.iso.datetime(),
      updatedAt: z.iso.datetime(),
    }),
    present(row) {
      const told = { ...row, ...values?.(row as Row) } as Readonly<Record<string, unknown>>;
      return {
        id: row.id,
        organizationId: row.organizationId ?? row.id,
        ...Object.fromEntries(names.map((name) => [name, told[name] ?? null])),
        status: row.recordStatus,
        createdAt: row.createdAt,
        updatedAt: row.updatedAt,
      };
    },
  };
}

/**
 * A body whose `status` is the state of the record (decisions.md, surface B, "status"). Lifecycles are no fields here,
 * so they are ignored like every read-only field.
 */
export function bodyOf(shape: z.ZodRawShape, statuses: Statuses) {
  return z.object({ ...shape, status: z.enum(statuses).optional() }).transform((body) => {
    const { status, ...fields } = body as Readonly<Record<string, unknown>>;
    return { ...fields, recordStatus: status } as Readonly<Record<string, unknown>>;
  });
}

/** Output types used by several resources. */
export const text = z.string().nullable();
export const reference = z.guid().nullable();
export const date = z.iso.date().nullable();
export const decimal = z.string();
