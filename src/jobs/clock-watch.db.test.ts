import { afterAll, describe, expect, it } from 'vitest';
import { closeConnections } from '@/db/client';
import { sql, withTenantReport, withTenantSql } from '@/db/tenancy';
import { newId } from '@/lib/ids';
import { foundTestOrganization } from '@/testing/organization';
import { runForOutput } from '@/usecases/kit/run';
import { createWebhookEndpoint } from '@/usecases/webhooks/endpoint-records';
import { houseJobs } from './house-jobs';

afterAll(closeConnections);

describe('background work after a jump of the clock', () => {
  it('a clock set back delays no webhook and no email: what waits longer than its attempts require is due at once, the others keep waiting', async () => {
    const books = await foundTestOrganization();
    const principal = books.principals.admin;
    const claim = { organizationId: principal.organizationId, userId: null };
    await runForOutput(createWebhookEndpoint, books.callAs('admin'), {
      url: 'https://a.example.com/',
      eventTypes: ['test.happened'],
    });
    // A clock that was a day or less than a minute ahead put the first three off: two were never tried, one failed four times (a mail: five
    // times) and waits two hours anyway. The others were put off by the clock as it is now: for two hours, and by a server that is sending
    // it.
    const waiting = [
      { attempts: 0, ofMail: 0, wait: '1 day' },
      { attempts: 0, ofMail: 0, wait: '45 seconds' },
      { attempts: 4, ofMail: 5, wait: '1 day 2 hours' },
      { attempts: 4, ofMail: 5, wait: '2 hours' },
      { attempts: 1, ofMail: 1, wait: '2 minutes' },
    ];
    await withTenantSql(claim, async (tenant) => {
      for (const { attempts, ofMail, wait } of waiting) {
        const eventId = newId();
        await sql(
          tenant,
          `insert into outbox_events (organization_id, id, event_type, payload, published_at)
           values ($1, $2, 'test.happened', '{}', now())`,
          [books.organizationId, eventId],
        );
        await sql(
          tenant,
          `insert into webhook_deliveries (organization_id, id, event_id, endpoint_id, attempts, next_attempt_at)
           select $1, $2, $3, w.id, $4, now() + $5::interval from webhook_endpoints w where w.organization_id = $1`,
          [books.organizationId, newId(), eventId, attempts, wait],
        );
        await sql(
          tenant,
          `insert into mails (organization_id, id, kind, recipient, subject, sealed_body, link_hash, expires_at, attempts, next_attempt_at)
           values ($1, $2, 'invitation', 'a@example.com', 'Hello', 'sealed', 'x', now() + interval '9 days', $3, now() + $4::interval)`,
          [books.organizationId, newId(), ofMail, wait],
        );
      }
    });
    const due = (table: string) =>
      withTenantReport(claim, (tenant) =>
        sql<{ isDue: boolean }>(
          tenant,
          `select next_attempt_at <= now() as "isDue" from ${table} where organization_id = $1 order by id`,
          [books.organizationId],
        ),
      );
    const expected = [true, true, true, false, false].map((isDue) => ({ isDue }));
    const house = houseJobs({ organizations: () => [books.organizationId] });
    await house.releaseAll();
    expect(await due('webhook_deliveries')).toEqual(expected);
    expect(await due('mails')).toEqual(expected);
    // Nothing more is due when it is done again.
    await house.releaseAll();
    expect(await due('webhook_deliveries')).toEqual(expected);
  });
});
