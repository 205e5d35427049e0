import { z } from 'zod';
import { VIEW_SCREENS } from '@/core/views/saved-view';
import { type SavedViewRecord, savedViews } from '@/db/stores/saved-views';
import { defineUseCase } from '@/usecases/kit/define';
import { demandFit, demandPerson, demandRoom } from './saved-view-rules';

/**
 * Saves the filters of a list under a name, for the caller or for everyone in the organization. Refuses INVALID_INPUT
 * for an invalid name or filters or beyond 50 views, DUPLICATE for a name the caller already uses on this list.
 */
export const saveView = defineUseCase({
  name: 'savedViews.save',
  permission: null,
  mode: 'write',
  input: z.object({
    screen: z.enum(VIEW_SCREENS),
    name: z.string().trim(),
    query: z.string(),
    isShared: z.boolean().default(false),
  }),
  async run(context, input): Promise<SavedViewRecord> {
    const userId = demandPerson(context);
    demandFit(input);
    await demandRoom(context, { ...input, userId });
    const view = await savedViews.insert(context.tenant, { ...input, userId });
    context.record({ noun: 'saved view', recordId: view.id, after: view });
    return view;
  },
});
