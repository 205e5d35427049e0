import type pg from 'pg';
import { Webhook } from 'standardwebhooks';
import { afterAll, describe, expect, it } from 'vitest';
import { closeConnections } from '@/db/client';
import { sql, withTenantReport, withTenantSql } from '@/db/tenancy';
import { newId } from '@/lib/ids';
import { appendTestEntries } from '@/testing/ledger-entries';
import { foundTestOrganization, type TestOrganization } from '@/testing/organization';
import { withOwner } from '@/testing/owner';
import { sealAudit } from '@/usecases/audit/seal-audit';
import { runForOutput } from '@/usecases/kit/run';
import { listKnownOrganizations } from '@/usecases/organizations/list-organizations';
import { verifyBooks } from '@/usecases/verify/verify-books';
import { deliverWebhooks, type SendWebhook } from '@/usecases/webhooks/deliver-webhooks';
import { publishEvents } from '@/usecases/webhooks/dispatch-events';
import { createWebhookEndpoint, listWebhookDeliveries } from '@/usecases/webhooks/endpoint-records';
import { houseJobs } from './house-jobs';
import { startAttendants } from './start';
import { verdictTable } from './verdict-table';

// Proves the laws identity/know-organization, platform/seal-audit, platform/verify-audit,
// ledger/verify-ledger, ledger/seal-ledger of prisma/sql.

afterAll(closeConnections);

const verdict = (books: TestOrganization) => runForOutput(verifyBooks, books.callAs('auditor'), {});

async function until(done: () => Promise<boolean>): Promise<void> {
  // The test's own timeout ends a wait for something that never happens.
  while (!(await done())) await new Promise((resume) => setTimeout(resume, 50));
}

describe('verify', () => {
  it('passes sound books, and names a balance that differs from its lines', async () => {
    const books = await foundTestOrganization();
    await appendTestEntries(books, [
      {
        date: '2026-11-02',
        lines: [
          { code: '1110', debit: '10' },
          { code: '3100', credit: '10' },
        ],
      },
    ]);
    const sound = await verdict(books);
    expect(sound).toMatchObject({ isSound: true, breaches: [], ledger: { entries: '1', lines: '2' } });
    await withOwner((client) =>
      client.query(
        `update ledger_balances set base_debit = base_debit + 1 where organization_id = $1 and base_debit > 0`,
        [books.organizationId],
      ),
    );
    const broken = await verdict(books);
    expect(broken.breaches.map((breach) => breach.check)).toEqual(['BALANCES', 'DEBITS_EQUAL_CREDITS']);
    expect(verdictTable([sound, broken])).toMatch(/sound\n.*BROKEN$/);
  });

  it('finds an entry whose debits and credits differ, even when the balances agree with it', async () => {
    const books = await foundTestOrganization();
    await appendTestEntries(
      books,
      ['2026-11-02', '2026-11-03'].map((date) => ({
        date,
        lines: [
          { code: '1110', debit: '10' },
          { code: '3100', credit: '10' },
        ],
      })),
    );
    // Moves a unit from one entry's debit to another's, which no balance and no total shows. In one transaction, so that no one
    // else sees the ledger without its guard.
    await withOwner(async (client) => {
      await client.query('begin');
      await client.query('alter table ledger_lines disable trigger ledger_lines_append_only');
      await client.query(
        `update ledger_lines set debit = debit + d.by, base_debit = base_debit + d.by
         from (values (date '2026-11-02', 1), (date '2026-11-03', -1)) as d(day, by)
         where organization_id = $1 and posting_date = d.day and base_debit > 0`,
        [books.organizationId],
      );
      await client.query('alter table ledger_lines enable trigger ledger_lines_append_only');
      await client.query('commit');
    });
    const broken = await verdict(books);
    expect(broken).toMatchObject({ isSound: false, breaches: [{ check: 'UNBALANCED_ENTRIES' }] });
    expect(broken.breaches).toHaveLength(1);
    // The law counts them too; an organization that moves to another server is compared by it.
    const claim = { organizationId: books.principals.admin.organizationId, userId: null };
    expect(
      await withTenantReport(claim, (tenant) =>
        sql(
          tenant,
          'select o_unbalanced::int as unbalanced, o_difference::text as difference from daybook_verify_ledger()',
        ),
      ),
    ).toEqual([{ unbalanced: 2, difference: '0.0000' }]);
    expect(broken.ledger.unbalanced).toBe('2');
  });

  it('finds a changed audit row by its position in the chain', async () => {
    const books = await foundTestOrganization();
    for (let round = 0; round < 3; round += 1) {
      await runForOutput(createWebhookEndpoint, books.callAs('admin'), {
        url: `https://example.com/${round}`,
      });
    }
    // Nothing is sealed while another transaction, in any database of the server, is still writing.
    await until(async () => {
      await sealAudit(books.principals.admin);
      return (await verdict(books)).audit.unsealed === '0';
    });
    expect(await verdict(books)).toMatchObject({ isSound: true, audit: { sealed: '4', unsealed: '0' } });
    // In one transaction, so that no one else finds the audit trail without its guard.
    await withOwner(async (client) => {
      await client.query('begin');
      await client.query('alter table audit_log disable trigger audit_log_append_only');
      await client.query(
        `update audit_log set actor_name = 'Mallory' where organization_id = $1 and id = (
           select audit_id from audit_seals where organization_id = $1 and sequence = 3)`,
        [books.organizationId],
      );
      await client.query('alter table audit_log enable trigger audit_log_append_only');
      await client.query('commit');
    });
    const broken = await verdict(books);
    expect(broken.audit.firstBroken).toBe('3');
    expect(broken.breaches.map((breach) => breach.check)).toEqual(['AUDIT_CHAIN']);
  });

  it('is refused to a role without gl.verify.run', async () => {
    const books = await foundTestOrganization();
    await expect(runForOutput(verifyBooks, books.callAs('viewer'), {})).rejects.toMatchObject({
      refusal: { code: 'FORBIDDEN' },
    });
  });
});

