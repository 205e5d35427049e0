import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { closeConnections } from '@/db/client';
import { newId } from '@/lib/ids';
import { documentBody, journalLines } from '@/testing/documents';
import { foundTestOrganization, type TestOrganization } from '@/testing/organization';
import { type Conversation, converse, matches, PATH, rejects, type Shown, shown } from './conversation';

let org: TestOrganization;
let c: Conversation;

beforeAll(async () => {
  org = await foundTestOrganization();
  c = converse(org);
});
afterAll(closeConnections);

const put = (id: string, body: object, headers: Record<string, string> = {}) =>
  c.door('accountant').send('PUT', `${PATH}/${id}`, { body, headers });

describe('Additions on C: GET /api/v1/gl/transaction-types', () => {
  test('returns the eight kinds with code, name, numberPrefix, isActive', async () => {
    const sent = await c.door('viewer').send('GET', '/api/v1/gl/transaction-types');
    expect(sent.status).toBe(200);
    matches('C.transactionTypes.list', sent);
    const { data } = sent.json as {
      data: { id: string; kind: string; isActive: boolean; numberPrefix: string }[];
    };
    expect(data.map(({ kind }) => kind).sort()).toEqual([
      'CREDIT_MEMO',
      'CUSTOMER_PAYMENT',
      'EXPENSE_REPORT',
      'INVOICE',
      'JOURNAL',
      'VENDOR_BILL',
      'VENDOR_CREDIT',
      'VENDOR_PAYMENT',
    ]);
    expect(data.find(({ kind }) => kind === 'INVOICE')).toMatchObject({
      id: org.ids.types.INVOICE,
      numberPrefix: 'INV',
      isActive: true,
    });
  });
});

describe('Additions on C: PUT /api/v1/gl/transactions/{id}', () => {
  test('omitted fields keep their values, null clears, lines replace all lines, everything is recalculated', async () => {
    const made = await c.create({ memo: 'Old', dueDate: '2026-12-01', lines: [{}, { unitPrice: '1.00' }] });
    const sent = await put(made.id, {
      transaction: { dueDate: null, memo: 'New' },
      lines: documentBody(org, { lines: [{ unitPrice: '7.00', taxCodeId: org.ids.taxCode }] }).lines,
    });
    expect(sent.status, sent.text).toBe(200);
    matches('C.transactions.update', sent);
    expect(sent.json).toMatchObject({
      id: made.id,
      transactionNumber: made.transactionNumber,
      memo: 'New',
      dueDate: null,
      subtotalAmount: '7.00',
      taxAmount: '0.58',
      totalAmount: '7.58',
      createdDate: made.createdDate,
    });
    expect(shown(sent).lines).toHaveLength(1);
    expect(String(shown(sent).modifiedDate) > String(made.modifiedDate)).toBe(true);
    expect((await put(made.id, { transaction: { memo: 'Newer' } })).json).toMatchObject({
      totalAmount: '7.58',
    });
  });

  test('a client may PUT back what it got, flat, and only the version changes (All surfaces)', async () => {
    const made = await c.create({ lines: [{ taxCodeId: org.ids.taxCode, accountId: org.account('4100') }] });
    const back = shown(await put(made.id, made));
    expect({ ...back, modifiedDate: made.modifiedDate }).toEqual(made);
  });

  test('DRAFT only, else 400 INVALID_STATUS_TRANSITION and nothing changes', async () => {
    const pending = await c.create({ status: 'PENDING_APPROVAL' });
    rejects(await put(pending.id, { transaction: { memo: 'Late' } }), 400, 'INVALID_STATUS_TRANSITION');
    const posted = await c.posted();
    rejects(await put(posted.id, { transaction: { memo: 'Late' } }), 400, 'INVALID_STATUS_TRANSITION');
    const draft = await c.create();
    rejects(await put(draft.id, { transaction: { transactionDate: null } }), 400, 'VALIDATION_ERROR');
    rejects(
      await put(draft.id, { transaction: { transactionTypeId: org.ids.types.JOURNAL } }),
      400,
      'VALIDATION_ERROR',
    );
    rejects(await put(draft.id, { lines: [] }), 400, 'VALIDATION_ERROR');
    rejects(await put(newId(), { transaction: { memo: 'x' } }), 404, 'TRANSACTION_NOT_FOUND');
    expect(await c.get(draft.id)).toEqual(draft);
  });

  test('Concurrency: If-Match that no longer matches: 412', async () => {
    const draft = await c.create();
    expect((await put(draft.id, { transaction: { memo: 'One' } }, { 'if-match': '"1"' })).status).toBe(200);
    rejects(
      await put(draft.id, { transaction: { memo: 'Two' } }, { 'if-match': '"1"' }),
      412,
      'STALE_VERSION',
    );
  });

  test('status in the body changes nothing: lifecycle statuses change only through verbs', async () => {
    const draft = await c.create();
    const sent = await put(draft.id, { transaction: { status: 'APPROVED', memo: 'x' } });
    expect(shown(sent).status).toBe('DRAFT');
  });
});

