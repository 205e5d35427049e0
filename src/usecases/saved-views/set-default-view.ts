import { z } from 'zod';
import { refuse } from '@/core/refusals';
import { VIEW_SCREENS } from '@/core/views/saved-view';
import { savedViewDefaults } from '@/db/stores/saved-views';
import { refuseNotFound } from '@/usecases/kit/crud';
import { defineUseCase } from '@/usecases/kit/define';
import { demandPerson, demandSeen } from './saved-view-rules';

/**
 * Sets the view with which the caller's list opens; null: without filters. Refuses NOT_FOUND for a view the caller
 * cannot see, INVALID_INPUT for a view of another list.
 */
export const setDefaultView = defineUseCase({
  name: 'savedViews.setDefault',
  permission: null,
  mode: 'write',
  input: z.object({ screen: z.enum(VIEW_SCREENS), viewId: z.guid().nullable() }),
  async run(
    context,
    { screen, viewId },
  ): Promise<{ id: string | null; screen: string; viewId: string | null }> {
    const userId = demandPerson(context);
    const view = viewId === null ? null : await demandSeen(context, viewId);
    if (view !== null && view.screen !== screen) {
      const message = 'This view belongs to another list.';
      refuse('INVALID_INPUT', message, { issues: [{ path: ['viewId'], message }] });
    }
    const { tenant } = context;
    const before = await savedViewDefaults.findWhere(tenant, { userId, screen });
    if (viewId === null) {
      if (before !== null) await savedViewDefaults.remove(tenant, before.id);
    } else if (before === null) {
      await savedViewDefaults.insert(tenant, { userId, screen, viewId });
    } else if ((await savedViewDefaults.update(tenant, before.id, { viewId })) === null) {
      refuseNotFound('saved view', viewId);
    }
    const after = await savedViewDefaults.findWhere(tenant, { userId, screen });
    if (before?.viewId !== after?.viewId) {
      context.record({ noun: 'saved view default', recordId: (after ?? before)?.id ?? null, before, after });
    }
    return { id: after?.id ?? null, screen, viewId };
  },
});
