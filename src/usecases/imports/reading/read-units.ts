import type { ImportNoun } from '@/core/imports/import-noun';
import { type RawRow, readRows, type Unit } from '@/core/imports/read-rows';
import { readOrderRows } from '@/core/orders/read-order';
import type { ImportRecord } from '@/db/stores/imports';
import { findOrderSource } from '@/db/stores/sales/order-sources';
import type { Tenant } from '@/db/tenancy';
import { refuseNotFound } from '../../kit/crud';
import { sourceOf } from '../../orders/source-records';

/** The rows of an import as the records they become: as the noun says, or as the source of its file writes them. */
export async function unitsOf(
  tenant: Tenant,
  { noun, mapping, sourceId, dayStyle }: Pick<ImportRecord, 'noun' | 'mapping' | 'sourceId' | 'dayStyle'>,
  rows: readonly RawRow[],
): Promise<Unit[]> {
  if (sourceId === null) return readRows(noun as ImportNoun, mapping, rows, dayStyle ?? undefined);
  const source = (await findOrderSource(tenant, sourceId)) ?? refuseNotFound('order source', sourceId);
  return readOrderRows(sourceOf(source), mapping, rows);
}
