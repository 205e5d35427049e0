import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { closeConnections } from '@/db/client';
import { sql, withTenantReport } from '@/db/tenancy';
import { contend, holdPeriods, valuesOf } from '@/testing/contenders';
import { approvedDocument, createDocument, documentBody } from '@/testing/documents';
import { cases } from '@/testing/long-run';
import { foundTestOrganization, type TestOrganization } from '@/testing/organization';
import { withOwner } from '@/testing/owner';
import { runForOutput } from '../kit/run';
import { createTransaction } from '../transactions/create-transaction';
import { approveTransaction } from '../transactions/posting/approve-transaction';
import { postTransaction } from '../transactions/posting/post-transaction';
import { reverseTransaction } from '../transactions/posting/reverse-transaction';
import { updateTransaction } from '../transactions/update-transaction';
import { createWebhookEndpoint, removeWebhookEndpoint, updateWebhookEndpoint } from './endpoint-records';

// Proves that events are stored for those who subscribe, by the laws documents/create-transactions, documents/approve-transactions,
// documents/post-transactions of prisma/sql and by db/stores/evidence/audit. Files of entries: usecases/imports/load-plain-journals.db.test.ts.

const URL = 'https://hooks.example.com/daybook';

const eventsOf = ({ principals }: TestOrganization) =>
  withTenantReport({ organizationId: principals.admin.organizationId, userId: null }, async (tenant) =>
    (
      await sql<{ type: string; record: string; waits: boolean }>(
        tenant,
        `select event_type as type, record_id as record, published_at is null as waits from outbox_events
         where event_type like 'gl.%' order by created_at, id`,
      )
    ).map(({ type, record, waits }) => `${type} ${record}${waits ? '' : ' is not sent'}`),
  );

