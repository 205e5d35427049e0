import { afterAll, describe, expect, it } from 'vitest';
import { closeConnections } from '@/db/client';
import { createDocument, postedDocument } from '@/testing/documents';
import { foundTestOrganization } from '@/testing/organization';
import { listExchangeRates, removeExchangeRate, setExchangeRates } from '@/usecases/fx/exchange-rates';
import { runForOutput } from '@/usecases/kit/run';
import { addCurrency, listCurrencies, updateCurrency } from '@/usecases/setup/currencies';
import { listTransactionTypes } from '@/usecases/setup/list-transaction-types';
import { createPostingRule, listPostingRules, updatePostingRule } from '@/usecases/setup/posting-rules';
import { createTaxCode, listTaxCodes, removeTaxCode, updateTaxCode } from '@/usecases/setup/tax-codes';
import {
  createTransactionType,
  removeTransactionType,
  updateTransactionType,
} from '@/usecases/setup/transaction-types';
import { createSubsidiary } from '@/usecases/subsidiaries/create-subsidiary';
import { approveTransaction } from '@/usecases/transactions/posting/approve-transaction';
import { transactionGlImpact } from '@/usecases/transactions/posting/gl-impact';

afterAll(closeConnections);

const refused = (code: string) => ({ refusal: { code } });

