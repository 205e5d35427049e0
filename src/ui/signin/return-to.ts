const HERE = 'https://daybook.invalid';

/**
 * The page a sign-in leads to, when it is one of this site: path and query as the browser understands them. Browsers drop tabs and line breaks
 * and take a backslash for a slash, so the address is judged after it has been read the same way, not as written. Null: any other
 * address.
 */
export function returnPath(asked: unknown): string | null {
  if (typeof asked !== 'string' || !asked.startsWith('/') || !URL.canParse(asked, HERE)) return null;
  const { origin, pathname, search } = new URL(asked, HERE);
  // A path that itself begins with two slashes names another host once it stands alone.
  return origin === HERE && !pathname.startsWith('//') ? `${pathname}${search}` : null;
}
