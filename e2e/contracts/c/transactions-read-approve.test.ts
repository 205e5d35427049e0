import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { closeConnections } from '@/db/client';
import { newId } from '@/lib/ids';
import { journalLines } from '@/testing/documents';
import { foundTestOrganization, type TestOrganization } from '@/testing/organization';
import { withOwner } from '@/testing/owner';
import { type Conversation, converse, matches, PATH, rejects } from './conversation';

let org: TestOrganization;
let c: Conversation;

beforeAll(async () => {
  org = await foundTestOrganization();
  c = converse(org);
});
afterAll(closeConnections);

const _TODAY = '2026-11-21';

/** Changes rows as the tables' owner, for states that no verb produces: organization settings, an inactive account. */
const asOwner = (organization: TestOrganization, text: string, values: unknown[]) =>
  withOwner(async (client) => {
    await client.query(`select set_config('app.organization_id', $1, false)`, [organization.organizationId]);
    await client.query(text, values);
  });

describe('4.5 list', () => {
  test('List defaults: limit 20, newest first; each item has the fields of 4.5 and no more', async () => {
    const own = await foundTestOrganization();
    const conversation = converse(own);
    for (let day = 1; day <= 21; day += 1) {
      await conversation.create({
        transactionDate: `2026-11-${String(day).padStart(2, '0')}`,
        memo: `Day ${day}`,
      });
    }
    await conversation.create({ transactionDate: '2026-11-21' });
    const sent = await conversation.door('viewer').send('GET', PATH);
    matches('C.transactions.list', sent);
    const page = sent.json as {
      data: { memo: string | null; transactionNumber: string }[];
      [field: string]: unknown;
    };
    expect({ ...page, data: page.data.length }).toEqual({
      data: 20,
      total: 22,
      page: 1,
      limit: 20,
      totalPages: 2,
    });
    expect(page.data.slice(0, 3).map((item) => item.transactionNumber)).toEqual([
      'INV-2026-000022',
      'INV-2026-000021',
      'INV-2026-000020',
    ]);
    expect(sent.headers.get('link')).toContain('page=2');
    const last = await conversation.door('viewer').send('GET', `${PATH}?page=2`);
    expect((last.json as typeof page).data.map(({ memo }) => memo)).toEqual(['Day 2', 'Day 1']);
    expect(last.headers.get('link')).toContain('rel="prev"');
  });

  test('filters by subsidiary, type, status, entity and dates, both ends included', async () => {
    const own = await foundTestOrganization();
    const conversation = converse(own);
    const early = await conversation.create({ transactionDate: '2026-10-01' });
    const journal = await conversation.create({
      kind: 'JOURNAL',
      transactionDate: '2026-10-15',
      lines: journalLines(own, [
        ['1110', '1'],
        ['3100', '-1'],
      ]),
    });
    const late = await conversation.approved({ transactionDate: '2026-10-31' });
    const ids = async (query: string) => {
      const sent = await conversation.door('viewer').send('GET', `${PATH}?${query}`);
      return (sent.json as { data: { id: string }[] }).data.map(({ id }) => id);
    };
    expect(await ids('dateFrom=2026-10-01&dateTo=2026-10-15')).toEqual([journal.id, early.id]);
    expect(await ids('status=APPROVED')).toEqual([late.id]);
    expect(await ids(`transactionTypeId=${own.ids.types.JOURNAL}`)).toEqual([journal.id]);
    expect(await ids(`entityId=${own.ids.customer}`)).toEqual([late.id, early.id]);
    expect(await ids(`subsidiaryId=${newId()}`)).toEqual([]);
    expect(await ids(`subsidiaryId=${own.ids.rootSubsidiary}&limit=1&page=3`)).toEqual([early.id]);
  });

  test.each(['limit=101', 'page=0', 'status=LOST', 'dateFrom=2026-10-32', 'dateTo=2026-02-30', 'entityId=x'])(
    '8 ?%s is a validation error that names the field',
    async (query) => {
      const refused = rejects(
        await c.door('viewer').send('GET', `${PATH}?${query}`),
        400,
        'VALIDATION_ERROR',
      );
      expect(refused.details).toMatchObject({ issues: [{ field: query.split('=')[0] }] });
    },
  );
});