describe('Additions on C: DELETE, submit, cancel', () => {
  test('DELETE: DRAFT only, else 400 INVALID_STATUS_TRANSITION', async () => {
    const draft = await c.create();
    const sent = await c.door('accountant').send('DELETE', `${PATH}/${draft.id}`);
    expect(sent.status).toBe(200);
    matches('C.transactions.remove', sent);
    rejects(await c.door('viewer').send('GET', `${PATH}/${draft.id}`), 404, 'TRANSACTION_NOT_FOUND');
    const posted = await c.posted();
    rejects(
      await c.door('accountant').send('DELETE', `${PATH}/${posted.id}`),
      400,
      'INVALID_STATUS_TRANSITION',
    );
    rejects(await c.door('viewer').send('DELETE', `${PATH}/${posted.id}`), 403, 'INSUFFICIENT_PERMISSIONS');
    expect(await c.get(posted.id)).toEqual(posted);
  });

  test('submit: DRAFT to PENDING_APPROVAL, once', async () => {
    const draft = await c.create();
    const sent = await c.door('accountant').send('POST', `${PATH}/${draft.id}/submit`);
    expect(shown(sent).status).toBe('PENDING_APPROVAL');
    matches('C.transactions.submit', sent);
    rejects(await c.act(draft.id, 'submit'), 400, 'INVALID_STATUS_TRANSITION');
  });

  test('3.4 cancel: from DRAFT, PENDING_APPROVAL and APPROVED; no status follows CANCELLED', async () => {
    const [draft, pending, approved] = [
      await c.create(),
      await c.create({ status: 'PENDING_APPROVAL' }),
      await c.approved(),
    ];
    for (const { id } of [draft, pending, approved]) {
      const sent = await c.act(id, 'cancel', { reason: 'Withdrawn' });
      expect(shown(sent).status).toBe('CANCELLED');
    }
    for (const verb of ['submit', 'approve', 'post', 'cancel']) {
      rejects(await c.act(draft.id, verb), 400, 'INVALID_STATUS_TRANSITION');
    }
    const posted = await c.posted();
    rejects(await c.act(posted.id, 'cancel'), 400, 'INVALID_STATUS_TRANSITION');
  });
});

describe('Additions on C: gl-impact', () => {
  test('the entry before posting is the same as the entry after posting', async () => {
    const made = await c.create({
      lines: [
        { quantity: '3', unitPrice: '33.335', taxCodeId: org.ids.taxCode, accountId: org.account('4100') },
        { lineType: 'DISCOUNT', unitPrice: '10.00' },
        { lineType: 'SHIPPING', unitPrice: '5.00' },
      ],
    });
    const ask = async () => {
      const sent = await c.door('viewer').send('GET', `${PATH}/${made.id}/gl-impact`);
      matches('C.transactions.glImpact', sent);
      return sent.json as { isPosted: boolean; lines: unknown[]; totals: object; blockedBy: unknown };
    };
    const would = await ask();
    expect(would).toMatchObject({ isPosted: false, blockedBy: null, totals: { difference: '0.00' } });
    expect(would.lines).toMatchObject([
      { accountCode: '1210', credit: '0.00' },
      { accountCode: '4100', credit: '100.00' },
      { accountCode: '4900', debit: '10.00' },
      { accountCode: '4650', credit: '5.00' },
      { accountCode: '2210', credit: '8.25' },
    ]);
    await c.act(made.id, 'approve');
    await c.act(made.id, 'post');
    const did = await ask();
    expect(did.isPosted).toBe(true);
    expect(did.lines).toEqual(would.lines);
    expect(did.totals).toEqual(would.totals);
  });

  test('reports what would block posting, with the message of the posting itself', async () => {
    const journal = await c.create({
      kind: 'JOURNAL',
      lines: journalLines(org, [
        ['1110', '2.00'],
        ['4100', '-1.00'],
      ]),
    });
    const sent = await c.door('viewer').send('GET', `${PATH}/${journal.id}/gl-impact`);
    expect(sent.json).toMatchObject({
      isPosted: false,
      blockedBy: { code: 'TRANSACTION_NOT_BALANCED', details: { difference: '1.00' } },
    });
    const later = await c
      .door('viewer')
      .send('GET', `${PATH}/${journal.id}/gl-impact?postingDate=2031-01-01`);
    expect(later.json).toMatchObject({ postingDate: '2031-01-01' });
  });
});

