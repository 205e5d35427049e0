/**
 * Reads `name=url,name=url` into a map, in that order. A comma may occur in a URL; a new name begins after a comma with lowercase
 * letters, digits or underscores and `=`. Throws a sentence for what it cannot read.
 */
export function readNamedUrls(text: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const part of text.split(/,(?=[a-z][a-z0-9_]*=)/)) {
    if (part.trim() === '') continue;
    const [, name, url] = /^\s*([a-z][a-z0-9_]{0,39})=(\S+)\s*$/.exec(part) ?? [];
    if (name === undefined || url === undefined || !URL.canParse(url)) {
      throw new Error(`"${part.replace(/\/\/[^@]*@/, '//…@')}" is not name=url`);
    }
    if (found.has(name)) throw new Error(`${name} is named twice`);
    found.set(name, url);
  }
  return found;
}
