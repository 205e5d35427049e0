import { groupColumn, type RowBefore, unitsOfNeighbors } from '@/core/imports/grouped-rows';
import { IMPORT_NOUNS, IMPORT_PERMISSIONS, type ImportNoun } from '@/core/imports/import-noun';
import type { ImportStatus } from '@/core/imports/import-states';
import type { Mapping } from '@/core/imports/mapping';
import type { Principal } from '@/core/principal';
import { refuse } from '@/core/refusals';
import { hasStoppedWork } from '@/db/stores/background-jobs';
import type { ArrivingRow } from '@/db/stores/import-rows';
import { type CountedImport, findImport, type ImportRecord } from '@/db/stores/imports';
import { type OrdersOfFile, ordersOfCheckedFile, ordersOfFiles } from '@/db/stores/sales/order-rows';
import type { Tenant } from '@/db/tenancy';
import { refuseNotFound } from '../kit/crud';
import { demand } from '../kit/run';

/** The nouns whose create verb the caller may use. */
export function nounsOf({ permissions }: Principal): ImportNoun[] {
  return IMPORT_NOUNS.filter((noun) => permissions.has(IMPORT_PERMISSIONS[noun]));
}

/**
 * The noun of an import. Refuses FORBIDDEN without the permission of the noun's create verb.
 */
export function permittedNoun(principal: Principal, one: ImportRecord): ImportNoun {
  const noun = one.noun as ImportNoun;
  demand(principal, IMPORT_PERMISSIONS[noun]);
  return noun;
}

/** An import the caller may see, with its counts. */
export async function reachImport(
  context: { readonly tenant: Tenant; readonly principal: Principal },
  id: string,
): Promise<CountedImport> {
  const one = (await findImport(context.tenant, id)) ?? refuseNotFound('import', id);
  permittedNoun(context.principal, one);
  return one;
}

/** An import as it is shown; of a file of orders that was checked or taken in, also how many of its orders wait for a person. */
export interface ShownImport extends CountedImport {
  readonly orders: OrdersOfFile | null;
}

/** An import the caller may see, as it is shown. */
export async function showImport(
  context: { readonly tenant: Tenant; readonly principal: Principal },
  id: string,
): Promise<ShownImport> {
  const one = await reachImport(context, id);
  if (one.sourceId !== null && one.importStatus === 'CHECKED') {
    return { ...one, orders: await ordersOfCheckedFile(context.tenant, id) };
  }
  const [shown] = await showImports(context.tenant, [one]);
  return shown ?? { ...one, orders: null };
}

/** Imports as they are listed; of files of orders that were taken in, also how many of their orders wait. */
export async function showImports(tenant: Tenant, imports: readonly CountedImport[]): Promise<ShownImport[]> {
  // Counted once a run has ended, not while its progress is asked for.
  const files = imports.filter(({ sourceId, importStatus }) => sourceId !== null && importStatus === 'DONE');
  const orders = await ordersOfFiles(
    tenant,
    files.map(({ id }) => id),
  );
  return imports.map((one) => ({ ...one, orders: orders.get(one.id) ?? null }));
}

/** Rows as they are stored, numbered from `from` + 1; `before` is the row that precedes them. */
export function arrivingRows(
  noun: ImportNoun,
  mapping: Mapping,
  rows: readonly (readonly string[])[],
  place: { readonly from: number; readonly before: RowBefore | null },
): ArrivingRow[] {
  const units = unitsOfNeighbors(groupColumn(noun, mapping), rows, place);
  return rows.map((cells, at) => ({ rowNumber: place.from + at + 1, unit: units[at] ?? 0, cells }));
}

const WHY: Readonly<Partial<Record<ImportStatus, string>>> = {
  ARRIVING: 'Its rows are still arriving. Send the rest of the file first.',
  PROPOSED: 'Its documents wait for a second person. Approve them, or undo the import.',
  UNDONE: 'The import was undone. Upload the file again.',
};

const IN_PROGRESS = 'The import is in progress. Wait until it finishes.';

/** The jobs that carry an import on. */
const JOBS = ['imports.check', 'imports.run', 'imports.approve', 'imports.undo'] as const;

/** Whether the job that carried the import on failed or was canceled: what it has done stays, and nothing happens until someone acts. */
export const hasStopped = (tenant: Tenant, { id }: Pick<ImportRecord, 'id'>): Promise<boolean> =>
  hasStoppedWork(tenant, JOBS, id);

/** Refuses IN_USE for an import in one of these statuses, whose own work is under way; not once its job failed or was canceled. */
export async function demandAtRest(
  tenant: Tenant,
  one: Pick<ImportRecord, 'id' | 'importStatus'>,
  busy: readonly ImportStatus[],
): Promise<void> {
  if (!busy.includes(one.importStatus) || (await hasStopped(tenant, one))) return;
  refuse('IN_USE', IN_PROGRESS, { noun: 'import', id: one.id, by: 'its own run' });
}

/** Refuses INVALID_STATUS_TRANSITION for an import in another status than these, saying why. */
export function demandStatus(
  { importStatus }: Pick<ImportRecord, 'importStatus'>,
  statuses: readonly ImportStatus[],
  to: ImportStatus,
): void {
  if (statuses.includes(importStatus)) return;
  refuse('INVALID_STATUS_TRANSITION', WHY[importStatus] ?? IN_PROGRESS, {
    from: importStatus,
    to,
  });
}
