/** `/books/<slug>/<place>`. */
export function booksPath(slug: string, place = ''): string {
  return place === '' ? `/books/${slug}` : `/books/${slug}/${place}`;
}

/** The parameter that a link inside the console adds to the address of the page it requests. */
const OF_NEXT = '_rsc';

/**
 * Where to sign in, and to come back to `page` of these books, path and query. To their first page where the page is unknown, or is
 * not one of theirs.
 */
export function signInPath(slug: string, page: string | null): string {
  const home = booksPath(slug);
  const [path = '', query = ''] = (page ?? '').split('?');
  const asked = new URLSearchParams(query);
  asked.delete(OF_NEXT);
  const isOurs = path === home || path.startsWith(`${home}/`);
  const back = isOurs ? `${path}${asked.size === 0 ? '' : `?${asked}`}` : home;
  return `/login?returnTo=${encodeURIComponent(back).replaceAll('%2F', '/')}`;
}
