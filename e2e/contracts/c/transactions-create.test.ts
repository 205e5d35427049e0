import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { closeConnections } from '@/db/client';
import { newId } from '@/lib/ids';
import { contend, holdWrites, valuesOf } from '@/testing/contenders';
import { documentBody, journalLines } from '@/testing/documents';
import type { Sent } from '@/testing/door';
import { foundTestOrganization, type TestOrganization } from '@/testing/organization';
import { setExchangeRates } from '@/usecases/fx/exchange-rates';
import { runForOutput } from '@/usecases/kit/run';
import { type Conversation, converse, matches, PATH, rejects, shown } from './conversation';

let org: TestOrganization;
let c: Conversation;

beforeAll(async () => {
  org = await foundTestOrganization();
  c = converse(org);
});
afterAll(closeConnections);

const post = (body: unknown, role: 'accountant' | 'approver' | 'admin' | 'viewer' = 'accountant') =>
  c.door(role).send('POST', PATH, { body });
const line = (fields: object) => documentBody(org, { lines: [fields as never] }).lines[0];
const withHeader = (fields: object) => {
  const body = documentBody(org);
  return { ...body, transaction: { ...body.transaction, ...fields } };
};

describe('4.5 create', () => {
  test('answers 201 with a flat transaction: computed amounts, number, dates, fields of 2.6', async () => {
    const body = documentBody(org, {
      dueDate: '2026-12-21',
      memo: 'November',
      status: 'DRAFT',
      lines: [{ lineType: 'SERVICE', quantity: '12', unitPrice: '540.00', accountId: org.account('4300') }],
    });
    const sent = await post(body);
    expect(sent.status).toBe(201);
    matches('C.transactions.create', sent);
    expect(sent.json).toMatchObject({
      ...body.transaction,
      exchangeRate: '1',
      subtotalAmount: '6480.00',
      taxAmount: '0.00',
      discountAmount: '0.00',
      totalAmount: '6480.00',
      baseTotalAmount: '6480.00',
      status: 'DRAFT',
      glTransactionId: null,
      postedDate: null,
      lines: [{ ...body.lines[0], lineAmount: '6480.00', taxAmount: '0.00' }],
    });
    expect(shown(sent).transactionNumber).toMatch(/^INV-2026-\d{6}$/);
    expect(await c.get(shown(sent).id)).toEqual(sent.json);
    expect(sent.headers.get('etag')).toBe('"1"');
  });

  test('Amounts: subtotal of ITEM, SERVICE, SHIPPING; discount; tax by code and TAX lines; total', async () => {
    const made = await c.create({
      lines: [
        { lineType: 'ITEM', quantity: '3', unitPrice: '19.99', taxCodeId: org.ids.taxCode },
        { lineType: 'SHIPPING', unitPrice: '10' },
        { lineType: 'DISCOUNT', unitPrice: '-5.00', taxCodeId: org.ids.taxCode },
        { lineType: 'TAX', unitPrice: '1.25' },
      ],
    });
    // 59.97 × 8.25% = 4.947525 → 4.95; −5.00 × 8.25% = −0.4125 → −0.41; 4.95 − 0.41 + 1.25
    expect(made).toMatchObject({
      subtotalAmount: '69.97',
      discountAmount: '5.00',
      taxAmount: '5.79',
      totalAmount: '70.76',
    });
  });

  test('Amounts: rounded half-even to the currency’s minor unit', async () => {
    const totalOf = async (unitPrice: string, currencyCode: string) =>
      (
        await c.create({
          currencyCode,
          exchangeRate: currencyCode === 'USD' ? null : '1',
          lines: [{ unitPrice }],
        })
      ).totalAmount;
    expect(await totalOf('0.125', 'USD')).toBe('0.12');
    expect(await totalOf('0.135', 'USD')).toBe('0.14');
    expect(await totalOf('100.5', 'JPY')).toBe('100');
    expect(await totalOf('1.2345', 'BHD')).toBe('1.234');
  });

  test('All surfaces: decimals as string or number; quantities and prices keep their own decimals', async () => {
    const made = await c.create({ lines: [{ quantity: 2.5, unitPrice: 0.000125 }] });
    expect(made.lines[0]).toMatchObject({ quantity: '2.5', unitPrice: '0.000125', lineAmount: '0.00' });
  });

  test('Numbers: gapless per type and fiscal year, even when many are created at once and some are refused', async () => {
    const own = await foundTestOrganization();
    const door = converse(own).door('accountant');
    const good = documentBody(own);
    const bad = { ...good, lines: [{ ...good.lines[0], accountId: newId() }] };
    const sent = valuesOf(
      await contend(
        holdWrites(own.organizationId),
        Array.from(
          { length: 40 },
          (_, index) => () => door.send('POST', PATH, { body: index % 4 === 3 ? bad : good }),
        ),
        // Those that arrive together share two transactions.
        { waiting: 2 },
      ),
    );
    const numbers = sent.filter(({ status }) => status === 201).map((one) => shown(one).transactionNumber);
    expect(numbers.sort()).toEqual(
      Array.from({ length: 30 }, (_, index) => `INV-2026-${String(index + 1).padStart(6, '0')}`),
    );
    const journal = await converse(own).create({
      kind: 'JOURNAL',
      transactionDate: '2027-01-02',
      lines: journalLines(own, [
        ['1110', '1.00'],
        ['3100', '-1.00'],
      ]),
    });
    expect(journal.transactionNumber).toBe('JE-2027-000001');
  });

  test('baseTotal = total × exchangeRate: the dated rate when omitted, a missing rate is 400', async () => {
    const own = await foundTestOrganization();
    await runForOutput(setExchangeRates, own.callAs('accountant'), {
      rates: [
        { fromCurrency: 'EUR', toCurrency: 'USD', rateDate: '2026-11-01', rate: '1.1' },
        { fromCurrency: 'EUR', toCurrency: 'USD', rateDate: '2026-11-22', rate: '9' },
      ],
      confirmation: 'Rates of the example',
    });
    const conversation = converse(own);
    const dated = await conversation.create({ currencyCode: 'EUR' });
    expect(dated).toMatchObject({ exchangeRate: '1.1', totalAmount: '100.00', baseTotalAmount: '110.00' });
    const given = await conversation.create({ currencyCode: 'GBP', exchangeRate: '1.255' });
    expect(given).toMatchObject({ exchangeRate: '1.255', baseTotalAmount: '125.50' });
    const missing = await conversation
      .door('accountant')
      .send('POST', PATH, { body: documentBody(own, { currencyCode: 'CHF' }) });
    expect(rejects(missing, 400, 'VALIDATION_ERROR').details).toMatchObject({
      reason: 'RATE_MISSING',
      from: 'CHF',
      to: 'USD',
    });
  });

  test('2.6 entityId and entityType are optional', async () => {
    expect(await c.create({ entityId: null, entityType: null })).toMatchObject({
      entityId: null,
      entityType: null,
    });
    expect(await c.create({ entityType: undefined })).toMatchObject({
      entityId: org.ids.customer,
      entityType: 'CUSTOMER',
    });
  });
});

