import { type Issue, refuse } from '@/core/refusals';
import { type EntityType, entityTypesOf, type TransactionKind } from '@/core/transactions/kinds';
import type { DocumentReferences } from '@/db/stores/document-references';
import type { DocumentDraft } from './collect-references';

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
  refuse('REFERENCE_NOT_FOUND', `${field} is not a ${noun} of this organization.`, { field, noun, id });

/**
 * Finds every record a document refers to. Refuses REFERENCE_NOT_FOUND for the first id that is unknown (or another
 * organization's: the answer is the same), INVALID_INPUT for inactive records and for a counterparty of the wrong kind.
 */
export function resolveReferences({ header, lines }: DocumentDraft, facts: DocumentReferences): Resolved {
  const type =
    facts.types.find(({ id }) => id === header.transactionTypeId) ??
    unknown('transactionTypeId', 'transaction type', header.transactionTypeId);
  if (!type.isActive) wrong(['transactionTypeId'], 'is an inactive transaction type');
  const subsidiary =
    facts.subsidiaries.find(({ id }) => id === header.subsidiaryId) ??
    unknown('subsidiaryId', 'subsidiary', header.subsidiaryId);
  if (!subsidiary.isActive) wrong(['subsidiaryId'], 'is an inactive subsidiary');
  const entity = resolveEntity(header, type.kind, facts.entities);
  const projects = new Set(facts.projects);
  const known = {
    accountId: { noun: 'account', ids: new Set(facts.accounts.map(({ id }) => id)) },
    taxCodeId: { noun: 'tax code', ids: new Set(facts.taxCodes.map(({ id }) => id)) },
    itemId: { noun: 'item', ids: new Set(facts.items.map(({ id }) => id)) },
    classId: { noun: 'class', ids: new Set(facts.classes) },
    departmentId: { noun: 'department', ids: new Set(facts.departments) },
    locationId: { noun: 'location', ids: new Set(facts.locations) },
    projectId: { noun: 'project', ids: projects },
  } as const;
  if (header.projectId && !projects.has(header.projectId)) unknown('projectId', 'project', header.projectId);
  for (const [index, line] of lines.entries()) {
    for (const field of Object.keys(known) as (keyof typeof known)[]) {
      const id = line[field];
      const { noun, ids } = known[field];
      if (id && !ids.has(id)) unknown(`lines.${index}.${field}`, noun, id);
    }
  }
  return { type, subsidiary, entity };
}

function resolveEntity(
  header: DocumentDraft['header'],
  kind: TransactionKind,
  entities: readonly Entity[],
): Entity | null {
  const { entityId, entityType } = header;
  if (!entityId) return entityType ? wrong(['entityId'], 'is required when entityType is given') : null;
  const entity =
    entities.find(({ id }) => id === entityId) ?? unknown('entityId', wordFor(entityType), entityId);
  if (entityType && entity.type !== entityType) unknown('entityId', wordFor(entityType), entityId);
  const wanted = entityTypesOf(kind);
  if (wanted.length > 0 && !wanted.includes(entity.type)) {
    wrong(['entityType'], `must be ${wanted.join(' or ')} for a transaction of kind ${kind}`);
  }
  return entity;
}

const wordFor = (type: EntityType | null | undefined) =>
  type?.toLowerCase() ?? 'customer, vendor or employee';
