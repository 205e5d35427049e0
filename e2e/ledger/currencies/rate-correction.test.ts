import { afterAll, describe, expect, it } from 'vitest';
import { closeConnections } from '@/db/client';
import { sql, withTenantReport } from '@/db/tenancy';
import { contend, holdWrites, valuesOf } from '@/testing/contenders';
import { postedDocument } from '@/testing/documents';
import { foundTestOrganization, type TestOrganization } from '@/testing/organization';
import { statementsOf } from '@/testing/statements';
import { correctRates, listRateCorrections } from '@/usecases/fx/correct-rates';
import { setExchangeRates } from '@/usecases/fx/exchange-rates';
import { revaluePeriod } from '@/usecases/fx/revalue-period';
import { runForOutput } from '@/usecases/kit/run';
import { closePeriod, softClosePeriod } from '@/usecases/periods/close-period';
import { listPeriods } from '@/usecases/periods/list-periods';
import { applyPayment } from '@/usecases/transactions/payments/apply-payment';
import { unapplyPayment } from '@/usecases/transactions/payments/unapply-payment';
import { reverseTransaction } from '@/usecases/transactions/posting/reverse-transaction';

afterAll(closeConnections);

const set = (
  org: TestOrganization,
  rates: readonly (readonly [day: string, rate: string, type?: string])[],
) =>
  runForOutput(setExchangeRates, org.callAs('controller'), {
    rates: rates.map(([rateDate, rate, rateType = 'SPOT']) => ({
      fromCurrency: 'EUR',
      toCurrency: 'USD',
      rateDate,
      rate,
      rateType: rateType as 'SPOT',
    })),
    confirmation: 'Rates of the example',
  });
const correct = (org: TestOrganization, from = '2025-01-05', dryRun = false) =>
  runForOutput(correctRates, org.callAs('controller', { dryRun }), {
    subsidiaryId: org.ids.rootSubsidiary,
    currencyCode: 'EUR',
    from,
  });
const CODES = ['1210', '1110', '4100', '7200', '8200', '7210', '8210'] as const;
/** Balances in base currency at a day's end, debits above zero: receivable, bank, revenue, realized and unrealized gains and losses. */
async function at(org: TestOrganization, day: string): Promise<string[]> {
  const claim = { organizationId: org.principals.admin.organizationId, userId: null };
  const rows = await withTenantReport(claim, (tenant) =>
    sql<{ code: string; base: string }>(
      tenant,
      `select a.code, coalesce(sum(l.base_debit - l.base_credit), 0)::numeric(20,2)::text as base from accounts a
       left join ledger_lines l on l.account_id = a.id and l.posting_date <= $2::date where a.code = any ($1::text[]) group by 1`,
      [CODES, day],
    ),
  );
  return CODES.map((code) => rows.find((row) => row.code === code)?.base ?? '0.00');
}

/**
 * EUR 500 invoiced on 5 January at 1.10, which should have been 1.20; revalued at 1.22 and closed; EUR 200 received in February
 * at 1.25. Revenue goes to 4100 by a line with that account.
 */
async function closedJanuary(verbs = [softClosePeriod, closePeriod]) {
  const org = await foundTestOrganization();
  await set(org, [
    ['2025-01-05', '1.10'],
    ['2025-01-31', '1.22', 'CLOSING'],
    ['2025-02-01', '1.25'],
  ]);
  const invoice = await postedDocument(org, {
    currencyCode: 'EUR',
    transactionDate: '2025-01-05',
    lines: [{ unitPrice: '500.00', accountId: org.account('4100') }],
  });
  const id = (await runForOutput(listPeriods, org.callAs('viewer'), {})).find(
    ({ label }) => label === '2025-01',
  )?.id;
  const revalue = () => runForOutput(revaluePeriod, org.callAs('controller'), { periodId: id });
  await revalue();
  for (const verb of verbs) await runForOutput(verb, org.callAs('controller'), { id });
  const payment = await postedDocument(org, {
    kind: 'CUSTOMER_PAYMENT',
    currencyCode: 'EUR',
    transactionDate: '2025-02-10',
    lines: [{ unitPrice: '200.00' }],
  });
  const { applications } = await runForOutput(applyPayment, org.callAs('accountant'), {
    paymentId: payment.id,
    applications: [{ documentId: invoice.id, amount: '200.00' }],
    appliedOn: '2025-02-10',
  });
  return { org, invoice, payment, revalue, periodId: id, applicationId: applications[0]?.id };
}

