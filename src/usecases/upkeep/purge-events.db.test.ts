import { afterAll, expect, test } from 'vitest';
import { closeConnections } from '@/db/client';
import { firstIdAt, newId } from '@/lib/ids';
import { foundTestOrganization } from '@/testing/organization';
import { withOwner } from '@/testing/owner';
import { purgeOldEvents } from './purge-expired';

afterAll(closeConnections);

const NOW = new Date('2026-11-21T12:00:00Z');
const daysAgo = (days: number) => new Date(NOW.getTime() - days * 86_400_000);

test('an event leaves ninety days after it was published, unless it is still to be delivered; others stay', async () => {
  const org = await foundTestOrganization();
  const endpoint = newId();
  const event = async (type: string, age: number, published: boolean, delivery: string | null) =>
    withOwner(async (client) => {
      const id = firstIdAt(daysAgo(age).getTime()).slice(0, 24) + newId().slice(24);
      await client.query(
        `insert into outbox_events (organization_id, id, event_type, payload, created_at, published_at) values ($1, $2, $3, '{}', $4, $5)`,
        [org.organizationId, id, type, daysAgo(age), published ? daysAgo(age) : null],
      );
      if (delivery !== null)
        await client.query(
          'insert into webhook_deliveries (organization_id, id, event_id, endpoint_id, delivery_state) values ($1, $2, $3, $4, $5)',
          [org.organizationId, newId(), id, endpoint, delivery],
        );
    });
  await withOwner((client) =>
    client.query(
      `insert into webhook_endpoints (organization_id, id, url, secret, event_types) values ($1, $2, 'https://receiver.example/', 's', '{}')`,
      [org.organizationId, endpoint],
    ),
  );
  await event('test.old', 91, true, null);
  await event('test.delivered', 120, true, 'DELIVERED');
  await event('test.waiting', 120, true, 'PENDING');
  await event('test.unpublished', 120, false, null);
  await event('test.recent', 89, true, 'DELIVERED');
  expect(await purgeOldEvents(org.principals.admin, NOW)).toBe(2);
  expect(await purgeOldEvents(org.principals.admin, NOW)).toBe(0);
  const left = await withOwner((client) =>
    client.query<{ type: string }>(
      `select event_type as type from outbox_events where organization_id = $1 and event_type like 'test.%' order by 1`,
      [org.organizationId],
    ),
  );
  expect(left.rows.map(({ type }) => type)).toEqual(['test.recent', 'test.unpublished', 'test.waiting']);
});
