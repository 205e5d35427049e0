import { afterAll, describe, expect, test } from 'vitest';
import { closeConnections } from '@/db/client';
import type { TestDocument } from '@/testing/documents';
import { fingerprint } from '../../support/fingerprint';
import { converse } from './conversation';
import { openRestClient, type Read } from './rest-client';

afterAll(closeConnections);

const RECEIVABLE = '1210';
const BANK = '1110';
const REALIZED = ['7200', '8200'];
const UNREALIZED = ['7210', '8210'];
const KEPT = [RECEIVABLE, BANK, ...REALIZED, ...UNREALIZED];

/** Books in USD with documents in other currencies, as clients of REST keep them. */
async function foreignBooks() {
  const client = await openRestClient();
  const talk = converse(client.org);
  const posted = async (transactionDate: string, amount: string, more: TestDocument) => {
    const { id } = await talk.posted({ transactionDate, lines: [{ unitPrice: amount }], ...more });
    return id;
  };
  const { body } = await client.call('GET', '/periods?fiscalYear=2026');
  const october = body.data.find(({ label }: { label: string }) => label === '2026-10').id as string;
  return {
    client,
    posted,
    rate: (rate: string, more: object = {}) =>
      client.call('POST', '/exchange-rates', {
        rates: [
          { fromCurrency: 'EUR', toCurrency: 'USD', rateDate: '2026-10-31', rateType: 'CLOSING', rate },
        ],
        ...more,
      }),
    async apply(payment: string, appliedOn: string, application: object): Promise<Read> {
      const path = `/api/v1/gl/transactions/${payment}/apply`;
      const sent = await talk
        .door('accountant')
        .send('POST', path, { body: { appliedOn, applications: [application] } });
      expect(sent.status, sent.text).toBe(200);
      return sent.json;
    },
    async undo(application: string): Promise<void> {
      const sent = await talk.door('accountant').send('POST', `/api/v1/gl/applications/${application}/undo`);
      expect(sent.status, sent.text).toBe(200);
    },
    revalue: () => client.call('POST', `/periods/${october}/revaluation`),
    async blockers(): Promise<string[]> {
      const { body } = await client.call('GET', `/periods/${october}/blockers`);
      return body.data.map(({ blocker }: { blocker: string }) => blocker);
    },
  };
}
const invoice = (exchangeRate: string) => ({ currencyCode: 'EUR', exchangeRate });
const payment = (currencyCode: string, exchangeRate: string) => ({
  kind: 'CUSTOMER_PAYMENT' as const,
  currencyCode,
  exchangeRate,
});