describe('a wrong exchange rate is set again and corrected', () => {
  // Posted: 550.00 receivable; +60.00 at the closing rate of 1.22 and back; 250.00 received, 200 × (1.25 − 1.10) = 30.00 realized.
  // At 1.20: 600.00; 610.00 − 600.00 = 10.00 unrealized; 200 × (1.25 − 1.20) = 10.00 realized; 300 × 1.20 = 360.00 left.
  it('lists what it touched with before and after, and posts the differences in the first open period with their month', async () => {
    const { org, invoice, payment } = await closedJanuary();
    expect((await correct(org)).items).toEqual([]);
    await set(org, [['2025-01-05', '1.20']]);
    const before = await at(org, '2025-12-31');
    expect((await correct(org, '2025-01-05', true)).items).toHaveLength(4);
    expect(await at(org, '2025-12-31')).toEqual(before);
    const { items } = await correct(org);
    expect(
      items.map((item) => [
        item.kind,
        item.label,
        item.originOn,
        item.postedOn,
        item.beforeBase,
        item.afterBase,
        item.difference,
      ]),
    ).toEqual([
      ['DOCUMENT', invoice.transactionNumber, '2025-01-05', '2025-02-01', '550.00', '600.00', '50.00'],
      [
        'SETTLEMENT',
        `${payment.transactionNumber} on ${invoice.transactionNumber}`,
        '2025-02-10',
        '2025-02-10',
        '30.00',
        '10.00',
        '-20.00',
      ],
      ['REVALUATION', 'revaluation of 2025-01', '2025-01-31', '2025-02-01', '60.00', '10.00', '-50.00'],
      [
        'REVALUATION_REVERSAL',
        'reversal of the revaluation of 2025-01',
        '2025-02-01',
        '2025-02-01',
        '-60.00',
        '-10.00',
        '50.00',
      ],
    ]);
    // January stays as it was reported.
    expect(await at(org, '2025-01-31')).toEqual([
      '610.00',
      '0.00',
      '-550.00',
      '0.00',
      '0.00',
      '-60.00',
      '0.00',
    ]);
    expect(await at(org, '2025-02-28')).toEqual([
      '360.00',
      '250.00',
      '-600.00',
      '-10.00',
      '0.00',
      '0.00',
      '0.00',
    ]);
    const [listed] = await runForOutput(listRateCorrections, org.callAs('auditor'), {});
    expect(listed?.items.map(({ entryNumber }) => entryNumber)).toEqual(
      items.map((item) => item.entryNumber),
    );
  });

  it('what belongs to a soft-closed month goes to the open one as well; revaluing the month again adds nothing', async () => {
    const { org, revalue, periodId } = await closedJanuary([softClosePeriod]);
    await set(org, [['2025-01-05', '1.20']]);
    expect((await correct(org)).items.map(({ kind, difference }) => [kind, difference])).toEqual([
      ['DOCUMENT', '50.00'],
      ['SETTLEMENT', '-20.00'],
      ['REVALUATION', '-50.00'],
      ['REVALUATION_REVERSAL', '50.00'],
    ]);
    expect((await revalue()).balances).toEqual([]);
    // Another closing rate is the soft-closed month's own to post: 500 × (1.23 − 1.22).
    await set(org, [['2025-01-31', '1.23', 'CLOSING']]);
    expect((await correct(org)).items).toEqual([]);
    expect((await revalue()).balances).toMatchObject([{ difference: '5.00' }]);
    expect((await correct(org)).items).toEqual([]);
    await runForOutput(closePeriod, org.callAs('controller'), { id: periodId });
    expect((await correct(org)).items).toEqual([]);
    expect(await at(org, '2025-02-28')).toEqual([
      '360.00',
      '250.00',
      '-600.00',
      '-10.00',
      '0.00',
      '0.00',
      '0.00',
    ]);
  });

  it('in an open month each difference is posted on its own day, and the close asks for another revaluation', async () => {
    const { org, revalue } = await closedJanuary([]);
    await set(org, [['2025-01-05', '1.20']]);
    expect((await correct(org)).items.map(({ kind, postedOn }) => [kind, postedOn])).toEqual([
      ['DOCUMENT', '2025-01-05'],
      ['SETTLEMENT', '2025-02-10'],
    ]);
    expect((await revalue()).balances).toMatchObject([{ difference: '-50.00', unrealized: '10.00' }]);
    expect((await at(org, '2025-01-31')).slice(0, 3)).toEqual(['610.00', '0.00', '-600.00']);
  });

  it('run again posts nothing, and reverses everything when the rate is set back', async () => {
    const { org } = await closedJanuary();
    const before = await at(org, '2025-12-31');
    await set(org, [['2025-01-05', '1.20']]);
    await correct(org);
    expect((await correct(org)).items).toEqual([]);
    await set(org, [['2025-01-05', '1.10']]);
    expect((await correct(org)).items.map(({ difference }) => difference)).toEqual([
      '-50.00',
      '20.00',
      '50.00',
      '-50.00',
    ]);
    expect(await at(org, '2025-12-31')).toEqual(before);
  });

  it('three at once post each difference once', async () => {
    const { org } = await closedJanuary();
    await set(org, [['2025-01-05', '1.20']]);
    const runs = valuesOf(
      await contend(
        holdWrites(org.organizationId),
        [1, 2, 3].map(() => () => correct(org)),
      ),
    );
    expect(runs.map(({ items }) => items.length).sort()).toEqual([0, 0, 4]);
  });

  it('later settlements realize against the corrected amount; unapplying and reversing leave no balance', async () => {
    const { org, invoice, payment, applicationId } = await closedJanuary();
    await set(org, [['2025-01-05', '1.20']]);
    await correct(org);
    const rest = await postedDocument(org, {
      kind: 'CUSTOMER_PAYMENT',
      currencyCode: 'EUR',
      transactionDate: '2025-02-20',
      lines: [{ unitPrice: '300.00' }],
    });
    const settled = await runForOutput(applyPayment, org.callAs('accountant'), {
      paymentId: rest.id,
      applications: [{ documentId: invoice.id, amount: '300.00' }],
      appliedOn: '2025-02-20',
    });
    // 300 × (1.25 − 1.20).
    expect(settled.applications).toMatchObject([{ exchangeGain: '15.00', documentStatus: 'PAID' }]);
    expect((await at(org, '2025-12-31'))[0]).toBe('0.00');
    for (const id of [applicationId, settled.applications[0]?.id]) {
      await runForOutput(unapplyPayment, org.callAs('accountant'), { applicationId: id });
    }
    expect(await at(org, '2026-12-31')).toEqual([
      '-25.00',
      '625.00',
      '-600.00',
      '0.00',
      '0.00',
      '0.00',
      '0.00',
    ]);
    for (const { id } of [invoice, payment, rest]) {
      await runForOutput(reverseTransaction, org.callAs('accountant'), { id, reversalReason: 'All wrong' });
    }
    expect(await at(org, '2026-12-31')).toEqual(CODES.map(() => '0.00'));
  });

  it('leaves alone what stated its own rate, and lists it, as well as what is reversed and what is dated before', async () => {
    const org = await foundTestOrganization();
    await set(org, [['2025-01-05', '1.10']]);
    const eur = { currencyCode: 'EUR', transactionDate: '2025-01-06' };
    const own = await postedDocument(org, { ...eur, exchangeRate: '1.11' });
    // A document that states the rate the table now has does not count as different.
    await postedDocument(org, { ...eur, exchangeRate: '1.20' });
    const reversed = await postedDocument(org, eur);
    await runForOutput(reverseTransaction, org.callAs('accountant'), {
      id: reversed.id,
      reversalReason: 'Wrong',
    });
    await postedDocument(org, eur);
    await set(org, [['2025-01-05', '1.20']]);
    const later = await correct(org, '2025-01-07');
    expect([later.items, later.left, later.leftCount]).toEqual([[], [], 0]);
    const left = [
      {
        id: own.id,
        label: own.transactionNumber,
        date: '2025-01-06',
        rate: '1.11',
        tableRate: '1.2',
        reason: 'OWN_RATE',
      },
    ];
    const done = await correct(org);
    expect(done.items).toMatchObject([{ kind: 'DOCUMENT', difference: '10.00' }]);
    expect([done.left, done.leftCount]).toEqual([left, 1]);
    const [kept] = await runForOutput(listRateCorrections, org.callAs('auditor'), {});
    expect([kept?.left, kept?.leftCount]).toEqual([left, 1]);
  });

  it('a document with its own rate is listed where the table has none for its day', async () => {
    const org = await foundTestOrganization();
    const own = await postedDocument(org, {
      currencyCode: 'EUR',
      transactionDate: '2025-01-06',
      exchangeRate: '1.11',
    });
    const { items, left } = await correct(org);
    expect(items).toEqual([]);
    expect(left).toMatchObject([{ id: own.id, rate: '1.11', tableRate: null }]);
  });

  it('many documents and settlements are corrected with as many statements as a few', async () => {
    const statements = async (count: number) => {
      const org = await foundTestOrganization();
      await set(org, [['2025-01-05', '1.10']]);
      for (let made = 0; made < count; made += 1) {
        const invoice = await postedDocument(org, { currencyCode: 'EUR', transactionDate: '2025-01-06' });
        const payment = await postedDocument(org, {
          kind: 'CUSTOMER_PAYMENT',
          currencyCode: 'EUR',
          transactionDate: '2025-01-07',
          exchangeRate: '1.15',
          lines: [{ unitPrice: '100.00' }],
        });
        await runForOutput(applyPayment, org.callAs('accountant'), {
          paymentId: payment.id,
          applications: [{ documentId: invoice.id, amount: '50.00' }],
          appliedOn: '2025-01-07',
        });
      }
      await set(org, [['2025-01-05', '1.20']]);
      // The first one opens what connections it needs.
      await correct(org, '2025-01-05', true);
      const sent = await statementsOf(() => correct(org));
      expect(sent.result.items).toHaveLength(2 * count);
      return sent.count;
    };
    const few = await statements(2);
    expect(few).toBeGreaterThan(10);
    expect(await statements(12)).toBe(few);
  });

  it('is refused for the subsidiary’s own currency, without a rate, and to anyone who may not close periods', async () => {
    const org = await foundTestOrganization();
    await set(org, [['2025-01-05', '1.10']]);
    await postedDocument(org, { currencyCode: 'EUR', transactionDate: '2025-01-06' });
    const run = (role: 'controller' | 'accountant', currencyCode: string) =>
      runForOutput(correctRates, org.callAs(role), {
        subsidiaryId: org.ids.rootSubsidiary,
        currencyCode,
        from: '2025-01-01',
      });
    await expect(run('controller', 'USD')).rejects.toMatchObject({ refusal: { code: 'INVALID_INPUT' } });
    await expect(run('accountant', 'EUR')).rejects.toMatchObject({ refusal: { code: 'FORBIDDEN' } });
    expect(await runForOutput(listRateCorrections, org.callAs('auditor'), {})).toEqual([]);
  });
});
