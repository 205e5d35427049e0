import { byId } from '../kit/crud';
import { defineUseCase } from '../kit/define';
import { showImport } from './import-rules';

/** An import with its column mapping, its progress, and, for a file of orders, how many of them wait. Refuses NOT_FOUND, FORBIDDEN. */
export const getImport = defineUseCase({
  name: 'imports.get',
  permission: null,
  mode: 'read',
  input: byId,
  run: (context, { id }) => showImport(context, id),
});