describe('Statuses accepted on create', () => {
  test('DRAFT by default, PENDING_APPROVAL; APPROVED only for a caller who may approve', async () => {
    expect((await c.create()).status).toBe('DRAFT');
    expect((await c.create({ status: 'PENDING_APPROVAL' })).status).toBe('PENDING_APPROVAL');
    rejects(await post(withHeader({ status: 'APPROVED' })), 403, 'INSUFFICIENT_PERMISSIONS');
    const approved = await c.create({ status: 'APPROVED' }, 'admin');
    expect(approved.status).toBe('APPROVED');
    expect((await c.act(approved.id, 'post')).status).toBe(200);
  });

  test.each(['POSTED', 'PAID', 'CLOSED', 'CANCELLED', 'REVERSED', 'NONSENSE'])(
    '%s: 400 INVALID_STATUS_TRANSITION',
    async (status) => {
      rejects(await post(withHeader({ status })), 400, 'INVALID_STATUS_TRANSITION');
    },
  );

  test('TRANSACTION_NOT_BALANCED on create with status APPROVED, with the figures', async () => {
    const body = documentBody(org, {
      kind: 'JOURNAL',
      status: 'APPROVED',
      lines: journalLines(org, [
        ['1110', '10.00'],
        ['4100', '-9.50'],
      ]),
    });
    expect(rejects(await post(body, 'admin'), 400, 'TRANSACTION_NOT_BALANCED').details).toMatchObject({
      debits: '10.00',
      credits: '9.50',
      difference: '0.50',
    });
    const draft = { ...body, transaction: { ...body.transaction, status: 'DRAFT' } };
    expect((await post(draft, 'admin')).status).toBe(201);
  });
});