describe('the ledger’s setup', () => {
  it('a new transaction type has its own number series and posts as its kind does', async () => {
    const org = await foundTestOrganization();
    const as = org.callAs('controller');
    const input = { code: 'SERVICE_INVOICE', name: 'Service invoice', kind: 'INVOICE', numberPrefix: 'SINV' };
    const type = await runForOutput(createTransactionType, as, input);
    const posted = await postedDocument(org, { transactionTypeId: type.id });
    expect(posted.transactionNumber).toBe('SINV-2026-000001');
    await expect(runForOutput(createTransactionType, as, input)).rejects.toMatchObject(refused('DUPLICATE'));
    for (const numberPrefix of ['GL', 'inv', '', 'TOO-LONG-PREFIX']) {
      await expect(
        runForOutput(createTransactionType, as, { ...input, code: 'X', numberPrefix }),
      ).rejects.toMatchObject(refused('INVALID_INPUT'));
    }
    await expect(runForOutput(removeTransactionType, as, { id: type.id })).rejects.toMatchObject(
      refused('IN_USE'),
    );
  });

  it('each kind keeps at least one active type, since reversals and verbs need it', async () => {
    const org = await foundTestOrganization();
    const as = org.callAs('controller');
    const [journal] = (await runForOutput(listTransactionTypes, as, {})).filter(
      ({ kind }) => kind === 'JOURNAL',
    );
    const off = { id: journal?.id, data: { recordStatus: 'inactive' } };
    await expect(runForOutput(updateTransactionType, as, off)).rejects.toMatchObject(refused('IN_USE'));
    await expect(runForOutput(removeTransactionType, as, { id: journal?.id })).rejects.toMatchObject(
      refused('IN_USE'),
    );
  });

  it('a changed posting rule affects open documents at approval; a subsidiary’s own rule takes precedence', async () => {
    const org = await foundTestOrganization();
    const as = org.callAs('controller');
    const draft = await createDocument(org);
    const codesOf = async (id: string) =>
      (await runForOutput(transactionGlImpact, as, { id })).lines.map(({ accountCode }) => accountCode);
    expect(await codesOf(draft.id)).toEqual(['1210', '4300']);
    const [rule] = await runForOutput(listPostingRules, as, { transactionTypeId: org.ids.types.INVOICE });
    await runForOutput(updatePostingRule, as, {
      id: rule?.id,
      data: { defaultLineAccountId: org.account('4100') },
    });
    expect(await codesOf(draft.id)).toEqual(['1210', '4100']);
    await runForOutput(approveTransaction, org.callAs('approver'), { id: draft.id });
    await runForOutput(updatePostingRule, as, {
      id: rule?.id,
      data: { defaultLineAccountId: org.account('4200') },
    });
    expect(await codesOf(draft.id)).toEqual(['1210', '4100']);
    const branch = await runForOutput(createSubsidiary, org.callAs('admin'), { name: 'Branch', code: 'B' });
    await runForOutput(createPostingRule, as, {
      transactionTypeId: org.ids.types.INVOICE,
      subsidiaryId: branch.id,
      controlAccountId: org.account('1210'),
      defaultLineAccountId: org.account('4500'),
    });
    const local = await createDocument(org, { subsidiaryId: branch.id });
    expect(await codesOf(local.id)).toEqual(['1210', '4500']);
  });

  it('a tax code uses the rate of the transaction date; documents keep the rate they were saved with', async () => {
    const org = await foundTestOrganization();
    const as = org.callAs('controller');
    const code = await runForOutput(createTaxCode, as, {
      code: 'CITY',
      name: 'City tax',
      rates: [
        { ratePercent: '10', validFrom: '2026-01-01', validTo: '2026-06-30' },
        { ratePercent: '12.5', validFrom: '2026-07-01' },
      ],
    });
    const taxOn = async (transactionDate: string) =>
      (await createDocument(org, { transactionDate, lines: [{ taxCodeId: code.id }] })).taxAmount;
    expect([await taxOn('2026-06-30'), await taxOn('2026-07-01')]).toEqual(['10.00', '12.50']);
    await expect(taxOn('2025-12-31')).rejects.toMatchObject(refused('INVALID_INPUT'));
    const changed = { id: code.id, rates: [{ ratePercent: 20, validFrom: '2026-01-01' }] };
    expect((await runForOutput(updateTaxCode, as, changed)).rates).toHaveLength(1);
    expect(await taxOn('2026-07-01')).toBe('20.00');
    await expect(runForOutput(removeTaxCode, as, { id: code.id })).rejects.toMatchObject(refused('IN_USE'));
    await expect(
      runForOutput(createTaxCode, as, {
        code: 'BAD',
        name: 'Bad',
        rates: [{ ratePercent: '1', validFrom: '2026-02-01', validTo: '2026-01-31' }],
      }),
    ).rejects.toMatchObject(refused('INVALID_INPUT'));
    expect((await runForOutput(listTaxCodes, as, {})).map((one) => one.code)).toEqual([
      'CITY',
      'REDUCED',
      'STANDARD',
      'ZERO',
    ]);
  });

  it('exchange rates are dated, replaced for their day, and used in either direction, never crossed', async () => {
    const org = await foundTestOrganization();
    const as = org.callAs('controller');
    const set = (...rates: object[]) => runForOutput(setExchangeRates, as, { rates });
    const pair = { fromCurrency: 'USD', toCurrency: 'CHF', rateDate: '2026-11-01' };
    await set({ ...pair, rate: '0.8' });
    await set(
      { ...pair, rate: '0.5' },
      { fromCurrency: 'CHF', toCurrency: 'SEK', rateDate: '2026-11-01', rate: '12' },
    );
    expect((await runForOutput(listExchangeRates, as, {})).total).toBe(2);
    expect((await createDocument(org, { currencyCode: 'CHF' })).exchangeRate).toBe('2');
    await expect(createDocument(org, { currencyCode: 'SEK' })).rejects.toMatchObject(refused('RATE_MISSING'));
    const [rate] = (await runForOutput(listExchangeRates, as, { toCurrency: 'CHF' })).rows;
    await runForOutput(removeExchangeRate, as, { id: rate?.id });
    await expect(createDocument(org, { currencyCode: 'CHF' })).rejects.toMatchObject(refused('RATE_MISSING'));
    for (const wrong of [{ rate: '0' }, { rate: '-1' }, { toCurrency: 'USD' }, { rateDate: '2026-13-01' }]) {
      await expect(set({ ...pair, rate: '1', ...wrong })).rejects.toMatchObject(refused('INVALID_INPUT'));
    }
    await expect(set({ ...pair, rate: '1' }, { ...pair, rate: '2' })).rejects.toMatchObject(
      refused('INVALID_INPUT'),
    );
  });

  it('currencies are added with ISO names and decimals and deactivated; setup requires its permission', async () => {
    const org = await foundTestOrganization();
    const as = org.callAs('controller');
    const added = await runForOutput(addCurrency, as, { code: 'KWD' });
    expect(added).toMatchObject({ name: 'Kuwaiti Dinar', minorUnits: 3, recordStatus: 'active' });
    await runForOutput(updateCurrency, as, { id: added.id, recordStatus: 'inactive' });
    const listed = await runForOutput(listCurrencies, org.callAs('viewer'), {});
    expect(listed.find(({ code }) => code === 'KWD')?.recordStatus).toBe('inactive');
    await expect(runForOutput(addCurrency, as, { code: 'KWD' })).rejects.toMatchObject(refused('DUPLICATE'));
    await expect(runForOutput(addCurrency, org.callAs('viewer'), { code: 'OMR' })).rejects.toMatchObject(
      refused('FORBIDDEN'),
    );
  });
});
