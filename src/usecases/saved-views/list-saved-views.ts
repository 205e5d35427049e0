import { z } from 'zod';
import { mayChangeView, VIEW_SCREENS } from '@/core/views/saved-view';
import { listViewsOf } from '@/db/stores/saved-views';
import { defineUseCase } from '@/usecases/kit/define';

/** One view as returned to people who can see it. */
export interface ShownView {
  readonly id: string;
  readonly name: string;
  /** The filters as a URL query string. */
  readonly query: string;
  readonly isShared: boolean;
  readonly isMine: boolean;
  readonly mayChange: boolean;
  /** The caller's list opens with this view. */
  readonly isDefault: boolean;
  readonly makerName: string | null;
  readonly version: number;
}

/** The views of a list that the caller can see: their own and the shared ones, by name. */
export const listSavedViews = defineUseCase({
  name: 'savedViews.list',
  permission: null,
  mode: 'report',
  input: z.object({ screen: z.enum(VIEW_SCREENS) }),
  async run({ tenant, principal }, { screen }): Promise<ShownView[]> {
    const me = principal.actor.kind === 'user' ? principal.actor.id : null;
    const views = await listViewsOf(tenant, me, screen);
    return views.map(({ userId, ...view }) => ({
      ...view,
      isMine: userId === me,
      mayChange: mayChangeView({ userId, isShared: view.isShared }, principal),
    }));
  },
});
