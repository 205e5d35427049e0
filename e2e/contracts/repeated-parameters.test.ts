import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closeConnections } from '@/db/client';
import { foundTestOrganization, type TestOrganization } from '@/testing/organization';
import { askDoorsAs, type DoorAsk, doorRoutes } from '../support/doors';
import { fingerprint } from '../support/fingerprint';
import type { Reply } from '../support/in-process';

let organization: TestOrganization;
let ask: (ask: DoorAsk) => Promise<Reply>;
beforeAll(async () => {
  organization = await foundTestOrganization();
  ask = askDoorsAs(organization.principals.admin);
});
afterAll(closeConnections);

const SURFACES: readonly string[] = ['A', 'B', 'C', 'D', 'scim'];

describe('a query parameter that is given twice', () => {
  it('is refused with 400 by every operation of every surface, so that no two parts of it believe different values; nothing is written', async () => {
    const before = await fingerprint(organization.organizationId);
    const routes = doorRoutes().filter(({ door }) => SURFACES.includes(door));
    expect(routes.length).toBeGreaterThan(100);
    const accepted: string[] = [];
    for (const { door, operation, method, path, body } of routes) {
      const at = path.replaceAll(/\{\w+\}/g, organization.ids.customer);
      const reply = await ask({
        method,
        path: `${at}?dryRun=true&dryRun=false`,
        headers: {},
        body: body === null ? undefined : '{}',
      });
      if (reply.status !== 400 || !reply.text.includes('more than once'))
        accepted.push(`${door} ${operation}: ${reply.status} ${reply.text.slice(0, 100)}`);
    }
    expect(accepted).toEqual([]);
    expect(await fingerprint(organization.organizationId)).toEqual(before);
  });
});