describe('7.3 VALIDATION_ERROR', () => {
  test.each<[string, (body: ReturnType<typeof documentBody>) => unknown, string]>([
    ['no body at all', () => undefined, ''],
    ['no transaction', ({ lines }) => ({ lines }), 'transaction'],
    ['no lines', ({ transaction }) => ({ transaction }), 'lines'],
    ['an empty list of lines', ({ transaction }) => ({ transaction, lines: [] }), 'lines'],
    ['no type', (body) => drop(body, 'transactionTypeId'), 'transaction.transactionTypeId'],
    ['no subsidiary', (body) => drop(body, 'subsidiaryId'), 'transaction.subsidiaryId'],
    ['no date', (body) => drop(body, 'transactionDate'), 'transaction.transactionDate'],
    ['no currency', (body) => drop(body, 'currencyCode'), 'transaction.currencyCode'],
    [
      'a day that does not exist',
      (body) => set(body, { transactionDate: '2026-02-30' }),
      'transaction.transactionDate',
    ],
    ['an unknown currency', (body) => set(body, { currencyCode: 'ZZZ' }), 'transaction.currencyCode'],
    ['a rate of zero', (body) => set(body, { exchangeRate: '0' }), 'transaction.exchangeRate'],
    ['an unknown entity type', (body) => set(body, { entityType: 'ROBOT' }), 'transaction.entityType'],
    ['an unknown line type', (body) => setLine(body, { lineType: 'GIFT' }), 'lines.0.lineType'],
    ['no description', (body) => setLine(body, { description: undefined }), 'lines.0.description'],
    ['a quantity that is not a number', (body) => setLine(body, { quantity: 'two' }), 'lines.0.quantity'],
    ['an exponent', (body) => setLine(body, { unitPrice: '1e3' }), 'lines.0.unitPrice'],
    [
      'a seventh decimal of a price',
      (body) => setLine(body, { unitPrice: '0.0000001' }),
      'lines.0.unitPrice',
    ],
    ['a line number of zero', (body) => setLine(body, { lineNumber: 0 }), 'lines.0.lineNumber'],
    [
      'a repeated line number',
      (body) => ({ ...body, lines: [...body.lines, ...body.lines] }),
      'lines.1.lineNumber',
    ],
  ])('%s', async (_title, spoil, field) => {
    const refused = rejects(await post(spoil(documentBody(org))), 400, 'VALIDATION_ERROR');
    const issues = refused.details.issues as { field: string; message: string }[];
    expect(issues.map((issue) => issue.field)).toContain(field);
  });

  const drop = (body: ReturnType<typeof documentBody>, field: string) => set(body, { [field]: undefined });
  const set = (body: ReturnType<typeof documentBody>, fields: object) => ({
    ...body,
    transaction: { ...body.transaction, ...fields },
  });
  const setLine = (body: ReturnType<typeof documentBody>, fields: object) => ({
    ...body,
    lines: [{ ...body.lines[0], ...fields }],
  });

  test('a base-currency transaction with an exchange rate other than 1', async () => {
    rejects(await post(withHeader({ exchangeRate: '1.5' })), 400, 'VALIDATION_ERROR');
    expect((await post(withHeader({ exchangeRate: '1.0' }))).status).toBe(201);
  });

  test('an amount too large for its column in base currency is refused rather than failing', async () => {
    const body = documentBody(org, {
      kind: 'JOURNAL',
      currencyCode: 'EUR',
      exchangeRate: '9999999999',
      lines: journalLines(org, [
        ['1110', '99999999999999'],
        ['4100', '-99999999999999'],
      ]),
    });
    rejects(await post(body), 400, 'VALIDATION_ERROR');
  });
});

