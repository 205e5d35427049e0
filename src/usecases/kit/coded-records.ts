import type { z } from 'zod';
import { type GovernedTable, NOUNS } from '@/core/nouns';
import { refuse } from '@/core/refusals';
import type { ListQuery, Page } from '@/db/record-store';
import type { StreamFilter } from '@/db/record-stream';
import type { SearchedNoun } from '@/db/reports/party-search';
import type { TreeTable } from '@/db/stores/structure/trees';
import type { Tenant, TenantClaim } from '@/db/tenancy';
import { crud } from './crud';
import type { Context } from './define';
import { codeText, longText, nameText, recordStatus } from './fields';
import { nextRecordCode } from './record-code';
import { defineRecordStream } from './record-list';
import { defineRecordPage } from './record-page';
import { demandChildless, demandParent } from './tree-records';

/** The fields of every record with a code; all optional, since an omitted code and name are generated. */
export const codedShape = {
  code: codeText.optional(),
  name: nameText.optional(),
  description: longText.nullish(),
  recordStatus: recordStatus.optional(),
} as const;

interface CodedRow {
  readonly id: string;
  readonly version: number;
  readonly code: string;
  readonly name: string;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

interface Named {
  readonly code: string;
  readonly name: string;
}

interface CodedDefinition<Row extends CodedRow, Changes, Fields extends z.ZodObject> {
  /** Their table: what one is called and who may read and write it stand in the table of nouns. */
  readonly records: GovernedTable;
  /** Of generated codes: `DEPT` for `DEPT-00012`. */
  readonly prefix: string;
  readonly store: {
    readonly find: (tenant: Tenant, id: string) => Promise<Row | null>;
    readonly findWhere: (tenant: Tenant, where: { readonly code: string }) => Promise<Row | null>;
    readonly page: (tenant: Tenant, query: ListQuery<Row>) => Promise<Page<Row>>;
    readonly list: (tenant: Tenant, query: ListQuery<Row>) => Promise<Row[]>;
    readonly insert: (tenant: Tenant, data: NoInfer<Changes> & Named) => Promise<Row>;
    readonly update: (
      tenant: Tenant,
      id: string,
      data: Changes,
      expectedVersion?: number,
    ) => Promise<Row | null>;
    readonly remove: (tenant: Tenant, id: string) => Promise<boolean>;
  };
  readonly stream: (claim: TenantClaim, filter: StreamFilter) => AsyncIterable<Row[]>;
  /** The noun of the index of texts, of records of which there may be tens of thousands. */
  readonly indexed?: SearchedNoun;
  /** `codedShape` and the noun's own fields, each optional. */
  readonly fields: Fields;
  /** Where the records hang under each other. `field` is the column's name in the record. */
  readonly tree?: Omit<TreeTable, 'table'> & { readonly field: string };
  /** Checks and completes what is to be written; `before` is null for a new record. Throws refusals. */
  readonly prepare: (
    context: Context,
    before: Row | null,
    input: z.output<Fields>,
  ) => Promise<NoInfer<Changes>> | NoInfer<Changes>;
  readonly guardRemove?: (context: Context, before: Row) => Promise<void>;
}

/** The verbs of a noun whose records carry a code and a name: create, get, update, remove, a page, a streamed list. */
export function codedRecords<Row extends CodedRow, Changes, Fields extends z.ZodObject>(
  definition: CodedDefinition<Row, Changes, Fields>,
) {
  const { records, prefix, store, fields, prepare } = definition;
  const { one: noun, area } = NOUNS[records];
  const plural = records.replaceAll('_', '-');
  const read = `${area}.read` as const;
  const write = `${area}.write` as const;
  const tree = definition.tree && { table: records, ...definition.tree };

  const isTaken = async ({ tenant }: Context, code: string) =>
    (await store.findWhere(tenant, { code })) !== null;
  const demandFreeCode = async (context: Context, code: string) => {
    if (!(await isTaken(context, code))) return;
    refuse('DUPLICATE', `Another ${noun} already has the code ${code}.`, {
      noun,
      field: 'code',
      value: code,
    });
  };

  const prepared = async (context: Context, before: Row | null, input: z.output<Fields>) => {
    if (tree !== undefined) {
      const parentId = (input as Record<string, unknown>)[tree.field] as string | null | undefined;
      await demandParent(context.tenant, tree, { noun, id: before?.id ?? null }, parentId);
    }
    const { code } = input as { code?: string };
    if (code !== undefined && code !== before?.code) await demandFreeCode(context, code);
    return prepare(context, before, input);
  };

  const verbs = crud<Row, Changes & Named, Changes, Fields, Fields>({
    noun,
    plural,
    store,
    read,
    write,
    create: fields,
    update: fields,
    async prepareCreate(context, input) {
      const data = await prepared(context, null, input);
      const asked = input as { code?: string; name?: string };
      const code =
        asked.code ?? (await nextRecordCode(context.tenant, prefix, (next) => isTaken(context, next)));
      return { ...data, code, name: asked.name ?? code };
    },
    prepareUpdate: (context, before, input) => prepared(context, before, input),
    async guardRemove(context, before) {
      if (tree !== undefined) await demandChildless(context.tenant, tree, { noun, id: before.id });
      await definition.guardRemove?.(context, before);
    },
  });

  return {
    ...verbs,
    page: defineRecordPage({
      name: `${plural}.page`,
      permission: read,
      store,
      searchIn: ['code', 'name'],
      indexed: definition.indexed,
      sortBy: ['code', 'name', 'createdAt', 'updatedAt'],
    }),
    stream: defineRecordStream({
      name: `${plural}.stream`,
      permission: read,
      store,
      stream: definition.stream,
    }),
  };
}
