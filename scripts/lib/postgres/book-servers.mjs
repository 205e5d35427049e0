import { Failure } from '../failure.mjs';
import { migrate } from '../laws/migrate.mjs';
import { ensureAppRole } from './app-role.mjs';
import { ensureDatabase, withPrepareLock } from './database.mjs';
import { parseDatabaseUrl, withUrlParts } from './database-url.mjs';

/**
 * The further servers with books that DAYBOOK_BOOKS names: `name=url,name=url`, each the URL of the owner of a database. Refuses what it
 * cannot read, a name used twice, and `main`, which is the server of DATABASE_URL.
 * @returns {{name: string, url: string}[]}
 */
export function bookServersOf(env) {
  const found = [];
  for (const part of (env.DAYBOOK_BOOKS ?? '').split(/,(?=[a-z][a-z0-9_]*=)/)) {
    if (part.trim() === '') continue;
    const [, name, url] = /^\s*([a-z][a-z0-9_]{0,39})=(\S+)\s*$/.exec(part) ?? [];
    if (!name || !URL.canParse(url)) {
      throw new Failure(
        'DAYBOOK_BOOKS is not name=url,name=url with names in lowercase letters, digits and underscores.',
      );
    }
    if (name === 'main') throw new Failure('DAYBOOK_BOOKS names main, which is the server of DATABASE_URL.');
    if (found.some((one) => one.name === name)) throw new Failure(`DAYBOOK_BOOKS names ${name} twice.`);
    parseDatabaseUrl(url);
    found.push({ name, url });
  }
  return found;
}

/**
 * Brings every further server up to this checkout, like the directory, and returns DAYBOOK_BOOKS as the application gets it: with the URLs
 * of its own role. A server that is down does not keep the others from starting: `onAway` is called, and requests for its organizations get 503 until a start that reaches it.
 * @param {(name: string, sentence: string) => void} onAway
 * @param {(name: string, done: string[]) => void} [onMigrated] what was applied to a server
 */
export async function prepareBooks(env, onAway, onMigrated = () => {}) {
  const prepared = [];
  for (const { name, url } of bookServersOf(env)) {
    try {
      await ensureDatabase(url);
      const appUrl = await withPrepareLock(url, async (client) => {
        onMigrated(name, await migrate(client, url));
        return ensureAppRole(client, url);
      });
      prepared.push(`${name}=${appUrl}`);
    } catch (error) {
      if (!isAway(error)) throw error;
      onAway(name, error.message);
      // An address that does not exist (RFC 6761): connecting fails at once, as to a server that is down.
      prepared.push(`${name}=postgresql://${name.replaceAll('_', '-')}.away-at-the-start.invalid/books`);
    }
  }
  return prepared.join(',');
}

/**
 * The replicas that DAYBOOK_READ_URL (of main) and DAYBOOK_READ_<NAME> name, as the application gets them in DAYBOOK_READS: it logs in with the
 * role that its server replicates to them. Refuses a replica of a server that does not exist.
 * @param {string} appUrl the application's URL of main
 * @param {string} books DAYBOOK_BOOKS as the application gets it
 */
export function readsOf(env, appUrl, books) {
  const servers = new Map([
    ['main', appUrl],
    ...books
      .split(/,(?=[a-z][a-z0-9_]*=)/)
      .filter(Boolean)
      .map(pair),
  ]);
  const reads = [];
  for (const [variable, url] of Object.entries(env)) {
    const [, name] = /^DAYBOOK_READ_([A-Z][A-Z0-9_]*)$/.exec(variable) ?? [];
    if (name === undefined || !url) continue;
    const server = name === 'URL' ? 'main' : name.toLowerCase();
    const of = servers.get(server);
    if (of === undefined) throw new Failure(`${variable} is set, but DAYBOOK_BOOKS has no server ${server}.`);
    const { username, password, pathname } = parseDatabaseUrl(of);
    const parts = { user: decodeURIComponent(username), password: decodeURIComponent(password) };
    reads.push(
      `${server}=${withUrlParts(url, { ...parts, database: decodeURIComponent(pathname.slice(1)) })}`,
    );
  }
  return reads.join(',');
}

const pair = (text) => [text.slice(0, text.indexOf('=')), text.slice(text.indexOf('=') + 1)];

/** Whether a server cannot be reached at all. One that answers and refuses is a mistake to be reported. */
const isAway = ({ code, message }) =>
  /cannot be reached: (?:timeout|no answer)/.test(message) ||
  [
    'ECONNREFUSED',
    'ENOTFOUND',
    'ETIMEDOUT',
    'EHOSTUNREACH',
    'ENETUNREACH',
    'EAI_AGAIN',
    'ENOENT',
    '57P03',
  ].includes(code);
