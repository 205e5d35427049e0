import { z } from 'zod';
import type { ViewScreen } from '@/core/views/saved-view';
import { type SavedViewRecord, savedViews } from '@/db/stores/saved-views';
import { expectVersion, refuseNotFound } from '@/usecases/kit/crud';
import { defineUseCase } from '@/usecases/kit/define';
import { demandFit, demandOwn, demandRoom } from './saved-view-rules';

/**
 * Renames a view, changes its filters, shares it or stops sharing it. Refuses NOT_FOUND for a view the caller cannot
 * see, FORBIDDEN for someone else's shared view (except for admins), and as `savedViews.save` does. If a view that is
 * no longer shared was someone else's default, their list opens without filters again.
 */
export const updateView = defineUseCase({
  name: 'savedViews.update',
  permission: null,
  mode: 'write',
  input: z.object({
    id: z.guid(),
    name: z.string().trim().optional(),
    query: z.string().optional(),
    isShared: z.boolean().optional(),
  }),
  async run(context, { id, ...change }): Promise<SavedViewRecord> {
    const before = await demandOwn(context, id);
    expectVersion(context, before);
    const { name = before.name, query = before.query, isShared = before.isShared } = change;
    demandFit({ name, query });
    if (name !== before.name) {
      await demandRoom(context, { id, name, userId: before.userId, screen: before.screen as ViewScreen });
    }
    const after =
      (await savedViews.update(context.tenant, id, { name, query, isShared }, before.version)) ??
      refuseNotFound('saved view', id);
    context.record({ noun: 'saved view', recordId: id, before, after });
    return after;
  },
});