describe('references', () => {
  test.each(['transactionTypeId', 'subsidiaryId', 'entityId'])(
    '%s that does not exist, and of another organization: 400 VALIDATION_ERROR that names the field',
    async (field) => {
      const other = await foundTestOrganization();
      const foreign = {
        transactionTypeId: other.ids.types.INVOICE,
        subsidiaryId: other.ids.rootSubsidiary,
        entityId: other.ids.customer,
      }[field];
      for (const id of [newId(), foreign]) {
        const refused = rejects(await post(withHeader({ [field]: id })), 400, 'VALIDATION_ERROR');
        expect(refused.details).toMatchObject({ reason: 'REFERENCE_NOT_FOUND', field });
      }
    },
  );

  test.each(['taxCodeId', 'accountId', 'classId', 'departmentId', 'locationId'])(
    'a line’s %s that does not exist: 400 VALIDATION_ERROR that names the line and field',
    async (field) => {
      const body = { ...documentBody(org), lines: [line({ [field]: newId() })] };
      const refused = rejects(await post(body), 400, 'VALIDATION_ERROR');
      expect(refused.details).toMatchObject({ reason: 'REFERENCE_NOT_FOUND', field: `lines.0.${field}` });
    },
  );

  test('the counterparty must be of the kind the type requires', async () => {
    rejects(
      await post(withHeader({ entityId: org.ids.vendor, entityType: 'VENDOR' })),
      400,
      'VALIDATION_ERROR',
    );
    rejects(await post(withHeader({ entityId: org.ids.vendor })), 400, 'VALIDATION_ERROR');
    rejects(await post(withHeader({ entityId: null })), 400, 'VALIDATION_ERROR');
  });
});

describe('authorization', () => {
  test('creating requires the permission: 403 INSUFFICIENT_PERMISSIONS, and nothing is created', async () => {
    const before = await c.door('viewer').send('GET', `${PATH}?limit=1`);
    rejects(await post(documentBody(org), 'viewer'), 403, 'INSUFFICIENT_PERMISSIONS');
    const after = await c.door('viewer').send('GET', `${PATH}?limit=1`);
    expect(after.json).toEqual(before.json);
  });
});

describe('Idempotency', () => {
  test('one key creates once, replays byte for byte, refuses another body, counts per route', async () => {
    const headers = { 'idempotency-key': newId() };
    const body = documentBody(org);
    const send = (more: object = {}) =>
      c.door('accountant').send('POST', PATH, { body: { ...body, ...more }, headers });
    const first = await send();
    const again = await send();
    expect(again.status).toBe(201);
    expect(again.text).toBe(first.text);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    rejects(await send({ lines: [line({ unitPrice: '1.00' })] }), 422, 'IDEMPOTENCY_MISMATCH');
  });

  test('twenty simultaneous calls with one key have one effect: one creation, the rest replays or 409', async () => {
    const headers = { 'idempotency-key': newId() };
    const body = documentBody(org);
    const call = () => c.door('accountant').send('POST', PATH, { body, headers });
    // The first waits for its number until the others have been answered.
    let others: Sent[] = [];
    const [first] = valuesOf(
      await contend(holdWrites(org.organizationId), [call], {
        release: async () => {
          others = await Promise.all(Array.from({ length: 19 }, call));
        },
      }),
    );
    for (const one of others) rejects(one, 409, 'IDEMPOTENCY_RUNNING');
    expect(first?.status).toBe(201);
    expect(shown(await call()).id).toBe(first && shown(first).id);
  });

  test('a refused call stores nothing: the key may be used again', async () => {
    const headers = { 'idempotency-key': newId() };
    const wrong = await c
      .door('accountant')
      .send('POST', PATH, { body: withHeader({ status: 'PAID' }), headers });
    expect(wrong.status).toBe(400);
    const right = await c.door('accountant').send('POST', PATH, { body: documentBody(org), headers });
    expect(right.status).toBe(201);
  });
});

test('Additions on C: dryRun=true answers as if created, and stores nothing, not even a number', async () => {
  const own = await foundTestOrganization();
  const conversation = converse(own);
  const dry = await conversation
    .door('accountant')
    .send('POST', `${PATH}?dryRun=true`, { body: documentBody(own) });
  expect(dry.status).toBe(201);
  rejects(
    await conversation.door('viewer').send('GET', `${PATH}/${shown(dry).id}`),
    404,
    'TRANSACTION_NOT_FOUND',
  );
  expect((await conversation.create()).transactionNumber).toBe('INV-2026-000001');
});
