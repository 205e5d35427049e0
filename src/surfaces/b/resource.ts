import { z } from 'zod';
import type { Call, UseCase } from '@/usecases/kit/define';
import { ARCHIVABLE_STATES } from '@/usecases/kit/fields';
import type { StreamUseCase } from '@/usecases/kit/stream';
import { type AnyShape, shapeOf } from '../kit/shape';

/** The five fields of every record (2.7). */
export interface RecordRow {
  readonly id: string;
  /** Absent when the record is an organization, which belongs to itself. */
  readonly organizationId?: string;
  readonly recordStatus: string;
  readonly version: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

type Statuses = readonly ['active', 'inactive'] | typeof ARCHIVABLE_STATES;
export const TWO_STATES = ['active', 'inactive'] as const;
export const THREE_STATES = ARCHIVABLE_STATES;

/** The part of a verb that declaring a resource needs: its output. */
interface VerbOf<Output> {
  readonly name: string;
  run(context: never, input: never): Promise<Output>;
}

interface ListOf<Row> {
  readonly name: string;
  open(claim: never, input: never, principal: never): AsyncIterable<Row[]> | Promise<AsyncIterable<Row[]>>;
}

/** The record type that the verbs return. */
export type RowOf<Verbs extends { readonly get: VerbOf<unknown> }> = Awaited<ReturnType<Verbs['get']['run']>>;

/** A resource: its own fields in addition to the five of every record, and the verbs behind them. */
export interface ResourceDefinition<Row extends RecordRow, Seen extends object> {
  /** Singular, as shown to people. */
  readonly noun: string;
  /** Section heading in the reference. */
  readonly tag: string;
  readonly statuses: Statuses;
  /** The record's own fields as returned, in order. */
  readonly own: AnyShape<Seen>;
  /** Derives the object those fields are read from, where it is not the record itself. */
  readonly seen?: (row: Row) => Seen;
  /** The fields a caller may send, other than `status`; or the whole body schema where it renames them. */
  readonly takes: z.ZodRawShape | z.ZodType;
  /** The body of an update, where it differs from that of a create. */
  readonly update?: z.ZodType;
  readonly verbs: {
    readonly create: VerbOf<Row>;
    readonly get: VerbOf<Row>;
    readonly update: VerbOf<Row>;
    readonly remove: VerbOf<unknown>;
    readonly stream: ListOf<Row>;
  };
  readonly examples?: { readonly create?: object; readonly update?: object };
  /** Where a write happens in an organization other than the caller's: the call to make there. */
  readonly writingCall?: (call: Call, id: string | null) => Promise<Call>;
}

/** A resource with its types resolved: the routes are built from it. */
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

/** The fields every record has in addition to its own. */
const identity = shapeOf<RecordRow>()({
  id: 'id',
  organizationId: ['id', (row) => row.organizationId ?? row.id],
});
const stateOf = (statuses: Statuses) =>
  shapeOf<RecordRow>()({
    status: [z.enum(statuses), 'recordStatus'],
    createdAt: 'moment',
    updatedAt: 'moment',
  });

/** Declares a resource of surface B. */
export function defineResource<Row extends RecordRow, Seen extends object = Row>(
  definition: ResourceDefinition<Row, Seen>,
): Resource {
  const { own, seen, takes, statuses, examples = {}, writingCall = stay, ...rest } = definition;
  const state = stateOf(statuses);
  const create = takes instanceof z.ZodType ? takes : bodyOf(takes, statuses);
  return {
    ...rest,
    create,
    update: rest.update ?? create,
    examples,
    statuses,
    writingCall,
    verbs: definition.verbs as unknown as Resource['verbs'],
    schema: identity.schema.extend(own.schema.shape).extend(state.schema.shape),
    present: (row) => ({
      ...identity.present(row),
      ...own.present(seen === undefined ? (row as unknown as Seen) : seen(row as Row)),
      ...state.present(row),
    }),
  };
}

/**
 * A body whose `status` is the record status (decisions.md, surface B, "status"). Lifecycle statuses are not fields
 * here, so they are ignored like every read-only field.
 */
export function bodyOf({ recordStatus: _state, ...takes }: z.ZodRawShape, statuses: Statuses) {
  return z.object({ ...takes, status: z.enum(statuses).optional() }).transform((body) => {
    const { status, ...fields } = body as Readonly<Record<string, unknown>>;
    return { ...fields, recordStatus: status } as Readonly<Record<string, unknown>>;
  });
}
