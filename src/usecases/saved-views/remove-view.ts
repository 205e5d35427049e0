import { type SavedViewRecord, savedViews } from '@/db/stores/saved-views';
import { byId, expectVersion, refuseNotFound } from '@/usecases/kit/crud';
import { defineUseCase } from '@/usecases/kit/define';
import { demandOwn } from './saved-view-rules';

/**
 * Removes a view; lists that opened with it then open without filters. Refuses NOT_FOUND and
 * FORBIDDEN as `savedViews.update` does.
 */
export const removeView = defineUseCase({
  name: 'savedViews.remove',
  permission: null,
  mode: 'write',
  input: byId,
  async run(context, { id }): Promise<SavedViewRecord> {
    const before = await demandOwn(context, id);
    expectVersion(context, before);
    if (!(await savedViews.remove(context.tenant, id, context.expectedVersion)))
      refuseNotFound('saved view', id);
    context.record({ noun: 'saved view', recordId: id, before });
    return before;
  },
});
