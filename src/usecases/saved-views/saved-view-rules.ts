import { refuse } from '@/core/refusals';
import { MOST_VIEWS, mayChangeView, maySeeView, type ViewScreen, viewIssues } from '@/core/views/saved-view';
import { ownViews, type SavedViewRecord, savedViews } from '@/db/stores/saved-views';
import { refuseNotFound } from '@/usecases/kit/crud';
import type { Context } from '@/usecases/kit/define';

/** The person who calls; views are saved for people, and programs are refused with FORBIDDEN. */
export function demandPerson({ principal }: Context): string {
  const { kind, id } = principal.actor;
  if (kind !== 'user' || id === null) {
    refuse('FORBIDDEN', 'Only people can save views. Sign in as a person.', { permission: 'savedViews' });
  }
  return id;
}

/** Refuses INVALID_INPUT for an invalid name or filters. */
export function demandFit(view: { readonly name: string; readonly query: string }): void {
  const issues = viewIssues(view);
  const [first] = issues;
  if (first !== undefined) refuse('INVALID_INPUT', first.message, { issues });
}

/**
 * Refuses DUPLICATE for a name its owner already uses on this list, INVALID_INPUT when one is added beyond 50 views.
 */
export async function demandRoom(
  { tenant }: Context,
  view: { readonly userId: string; readonly screen: ViewScreen; readonly name: string; readonly id?: string },
): Promise<void> {
  const own = await ownViews(tenant, view.userId, view.screen);
  const same = own.find(({ id, name }) => id !== view.id && name.toLowerCase() === view.name.toLowerCase());
  if (same !== undefined) {
    refuse('DUPLICATE', `This list already has a view called "${same.name}".`, {
      noun: 'saved view',
      field: 'name',
      value: view.name,
    });
  }
  if (view.id === undefined && own.length >= MOST_VIEWS) {
    const message = `A person can save at most ${MOST_VIEWS} views per list. Remove one first.`;
    refuse('INVALID_INPUT', message, { issues: [{ path: ['name'], message }] });
  }
}

/** The view, if the caller can see it; NOT_FOUND otherwise. */
export async function demandSeen({ tenant, principal }: Context, id: string): Promise<SavedViewRecord> {
  const view = await savedViews.find(tenant, id);
  return view !== null && maySeeView(view, principal) ? view : refuseNotFound('saved view', id);
}

/** The view, if the caller may change it; FORBIDDEN if they can only see it. */
export async function demandOwn(context: Context, id: string): Promise<SavedViewRecord> {
  demandPerson(context);
  const view = await demandSeen(context, id);
  if (!mayChangeView(view, context.principal)) {
    refuse('FORBIDDEN', 'Only its creator or an admin can change a shared view. Save your own instead.', {
      permission: 'savedViews',
    });
  }
  return view;
}
