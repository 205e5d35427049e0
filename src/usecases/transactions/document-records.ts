import { z } from 'zod';
import { dec, toPlainString } from '@/core/money/decimal';
import type { Permission } from '@/core/permissions';
import type { TransactionKind } from '@/core/transactions/kinds';
import { streamDocuments } from '@/db/stores/documents/documents';
import {
  changeTransaction,
  lockTransactions,
  type TransactionRecord,
  transactions,
} from '@/db/stores/documents/transactions';
import { expectVersion, refuseNotFound } from '../kit/crud';
import { type Context, defineUseCase } from '../kit/define';
import { anId, recordStatus } from '../kit/fields';
import { defineRecordStream } from '../kit/record-list';
import { createEmptyDocument } from './create-empty-document';
import { type HeaderInput, headerFields, type LineInput } from './document-input';

import { auditView } from './document-view';
import { paymentAmount, paymentLine } from './payments/payment-amount';
import { removeTransaction } from './remove-transaction';
import { updateTransaction } from './update-transaction';

/** The document header fields a caller may set; all optional, since it starts as an empty draft. */
export const documentFields = headerFields.partial().extend({
  recordStatus: recordStatus.optional(),
  /** For a payment: the amount received, carried by its one line. */
  amount: paymentAmount.optional(),
});
type DocumentInput = z.output<typeof documentFields>;

interface DocumentsDefinition {
  /** Singular, as shown to people: `invoice`. */
  readonly noun: string;
  readonly plural: string;
  /** The kind of document in this resource; null: every kind, and a new one is a journal. */
  readonly kind: TransactionKind | null;
  readonly permissions: {
    readonly read: Permission;
    readonly create: Permission;
    readonly update: Permission;
    readonly remove: Permission;
  };
}

/**
 * The verbs of a surface B resource of business transactions: create an empty draft, get, update, remove,
 * list. They share one store: an invoice here is a business transaction of kind INVOICE there. These verbs
 * never change the lifecycle status.
 */
export function documentRecords({ noun, plural, kind, permissions }: DocumentsDefinition) {
  /** The document, if it belongs to this resource. */
  const ours = (record: TransactionRecord | null | undefined, id: string): TransactionRecord =>
    record === null || record === undefined || (kind !== null && record.kind !== kind)
      ? refuseNotFound(noun, id)
      : record;

  const locked = async (context: Context, id: string) => {
    const [found] = await lockTransactions(context.tenant, [id]);
    const record = ours(found, id);
    expectVersion(context, record);
    return record;
  };

  const create = defineUseCase({
    name: `${plural}.create`,
    permission: permissions.create,
    mode: 'sql',
    input: documentFields,
    async run(context, { recordStatus: status, amount, ...input }): Promise<TransactionRecord> {
      const { tenant } = context;
      const lines = amount === undefined ? [] : [paymentLine(amount)];
      const { id } = await createEmptyDocument.run(context, { ...input, kind: kind ?? 'JOURNAL', lines });
      if (status !== undefined && status !== 'active') {
        return changeTransaction(tenant, id, { recordStatus: status });
      }
      const [record] = await lockTransactions(tenant, [id]);
      return ours(record, id);
    },
  });

  const get = defineUseCase({
    name: `${plural}.get`,
    permission: permissions.read,
    mode: 'read',
    input: z.object({ id: anId }),
    async run({ tenant }, { id }): Promise<TransactionRecord> {
      return ours(await transactions.find(tenant, id), id);
    },
  });

  /** Only a draft may change these fields (INVALID_STATUS_TRANSITION); sending the same value again is not a change. */
  const update = defineUseCase({
    name: `${plural}.update`,
    permission: permissions.update,
    mode: 'sql',
    input: z.object({ id: anId, data: documentFields }),
    async run(context, { id, data }): Promise<TransactionRecord> {
      const before = await locked(context, id);
      const { recordStatus: status, ...rest } = data;
      const moved = movedFields(before, rest);
      const lines = linesFor(before, data);
      if (Object.keys(moved).length > 0 || lines !== undefined) {
        await updateTransaction.run(context, { id, transaction: moved, lines });
      }
      if (status !== undefined && status !== before.recordStatus) {
        const after = await changeTransaction(context.tenant, id, { recordStatus: status });
        context.record({ noun, recordId: id, before: auditView(before), after: auditView(after) });
      }
      const [after] = await lockTransactions(context.tenant, [id]);
      return ours(after, id);
    },
  });

  const remove = defineUseCase({
    name: `${plural}.remove`,
    permission: permissions.remove,
    mode: 'sql',
    input: z.object({ id: anId }),
    async run(context, { id }): Promise<TransactionRecord> {
      const before = await locked(context, id);
      await removeTransaction.run(context, { id });
      return before;
    },
  });

  const listed = {
    permission: permissions.read,
    store: transactions,
  } as const;
  return {
    create,
    get,
    update,
    remove,
    stream: defineRecordStream({
      ...listed,
      name: `${plural}.stream`,
      stream: streamDocuments,
      ...(kind === null ? {} : { equals: { kind } }),
    }),
  };
}

/** The header fields whose value would change. */
function movedFields(
  before: TransactionRecord,
  { amount: _lines, ...input }: Omit<DocumentInput, 'recordStatus'>,
) {
  // A rate read from SQL has all the digits of its column.
  const shown: Readonly<Record<string, unknown>> = {
    ...before,
    exchangeRate: toPlainString(dec(before.exchangeRate)),
  };
  const moved = Object.entries(input).filter(
    ([field, value]) => value !== undefined && JSON.stringify(value) !== JSON.stringify(shown[field] ?? null),
  );
  return Object.fromEntries(moved) as Partial<HeaderInput>;
}

/** The line of a payment whose amount changes; undefined when the lines stay. */
function linesFor(before: TransactionRecord, { amount }: DocumentInput): LineInput[] | undefined {
  return amount === undefined || amount === paymentAmount.parse(before.totalAmount)
    ? undefined
    : [paymentLine(amount)];
}
