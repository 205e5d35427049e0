import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { closeConnections } from '@/db/client';
import { newId } from '@/lib/ids';
import { surfaceB } from '@/surfaces/b/surface';
import { contend, holdRow, valuesOf } from '@/testing/contenders';
import { journalLines } from '@/testing/documents';
import { doorFor } from '@/testing/door';
import { foundTestOrganization, type TestOrganization } from '@/testing/organization';
import { withOwner } from '@/testing/owner';
import { runForOutput } from '@/usecases/kit/run';
import { closePeriod, lockPeriod, softClosePeriod } from '@/usecases/periods/close-period';
import { listPeriods } from '@/usecases/periods/list-periods';
import { applyPayment } from '@/usecases/transactions/payments/apply-payment';
import { type Conversation, converse, matches, PATH, rejects } from './conversation';

let org: TestOrganization;
let c: Conversation;

beforeAll(async () => {
  org = await foundTestOrganization();
  c = converse(org);
});
afterAll(closeConnections);

const TODAY = '2026-11-21';

/** Changes rows as the tables' owner, for states that no verb produces: organization settings, an inactive account. */
const asOwner = (organization: TestOrganization, text: string, values: unknown[]) =>
  withOwner(async (client) => {
    await client.query(`select set_config('app.organization_id', $1, false)`, [organization.organizationId]);
    await client.query(text, values);
  });

describe('4.5 post', () => {
  test('returns id, status, glTransactionId, postedDate, message; the posting date defaults to today', async () => {
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

  test('CLOSED: 409 ALREADY_POSTED with the entry, and nothing changes', async () => {
    const own = await foundTestOrganization();
    const conversation = converse(own);
    const journal = await conversation.posted({
      kind: 'JOURNAL',
      transactionDate: '2025-01-10',
      lines: journalLines(own, [
        ['1110', '5.00'],
        ['4100', '-5.00'],
      ]),
    });
    const [january] = await runForOutput(listPeriods, own.callAs('viewer'), {});
    const input = { id: january?.id };
    for (const step of [softClosePeriod, closePeriod]) {
      await runForOutput(step, own.callAs('controller'), input);
    }
    await runForOutput(lockPeriod, own.callAs('admin'), input);
    const closed = await conversation.get(journal.id);
    expect(closed.status).toBe('CLOSED');
    const refused = rejects(await conversation.act(journal.id, 'post'), 409, 'ALREADY_POSTED');
    expect(refused.details).toMatchObject({ status: 'CLOSED', glTransactionId: journal.glTransactionId });
    expect(await conversation.get(journal.id)).toEqual(closed);
  });

  test('8 of many simultaneous posts exactly one succeeds', async () => {
    const approved = await c.approved();
    // Posts that arrive together share two transactions.
    const sent = valuesOf(
      await contend(
        holdRow('business_transactions', org.organizationId, approved.id),
        Array.from({ length: 30 }, () => () => c.act(approved.id, 'post')),
        { waiting: 2 },
      ),
    );
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

  test('not overridable: every line resolves to an active posting account', async () => {
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

  test('not overridable: the period is open', async () => {
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

  test('overrideChecks silences a duplicate-looking document: one more with the counterparty’s own number', async () => {
    const own = await foundTestOrganization();
    const conversation = converse(own);
    // The counterparty's number is a field of surface B and of the console.
    const billed = async (referenceNumber: string) => {
      const { id } = await conversation.create({ kind: 'VENDOR_BILL' });
      const books = doorFor(surfaceB, own.principals.admin);
      await books.send('PUT', `/api/business-transactions/${id}`, { body: { referenceNumber } });
      expect((await conversation.act(id, 'approve')).status).toBe(200);
      return id;
    };
    expect((await conversation.act(await billed('PM-77'), 'post')).status).toBe(200);
    const twin = await billed(' pm-77 ');
    const refused = rejects(await conversation.act(twin, 'post'), 400, 'VALIDATION_ERROR');
    expect(refused.details).toMatchObject({
      reason: 'CHECKS_FAILED',
      checks: [{ check: 'DUPLICATE_DOCUMENT', message: expect.stringMatching(/duplicate/) }],
    });
    expect((await conversation.act(twin, 'post', { overrideChecks: true })).status).toBe(200);
    expect((await conversation.act(await billed('PM-78'), 'post')).status).toBe(200);
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

  test('unknown: 404; without permission: 403; If-Match that no longer matches: 412; invalid fields: 400', async () => {
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

  test('Numbers: GL entries are gapless per organization and fiscal year, never shared between organizations', async () => {
    const entriesOf = async (organization: TestOrganization) => {
      const conversation = converse(organization);
      const sent = [];
      for (const transactionDate of ['2026-11-02', '2026-11-03', '2025-11-03', '2026-11-04']) {
        const approved = await conversation.approved({ transactionDate });
        sent.push(await conversation.act(approved.id, 'post', { postingDate: transactionDate }));
      }
      return sent.map(({ json }) => /GL-\d{4}-\d{6}/.exec((json as { message: string }).message)?.[0]);
    };
    const expected = ['GL-2026-000001', 'GL-2026-000002', 'GL-2025-000001', 'GL-2026-000003'];
    expect(await entriesOf(await foundTestOrganization())).toEqual(expected);
    expect(await entriesOf(await foundTestOrganization())).toEqual(expected);
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
