import { listOrganizationIds } from '@/db/stores/known-organizations';
import { takeWrittenOrganizations } from '@/db/stores/written-organizations';

/** Ids of organizations, in order, after the given one, for background work that visits all of them. */
export function listKnownOrganizations(after: string | null, limit: number): Promise<string[]> {
  return listOrganizationIds(after, limit);
}

/** Organizations this process has written to since the last call. */
export function drainWrittenOrganizations(): string[] {
  return takeWrittenOrganizations();
}
