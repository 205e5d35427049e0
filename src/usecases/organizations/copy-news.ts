import { copyNewsOfOrganizations } from '@/db/stores/placements';

/**
 * Reports to the directory what changed in organizations whose books are on other servers (docs/decisions/0015-servers.md). Background work;
 * returns how many organizations were copied.
 */
export function copyNews(): Promise<number> {
  return copyNewsOfOrganizations();
}
