import type { WantedReferences } from '@/db/stores/documents/document-references';
import type { HeaderInput, LineInput } from '../document-input';

/** A document about to be saved: a header with its lines. */
export interface DocumentDraft {
  readonly header: HeaderInput;
  readonly lines: readonly LineInput[];
}

const present = (ids: readonly (string | null | undefined)[]): string[] => [
  ...new Set(ids.filter((id) => id !== null && id !== undefined)),
];

/** Every id, place and currency that these documents refer to, each once. */
export function referencesIn(drafts: readonly DocumentDraft[]): WantedReferences {
  const headers = drafts.map(({ header }) => header);
  const lines = drafts.flatMap((draft) => draft.lines);
  return {
    typeIds: present(headers.map((header) => header.transactionTypeId)),
    entityIds: present(headers.map((header) => header.entityId)),
    accountIds: present(lines.map((line) => line.accountId)),
    taxCodeIds: present(lines.map((line) => line.taxCodeId)),
    itemIds: present(lines.map((line) => line.itemId)),
    classIds: present(lines.map((line) => line.classId)),
    departmentIds: present(lines.map((line) => line.departmentId)),
    locationIds: present(lines.map((line) => line.locationId)),
    projectIds: present([
      ...headers.map((header) => header.projectId),
      ...lines.map((line) => line.projectId),
    ]),
    contractIds: present(headers.map((header) => header.revenueContractId)),
    obligationKeys: present(lines.map((line) => line.obligationKey)),
    places: headers.map(({ subsidiaryId, transactionDate, currencyCode }) => ({
      subsidiaryId,
      date: transactionDate,
      currencyCode,
    })),
  };
}
