import type { Principal } from '../principal';
import type { Issue } from '../refusals';

/** The lists whose filters can be saved under a name. */
export const VIEW_SCREENS = [
  'transactions',
  'invoices',
  'payments',
  'customers',
  'prospects',
  'contracts',
] as const;
export type ViewScreen = (typeof VIEW_SCREENS)[number];

/** The most characters in a view's name. */
export const LONGEST_VIEW_NAME = 60;
/** The most characters in its filters. */
export const LONGEST_VIEW_QUERY = 2_000;
/** The most views one person can have on one list, so that they still fit a menu. */
export const MOST_VIEWS = 50;

/** Query parameters that are not filters: the position in the list, and the open dialog. */
const PASSING = new Set(['page', 'new']);

/**
 * The filters of a URL as a view stores them: without the question mark, without parameters that are empty or not filters,
 * sorted by name, so that the same filters always give the same text.
 */
export function viewQuery(address: string): string {
  const said = new URLSearchParams(address);
  const kept = [...said].filter(([name, value]) => !PASSING.has(name) && value !== '');
  kept.sort(([one, a], [other, b]) => compare(one, other) || compare(a, b));
  return new URLSearchParams(kept).toString();
}

function compare(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}

/** What is wrong with a view's name or filters, field by field; empty when it can be saved. */
export function viewIssues(view: { readonly name: string; readonly query: string }): Issue[] {
  const issues: Issue[] = [];
  const length = [...view.name].length;
  if (length === 0 || view.name.trim() !== view.name) {
    issues.push({
      path: ['name'],
      message: 'A view needs a name that begins and ends with a visible character.',
    });
  } else if (length > LONGEST_VIEW_NAME) {
    issues.push({
      path: ['name'],
      message: `A view's name may have at most ${LONGEST_VIEW_NAME} characters.`,
    });
  } else if (/\p{Cc}/u.test(view.name)) {
    issues.push({ path: ['name'], message: "A view's name must be a single line of text." });
  }
  if (view.query.length > LONGEST_VIEW_QUERY) {
    issues.push({
      path: ['query'],
      message: `The filters of a view may have at most ${LONGEST_VIEW_QUERY} characters.`,
    });
  } else if (viewQuery(view.query) !== view.query) {
    issues.push({
      path: ['query'],
      message: "A view must contain a list's filters in the order of their names.",
    });
  }
  return issues;
}

type Kept = { readonly userId: string; readonly isShared: boolean };

/** A private view is seen only by its creator, a shared one by everyone in the organization. */
export function maySeeView(view: Kept, { actor }: Principal): boolean {
  return view.isShared || (actor.kind === 'user' && actor.id === view.userId);
}

/** A view can be changed by its creator, and a shared one also by an admin. */
export function mayChangeView(view: Kept, principal: Principal): boolean {
  const isMaker = principal.actor.kind === 'user' && principal.actor.id === view.userId;
  return isMaker || (view.isShared && principal.roles.includes('admin'));
}
