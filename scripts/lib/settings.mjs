/**
 * Settings that the owner of the database can read and the application cannot: schema `daybook_private`, which is not in the
 * Prisma schema and is created here because it must exist before the first migration.
 */
export async function ensureSettings(client) {
  await client.query(`
    create schema if not exists daybook_private;
    revoke all on schema daybook_private from public;
    create table if not exists daybook_private.settings (key text primary key, value text not null);
    revoke all on daybook_private.settings from public;
  `);
}

/** The value stored under a key, or undefined (also while the table does not exist yet). */
export async function readSetting(client, key) {
  const { rows } = await client.query(
    "select to_regclass('daybook_private.settings') is not null as present",
  );
  if (!rows[0].present) return undefined;
  const found = await client.query('select value from daybook_private.settings where key = $1', [key]);
  return found.rows[0]?.value;
}

/** Stores a value under a key. */
export async function writeSetting(client, key, value) {
  await client.query(
    'insert into daybook_private.settings (key, value) values ($1, $2) on conflict (key) do update set value = excluded.value',
    [key, value],
  );
}

/** Stores a value under a key unless there is one, and returns the stored value. */
export async function settingOrMake(client, key, make) {
  await client.query(
    'insert into daybook_private.settings (key, value) values ($1, $2) on conflict (key) do nothing',
    [key, make()],
  );
  return readSetting(client, key);
}
