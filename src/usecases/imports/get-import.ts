import { byId } from '../kit/crud';
import { defineUseCase } from '../kit/define';
import { reachImport } from './import-rules';

/** An import with its column mapping and progress. Refuses NOT_FOUND, FORBIDDEN. */
export const getImport = defineUseCase({
  name: 'imports.get',
  permission: null,
  mode: 'read',
  input: byId,
  run: (context, { id }) => reachImport(context, id),
});
