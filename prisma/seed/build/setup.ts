import { setExchangeRates } from '@/usecases/fx/exchange-rates';
import { createPostingRule } from '@/usecases/setup/posting-rules';
import { createTaxCode } from '@/usecases/setup/tax-codes';
import { BANK } from '../story/documents';
import { exchangeRates, mistypedRate, type PlannedRate } from '../story/rates';
import { TAX_CODES } from '../story/sales/products';
import { each, type Stage } from './stage';

/** Tax codes with their dated rates, exchange rates, and the bank accounts of the foreign companies. */
export async function buildSetup(stage: Stage): Promise<void> {
  await each(TAX_CODES, 4, async ({ code, name, rates }) => {
    const { id } = await stage.run('controller', createTaxCode, {
      code,
      name,
      rates: rates.map(([validFrom, ratePercent, validTo]) => ({
        validFrom,
        ratePercent,
        validTo: validTo ?? null,
      })),
    });
    stage.ids.set('tax', code, id);
  });
  const { meant, typed } = mistypedRate(stage.timeline);
  const isMeant = (one: PlannedRate) => JSON.stringify(one) === JSON.stringify(meant);
  const rates = exchangeRates(stage.timeline).map((one) => (isMeant(one) ? typed : one));
  await stage.run('controller', setExchangeRates, {
    rates: rates.map(({ from, to, date, type, rate }) => ({
      fromCurrency: from,
      toCurrency: to,
      rateDate: date,
      rateType: type,
      rate,
    })),
  });
  const { ids } = stage;
  for (const subsidiary of ['DE', 'JP'] as const) {
    for (const [kind, control, discount] of [
      ['CUSTOMER_PAYMENT', '1210', '4900'],
      ['VENDOR_PAYMENT', '2110', '5900'],
    ] as const) {
      await stage.run('controller', createPostingRule, {
        transactionTypeId: ids.get('type', kind),
        subsidiaryId: ids.get('subsidiary', subsidiary),
        controlAccountId: ids.get('account', control),
        discountAccountId: ids.get('account', discount),
        bankAccountId: ids.get('account', BANK[subsidiary]),
      });
    }
  }
}
