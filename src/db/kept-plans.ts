import pg from 'pg';

/**
 * The statements of this process are planned once a connection, not each time they are sent. For programs that begin with empty tables and
 * send the same few hundred statements over and over: tests, where planning took two fifths of PostgreSQL's time, and the demo company.
 * A text that comes a second time is sent as a prepared statement; everything else about it, its types, rights, locks and errors, is the
 * same. The server of `npm start` does not import this: a kept plan of `select *` fails when a migration adds a column under load.
 * `DAYBOOK_TEST_PLANS=each` plans each time, as the server does.
 */
const isOn = process.env.DAYBOOK_TEST_PLANS !== 'each';

/** Names by text; null for a text that was sent once. Texts that never come again are not kept by the server. */
const names = new Map<string, string | null>();
let made = 0;

function nameOf(text: string): string | undefined {
  const known = names.get(text);
  if (known === undefined) {
    names.set(text, null);
    return undefined;
  }
  if (known !== null) return known;
  made += 1;
  const name = `kept_${made}`;
  names.set(text, name);
  return name;
}

const hasValues = (values: unknown) => Array.isArray(values) && values.length > 0;

/** The statement with its name; undefined for one that stays as it is: without values, named already, or a stream. */
function named(asked: unknown, values: unknown): pg.QueryConfig | undefined {
  if (typeof asked === 'string') {
    const name = hasValues(values) ? nameOf(asked) : undefined;
    return name === undefined ? undefined : { name, text: asked };
  }
  const { text, name: own, values: bound, submit } = asked as pg.QueryConfig & { submit?: unknown };
  if (submit !== undefined || own !== undefined || !(hasValues(bound) || hasValues(values))) return undefined;
  const name = nameOf(text);
  return name === undefined ? undefined : { ...(asked as pg.QueryConfig), name };
}

// Files of one worker share the driver, so it is done once.
const holder = globalThis as typeof globalThis & { daybookKeptPlans?: boolean };
if (isOn && holder.daybookKeptPlans !== true) {
  holder.daybookKeptPlans = true;
  const prototype = pg.Client.prototype as unknown as { query: (...given: unknown[]) => unknown };
  const { query } = prototype;
  prototype.query = function (this: unknown, ...given: unknown[]) {
    const [asked, ...rest] = given;
    return query.call(this, named(asked, rest[0]) ?? asked, ...rest);
  };
}
