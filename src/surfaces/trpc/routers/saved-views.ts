import { listSavedViews } from '@/usecases/saved-views/list-saved-views';
import { removeView } from '@/usecases/saved-views/remove-view';
import { saveView } from '@/usecases/saved-views/save-view';
import { setDefaultView } from '@/usecases/saved-views/set-default-view';
import { updateView } from '@/usecases/saved-views/update-view';
import { procedureFor } from '../procedure-for';
import { createTrpcRouter } from '../trpc';

/** Saved filters of lists, private and shared. */
export const savedViewsRouter = createTrpcRouter({
  list: procedureFor(listSavedViews),
  save: procedureFor(saveView),
  update: procedureFor(updateView),
  remove: procedureFor(removeView),
  setDefault: procedureFor(setDefaultView),
});
