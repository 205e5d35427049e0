import { listKnownOrganizations } from '@/usecases/organizations/list-organizations';

/** How many ids are read at a time. */
const BATCH = 500;

/** Every organization in the database, in id order. */
export async function* everyOrganization(): AsyncGenerator<string> {
  let after: string | null = null;
  for (;;) {
    const ids: string[] = await listKnownOrganizations(after, BATCH);
    yield* ids;
    if (ids.length < BATCH) return;
    after = ids.at(-1) ?? null;
  }
}
