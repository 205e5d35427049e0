import { withArticle } from '@/core/nouns';
import { type Issue, refuse } from '@/core/refusals';
import { type EntityType, entityTypesOf, type TransactionKind } from '@/core/transactions/kinds';
import type { DocumentReferences } from '@/db/stores/documents/document-references';
import type { DocumentDraft } from './collect-references';
import { factsById } from './reference-facts';

export type Type = DocumentReferences['types'][number];
export type Subsidiary = DocumentReferences['subsidiaries'][number];
export type Entity = DocumentReferences['entities'][number];

/** The records a document refers to. */
export interface Resolved {
  readonly type: Type;
  readonly subsidiary: Subsidiary;
  readonly entity: Entity | null;
}

const wrong = (path: readonly string[], message: string): never => {
  const issues: Issue[] = [{ path, message }];
  return refuse('INVALID_INPUT', `${path.join('.')}: ${message}`, { issues });
};

const unknown = (field: string, noun: string, id: string): never =>
  refuse('REFERENCE_NOT_FOUND', `${field} is not ${withArticle(noun)} of this organization.`, {
    field,
    noun,
    id,
  });

/** What a line may name, in the order in which it is looked for. */
const REFERENCES = [
  ['accountId', 'account', 'accounts'],
  ['taxCodeId', 'tax code', 'taxCodes'],
  ['itemId', 'item', 'items'],
  ['classId', 'class', 'classes'],
  ['departmentId', 'department', 'departments'],
  ['locationId', 'location', 'locations'],
  ['projectId', 'project', 'projects'],
] as const;

/**
 * Finds every record a document refers to. Refuses REFERENCE_NOT_FOUND for the first id that is unknown (or another
 * organization's: the answer is the same), INVALID_INPUT for inactive records and for a counterparty of the wrong kind.
 */
export function resolveReferences({ header, lines }: DocumentDraft, facts: DocumentReferences): Resolved {
  const known = factsById(facts);
  const type =
    known.types.get(header.transactionTypeId) ??
    unknown('transactionTypeId', 'transaction type', header.transactionTypeId);
  if (!type.isActive) wrong(['transactionTypeId'], 'is an inactive transaction type');
  const subsidiary =
    known.subsidiaries.get(header.subsidiaryId) ?? unknown('subsidiaryId', 'subsidiary', header.subsidiaryId);
  if (!subsidiary.isActive) wrong(['subsidiaryId'], 'is an inactive subsidiary');
  const entity = resolveEntity(header, type.kind, known.entities);
  if (header.projectId && !known.projects.has(header.projectId)) {
    unknown('projectId', 'project', header.projectId);
  }
  for (const [index, line] of lines.entries()) {
    for (const [field, noun, place] of REFERENCES) {
      const id = line[field];
      if (id && !known[place].has(id)) unknown(`lines.${index}.${field}`, noun, id);
    }
  }
  return { type, subsidiary, entity };
}

function resolveEntity(
  header: DocumentDraft['header'],
  kind: TransactionKind,
  entities: ReadonlyMap<string, Entity>,
): Entity | null {
  const { entityId, entityType } = header;
  if (!entityId) return entityType ? wrong(['entityId'], 'is required when entityType is given') : null;
  const entity = entities.get(entityId) ?? unknown('entityId', wordFor(entityType), entityId);
  if (entityType && entity.type !== entityType) unknown('entityId', wordFor(entityType), entityId);
  const wanted = entityTypesOf(kind);
  if (wanted.length > 0 && !wanted.includes(entity.type)) {
    wrong(['entityType'], `must be ${wanted.join(' or ')} for a transaction of kind ${kind}`);
  }
  return entity;
}

const wordFor = (type: EntityType | null | undefined) =>
  type?.toLowerCase() ?? 'customer, vendor or employee';
