import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { closeConnections } from '@/db/client';
import { newId } from '@/lib/ids';
import { journalLines } from '@/testing/documents';
import { foundTestOrganization, type TestOrganization } from '@/testing/organization';
import { withOwner } from '@/testing/owner';
import { runForOutput } from '@/usecases/kit/run';
import { closePeriod, softClosePeriod } from '@/usecases/periods/close-period';
import { listPeriods } from '@/usecases/periods/list-periods';
import { applyPayment } from '@/usecases/transactions/apply-payment';
import { type Conversation, converse, matches, PATH, rejects, shown } from './conversation';

let org: TestOrganization;
let c: Conversation;

beforeAll(async () => {
  org = await foundTestOrganization();
  c = converse(org);
});
afterAll(closeConnections);

const TODAY = '2026-11-21';

/** Changes rows from above, where no verb leads: settings of the organization, an account switched off. */
const asOwner = (organization: TestOrganization, text: string, values: unknown[]) =>
  withOwner(async (client) => {
    await client.query(`select set_config('app.organization_id', $1, false)`, [organization.organizationId]);
    await client.query(text, values);
  });

describe('4.5 list', () => {
  test('List defaults: limit 20, the newest first; each item has the fields of 4.5 and no more', async () => {
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
  test('after posting also glTransactionId and postedDate', async () => {
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
  test('from DRAFT and from PENDING_APPROVAL; answers id, status, approvedBy, approvedDate, message', async () => {
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

  test('else 400 INVALID_STATUS_TRANSITION: approved, posted, cancelled', async () => {
    const approved = await c.approved();
    rejects(await c.act(approved.id, 'approve'), 400, 'INVALID_STATUS_TRANSITION');
    const posted = await c.posted();
    rejects(await c.act(posted.id, 'approve'), 400, 'INVALID_STATUS_TRANSITION');
    const cancelled = await c.create();
    await c.act(cancelled.id, 'cancel');
    rejects(await c.act(cancelled.id, 'approve'), 400, 'INVALID_STATUS_TRANSITION');
    rejects(await c.act(newId(), 'approve'), 404, 'TRANSACTION_NOT_FOUND');
  });

  test('Four eyes: where enforced, nobody approves or posts what they created above the threshold', async () => {
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

describe('4.5 post', () => {
  test('answers id, status, glTransactionId, postedDate, message; the posting date defaults to today', async () => {
    const approved = await c.approved();
    const sent = await c.door('accountant').send('POST', `${PATH}/${approved.id}/post`);
    expect(sent.status, sent.text).toBe(200);
    matches('C.transactions.post', sent);
    const impact = await c.door('viewer').send('GET', `${PATH}/${approved.id}/gl-impact`);
    expect(impact.json).toMatchObject({ isPosted: true, postingDate: TODAY });
  });

  test.each(['DRAFT', 'PENDING_APPROVAL', 'CANCELLED', 'REVERSED'])(
    '%s: 400 INVALID_STATUS_TRANSITION and nothing changes',
    async (status) => {
      const made = status === 'REVERSED' ? await c.posted() : await c.create();
      if (status === 'PENDING_APPROVAL') await c.act(made.id, 'submit');
      if (status === 'CANCELLED') await c.act(made.id, 'cancel');
      if (status === 'REVERSED') await c.act(made.id, 'reverse', { reversalReason: 'Wrong' });
      const before = await c.get(made.id);
      expect(before.status).toBe(status);
      rejects(await c.act(made.id, 'post'), 400, 'INVALID_STATUS_TRANSITION');
      expect(await c.get(made.id)).toEqual(before);
    },
  );

  test('POSTED and PAID: 409 ALREADY_POSTED with the entry', async () => {
    const invoice = await c.posted();
    const first = rejects(await c.act(invoice.id, 'post'), 409, 'ALREADY_POSTED');
    expect(first.details).toMatchObject({ status: 'POSTED', glTransactionId: invoice.glTransactionId });
    const payment = await c.posted({ kind: 'CUSTOMER_PAYMENT' });
    await runForOutput(applyPayment, org.callAs('accountant'), {
      paymentId: payment.id,
      applications: [{ documentId: invoice.id, amount: '100.00' }],
    });
    expect((await c.get(invoice.id)).status).toBe('PAID');
    rejects(await c.act(invoice.id, 'post'), 409, 'ALREADY_POSTED');
  });

  test('8 of many simultaneous posts exactly one wins', async () => {
    const approved = await c.approved();
    const sent = await Promise.all(Array.from({ length: 30 }, () => c.act(approved.id, 'post')));
    expect(sent.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const lost of sent.filter(({ status }) => status !== 200)) rejects(lost, 409, 'ALREADY_POSTED');
  });

  test('TRANSACTION_NOT_BALANCED: a journal whose lines do not sum to zero, with the figures', async () => {
    const journal = await c.approved({
      kind: 'JOURNAL',
      lines: journalLines(org, [
        ['1110', '100.00'],
        ['4100', '-99.99'],
      ]),
    });
    const refused = rejects(
      await c.act(journal.id, 'post', { overrideChecks: true }),
      400,
      'TRANSACTION_NOT_BALANCED',
    );
    expect(refused.details).toMatchObject({ debits: '100.00', credits: '99.99', difference: '0.01' });
    expect((await c.get(journal.id)).status).toBe('APPROVED');
  });

  test('Journal lines: positive is a debit, negative a credit', async () => {
    const journal = await c.posted({
      kind: 'JOURNAL',
      lines: journalLines(org, [
        ['6100', '70.00'],
        ['6300', '30.00'],
        ['1110', '-100.00'],
      ]),
    });
    const impact = await c.door('viewer').send('GET', `${PATH}/${journal.id}/gl-impact`);
    expect(impact.json).toMatchObject({
      lines: [
        { accountCode: '6100', debit: '70.00', credit: '0.00' },
        { accountCode: '6300', debit: '30.00', credit: '0.00' },
        { accountCode: '1110', debit: '0.00', credit: '100.00' },
      ],
    });
  });

  test('nothing silences: every line resolves to an active posting account', async () => {
    const own = await foundTestOrganization();
    const conversation = converse(own);
    const onSummary = await conversation.approved({ lines: [{ accountId: own.account('4000') }] });
    const summary = rejects(
      await conversation.act(onSummary.id, 'post', { overrideChecks: true }),
      400,
      'VALIDATION_ERROR',
    );
    expect(summary.details).toMatchObject({
      reason: 'ACCOUNT_NOT_POSTABLE',
      accounts: [{ code: '4000', why: 'SUMMARY' }],
    });
    const onControl = await conversation.approved({
      kind: 'JOURNAL',
      lines: journalLines(own, [
        ['1210', '1.00'],
        ['4100', '-1.00'],
      ]),
    });
    const control = rejects(
      await conversation.act(onControl.id, 'post', { overrideChecks: true }),
      400,
      'VALIDATION_ERROR',
    );
    expect(control.details).toMatchObject({ accounts: [{ code: '1210', why: 'CONTROL' }] });
    const onNothing = await conversation.approved({
      kind: 'JOURNAL',
      lines: [{ unitPrice: 1 }, { unitPrice: -1 }],
    });
    const nothing = rejects(
      await conversation.act(onNothing.id, 'post', { overrideChecks: true }),
      400,
      'VALIDATION_ERROR',
    );
    expect(nothing.details).toMatchObject({ reason: 'ACCOUNT_UNRESOLVED', lineNumbers: [1, 2] });
    const onInactive = await conversation.approved({ lines: [{ accountId: own.account('4200') }] });
    await asOwner(own, `update accounts set record_status = 'inactive' where id = $1`, [own.account('4200')]);
    const inactive = rejects(await conversation.act(onInactive.id, 'post'), 400, 'VALIDATION_ERROR');
    expect(inactive.details).toMatchObject({ accounts: [{ code: '4200', why: 'INACTIVE' }] });
  });

  test('nothing silences: the period is open', async () => {
    const approved = await c.approved();
    const refused = rejects(
      await c.act(approved.id, 'post', { postingDate: '2031-01-01', overrideChecks: true }),
      400,
      'VALIDATION_ERROR',
    );
    expect(refused.details).toMatchObject({ reason: 'PERIOD_NOT_OPEN', status: 'NONE', date: '2031-01-01' });
  });

  test('overrideChecks silences: credit limit, recommended dimension, duplicate, far future', async () => {
    const own = await foundTestOrganization();
    const conversation = converse(own);
    await asOwner(own, 'update customers set credit_limit = 150 where id = $1', [own.ids.customer]);
    await asOwner(own, `update accounts set recommended_dimensions = '{department}' where id = $1`, [
      own.account('4300'),
    ]);
    const checksOf = async (id: string, postingDate = TODAY) => {
      const refused = rejects(await conversation.act(id, 'post', { postingDate }), 400, 'VALIDATION_ERROR');
      expect(refused.details.reason).toBe('CHECKS_FAILED');
      expect(refused.message).toContain('overrideChecks');
      return (refused.details.checks as { check: string }[]).map(({ check }) => check);
    };
    const first = await conversation.approved();
    expect(await checksOf(first.id)).toEqual(['MISSING_DIMENSION']);
    expect((await conversation.act(first.id, 'post', { overrideChecks: true })).status).toBe(200);
    const second = await conversation.approved();
    expect(await checksOf(second.id, '2026-12-31')).toEqual([
      'CREDIT_LIMIT',
      'MISSING_DIMENSION',
      'FAR_FUTURE_DATE',
    ]);
    const impact = await conversation.door('viewer').send('GET', `${PATH}/${second.id}/gl-impact`);
    expect((impact.json as { warnings: { check: string }[] }).warnings.map(({ check }) => check)).toEqual([
      'CREDIT_LIMIT',
      'MISSING_DIMENSION',
    ]);
    expect(
      (await conversation.act(second.id, 'post', { postingDate: '2026-12-31', overrideChecks: true })).status,
    ).toBe(200);
  });

  test('overrideChecks silences a soft-closed period only with permission', async () => {
    const own = await foundTestOrganization();
    const conversation = converse(own);
    const approved = await conversation.approved();
    const [january] = await runForOutput(listPeriods, own.callAs('viewer'), {});
    await runForOutput(softClosePeriod, own.callAs('controller'), { id: january?.id });
    const body = { postingDate: january?.startDate, overrideChecks: true };
    const refused = rejects(await conversation.act(approved.id, 'post', body), 400, 'VALIDATION_ERROR');
    expect(refused.details).toMatchObject({ reason: 'PERIOD_NOT_OPEN', status: 'SOFT_CLOSED' });
    rejects(
      await conversation.act(approved.id, 'post', { ...body, overrideChecks: false }, 'controller'),
      400,
      'VALIDATION_ERROR',
    );
    expect((await conversation.act(approved.id, 'post', body, 'controller')).status).toBe(200);
    await runForOutput(closePeriod, own.callAs('controller'), { id: january?.id });
    const late = await conversation.approved();
    rejects(await conversation.act(late.id, 'post', body, 'controller'), 400, 'VALIDATION_ERROR');
  });

  test('unknown: 404; without permission: 403; If-Match that no longer matches: 412; bad fields: 400', async () => {
    rejects(await c.act(newId(), 'post'), 404, 'TRANSACTION_NOT_FOUND');
    const approved = await c.approved();
    rejects(await c.act(approved.id, 'post', {}, 'approver'), 403, 'INSUFFICIENT_PERMISSIONS');
    rejects(await c.act(approved.id, 'post', { postingDate: 'soon' }), 400, 'VALIDATION_ERROR');
    rejects(await c.act(approved.id, 'post', { overrideChecks: 'yes' }), 400, 'VALIDATION_ERROR');
    const stale = await c
      .door('accountant')
      .send('POST', `${PATH}/${approved.id}/post`, { headers: { 'if-match': '"1"' } });
    rejects(stale, 412, 'STALE_VERSION');
    const fresh = await c
      .door('accountant')
      .send('POST', `${PATH}/${approved.id}/post`, { headers: { 'if-match': '"2"' } });
    expect(fresh.status).toBe(200);
  });

  test('Idempotency: the same key posts once and replays the answer', async () => {
    const approved = await c.approved();
    const headers = { 'idempotency-key': newId() };
    const send = () =>
      c.door('accountant').send('POST', `${PATH}/${approved.id}/post`, { body: {}, headers });
    const first = await send();
    const again = await send();
    expect(first.status).toBe(200);
    expect(again.text).toBe(first.text);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
  });

  test('dryRun=true answers as if posted; the transaction stays APPROVED and no entry number is taken', async () => {
    const approved = await c.approved();
    const dry = await c.door('accountant').send('POST', `${PATH}/${approved.id}/post?dryRun=true`);
    expect(dry.json).toMatchObject({ status: 'POSTED' });
    expect((await c.get(approved.id)).status).toBe('APPROVED');
    const posted = await c.act(approved.id, 'post');
    expect((posted.json as { message: string }).message).toBe((dry.json as { message: string }).message);
  });
});

describe('4.5 reverse', () => {
  test('answers id, status, reversalTransactionId, reversalReason, reversalDate, message; the date defaults to today', async () => {
    const posted = await c.posted({ transactionDate: '2026-11-10', lines: [{ taxCodeId: org.ids.taxCode }] });
    const sent = await c.act(posted.id, 'reverse', { reversalReason: 'Billed twice' });
    expect(sent.status, sent.text).toBe(200);
    matches('C.transactions.reverse', sent);
    expect(sent.json).toMatchObject({
      id: posted.id,
      status: 'REVERSED',
      reversalReason: 'Billed twice',
      reversalDate: TODAY,
    });
    const { reversalTransactionId } = sent.json as { reversalTransactionId: string };
    expect(await c.get(reversalTransactionId)).toMatchObject({ status: 'POSTED', transactionDate: TODAY });
    expect((await c.get(posted.id)).status).toBe('REVERSED');
  });

  test('Reversal: mirrored entry, same accounts, dimensions, currencies and original rates', async () => {
    const posted = await c.posted({
      currencyCode: 'EUR',
      exchangeRate: '1.1234',
      lines: [{ unitPrice: '33.33' }],
    });
    const sent = await c.act(posted.id, 'reverse', { reversalReason: 'Mirror' });
    const { reversalTransactionId } = sent.json as { reversalTransactionId: string };
    const entryOf = async (id: string) =>
      (await c.door('viewer').send('GET', `${PATH}/${id}/gl-impact`)).json as {
        exchangeRate: string;
        currencyCode: string;
        lines: Record<string, string>[];
      };
    const [made, mirrored] = [await entryOf(posted.id), await entryOf(reversalTransactionId)];
    expect(mirrored).toMatchObject({ currencyCode: 'EUR', exchangeRate: '1.1234' });
    expect(mirrored.lines).toEqual(
      made.lines.map((line) => ({
        ...line,
        debit: line.credit,
        credit: line.debit,
        baseDebit: line.baseCredit,
        baseCredit: line.baseDebit,
      })),
    );
  });

  test('only POSTED, never twice, never a reversal: 400 INVALID_STATUS_TRANSITION', async () => {
    const approved = await c.approved();
    rejects(await c.act(approved.id, 'reverse', { reversalReason: 'x' }), 400, 'INVALID_STATUS_TRANSITION');
    const posted = await c.posted();
    const sent = await c.act(posted.id, 'reverse', { reversalReason: 'x' });
    rejects(await c.act(posted.id, 'reverse', { reversalReason: 'x' }), 400, 'INVALID_STATUS_TRANSITION');
    const { reversalTransactionId } = sent.json as { reversalTransactionId: string };
    rejects(
      await c.act(reversalTransactionId, 'reverse', { reversalReason: 'x' }),
      400,
      'INVALID_STATUS_TRANSITION',
    );
    rejects(await c.act(newId(), 'reverse', { reversalReason: 'x' }), 404, 'TRANSACTION_NOT_FOUND');
  });

  test('8 of many simultaneous reversals exactly one wins', async () => {
    const posted = await c.posted();
    const sent = await Promise.all(
      Array.from({ length: 20 }, () => c.act(posted.id, 'reverse', { reversalReason: 'Race' })),
    );
    expect(sent.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const lost of sent.filter(({ status }) => status !== 200)) {
      rejects(lost, 400, 'INVALID_STATUS_TRANSITION');
    }
  });

  test('reversalReason is required; reversalDate not before the posting date and in an open period', async () => {
    const posted = await c.posted({ transactionDate: '2026-11-10' });
    for (const body of [{}, { reversalReason: '' }, { reversalReason: '  ' }, { reversalReason: 7 }]) {
      rejects(await c.act(posted.id, 'reverse', body), 400, 'VALIDATION_ERROR');
    }
    const before = await c.act(posted.id, 'reverse', { reversalReason: 'x', reversalDate: '2026-11-09' });
    expect(rejects(before, 400, 'VALIDATION_ERROR').details).toMatchObject({
      reason: 'REVERSAL_BEFORE_POSTING',
    });
    const never = await c.act(posted.id, 'reverse', { reversalReason: 'x', reversalDate: '2031-01-01' });
    expect(rejects(never, 400, 'VALIDATION_ERROR').details).toMatchObject({ reason: 'PERIOD_NOT_OPEN' });
    expect((await c.get(posted.id)).status).toBe('POSTED');
    rejects(
      await c.act(posted.id, 'reverse', { reversalReason: 'x' }, 'approver'),
      403,
      'INSUFFICIENT_PERMISSIONS',
    );
  });

  test('the largest amounts a document holds can be reversed', async () => {
    const posted = await c.posted({
      kind: 'JOURNAL',
      lines: [
        { quantity: '100', unitPrice: '99999999999999', accountId: org.account('1110') },
        { quantity: '100', unitPrice: '-99999999999999', accountId: org.account('3100') },
      ],
    });
    expect((await c.act(posted.id, 'reverse', { reversalReason: 'Too much' })).status).toBe(200);
  });
});

describe('isolation', () => {
  test("another organization's transaction answers every verb exactly as one that does not exist", async () => {
    const posted = await c.posted();
    const other = converse(await foundTestOrganization()).door('admin');
    const unknown = `${posted.id.slice(0, -1)}${posted.id.endsWith('0') ? '1' : '0'}`;
    for (const [method, path, body] of [
      ['GET', '', undefined],
      ['PUT', '', { memo: 'Mine' }],
      ['DELETE', '', undefined],
      ['GET', '/gl-impact', undefined],
      ['POST', '/post', {}],
      ['POST', '/approve', {}],
      ['POST', '/submit', undefined],
      ['POST', '/cancel', {}],
      ['POST', '/reverse', { reversalReason: 'Mine' }],
    ] as const) {
      const ask = (id: string) =>
        other.send(method, `${PATH}/${id}${path}`, body === undefined ? {} : { body });
      const foreign = await ask(posted.id);
      rejects(foreign, 404, 'TRANSACTION_NOT_FOUND');
      expect(foreign.text.replaceAll(posted.id, 'ID')).toBe(
        (await ask(unknown)).text.replaceAll(unknown, 'ID'),
      );
    }
    expect(await c.get(posted.id)).toEqual(posted);
    expect(shown(await c.door('viewer').send('GET', `${PATH}/${posted.id.toUpperCase()}`))).toEqual(posted);
  });
});
