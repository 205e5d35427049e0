import { createTransaction } from '@/usecases/transactions/create-transaction';
import { postTransaction } from '@/usecases/transactions/posting/post-transaction';
import type { Actor, PlannedDocument, PlannedLine } from '../story/documents';
import type { Stage } from './stage';

/** What the story needs to know about a created document. */
export interface MadeDocument {
  readonly id: string;
  readonly key: string;
  readonly date: string;
  readonly kind: PlannedDocument['kind'];
  readonly total: string;
  readonly tax: string;
}

/** Number of documents sent before waiting for the answers, so that they are stored together. */
const TOGETHER = 200;

/** Creates documents in order, so that their numbers follow their dates. */
export async function createDocuments(
  stage: Stage,
  documents: readonly PlannedDocument[],
  author: Actor,
  status: 'DRAFT' | 'APPROVED',
): Promise<MadeDocument[]> {
  const made: MadeDocument[] = [];
  for (let start = 0; start < documents.length; start += TOGETHER) {
    const chunk = documents.slice(start, start + TOGETHER);
    made.push(
      ...(await Promise.all(
        chunk.map(async (document): Promise<MadeDocument> => {
          const view = await stage.run(author, createTransaction, inputOf(stage, document, status));
          const { id, totalAmount, taxAmount } = view;
          const { key, date, kind } = document;
          return { id, key, date, kind, total: totalAmount, tax: taxAmount };
        }),
      )),
    );
    for (const { key, id } of made.slice(start)) stage.ids.set('document', key, id);
  }
  return made;
}

/** Posts documents on their own dates, oldest first, so that the ledger's numbers follow time. */
export async function postDocuments(
  stage: Stage,
  documents: readonly MadeDocument[],
  actor: Actor,
): Promise<void> {
  const ordered = [...documents].sort((one, other) =>
    one.date === other.date ? 0 : one.date < other.date ? -1 : 1,
  );
  for (let start = 0; start < ordered.length; start += TOGETHER) {
    await Promise.all(
      ordered.slice(start, start + TOGETHER).map(({ id, date, kind }) =>
        stage.run(actor, postTransaction, {
          id,
          postingDate: date,
          // Some customers exceed their credit limit, and the controller overrides the check.
          overrideChecks: kind === 'INVOICE',
        }),
      ),
    );
  }
}

/** A planned document as input for the use-case. */
export function inputOf(stage: Stage, document: PlannedDocument, status: 'DRAFT' | 'APPROVED'): object {
  const { ids } = stage;
  const { entity } = document;
  return {
    transaction: {
      transactionTypeId: ids.get('type', document.kind),
      subsidiaryId: ids.get('subsidiary', document.subsidiary),
      ...(entity === undefined
        ? {}
        : { entityType: entity.type, entityId: ids.get(entity.type.toLowerCase(), entity.key) }),
      transactionDate: document.date,
      dueDate: document.dueDate ?? null,
      currencyCode: document.currency,
      memo: document.memo,
      referenceNumber: document.reference ?? null,
      paymentMethod: document.paymentMethod ?? null,
      status,
    },
    lines: document.lines.map((line, index) => lineOf(stage, line, index + 1)),
  };
}

function lineOf({ ids }: Stage, line: PlannedLine, lineNumber: number) {
  return {
    lineNumber,
    lineType: line.type,
    description: line.description,
    quantity: line.quantity,
    unitPrice: line.unitPrice,
    accountId: ids.find('account', line.account),
    itemId: ids.find('item', line.item),
    taxCodeId: ids.find('tax', line.tax),
    classId: ids.find('class', line.class),
    departmentId: ids.find('department', line.department),
    locationId: ids.find('location', line.location),
    projectId: ids.find('project', line.project),
  };
}
