/**
 * Where a browser may be sent after signing in or out: an address of this site, as the browser itself understands it. Browsers
 * drop tabs and line breaks and treat a backslash as a slash, and so does this parser; anything that is not ours, or not an address,
 * becomes the start of this site.
 */
export function ownAddress(asked: string, baseUrl: string): string {
  if (!URL.canParse(asked, baseUrl)) return baseUrl;
  const [url, base] = [new URL(asked, baseUrl), new URL(baseUrl)];
  // Two slashes first would be read as another host, should anyone take the path alone; a blob has the origin of its maker.
  const isOurs =
    url.origin === base.origin && url.protocol === base.protocol && !url.pathname.startsWith('//');
  return isOurs && url.username === '' && url.password === '' ? url.href : baseUrl;
}
