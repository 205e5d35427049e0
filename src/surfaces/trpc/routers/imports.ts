import { appendRows } from '@/usecases/imports/append-rows';
import { checkImport } from '@/usecases/imports/check-import';
import { createImport } from '@/usecases/imports/create-import';
import { getImport } from '@/usecases/imports/get-import';
import { listRowsOfImport } from '@/usecases/imports/list-import-rows';
import { listAllImports } from '@/usecases/imports/list-imports';
import { removeStoredImport } from '@/usecases/imports/remove-import';
import { runImport } from '@/usecases/imports/run-import';
import { undoImport } from '@/usecases/imports/undo-import';
import { updateMapping } from '@/usecases/imports/update-mapping';
import { procedureFor } from '../procedure-for';
import { createTrpcRouter } from '../trpc';

/** Imports of tables: upload, columns, check, run, result of each row. */
export const importsRouter = createTrpcRouter({
  create: procedureFor(createImport),
  append: procedureFor(appendRows),
  get: procedureFor(getImport),
  list: procedureFor(listAllImports),
  rows: procedureFor(listRowsOfImport),
  map: procedureFor(updateMapping),
  check: procedureFor(checkImport),
  run: procedureFor(runImport),
  undo: procedureFor(undoImport),
  remove: procedureFor(removeStoredImport),
});