describe('4.5 get', () => {
  test('also has glTransactionId and postedDate after posting', async () => {
    const posted = await c.posted();
    expect(posted).toMatchObject({
      status: 'POSTED',
      glTransactionId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      postedDate: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    });
  });

  test('an unknown id: 404 TRANSACTION_NOT_FOUND; a malformed one: 400', async () => {
    rejects(await c.door('viewer').send('GET', `${PATH}/${newId()}`), 404, 'TRANSACTION_NOT_FOUND');
    rejects(await c.door('viewer').send('GET', `${PATH}/12`), 400, 'VALIDATION_ERROR');
  });
});

describe('4.5 approve', () => {
  test('from DRAFT and from PENDING_APPROVAL; returns id, status, approvedBy, approvedDate, message', async () => {
    const draft = await c.create();
    const sent = await c.act(draft.id, 'approve', { approvalComment: 'Fine' });
    expect(sent.status).toBe(200);
    matches('C.transactions.approve', sent);
    expect(sent.json).toMatchObject({ id: draft.id, status: 'APPROVED', approvedBy: org.users.approver.id });
    const pending = await c.create({ status: 'PENDING_APPROVAL' });
    expect((await c.act(pending.id, 'approve')).status).toBe(200);
  });

  test('approve: a DRAFT is submitted and approved in one step, two audit rows', async () => {
    const draft = await c.create();
    await c.act(draft.id, 'approve');
    const actions = await withOwner(async (client) => {
      await client.query(`select set_config('app.organization_id', $1, false)`, [org.organizationId]);
      const { rows } = await client.query<{ action: string; actor_id: string }>(
        'select action, actor_id from audit_log where record_id = $1 order by id',
        [draft.id],
      );
      return rows;
    });
    expect(actions).toEqual([
      { action: 'gl.transaction.create', actor_id: org.users.accountant.id },
      { action: 'gl.transaction.submit', actor_id: org.users.approver.id },
      { action: 'gl.transaction.approve', actor_id: org.users.approver.id },
    ]);
  });

  test('5 a caller without the permission gets 403 INSUFFICIENT_PERMISSIONS and nothing changes', async () => {
    const draft = await c.create();
    rejects(await c.act(draft.id, 'approve', {}, 'accountant'), 403, 'INSUFFICIENT_PERMISSIONS');
    rejects(await c.act(draft.id, 'approve', {}, 'viewer'), 403, 'INSUFFICIENT_PERMISSIONS');
    expect(await c.get(draft.id)).toEqual(draft);
  });

  test('otherwise 400 INVALID_STATUS_TRANSITION: approved, posted, cancelled', async () => {
    const approved = await c.approved();
    rejects(await c.act(approved.id, 'approve'), 400, 'INVALID_STATUS_TRANSITION');
    const posted = await c.posted();
    rejects(await c.act(posted.id, 'approve'), 400, 'INVALID_STATUS_TRANSITION');
    const cancelled = await c.create();
    await c.act(cancelled.id, 'cancel');
    rejects(await c.act(cancelled.id, 'approve'), 400, 'INVALID_STATUS_TRANSITION');
    rejects(await c.act(newId(), 'approve'), 404, 'TRANSACTION_NOT_FOUND');
  });

  test('Four eyes: where enforced, no one approves or posts a transaction they created above the threshold', async () => {
    const own = await foundTestOrganization();
    await asOwner(
      own,
      `update organizations set segregation_of_duties = 'enforce', segregation_threshold = 50 where id = $1`,
      [own.organizationId],
    );
    const conversation = converse(own);
    const mine = await conversation.create({}, 'admin');
    const refused = rejects(
      await conversation.act(mine.id, 'approve', {}, 'admin'),
      403,
      'INSUFFICIENT_PERMISSIONS',
    );
    expect(refused.details).toMatchObject({ reason: 'SELF_APPROVAL' });
    expect((await conversation.act(mine.id, 'approve')).status).toBe(200);
    const post = rejects(
      await conversation.act(mine.id, 'post', {}, 'admin'),
      403,
      'INSUFFICIENT_PERMISSIONS',
    );
    expect(post.details).toMatchObject({ reason: 'SELF_APPROVAL' });
    expect((await conversation.act(mine.id, 'post', {}, 'controller')).status).toBe(200);
    const small = await conversation.create({ lines: [{ unitPrice: '49.99' }] }, 'admin');
    expect((await conversation.act(small.id, 'approve', {}, 'admin')).status).toBe(200);
  });
});