describe('Additions on C: batches', () => {
  interface Item {
    index: number;
    success: boolean;
    transaction?: Shown;
    glTransactionId?: string;
    error?: { code: string };
  }
  const items = (sent: { json: unknown }) => (sent.json as { data: Item[] }).data;
  const batch = (body: object, path = 'batch') =>
    c.door('accountant').send('POST', `${PATH}/${path}`, { body });
  const good = () => documentBody(org);
  const bad = () => ({ ...good(), lines: [{ ...good().lines[0], accountId: newId() }] });

  test('all or nothing: the first refusal names its item and nothing is stored', async () => {
    const before = await c.door('viewer').send('GET', `${PATH}?limit=1`);
    const refused = rejects(await batch({ items: [good(), bad(), good()] }), 400, 'VALIDATION_ERROR');
    expect(refused.details).toMatchObject({ itemIndex: 1, reason: 'REFERENCE_NOT_FOUND' });
    const after = await c.door('viewer').send('GET', `${PATH}?limit=1`);
    expect(after.json).toEqual(before.json);
  });

  test('each on its own: the valid ones are stored with consecutive numbers, the others get their own errors', async () => {
    const sent = await batch({ items: [good(), bad(), good()], mode: 'each' });
    expect(sent.status).toBe(201);
    matches('C.transactions.createBatch', sent);
    const answers = items(sent);
    expect(answers.map(({ index, success }) => [index, success])).toEqual([
      [0, true],
      [1, false],
      [2, true],
    ]);
    expect(answers[1]?.error?.code).toBe('VALIDATION_ERROR');
    const [first, last] = [answers[0]?.transaction, answers[2]?.transaction].map((one) =>
      Number(one?.transactionNumber.slice(-6)),
    );
    expect(last).toBe((first ?? 0) + 1);
    expect(await c.get(answers[0]?.transaction?.id ?? '')).toEqual(answers[0]?.transaction);
  });

  test('up to 1,000: a thousand and one are a validation error', async () => {
    const ids = Array.from({ length: 1001 }, () => newId());
    rejects(await batch({ ids }, 'batch/post'), 400, 'VALIDATION_ERROR');
    rejects(await batch({ items: [] }), 400, 'VALIDATION_ERROR');
  });

  test('posting: all or nothing rolls everything back, each posts every item that can be posted', async () => {
    const made = [await c.approved(), await c.create(), await c.approved()];
    const ids = made.map(({ id }) => id);
    const refused = rejects(await batch({ ids }, 'batch/post'), 400, 'INVALID_STATUS_TRANSITION');
    expect(refused.details).toMatchObject({ itemIndex: 1 });
    expect((await c.get(ids[0] ?? '')).status).toBe('APPROVED');
    const sent = await batch({ ids: [...ids, newId(), ids[0]], mode: 'each' }, 'batch/post');
    expect(sent.status).toBe(200);
    matches('C.transactions.postBatch', sent);
    expect(items(sent).map(({ success, error }) => (success ? 'posted' : error?.code))).toEqual([
      'posted',
      'INVALID_STATUS_TRANSITION',
      'posted',
      'TRANSACTION_NOT_FOUND',
      'ALREADY_POSTED',
    ]);
    expect((await c.get(ids[0] ?? '')).glTransactionId).toBe(items(sent)[0]?.glTransactionId);
  });

  test('two hundred documents are created and posted in one batch each', async () => {
    const own = await foundTestOrganization();
    const door = converse(own).door('admin');
    const body = documentBody(own, { status: 'APPROVED' });
    const created = await door.send('POST', `${PATH}/batch`, {
      body: { items: Array.from({ length: 200 }, () => body) },
    });
    expect(created.status, created.text.slice(0, 300)).toBe(201);
    const ids = items(created).map(({ transaction }) => transaction?.id);
    const posted = await door.send('POST', `${PATH}/batch/post`, { body: { ids } });
    expect(items(posted).every(({ success }) => success)).toBe(true);
  });
});

test('Additions on C: every write accepts ?dryRun=true, and then stores nothing', async () => {
  const draft = await c.create();
  const posted = await c.posted();
  const before = [await c.get(draft.id), await c.get(posted.id)];
  const dry = (method: string, path: string, body?: object) =>
    c.door('admin').send(method, `${PATH}/${path}?dryRun=true`, body === undefined ? {} : { body });
  const sent = [
    await dry('PUT', draft.id, { transaction: { memo: 'Dry' } }),
    await dry('POST', `${draft.id}/submit`),
    await dry('POST', `${draft.id}/approve`, {}),
    await dry('POST', `${draft.id}/cancel`, {}),
    await dry('POST', `${posted.id}/reverse`, { reversalReason: 'Dry' }),
    await dry('POST', 'batch', { items: [documentBody(org)] }),
    await dry('DELETE', draft.id),
  ];
  expect(sent.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 201, 200]);
  expect([await c.get(draft.id), await c.get(posted.id)]).toEqual(before);
});
