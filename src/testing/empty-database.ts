import { migratedDatabase, pointEnvironment, script } from './pointed-environment';

/** A database in which no one has an account, while it is the one that modules use. */
export interface EmptyDatabase {
  /** Runs work with a connection of the owner, as the start does. */
  asOwner<T>(work: (client: { query(text: string): Promise<{ rows: T[] }> }) => Promise<T>): Promise<T>;
  /** The secret of the link that a start would print now; undefined when it would print none. */
  startPrints(): Promise<string | undefined>;
  /** Restores the run's own database and removes this one. */
  leave(): Promise<void>;
}

/**
 * Creates and migrates an empty database and points the environment to it. What a file does when it is loaded comes before, so such a
 * file creates the database in `vi.hoisted`.
 */
export async function emptyDatabase(): Promise<EmptyDatabase> {
  const { withPrepareLock } = await script<{
    withPrepareLock<T>(url: string, work: (client: never) => Promise<T>): Promise<T>;
  }>('postgres/database.mjs');
  const { firstOwnerSecret } = await script<{
    firstOwnerSecret(client: unknown): Promise<string | undefined>;
  }>('run/first-link.mjs');
  const { url, appUrl, remove } = await migratedDatabase();
  const pointBack = await pointEnvironment({ DATABASE_URL: appUrl, DAYBOOK_TEST_OWNER_URL: url });
  return {
    asOwner: (work) => withPrepareLock(url, work),
    startPrints: () => withPrepareLock(url, firstOwnerSecret),
    async leave() {
      await pointBack();
      await remove();
    },
  };
}
