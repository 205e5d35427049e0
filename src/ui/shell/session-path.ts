/** `/books/<slug>/<place>`. */
export function booksPath(slug: string, place = ''): string {
  return place === '' ? `/books/${slug}` : `/books/${slug}/${place}`;
}