/** A step of a history: something that changes documents, or who receives events. */
const step = fc.oneof(
  { weight: 2, arbitrary: fc.constantFrom('subscribe', 'unsubscribe', 'pause', 'resume') },
  {
    weight: 5,
    arbitrary: fc.constantFrom('create', 'approved', 'approve', 'post', 'edit', 'reverse', 'dry'),
  },
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** Books in which a history happens, beside what should have been stored of it. */
async function history(steps: readonly Step[]) {
  const org = await foundTestOrganization();
  const endpoints: { id: string; isActive: boolean }[] = [];
  const documents = { drafts: [] as string[], approved: [] as string[], posted: [] as string[] };
  const expected: string[] = [];
  const tell = (id: string, ...types: readonly string[]) => {
    if (endpoints.some(({ isActive }) => isActive))
      expected.push(...types.map((type) => `gl.transaction.${type} ${id}`));
  };
  const admin = () => org.callAs('admin');
  const turn = async (isActive: boolean) => {
    const found = endpoints.find((one) => one.isActive !== isActive);
    if (found === undefined) return;
    const recordStatus = isActive ? 'active' : 'inactive';
    await runForOutput(updateWebhookEndpoint, admin(), { id: found.id, recordStatus });
    found.isActive = isActive;
  };
  const verbs: Readonly<Record<Step, () => Promise<void>>> = {
    async subscribe() {
      const { id } = await runForOutput(createWebhookEndpoint, admin(), { url: URL });
      endpoints.push({ id, isActive: true });
    },
    async unsubscribe() {
      const gone = endpoints.shift();
      if (gone !== undefined) await runForOutput(removeWebhookEndpoint, admin(), { id: gone.id });
    },
    pause: () => turn(false),
    resume: () => turn(true),
    async create() {
      const { id } = await createDocument(org);
      documents.drafts.push(id);
      tell(id, 'created');
    },
    async approved() {
      const { transaction, lines } = documentBody(org);
      const body = { transaction: { ...transaction, status: 'APPROVED' }, lines };
      const { id } = await runForOutput(createTransaction, admin(), body);
      documents.approved.push(id);
      tell(id, 'created', 'approved');
    },
    async approve() {
      const id = documents.drafts.shift();
      if (id === undefined) return;
      await runForOutput(approveTransaction, org.callAs('approver'), { id });
      documents.approved.push(id);
      tell(id, 'submitted', 'approved');
    },
    async post() {
      const id = documents.approved.shift();
      if (id === undefined) return;
      await runForOutput(postTransaction, org.callAs('accountant'), { id });
      documents.posted.push(id);
      tell(id, 'posted');
    },
    async edit() {
      const [id] = documents.drafts;
      if (id === undefined) return;
      await runForOutput(updateTransaction, org.callAs('accountant'), { id, transaction: { memo: 'Seen' } });
      tell(id, 'updated');
    },
    async reverse() {
      const id = documents.posted.shift();
      if (id === undefined) return;
      const reversed = await runForOutput(reverseTransaction, admin(), { id, reversalReason: 'Twice' });
      tell(reversed.reversalTransactionId, 'posted');
      tell(id, 'reversed');
    },
    async dry() {
      await runForOutput(createTransaction, org.callAs('admin', { dryRun: true }), documentBody(org));
    },
  };
  for (const one of steps) await verbs[one]();
  return { stored: await eventsOf(org), expected };
}

afterAll(closeConnections);

describe('events', () => {
  test('are stored of every change while an endpoint is active and of none otherwise, whatever happened before', async () => {
    let stored = 0;
    let changes = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 12, maxLength: 24 }), async (steps) => {
        const found = await history(steps);
        expect([...found.stored].sort()).toEqual([...found.expected].sort());
        stored += found.stored.length;
        changes += steps.length;
      }),
      { numRuns: cases(12, 60), endOnFailure: true },
    );
    expect(stored).toBeGreaterThan(0);
    expect(changes).toBeGreaterThan(stored / 2);
  });

  test('a new endpoint is answered once the changes under way have ended, so that none that ends later is missed', async () => {
    const org = await foundTestOrganization();
    const { id } = await approvedDocument(org);
    const ended: string[] = [];
    const noted = async (name: string, work: Promise<unknown>) => {
      await work;
      ended.push(name);
    };
    let subscribed: Promise<void> | undefined;
    const outcomes = await contend(
      holdPeriods(org.organizationId, 'closing'),
      [() => noted('post', runForOutput(postTransaction, org.callAs('accountant'), { id }))],
      {
        // The posting waits for the closing, and began before the endpoint is added.
        release: async () => {
          subscribed = noted(
            'subscribe',
            runForOutput(createWebhookEndpoint, org.callAs('admin'), { url: URL }),
          );
          await expect
            .poll(async () => {
              // Each time on a connection of its own: within a transaction, activity is read once.
              const { rows } = await withOwner((client) =>
                client.query<{ n: number }>(
                  `select count(*)::int as n from pg_stat_activity where query like '%daybook_known_through%' and application_name = $1`,
                  [`daybook ${org.organizationId}`],
                ),
              );
              return rows[0]?.n;
            })
            .toBeGreaterThan(0);
          expect(ended).toEqual([]);
        },
      },
    );
    valuesOf(outcomes);
    await subscribed;
    expect(ended).toEqual(['post', 'subscribe']);
    const later = await createDocument(org);
    expect(await eventsOf(org)).toContain(`gl.transaction.created ${later.id}`);
  });

  test('of a caller confined to subsidiaries are stored too, who neither sees the endpoint nor the events', async () => {
    const org = await foundTestOrganization();
    await runForOutput(createWebhookEndpoint, org.callAs('admin'), { url: URL });
    const confined = { ...org.principals.admin, subsidiaryScope: [org.ids.rootSubsidiary] };
    const call = org.callAs('admin', { principal: confined });
    const { transaction, lines } = documentBody(org);
    const body = { transaction: { ...transaction, status: 'APPROVED' }, lines };
    const { id } = await runForOutput(createTransaction, call, body);
    await runForOutput(postTransaction, call, { id });
    expect((await eventsOf(org)).sort()).toEqual(
      ['approved', 'created', 'posted'].map((type) => `gl.transaction.${type} ${id}`),
    );
  });
});
