import { z } from 'zod';
import { MOST_COLUMNS, MOST_ROWS } from '@/core/imports/importable';
import { mappingOf } from '@/core/orders/read-order';
import { refuse } from '@/core/refusals';
import { appendImportRows } from '@/db/stores/import-rows';
import { insertImport } from '@/db/stores/imports';
import { findOrderSource } from '@/db/stores/sales/order-sources';
import { newId } from '@/lib/ids';
import { cell, tableProblems } from '../imports/import-input';
import { arrivingRows, type ShownImport, showImport } from '../imports/import-rules';
import { expectVersion, refuseNotFound } from '../kit/crud';
import { defineUseCase } from '../kit/define';
import { anId, lineText } from '../kit/fields';
import { sourceOf } from './source-records';

/** A file of a source: its headers and its rows, every cell as text. A longer file is sent in parts (`imports.append`). */
export const orderFileFields = z.object({
  fileName: lineText.max(200).default(''),
  columns: z.array(cell).min(1, 'must have at least one column').max(MOST_COLUMNS),
  rows: z.array(z.array(cell).max(MOST_COLUMNS)).min(1, 'must have at least one row').max(MOST_ROWS),
});

/**
 * Stores a file of a source; its columns are read as the source remembers them, or as the vendor names them. Nothing is added to the
 * books yet: it is checked and run like any import. Refuses NOT_FOUND, and INVALID_INPUT for a source that is inactive or a table that
 * is too large.
 */
export const uploadOrders = defineUseCase({
  name: 'orderSources.upload',
  permission: 'revenue.write',
  mode: 'sql',
  input: orderFileFields
    .extend({
      sourceId: anId,
      /** More rows follow (imports.append); until the last of them has arrived nothing can be checked. */
      more: z.boolean().default(false),
    })
    .superRefine(tableProblems),
  async run(context, { sourceId, fileName, columns, rows, more }): Promise<ShownImport> {
    const { tenant, principal } = context;
    const record = (await findOrderSource(tenant, sourceId)) ?? refuseNotFound('order source', sourceId);
    expectVersion(context, record);
    if (record.recordStatus !== 'active') {
      const message = 'is inactive';
      refuse('INVALID_INPUT', `The source ${record.name} ${message}.`, {
        issues: [{ path: ['sourceId'], message }],
      });
    }
    const id = newId();
    const mapping = mappingOf(sourceOf(record), columns);
    await insertImport(tenant, {
      id,
      noun: 'orders',
      fileName,
      columns,
      mapping,
      importStatus: more ? 'ARRIVING' : 'UPLOADED',
      posts: false,
      correctsImportId: null,
      cutOverId: null,
      sourceId,
      createdBy: principal.actor.id,
      createdByName: principal.actor.name,
    });
    await appendImportRows(tenant, id, arrivingRows('orders', mapping, rows, { from: 0, before: null }));
    context.record({
      action: 'imports.create',
      noun: 'import',
      recordId: id,
      after: { noun: 'orders', source: record.code, fileName, columns, rows: rows.length },
    });
    return showImport(context, id);
  },
});