describe('background work', () => {
  it('finds every organization by its id', async () => {
    const books = await foundTestOrganization();
    const found: string[] = [];
    for (let after: string | null = null; ; ) {
      const ids: string[] = await listKnownOrganizations(after, 100);
      found.push(...ids);
      if (ids.length < 100) break;
      after = ids.at(-1) ?? null;
    }
    expect(found).toContain(books.organizationId);
  });

  it('seals what was written, never ahead of a transaction that may still commit earlier rows, and stops when requested', async () => {
    const books = await foundTestOrganization();
    // Of these books alone: tests of other workers compare all that their organizations hold before and after.
    const organizations = () => [books.organizationId];
    await appendTestEntries(books, [
      {
        date: '2026-11-02',
        lines: [
          { code: '1110', debit: '10' },
          { code: '3100', credit: '10' },
        ],
      },
    ]);
    const house = houseJobs({ everySeconds: 0.02, send: async () => 204, organizations });
    const jobs = startAttendants(house.attendants);
    await house.sweep();
    await until(async () => {
      const { audit, ledgerChain } = await verdict(books);
      return audit.unsealed === '0' && ledgerChain.unsealed === '0';
    });
    expect((await verdict(books)).ledgerChain.sealed).toBe('1');
    const claim = { organizationId: books.principals.admin.organizationId, userId: null };
    const audited = (tenant: Parameters<Parameters<typeof withTenantSql>[1]>[0]) =>
      sql(
        tenant,
        `insert into audit_log (organization_id, id, actor_kind, action, noun, surface, request_id)
         values ($1, $2, 'system', 'test', 'test', 'job', 'r')`,
        [books.organizationId, newId()],
      );
    await withTenantSql(claim, async (slow) => {
      await audited(slow);
      await withTenantSql(claim, audited);
      // The quick transaction has committed, but the slow one began before it, so neither is sealed yet.
      await sealAudit(books.principals.admin);
      expect((await verdict(books)).audit.unsealed).toBe('1');
    });
    await until(async () => (await verdict(books)).audit.unsealed === '0');
    await jobs.stop();
    expect(await verdict(books)).toMatchObject({ isSound: true });
  });

  it('continues sealing in a database restored to a server whose transactions have smaller numbers', async () => {
    const books = await foundTestOrganization();
    const write = (times: number, transaction: string) =>
      withOwner(async (client) => {
        await client.query(`select set_config('app.organization_id', $1, false)`, [books.organizationId]);
        for (let time = 0; time < times; time += 1) {
          await client.query(
            `insert into audit_log (organization_id, id, actor_kind, action, noun, surface, request_id, inserted_in_transaction)
             values ($1, $2, 'system', 'test', 'test', 'job', 'r', ${transaction})`,
            [books.organizationId, newId()],
          );
        }
      });
    const sealAll = () =>
      until(async () => {
        await sealAudit(books.principals.admin);
        return (await verdict(books)).audit.unsealed === '0';
      });
    await sealAll();
    const foreign = '900000000000';
    await write(3, foreign);
    await sealAll();
    // The rows the other server left unsealed and those this one writes, alternating.
    for (const transaction of [
      'pg_current_xact_id()::text::bigint',
      `${foreign}+ 1`,
      'pg_current_xact_id()::text::bigint',
    ]) {
      await write(2, transaction);
      await sealAll();
      await sealAll();
    }
    expect(await verdict(books)).toMatchObject({ isSound: true, audit: { sealed: '10', unsealed: '0' } });
  });

  it('seals each row once in a database restored to another server, also when transaction numbers there reach those of sealed rows', async () => {
    const books = await foundTestOrganization();
    const asOwner = <T>(work: (client: pg.ClientBase) => Promise<T>) =>
      withOwner(async (client) => {
        await client.query(`select set_config('app.organization_id', $1, false)`, [books.organizationId]);
        return work(client);
      });
    const write = (transaction: string) =>
      asOwner((client) =>
        client.query(
          `insert into audit_log (organization_id, id, actor_kind, action, noun, surface, request_id, inserted_in_transaction)
           values ($1, $2, 'system', 'test', 'test', 'job', 'r', ${transaction})`,
          [books.organizationId, newId()],
        ),
      );
    const own = 'pg_current_xact_id()::text::bigint';
    const sealAll = (isWhole = false) =>
      until(async () => {
        await sealAudit(books.principals.admin, { isWhole });
        return (await verdict(books)).audit.unsealed === '0';
      });
    // Rows of the other server: sealed there, with numbers that this server has still to reach.
    const { rows } = await asOwner((client) =>
      client.query<{ far: string }>(`select (${own} + 20000)::text as far`),
    );
    const far = rows[0]?.far ?? '';
    await write(far);
    await write(`${far} + 1`);
    await sealAll();
    await write(own);
    await sealAll();
    await asOwner((client) =>
      client.query(`do $$ begin
        while ${own} < ${far} + 2 loop commit; end loop;
      end $$`),
    );
    await write(own);
    await sealAll();
    await expect(sealAudit(books.principals.admin)).resolves.toEqual({ sealed: 0, hasMore: false });
    // A row with a number below the newest sealed one, which had no seal when the numbers of this server passed it.
    await write(`${far} - 1`);
    await sealAudit(books.principals.admin);
    expect((await verdict(books)).audit.unsealed).toBe('1');
    await sealAll(true);
    expect(await verdict(books)).toMatchObject({ isSound: true, audit: { sealed: '6', unsealed: '0' } });
  });

  it('sends an event once, signed, to the subscribed endpoints; retries later; deactivates an endpoint that is gone', async () => {
    const books = await foundTestOrganization();
    const sent: Parameters<SendWebhook>[0][] = [];
    const answers: Record<string, number> = { 'https://a.example.com/': 204, 'https://b.example.com/': 500 };
    const send: SendWebhook = async (delivery) => {
      sent.push(delivery);
      return answers[delivery.url] ?? 410;
    };
    const endpoint = (url: string, eventTypes: string[]) =>
      runForOutput(createWebhookEndpoint, books.callAs('admin'), { url, eventTypes });
    const a = await endpoint('https://a.example.com/', ['test.*']);
    const b = await endpoint('https://b.example.com/', []);
    const c = await endpoint('https://c.example.com/', ['test.happened']);
    await endpoint('https://d.example.com/', ['other.*']);
    const principal = books.principals.admin;
    const claim = { organizationId: principal.organizationId, userId: null };
    // Events from creating the organization do not matter here.
    await withTenantSql(claim, (tenant) => sql(tenant, 'update outbox_events set published_at = now()'));
    const eventId = newId();
    await withTenantSql(claim, (tenant) =>
      sql(
        tenant,
        `insert into outbox_events (organization_id, id, event_type, payload) values ($1, $2, 'test.happened', '{"n":1}')`,
        [books.organizationId, eventId],
      ),
    );
    expect(await publishEvents(principal)).toMatchObject({ unpublished: false, due: true });
    expect(await deliverWebhooks(principal, send, new Date())).toBe(3);
    expect(await deliverWebhooks(principal, send, new Date())).toBe(0);
    expect(sent.map((one) => one.url).sort()).toEqual([
      'https://a.example.com/',
      'https://b.example.com/',
      'https://c.example.com/',
    ]);
    const toA = sent.find((one) => one.url === 'https://a.example.com/');
    expect(new Webhook(a.secret).verify(toA?.body ?? '', { ...toA?.headers })).toMatchObject({
      type: 'test.happened',
      data: { n: 1 },
    });
    expect(toA?.headers['webhook-id']).toBe(eventId);
    const states = async (id: string) =>
      (await runForOutput(listWebhookDeliveries, books.callAs('admin'), { endpointId: id })).map((one) => [
        one.deliveryState,
        one.lastStatus,
        one.attempts,
      ]);
    expect(await states(a.id)).toEqual([['DELIVERED', 204, 1]]);
    expect(await states(b.id)).toEqual([['PENDING', 500, 1]]);
    expect(await states(c.id)).toEqual([['FAILED', 410, 1]]);
    const [row] = await withTenantReport(claim, (tenant) =>
      sql<{ status: string }>(tenant, 'select record_status as status from webhook_endpoints where id = $1', [
        c.id,
      ]),
    );
    expect(row?.status).toBe('inactive');
    await withTenantSql(claim, (tenant) =>
      sql(tenant, 'update webhook_deliveries set next_attempt_at = now()'),
    );
    answers['https://b.example.com/'] = 200;
    await deliverWebhooks(principal, send, new Date());
    expect(await states(b.id)).toEqual([['DELIVERED', 200, 2]]);
  });

  it('a receiver that never answers is tried with one event at a time, while the others of its organization get all of theirs', async () => {
    const books = await foundTestOrganization();
    const endpoint = (url: string) =>
      runForOutput(createWebhookEndpoint, books.callAs('admin'), { url, eventTypes: ['test.happened'] });
    const [silent, other] = [
      await endpoint('https://silent.example.com/'),
      await endpoint('https://b.example.com/'),
    ];
    const principal = books.principals.admin;
    const claim = { organizationId: principal.organizationId, userId: null };
    const happen = (times: number) =>
      withTenantSql(claim, (tenant) =>
        sql(
          tenant,
          `insert into outbox_events (organization_id, id, event_type, payload)
           select $1, daybook_uuid_v7(), 'test.happened', '{}' from generate_series(1, $2::int)`,
          [books.organizationId, times],
        ),
      );
    const sent: string[] = [];
    const send: SendWebhook = async ({ url }) => {
      sent.push(url);
      if (url.includes('silent')) throw new Error('timed out');
      return 204;
    };
    await happen(1);
    await publishEvents(principal);
    await deliverWebhooks(principal, send, new Date());
    await happen(30);
    await publishEvents(principal);
    sent.length = 0;
    await deliverWebhooks(principal, send, new Date());
    expect(sent.filter((url) => url.includes('silent'))).toHaveLength(1);
    expect(sent.filter((url) => url.includes('//b.'))).toHaveLength(30);
    const states = async (id: string) =>
      (await runForOutput(listWebhookDeliveries, books.callAs('admin'), { endpointId: id })).map(
        ({ deliveryState }) => deliveryState,
      );
    expect(new Set(await states(other.id))).toEqual(new Set(['DELIVERED']));
    expect(new Set(await states(silent.id))).toEqual(new Set(['PENDING']));
  });

  it('refuses an endpoint in a private network', async () => {
    const books = await foundTestOrganization();
    await expect(
      runForOutput(createWebhookEndpoint, books.callAs('admin'), { url: 'https://169.254.169.254/latest' }),
    ).rejects.toMatchObject({ refusal: { code: 'INVALID_INPUT' } });
  });
});