describe('revaluation over REST', () => {
  // 500 × (1.20 − 1.10) = 50.00. EUR 200 received at 1.15 realize 200 × 0.05 = 10.00 and leave 300 at 380.00, worth 360.00: −20.00.
  // The money received is carried at 230.00 and worth 240.00: +10.00.
  test('run again after a receipt dated before it posts the difference from the last run, and the month closes only with a run newer than everything in it', async () => {
    const { client, posted, rate, apply, revalue, blockers } = await foreignBooks();
    const bill = await posted('2026-10-05', '500.00', invoice('1.10'));
    expect(await blockers()).toContain('MISSING_RATES');
    await rate('1.20');
    expect(await blockers()).toContain('NOT_REVALUED');
    expect(await revalue()).toMatchObject({ status: 201, body: { balances: [{ difference: '50.00' }] } });
    expect(await blockers()).not.toContain('NOT_REVALUED');
    const receipt = await posted('2026-10-20', '200.00', payment('EUR', '1.15'));
    await apply(receipt, '2026-10-20', { documentId: bill, amount: '200.00' });
    expect(await blockers()).toContain('NOT_REVALUED');
    const again = await revalue();
    expect(
      again.body.balances.map(({ amount, difference }: Record<string, string>) => [amount, difference]),
    ).toEqual([
      ['200.00', '10.00'],
      ['300.00', '-20.00'],
    ]);
    expect(await blockers()).not.toContain('NOT_REVALUED');
    expect(await client.accounts('2026-10-31', ...KEPT)).toEqual({
      [RECEIVABLE]: '360.00',
      [BANK]: '240.00',
      '7200': '-10.00',
      '7210': '-40.00',
    });
    // Nothing moved since: the third run has nothing to post.
    expect((await revalue()).body).toMatchObject({ entryNumber: null, balances: [] });
    // On the next day 300 are carried at 1.10 again; paid at 1.30 they realize 300 × 0.20 = 60.00, once.
    const rest = await posted('2026-11-12', '300.00', payment('EUR', '1.30'));
    await apply(rest, '2026-11-12', { documentId: bill, amount: '300.00' });
    expect(await client.accounts('2026-11-30', RECEIVABLE, ...REALIZED, ...UNREALIZED)).toEqual({
      '7200': '-70.00',
    });
  });

  // From 1.20 to 1.40 is 16.7%, more than the 10% of the policy.
  test('a rate that moves by more than the limit is refused until someone says why, and nothing changes', async () => {
    const { client, rate } = await foreignBooks();
    expect((await rate('1.20')).status).toBe(200);
    const before = await fingerprint(client.org.organizationId);
    const rates = [
      { fromCurrency: 'EUR', toCurrency: 'USD', rateDate: '2026-11-30', rateType: 'CLOSING', rate: '1.40' },
    ];
    const refused = await client.call('POST', '/exchange-rates', { rates });
    expect(refused.status).toBeGreaterThanOrEqual(400);
    expect(JSON.stringify(refused.body)).toContain('RATE_JUMP');
    expect(await fingerprint(client.org.organizationId)).toEqual(before);
    const confirmation = 'The central bank published it';
    expect((await client.call('POST', '/exchange-rates', { rates, confirmation })).status).toBe(200);
    const { body } = await client.call('GET', '/exchange-rates?fromCurrency=EUR');
    expect(JSON.stringify(body)).toContain(confirmation);
  });
});

describe('an invoice in EUR that is paid in USD, over REST', () => {
  // EUR 300 of 500 carried at 1.10 are 330.00; USD 345 settle them: 15.00 gained. EUR 200 settled by USD 210 of 220.00: 10.00 lost.
  test.each([
    { dates: ['2026-10-20', '2026-10-25'], back: [0, 1] },
    { dates: ['2026-10-20', '2026-10-25'], back: [1, 0] },
    { dates: ['2026-10-25', '2026-10-20'], back: [0, 1] },
    { dates: ['2026-10-25', '2026-10-20'], back: [1, 0] },
  ])(
    'is settled on $dates and unapplied in the order $back: each gain and loss counts once, and no balance remains',
    async ({ dates, back }) => {
      const { client, posted, apply, undo } = await foreignBooks();
      const bill = await posted('2026-10-05', '500.00', invoice('1.10'));
      const money = await posted('2026-10-06', '555.00', payment('USD', '1'));
      const before = await client.accounts('2026-12-31', ...KEPT);
      expect(before).toEqual({ [RECEIVABLE]: '-5.00', [BANK]: '555.00' });
      const settled = [
        await apply(money, dates[0] ?? '', { documentId: bill, amount: '300.00', paymentAmount: '345.00' }),
        await apply(money, dates[1] ?? '', { documentId: bill, amount: '200.00', paymentAmount: '210.00' }),
      ];
      expect(settled.map(({ applications }) => applications[0].exchangeGain)).toEqual(['15.00', '-10.00']);
      // 555.00 came in for what was carried at 550.00.
      expect(await client.accounts('2026-12-31', RECEIVABLE, BANK)).toEqual({ [BANK]: '555.00' });
      const net = await client.accounts('2026-12-31', ...REALIZED);
      expect(net).toEqual({ '7200': '-15.00', '8200': '10.00' });
      for (const index of back) await undo(settled[index].applications[0].id);
      expect(await client.accounts('2026-12-31', ...KEPT)).toEqual(before);
    },
  );
});
