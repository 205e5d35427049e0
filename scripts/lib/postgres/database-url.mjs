import { Failure } from '../failure.mjs';

/**
 * Parses a PostgreSQL URL. A socket directory given as `?host=/path` is moved to the authority, percent-encoded, because
 * a URL without a host cannot have a user name.
 */
export function parseDatabaseUrl(text) {
  let url;
  try {
    url = new URL(text);
  } catch {
    throw new Failure(
      'DATABASE_URL is not a URL; it looks like postgresql://user:password@host:5432/database.',
    );
  }
  if (!/^postgres(ql)?:$/.test(url.protocol)) {
    throw new Failure(`DATABASE_URL starts with ${url.protocol}// but Daybook runs on postgresql:// only.`);
  }
  if (!url.hostname) {
    const host = url.searchParams.get('host') || 'localhost';
    url.searchParams.delete('host');
    url = new URL(`postgresql://${encodeURIComponent(host)}${url.pathname}${url.search}`);
  }
  return url;
}

/** The URL of the same server with another user, password or database. */
export function withUrlParts(text, { user, password, database }) {
  const url = parseDatabaseUrl(text);
  if (user !== undefined) url.username = encodeURIComponent(user);
  if (password !== undefined) url.password = encodeURIComponent(password);
  if (database !== undefined) url.pathname = `/${encodeURIComponent(database)}`;
  return url.toString();
}

/** The database a URL names; PostgreSQL's own default is the user's name. */
export function databaseNameOf(text) {
  const url = parseDatabaseUrl(text);
  const name = decodeURIComponent(url.pathname.slice(1));
  if (name) return name;
  if (url.username) return decodeURIComponent(url.username);
  throw new Failure('DATABASE_URL names no database; end it with /daybook.');
}

/** host:port/database, without credentials: safe to print. */
export function describeDatabase(text) {
  const url = parseDatabaseUrl(text);
  return `${decodeURIComponent(url.hostname)}:${url.port || 5432}/${databaseNameOf(text)}`;
}
