const HERE = 'https://daybook.invalid';

/**
 * The page to open after a sign-in, if it belongs to this site: path and query as the browser understands them.
 * Browsers drop tabs and line breaks and treat a backslash as a slash, so the address is parsed the same way before it
 * is judged. Null: any other address.
 */
export function returnPath(asked: unknown): string | null {
  if (typeof asked !== 'string' || !asked.startsWith('/') || !URL.canParse(asked, HERE)) return null;
  const { origin, pathname, search } = new URL(asked, HERE);
  // A path that itself begins with two slashes is read as another host once it stands alone.
  return origin === HERE && !pathname.startsWith('//') ? `${pathname}${search}` : null;
}

/** The short name of the organization whose page someone wanted to open; its own OpenID providers are offered too. */
export function organizationOf(path: string | null): string | null {
  return /^\/books\/([a-z0-9-]{1,100})(?:[/?]|$)/.exec(path ?? '')?.[1] ?? null;
}
